import assert from "node:assert/strict";
import { type Following, readEvents } from "../../../server/client/event_reader.ts";
import { Refused } from "../../../server/client/refused.ts";
import { type SentFrame, sentFrames } from "../../../server/client/sent_frames.ts";

const event = (id: number | string) => `event: event\nid: ${id}\ndata: {"n":"${id}"}\n\n`;
const sync = (data: object) => `event: sync\ndata: ${JSON.stringify(data)}\n\n`;

/** A body of these pieces, which then ends, breaks, or stays open. */
function body(pieces: readonly string[], then: "end" | "break" | "stay" = "end"): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(control) {
      for (const piece of pieces) control.enqueue(encoder.encode(piece));
      if (then === "end") control.close();
    },
    // Asked for when the pieces are read: an error before would take them away.
    pull: (control) => then === "break" ? control.error(new TypeError("broken")) : new Promise(() => {}),
  });
}

/** Reads what a server tells over these connections, and where each of them was asked to begin. */
async function read(
  answers: readonly (() => Response | Promise<Response>)[],
  following: Following = {},
): Promise<{ told: string[]; asked: (string | undefined)[] }> {
  const left = [...answers];
  const asked: (string | undefined)[] = [];
  const told: string[] = [];
  const end = new AbortController();
  const open = (last: string | undefined) => {
    asked.push(last);
    // Who goes on where there is nothing more is not waited for.
    if (asked.length > answers.length + 1) end.abort();
    const answer = left.shift() ?? (() => new Response(null, { status: 204 }));
    return Promise.resolve(answer());
  };
  for await (
    const { event, id } of readEvents<SentFrame>(open, { pausesMs: [0], signal: end.signal, ...following })
  ) {
    told.push(`${event} ${id ?? ""}`.trim());
  }
  return { told, asked };
}

Deno.test("a reader goes on behind the last whole event, and tells none twice", async () => {
  const { told, asked } = await read([
    () =>
      new Response(body([": hb\n\nretry: 1500\n\n", event(1), event(2), "event: event\nid: 3\nda"], "break")),
    () => Promise.reject(new TypeError("refused")),
    // What it has already, from a server that begins earlier.
    () => new Response(body([event(2) + event(3).slice(0, 9), event(3).slice(9) + event(4)])),
    () => new Response("busy", { status: 503 }),
  ]);
  assert.deepEqual(told, ["event 1", "event 2", "event 3", "event 4"]);
  assert.deepEqual(asked, [undefined, "2", "2", "4", "4"]);
});

Deno.test("a frame is whole however its bytes are cut, also between letters and between two ends of lines", async () => {
  const text = `event: event\nid: 1\ndata: {"n":"quökka 🐟"}\n\n${event(2)}`;
  const bytes = new TextEncoder().encode(text);
  const single = new ReadableStream<Uint8Array>({
    start(control) {
      for (const byte of bytes) control.enqueue(new Uint8Array([byte]));
      control.close();
    },
  });
  const told: unknown[] = [];
  for await (const { data } of sentFrames<SentFrame>(single, 60_000, () => {})) told.push(data);
  assert.deepEqual(told, [{ n: "quökka 🐟" }, { n: "2" }]);
});

Deno.test("a reader that began without a place has one as soon as it is told where it stands", async () => {
  const all = await read([() => new Response(body([sync({ position: "e.5.0" })]))]);
  assert.deepEqual(all.asked, [undefined, "e.5.0"]);
  const one = await read([
    () => new Response(body([sync({ seq: 7, position: "e.5.0" }), event(7), event(8)])),
  ]);
  assert.deepEqual(one.told, ["sync", "event 8"]);
  const places = await read([() => new Response(body([event("e.1.0"), event("e.1.1")]))], { after: "e.0.9" });
  assert.deepEqual(places.told, ["event e.1.0", "event e.1.1"]);
  assert.deepEqual(places.asked, ["e.0.9", "e.1.1"]);
});

Deno.test("a reader ends where there is nothing more, throws what trying again will not help, and stops when told", async () => {
  assert.deepEqual(await read([]), { told: [], asked: [undefined] });
  const refusal = () =>
    Response.json({ code: "not_found", detail: "There is no such conversation." }, { status: 404 });
  await assert.rejects(
    read([refusal]),
    (error) =>
      error instanceof Refused && error.code === "not_found" &&
      error.message === "There is no such conversation.",
  );
  const reset = () => new Response(body([`event: reset\ndata: {"why":"elsewhere"}\n\n`], "stay"));
  await assert.rejects(read([reset]), (error) => error instanceof Refused && error.code === "conflict");
  const stop = new AbortController();
  stop.abort();
  assert.deepEqual(await read([], { signal: stop.signal }), { told: [], asked: [] });
  const later = new AbortController();
  let cancelled = false;
  const open = (_: string | undefined, signal: AbortSignal) => {
    signal.addEventListener("abort", () => (cancelled = true));
    return Promise.resolve(new Response(body([event(1)], "stay")));
  };
  for await (const _ of readEvents<SentFrame>(open, { signal: later.signal })) break;
  assert.ok(cancelled, "who reads no more leaves the connection");
});

Deno.test("a connection that gives no sign of life is left for another", async () => {
  const silent = (_: string | undefined, signal: AbortSignal) =>
    new Promise<Response>((resolve) => {
      const stream = new ReadableStream<Uint8Array>({
        start: (control) => signal.addEventListener("abort", () => control.error(new TypeError("left"))),
      });
      resolve(new Response(stream));
    });
  let connections = 0;
  const end = new AbortController();
  const open = (last: string | undefined, signal: AbortSignal) => {
    if (connections === 2) end.abort();
    return connections++ === 0 ? silent(last, signal) : Promise.resolve(new Response(null, { status: 204 }));
  };
  const following = { silenceMs: 1, pausesMs: [0], signal: end.signal };
  for await (const _ of readEvents<SentFrame>(open, following)) assert.fail();
  assert.equal(connections, 2);
});
