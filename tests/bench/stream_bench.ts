/** Events to 500 readers: through the hub and its streams, against a bare server that writes ready-made bytes. */
import type { Live } from "../../actors/system.ts";
import { allSource, streamResponse } from "../../server/stream/event_stream.ts";
import { BEGINNING, quietHub } from "./quiet_hub.ts";
import type { Row } from "./table.ts";

const READERS = 500;
const COMMITS = 200;
/** Milliseconds between commits: twenty agents that write fill one tick after another. */
const PAUSE_MS = 5;
/** Characters of the longest text a reader waits for. */
const LONGEST = 40;

const event = (seq: number) => ({
  seq,
  id: `bench/${seq}`,
  type: "MessagePosted",
  v: 1,
  at: "2026-01-01T00:00:00.000Z",
  by: { kind: "user" as const, id: "u", name: "User" },
  data: { messageId: `m${seq}`, content: "x".repeat(200) },
});
const commit = (n: number): Live => {
  const position = `e.${n.toString(16).padStart(20, "0")}.1`;
  return { type: "commit", commit: { position, events: [{ stream: "c", position, event: event(n) }] } };
};

interface Fan {
  readonly answer: () => Response;
  readonly send: (n: number) => void;
  readonly close: () => void;
}

/** As the server does it; the log behind it is empty and quiet. */
function ours(): Fan {
  const { hub, tell } = quietHub();
  const ended = new AbortController();
  return {
    answer: () => streamResponse(hub, allSource(hub, BEGINNING), ended.signal),
    send: (n) => tell(commit(n)),
    close: () => ended.abort(),
  };
}

/** The least a server can do: hand out bytes that are ready. */
function bare(): Fan {
  const readers = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const encoder = new TextEncoder();
  return {
    answer() {
      let mine: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          mine = controller;
          readers.add(controller);
          controller.enqueue(encoder.encode("retry: 1500\n\nevent: sync\ndata: {}\n\n"));
        },
        cancel: () => void readers.delete(mine),
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    },
    send(n) {
      const bytes = encoder.encode(
        `event: event\nid: ${n}\ndata: ${JSON.stringify({ stream: "c", ...event(n) })}\n\n`,
      );
      for (const reader of readers) reader.enqueue(bytes);
    },
    close() {
      for (const reader of readers) reader.close();
    },
  };
}

/** Events a second, over all readers. */
async function deliver(fan: Fan): Promise<number> {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => fan.answer());
  const decoder = new TextDecoder();
  let ready = 0;
  let complete = 0;
  let allReady = () => {};
  let allDone = () => {};
  const starting = new Promise<void>((resolve) => (allReady = resolve));
  let broken = () => {};
  const done = new Promise<void>((resolve, reject) => {
    allDone = resolve;
    broken = () => reject(new Error("a stream ended before its last event"));
  });
  const last = `"id":"bench/${COMMITS}"`;
  const readers = Array.from({ length: READERS }, async () => {
    const response = await fetch(`http://127.0.0.1:${server.addr.port}/`);
    let synced = false;
    let ended = false;
    let text = "";
    for await (const chunk of response.body ?? []) {
      // A chunk may end anywhere: what one is waiting for may lie over two.
      text = text.slice(-LONGEST) + decoder.decode(chunk);
      if (!synced && text.includes("event: sync")) {
        synced = true;
        if (++ready === READERS) allReady();
      }
      if (!ended && text.includes(last)) {
        ended = true;
        if (++complete === READERS) allDone();
      }
    }
    if (!ended) broken();
  });
  await starting;
  const start = performance.now();
  for (let n = 1; n <= COMMITS; n++) {
    fan.send(n);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  await done;
  const seconds = (performance.now() - start) / 1_000;
  fan.close();
  await Promise.all(readers);
  await server.shutdown();
  return (COMMITS * READERS) / seconds;
}

export async function streamBench(): Promise<Row[]> {
  await deliver(bare()); // warms up both sides
  const raw = await deliver(bare());
  const through = await deliver(ours());
  const rate = (n: number) => `${Math.round(n).toLocaleString("en")} ev/s`;
  return [
    {
      what: `delivery to ${READERS} readers`,
      measured: rate(through),
      against: rate(raw),
      ratio: through / raw,
      target: { atLeast: 0.8 },
    },
  ];
}
