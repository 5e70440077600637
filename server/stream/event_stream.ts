/**
 * The event stream: first what the reader missed, then what happens. The listener is in place before the
 * log is read to its end, and what came meanwhile is passed on only where it is newer: no gap, no duplicate.
 */
import type { Located, Position } from "../../events/store/types.ts";
import { isAfter } from "../../events/store/read/position.ts";
import { withoutHalf } from "../../actors/live/half_brought.ts";
import { hides } from "../../projections/conversation/shared_steps.ts";
import { ALL, type Chunk, draftsOf, type EventHub } from "./event_hub.ts";
import type { FrameData } from "../contract/event_frames.ts";
import { type Fanned, LOOK_MS } from "./fan_out.ts";
import { encode, frame, HEARTBEAT, RETRY_FRAME } from "./frames.ts";

/** Bytes that may wait for a reader; a slower one is dropped and resumes from its last id. */
const QUEUE_BYTES = 4 * 1024 * 1024;
/** Milliseconds between signs of life, well under the 60 s after which proxies give up. */
export const HEARTBEAT_MS = 15_000;
/** Commits kept while the log is being read; beyond it, it is simply read again. And kept for one part of many. */
const WAITING_COMMITS = 2_000;
/** Milliseconds after which a reader that has something waiting and reads nothing is dropped, live or not. */
export const STALLED_MS = 30_000;
/** Bytes that may wait for a reader while it catches up before the log is read on. */
export const CATCH_UP_BYTES = 256 * 1024;
/** Conversations whose turns a reader of all has looked up; then it looks them up again. */
const CONVERSATIONS_KNOWN = 500;
/** Events read for a reader in one turn: few at first, since nobody knows yet how long they are, and never more. */
const FIRST_EVENTS = 10;
const TURN_EVENTS = 100;

/** Characters of a turn, of up to three bytes: with what waits already, a reader holds little more than that. */
const TURN_UNITS = CATCH_UP_BYTES / 4;

/** Events to read in the next turn when `events` gave `units` characters: about `TURN_UNITS`. */
function nextTurn(events: number, units: number): number {
  if (units <= TURN_UNITS / 2) return Math.min(2 * events, TURN_EVENTS);
  return units <= TURN_UNITS ? events : Math.max(1, Math.floor(events * TURN_UNITS / units));
}

/** What differs between the stream of one conversation and the stream of all. */
export interface Source {
  /** The conversation, or `ALL`. */
  readonly stream: string;
  /** The conversations whose drafts are told, or `ALL`. */
  readonly drafts: readonly string[];
  /** Frames of the next events after where the reader stands; null: there are none. Advances `passed`. */
  more(): Promise<string | null>;
  /** True when the reader already has this event; otherwise it has it now. */
  passed(located: Located): boolean;
  /** Whether there is nothing more to tell, since what it tells of is not there any more. */
  over?(): Promise<boolean>;
  /** Data of the `sync` frame. */
  sync(): Promise<FrameData["sync"]>;
}

/** One conversation, by seq. */
export function conversationSource(hub: EventHub, id: string, after: number): Source {
  let last = after;
  let learned = false;
  let turn = FIRST_EVENTS;
  return {
    stream: id,
    drafts: [id],
    async more() {
      if (!learned) await hub.learn(id);
      learned = true;
      let text: string | null = null;
      for await (const batch of hub.system.log.read(id, last, last + turn)) {
        text = (text ?? "") +
          batch.map((event) => hub.frames({ stream: id, position: "", event }, false)).join("");
        last = batch.at(-1)?.seq ?? last;
      }
      turn = nextTurn(turn, text?.length ?? 0);
      return text;
    },
    passed({ event }) {
      if (event.seq <= last) return true;
      last = event.seq;
      return false;
    },
    over: async () => await hub.system.conversation(id) === null,
    sync: async () => ({ seq: last, position: await hub.system.log.order.end() }),
  };
}

/** Every conversation and the workspace, by position, and of `drafts` alone what is being written. */
export function allSource(hub: EventHub, after: Position, drafts: readonly string[] = [ALL]): Source {
  let last = after;
  const known = new Set<string>();
  let turn = FIRST_EVENTS;
  return {
    stream: ALL,
    drafts: [...new Set(drafts)],
    async more() {
      const page = await hub.system.log.order.page(last, turn);
      if (page.length === 0) return null;
      if (known.size > CONVERSATIONS_KNOWN) known.clear();
      for (const { stream, event } of page) {
        if (!event.type.startsWith("Turn") || known.has(stream)) continue;
        known.add(stream);
        await hub.learn(stream);
      }
      last = page.at(-1)?.position ?? last;
      const there = await withoutHalf(hub.system, page);
      const text = there.map((located) => hub.frames(located, true)).join("");
      turn = nextTurn(turn, text.length);
      return text;
    },
    passed({ position }) {
      if (!isAfter(position, last)) return true;
      last = position;
      return false;
    },
    sync: () => Promise.resolve({ position: last }),
  };
}

/**
 * A response that streams `source` until the reader goes, `ended` aborts or it reads too slowly.
 * @param left called once, when it is over
 */
export function streamResponse(
  hub: EventHub,
  source: Source,
  ended: AbortSignal,
  left: () => void = () => {},
): Response {
  let reader: Reader | null = null;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      reader = new Reader(hub, source, controller, { ended, left });
      const close = () => reader?.close();
      if (ended.aborted) return close();
      reader.run().catch(close);
    },
    pull: () => reader?.wake(),
    cancel: () => reader?.close(),
  }, new ByteLengthQueuingStrategy({ highWaterMark: QUEUE_BYTES }));
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
  });
}

/** When a stream ends, but for its reader: and who is told then. */
interface Ends {
  readonly ended: AbortSignal;
  readonly left: () => void;
}

/** One open stream. There are thousands of them, so each holds little: no timer, and a signal only while the log is read. */
class Reader implements Fanned {
  wake: () => void = () => {};
  /** What came while the log is being read; null while the reader is live. */
  #waiting: Chunk[] | null = [];
  /** What came since and is to be sent; null: nothing. */
  #pending: Chunk[] | null = null;
  /** Aborts when the reader goes while the log is read for it; null before and after. */
  #reading: AbortController | null = null;
  #closed = false;
  #overflow = false;
  #sent = 0;
  #read = 0;
  #stalled = 0;
  #looks = 0;
  #beats = false;
  readonly #stops: readonly (() => void)[];

  constructor(
    readonly hub: EventHub,
    readonly source: Source,
    readonly controller: ReadableStreamDefaultController<Uint8Array>,
    { ended, left }: Ends,
  ) {
    const close = () => this.close();
    ended.addEventListener("abort", close);
    this.#stops = [
      left,
      () => ended.removeEventListener("abort", close),
      hub.fan.join(this),
      hub.listen([source.stream, ...source.drafts.map(draftsOf)], (chunk) => this.#hear(chunk)),
    ];
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const stop of this.#stops) stop();
    this.#reading?.abort("left");
    this.wake();
    try {
      this.controller.close();
    } catch {
      // The reader closed it first.
    }
  }

  async run(): Promise<void> {
    this.#send(encode(RETRY_FRAME));
    await this.#readOn();
    const sync = encode(frame("sync", await this.source.sync()));
    if (this.#closed) return;
    // It tells the place of what was read: what came since stands behind it.
    this.#push(sync);
    this.#goLive();
    const { system } = this.hub;
    const one = (stream: string) => stream === ALL ? undefined : stream;
    if (this.source.stream === ALL && this.hub.disk) this.#push(encode(this.hub.disk));
    const drafts = this.source.drafts.flatMap((stream) => system.drafts(one(stream)));
    for (const draft of drafts) this.#push(encode(frame("draft", draft)));
    for (const wait of system.waits(one(this.source.stream))) this.#push(encode(frame("wait", wait)));
    // What was asked for before may not have it yet, and while the log was read it was told nobody.
    for (const read of system.lastReads(one(this.source.stream))) this.#push(encode(frame("read", read)));
    // It may have been deleted while the log was read.
    await this.#endIfOver();
  }

  /** The log to its end; whoever was told more meanwhile than is kept begins again. */
  async #readOn(): Promise<void> {
    const reading = this.#reading = new AbortController();
    // What came before stands before what is read now.
    this.flush();
    do {
      this.#overflow = false;
      this.#waiting = [];
      await this.#catchUp(reading.signal);
    } while (this.#overflow && !this.#closed);
    this.#reading = null;
  }

  /** What came while the log was read, and from now on what comes. */
  #goLive(): void {
    const missed = this.#waiting ?? [];
    this.#waiting = null;
    this.#pass(missed);
  }

  /** The conversation may be known to be gone before its listeners are told by what: the log says it first. */
  async #endIfOver(): Promise<void> {
    if (!await this.source.over?.() || this.#waiting !== null) return;
    await this.#readOn();
    this.close();
  }

  /** A turn is held only while the log is read, never while the reader is waited for. */
  async #catchUp(gone: AbortSignal): Promise<void> {
    while (!this.#closed) {
      const done = await this.hub.catchingUp.take(gone);
      if (!done) return;
      let text: string | null;
      try {
        text = this.#closed ? null : await this.source.more();
      } finally {
        done();
      }
      if (text === null || this.#closed) return;
      this.#send(encode(text));
      while (!this.#closed && this.#queued > CATCH_UP_BYTES) {
        await new Promise<void>((resolve) => (this.wake = resolve));
      }
    }
  }

  /** Bytes that wait for the reader. */
  get #queued(): number {
    return QUEUE_BYTES - (this.controller.desiredSize ?? QUEUE_BYTES);
  }

  #hear(chunk: Chunk): void {
    if (this.#waiting === null) {
      this.#pending ??= [];
      if (this.#pending.length >= WAITING_COMMITS) this.flush();
      this.#pending.push(chunk);
      return this.hub.fan.add(this);
    }
    if (chunk.events.length === 0) return;
    if (this.#waiting.length < WAITING_COMMITS) this.#waiting.push(chunk);
    else this.#overflow = true;
  }

  flush(): void {
    const chunks = this.#pending ?? [];
    this.#pending = null;
    if (this.#closed) return;
    this.#pass(chunks);
    if (this.#beats) this.#push(HEARTBEAT);
    this.#beats = false;
  }

  /** What of these is new to the reader, in one piece. */
  #pass(chunks: readonly Chunk[]): void {
    const all = this.source.stream === ALL;
    const parts: Uint8Array[] = [];
    let hidden = false;
    for (const { bytes, events } of chunks) {
      const news = events.filter((located) => !this.source.passed(located));
      if (news.length === events.length) parts.push(bytes);
      else if (news.length > 0) parts.push(encode(news.map((e) => this.hub.frames(e, all)).join("")));
      hidden ||= news.some(({ event }) => hides(event));
    }
    const [only] = parts;
    if (only) this.#push(parts.length === 1 ? only : this.hub.fan.joined(parts));
    // Looked up, not taken from the event: it may have been had back since.
    if (hidden) this.#endIfOver().catch(() => this.close());
  }

  #send(bytes: Uint8Array): void {
    if (this.#closed) return;
    this.controller.enqueue(bytes);
    this.#sent += bytes.length;
  }

  /** Live: who is too slow is dropped. */
  #push(bytes: Uint8Array): void {
    this.#send(bytes);
    if (!this.#closed && this.#queued >= QUEUE_BYTES) this.close();
  }

  /** Who has something waiting and read nothing of it since the last look, several times in a row, is dropped. */
  look(): void {
    const queued = this.#queued;
    const read = this.#sent - queued;
    const stopped = queued > 0 && read === this.#read;
    this.#read = read;
    this.#stalled = stopped ? this.#stalled + 1 : 0;
    if (this.#stalled * LOOK_MS >= STALLED_MS) return this.close();
    if (++this.#looks % (HEARTBEAT_MS / LOOK_MS) !== 0 || queued > 0) return;
    this.#beats = true;
    this.hub.fan.add(this);
  }
}

/** A stream that says only that the reader must fetch the fold again. */
export function resetResponse(why: string): Response {
  return new Response(RETRY_FRAME + frame("reset", { why }), {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
  });
}
