/** What becomes of a connection behind the last event of an answer. */
import assert from "node:assert/strict";
import { createOpenAi } from "../../../actors/providers/openai/openai.ts";
import { ENDING, ENDING_MS, sendBytes } from "../../../actors/providers/wire.ts";
import { configOf, FakeServer } from "./fake_server.ts";

const adapter = createOpenAi(() => 0);
const encoder = new TextEncoder();
const SAID = encoder.encode(
  `data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`,
);

type Behind = (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => void | Promise<void>;

/** A server whose answers go on behind their last event, as `behind` says; which connections asked, and how many of them were left. */
function serving(behind: Behind) {
  const ports: number[] = [];
  const left = { count: 0, told: Promise.withResolvers<void>() };
  const server = Deno.serve({ port: 0, onListen: () => {} }, async (request, { remoteAddr }) => {
    if (remoteAddr.transport === "tcp") ports.push(remoteAddr.port);
    await request.arrayBuffer();
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(SAID),
      pull: behind,
      cancel() {
        left.count++;
        left.told.resolve();
      },
    }, { highWaterMark: 0 });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const ask = async () => {
    const config = configOf("openai", `http://127.0.0.1:${server.addr.port}`);
    const { signal } = new AbortController();
    let text = "";
    for await (
      const part of adapter.send({ config, apiKey: "k", model: "m", body: new Uint8Array(2), signal })
    ) {
      if (part.type === "text") text += part.text;
    }
    assert.equal(text, "Hi");
  };
  /** The same without an SDK: what was said is read, and what stands behind it is not. */
  const askFor = async (ending: number) => {
    const url = `http://127.0.0.1:${server.addr.port}`;
    const { signal } = new AbortController();
    const answer = await sendBytes({
      url,
      headers: {},
      body: new Uint8Array(2),
      signal,
      now: () => 0,
      ending,
    });
    const reader = answer.body?.getReader();
    assert.deepEqual((await reader?.read())?.value, SAID);
    await reader?.cancel();
  };
  return { ask, askFor, ports, left, end: () => server.shutdown() };
}

Deno.test("a connection is used again whose answer ends behind its last event, and nobody waits for that", async () => {
  let ends: (() => void)[] = [];
  const { ask, ports, left, end } = serving((controller) =>
    new Promise((resolve) => {
      ends.push(() => {
        controller.close();
        resolve();
      });
    })
  );
  const closeAll = () => {
    for (const close of ends) close();
    ends = [];
  };
  // Each is over while its server still holds it.
  while (new Set(ports).size === ports.length) {
    await ask();
    while (ends.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    closeAll();
  }
  assert.equal(left.count, 0);
  await end();
});

Deno.test("who goes on talking behind the last event is left", async () => {
  let pieces = 0;
  const { ask, left, end } = serving((controller) => {
    if (++pieces < 200) return controller.enqueue(new Uint8Array(16 * 1024));
    controller.close();
    left.told.resolve();
  });
  await ask();
  await left.told.promise;
  assert.equal(left.count, 1, "it was read to its end");
  await end();
});

Deno.test("of more answers than may be waited for the oldest is left", async () => {
  const open: ReadableStreamDefaultController[] = [];
  const never = Promise.withResolvers<void>();
  const { ask, left, end } = serving((controller) => {
    open.push(controller);
    return never.promise;
  });
  for (let n = 0; n < ENDING; n++) await ask();
  assert.equal(left.count, 0);
  await ask();
  await left.told.promise;
  assert.equal(left.count, 1);
  never.resolve();
  for (const controller of open.slice(1)) controller.close();
  await end();
});

Deno.test("an answer that never ends behind its last event is left after a while", async () => {
  assert.ok(ENDING_MS <= 30_000);
  const open: ReadableStreamDefaultController[] = [];
  const never = Promise.withResolvers<void>();
  const { askFor, left, end } = serving((controller) => {
    open.push(controller);
    return never.promise;
  });
  await askFor(1);
  // Long enough for any machine: what is held for good must not hold the test, too.
  const held = setTimeout(() => left.told.resolve(), 20_000);
  await left.told.promise;
  clearTimeout(held);
  const { count } = left;
  if (count === 0) { for (const controller of open) controller.close(); }
  never.resolve();
  await end();
  assert.equal(count, 1, "it is still held");
});

Deno.test("a line of as many bytes as it may have is read, one of a byte more is refused, wherever it stands and however it ends", async () => {
  // Some pieces of a body long.
  const line = 40_000;
  let text = "";
  await using server = new FakeServer(() => new Response(text));
  const read = async () => {
    const { signal } = new AbortController();
    const answer = await sendBytes({
      url: server.url,
      headers: {},
      body: new Uint8Array(2),
      signal,
      now: () => 0,
      line,
    });
    return await answer.text();
  };
  for (const end of ["\n", "\r", "\r\n", "\n\r"]) {
    for (
      const [before, behind] of [["", ""], [end, `${end}a`], [`a${end}`, end], [
        `${"a".repeat(line)}${end}`,
        end,
      ]]
    ) {
      text = `${before}${"x".repeat(line)}${behind}`;
      assert.equal(await read(), text);
      text = `${before}${"x".repeat(line + 1)}${behind}`;
      await assert.rejects(read, { code: "too_large" });
    }
  }
});
