/** The worker that tabs share: what a tab is told that comes to an open connection. */
import assert from "node:assert/strict";
import { serving } from "../browser.ts";
import type { StreamMessage } from "../../../ui/state/stream_source.ts";
import "../../../ui/state/stream_worker.ts";

/** A tab that has said what it looks at. */
function tab() {
  const { port1, port2 } = new MessageChannel();
  const told: StreamMessage[] = [];
  port2.addEventListener("message", ({ data }) => told.push(...data));
  port2.start();
  globalThis.dispatchEvent(Object.assign(new Event("connect"), { ports: [port1] }));
  port2.postMessage([]);
  /** What it was told, once that many messages have come. */
  const heard = async (most: number) => {
    for (let turn = 0; told.length < most && turn < 1_000; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    return told.splice(0).map((one) =>
      one.type === "frame" ? one.data : one.type === "ready" && one.again ? "ready again" : one.type
    );
  };
  return { heard, close: () => (port1.close(), port2.close()) };
}

Deno.test("a tab that comes later is told that the disk is full, as long as it is", async () => {
  const connected = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  using _ = serving(() => new Response(new ReadableStream<Uint8Array>({ start: connected.resolve })));
  const sync = 'event: sync\ndata: {"position":"e.5.0"}\n\n';
  const disk = (state: string) => `event: disk\ndata: {"state":"${state}"}\n\n`;
  const first = tab();
  const stream = await connected.promise;
  const write = (text: string) => stream.enqueue(new TextEncoder().encode(text));
  write(sync + disk("full"));
  assert.deepEqual(await first.heard(2), ["ready", { state: "full" }]);
  const second = tab();
  assert.deepEqual(await second.heard(2), ["ready", { state: "full" }]);
  write(disk("ok"));
  assert.deepEqual([await first.heard(1), await second.heard(1)], [[{ state: "ok" }], [{ state: "ok" }]]);
  const third = tab();
  assert.deepEqual(await third.heard(2), ["ready", { state: "ok" }]);
  for (const one of [first, second, third]) one.close();
});
