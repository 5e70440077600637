/**
 * Events as they happen, over as many connections as it takes: each once, in order, none left out. It goes on behind
 * the last one it told, waits longer after each failure, and ends where it is told to, or where the server says that
 * there is nothing more.
 */
import { refusalOf, Refused, retryAfterOf } from "./refused.ts";
import { type SentFrame, sentFrames } from "./sent_frames.ts";

export interface Following<P extends string | number = string | number> {
  /** The place behind which it begins. */
  readonly after?: P;
  /** Ends it, without an error. */
  readonly signal?: AbortSignal;
  /** Milliseconds before each further try; the last one holds. */
  readonly pausesMs?: readonly number[];
  /** Milliseconds without a sign of life after which a connection is given up. The server gives one every 15 s. */
  readonly silenceMs?: number;
}

const PAUSES_MS = [250, 500, 1_000, 2_000, 5_000, 10_000];
const SILENCE_MS = 45_000;
/** Statuses of a server that is busy, starting or gone for a while. */
const mayPass = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/** Opens the stream behind a place. */
type Open = (last: string | undefined, signal: AbortSignal) => Promise<Response>;

const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });

/** Where a reader stands. Places of one conversation are numbers, those of all are known to the server alone. */
class Reader {
  failures = 0;
  constructor(public last: string | undefined) {}

  /** Whether a frame is news; then it has been told. */
  takes({ event, id, data }: SentFrame): boolean {
    this.failures = 0;
    // Begun without a place, it has one as soon as it is told where it stands.
    if (event === "sync" && this.last === undefined) this.last = placeOf(data);
    if (id === undefined) return true;
    if (Number(id) <= Number(this.last)) return false;
    this.last = id;
    return true;
  }
}

/** `seq` of one conversation, else `position`. */
function placeOf(data: unknown): string | undefined {
  if (!(data instanceof Object)) return undefined;
  const place = Reflect.get(data, "seq") ?? Reflect.get(data, "position");
  return place === undefined ? undefined : `${place}`;
}

export async function* readEvents<F extends SentFrame>(open: Open, following: Following): AsyncGenerator<F> {
  const { after, signal, pausesMs = PAUSES_MS, silenceMs = SILENCE_MS } = following;
  const reader = new Reader(after === undefined ? undefined : `${after}`);
  while (!signal?.aborted) {
    const cut = new AbortController();
    const stop = () => cut.abort();
    signal?.addEventListener("abort", stop);
    let waitMs: number | undefined;
    try {
      const response = await open(reader.last, cut.signal);
      if (response.status === 204) return;
      if (!response.ok && !mayPass(response.status)) throw await refusalOf(response);
      waitMs = retryAfterOf(response);
      if (response.ok && response.body) yield* told(reader, sentFrames<F>(response.body, silenceMs, stop));
      else await response.body?.cancel();
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof Refused) throw error;
    } finally {
      signal?.removeEventListener("abort", stop);
      stop();
    }
    const pause = pausesMs[Math.min(reader.failures++, pausesMs.length - 1)] ?? 0;
    // Those who lost the same server do not all come back in the same moment.
    await sleep(Math.max(waitMs ?? 0, pause * (0.5 + Math.random() / 2)), signal);
  }
}

async function* told<F extends SentFrame>(reader: Reader, frames: AsyncGenerator<F>): AsyncGenerator<F> {
  for await (const frame of frames) {
    if (frame.event === "reset") {
      throw new Refused(
        409,
        "conflict",
        "The place to go on from is not in this log; read it anew.",
        undefined,
      );
    }
    if (reader.takes(frame)) yield frame;
  }
}
