/**
 * The event stream: first what the reader missed, then what happens. The listener is in place before the
 * log is read to its end, and what came meanwhile is passed on only where it is newer: no gap, no duplicate.
 */
import type { Located, Position } from "../events/store/types.ts";
import { parsePosition } from "../events/store/position.ts";
import type { Chunk, EventHub } from "./event_hub.ts";
import { draftFrame, encode, frame, HEARTBEAT, RETRY_FRAME, waitFrame } from "./frames.ts";

/** Bytes that may wait for a reader; a slower one is dropped and resumes from its last id. */
export const QUEUE_BYTES = 4 * 1024 * 1024;
/** Milliseconds between signs of life, well under the 60 s after which proxies give up. */
export const HEARTBEAT_MS = 15_000;
/** Commits kept while the log is being read; beyond it, it is simply read again. */
const WAITING_COMMITS = 2_000;
/** Events per page of the order of all events. */
const PAGE_EVENTS = 500;

/** What differs between the stream of one conversation and the stream of all. */
export interface Source {
  /** The hub's name of the stream. */
  readonly stream: string;
  /** Frames of everything after where the reader stands, in pieces. Advances `passed`. */
  catchUp(): AsyncIterable<string>;
  /** True when the reader already has this event; otherwise it has it now. */
  passed(located: Located): boolean;
  /** Data of the `sync` frame. */
  sync(): Promise<unknown>;
  /** The conversation whose drafts are shown, or all. */
  readonly drafts: string | undefined;
}

/** One conversation, by seq. */
export function conversationSource(hub: EventHub, id: string, after: number): Source {
  let last = after;
  return {
    stream: id,
    drafts: id,
    async *catchUp() {
      await hub.learn(id);
      for await (const batch of hub.system.log.read(id, last)) {
        const text = batch.map((event) => hub.frames({ stream: id, position: "", event }, false)).join("");
        last = batch.at(-1)?.seq ?? last;
        yield text;
      }
    },
    passed({ event }) {
      if (event.seq <= last) return true;
      last = event.seq;
      return false;
    },
    sync: async () => ({ seq: last, position: await hub.system.log.position() }),
  };
}

/** Every conversation and the workspace, by position. */
export function allSource(hub: EventHub, after: Position): Source {
  let last = after;
  return {
    stream: "*",
    drafts: undefined,
    async *catchUp() {
      for (;;) {
        const page = await hub.system.log.page(last, PAGE_EVENTS);
        if (page.length === 0) return;
        const known = new Set<string>();
        for (const { stream, event } of page) {
          if (!event.type.startsWith("Turn") || known.has(stream)) continue;
          known.add(stream);
          await hub.learn(stream);
        }
        last = page.at(-1)?.position ?? last;
        yield page.map((located) => hub.frames(located, true)).join("");
      }
    },
    passed({ position }) {
      if (!isAfter(position, last)) return true;
      last = position;
      return false;
    },
    sync: () => Promise.resolve({ position: last }),
  };
}

function isAfter(a: Position, b: Position): boolean {
  const [x, y] = [parsePosition(a), parsePosition(b)];
  if (!x || !y) return true;
  return x.stamp === y.stamp ? x.index > y.index : x.stamp > y.stamp;
}

/**
 * A response that streams `source` until the reader goes, `ended` aborts or it reads too slowly; `over` is called
 * once then.
 */
export function streamResponse(
  hub: EventHub,
  source: Source,
  ended: AbortSignal,
  over: () => void = () => {},
): Response {
  let close = () => {};
  let wake = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let waiting: Chunk[] | null = [];
      let overflow = false;
      let open = true;
      const heart = setInterval(() => push(HEARTBEAT), HEARTBEAT_MS);
      const stopListening = hub.listen(source.stream, (chunk) => {
        if (waiting === null) return pass(chunk);
        if (chunk.events.length === 0) return;
        if (waiting.length < WAITING_COMMITS) waiting.push(chunk);
        else overflow = true;
      });
      close = () => {
        if (!open) return;
        open = false;
        clearInterval(heart);
        stopListening();
        ended.removeEventListener("abort", close);
        over();
        wake();
        try {
          controller.close();
        } catch {
          // The reader closed it first.
        }
      };
      ended.addEventListener("abort", close);
      const push = (bytes: Uint8Array) => {
        if (!open) return;
        controller.enqueue(bytes);
        if ((controller.desiredSize ?? 0) <= 0) close();
      };
      const pass = (chunk: Chunk) => {
        if (chunk.events.length === 0) return push(chunk.bytes);
        const news = chunk.events.filter((located) => !source.passed(located));
        if (news.length === chunk.events.length) return push(chunk.bytes);
        const all = source.stream === "*";
        if (news.length > 0) push(encode(news.map((e) => hub.frames(e, all)).join("")));
      };
      const run = async () => {
        controller.enqueue(encode(RETRY_FRAME));
        do {
          overflow = false;
          waiting = [];
          for await (const text of source.catchUp()) {
            if (!open) return;
            controller.enqueue(encode(text));
            // Catching up waits for the reader; only live readers can be too slow.
            while (open && (controller.desiredSize ?? 0) < QUEUE_BYTES / 2) {
              await new Promise<void>((resolve) => (wake = resolve));
            }
          }
        } while (overflow && open);
        const sync = encode(frame("sync", await source.sync()));
        if (!open) return;
        const missed = waiting;
        waiting = null;
        for (const chunk of missed) pass(chunk);
        push(sync);
        for (const draft of hub.system.drafts(source.drafts)) push(encode(draftFrame(draft)));
        for (const wait of hub.system.waits(source.drafts)) push(encode(waitFrame(wait)));
      };
      run().catch(() => close());
    },
    pull: () => wake(),
    cancel: () => close(),
  }, new ByteLengthQueuingStrategy({ highWaterMark: QUEUE_BYTES }));
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
  });
}

/** A stream that says only that the reader must fetch the fold again. */
export function resetResponse(why: string): Response {
  return new Response(RETRY_FRAME + frame("reset", { why }), {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
  });
}
