/** What the adapters do around their SDKs alike: Stop reaches the call, errors are ours, lists of models end. */
import { LISTED_MODELS } from "../../events/catalog/limits.ts";
import { type Clock, realEnvironment, WOKEN } from "../runtime/environment.ts";
import { Steps, yieldLoop } from "../runtime/yield_loop.ts";
import { providerError } from "./error_messages.ts";
import { toProviderError } from "./errors.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import { offeredModel } from "./offered_models.ts";
import type { Part, SendOptions } from "./types.ts";

/** The SDKs' own clocks are set out of the way: our watchdog sees silence and slowness (PROVIDERS.md row 4). */
export const NEVER_MS = 2 ** 31 - 1;
/**
 * Milliseconds of silence behind the end that an answer has said, in which its usage may still come: a server that then leaves
 * the connection open says nothing more.
 */
export const QUIET_END_MS = 5_000;
/** Where a request goes, and with which key. */
export type Address = Omit<SendOptions, "body" | "model">;

/** Makes parts of the pieces of a stream, and the last of them when it has ended well. */
interface Reader {
  read(piece: unknown): Iterable<Part>;
  end(): Iterable<Part>;
  /** Whether the answer has said how it ends: a connection that breaks behind that takes nothing from it. */
  readonly complete: boolean;
  /** Whether nothing can follow: nobody waits for the end of a connection that stays open. */
  readonly over?: boolean;
}

/**
 * What `load` gives, asked for once: to import what is loaded takes as long as reading a row of the store. What failed may work
 * the next time.
 */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    if (loaded) return loaded;
    const loading = loaded = load();
    loading.catch(() => loaded = null);
    return loading;
  };
}

/** Says when a stream has been silent for long behind the end of its answer. */
class QuietEnd {
  over = false;
  #wake: AbortController | null = null;

  constructor(readonly clock: Pick<Clock, "sleep">, readonly tell: () => void) {}

  /** From here on, anew with each piece. */
  begin(): void {
    this.end();
    this.#wake = new AbortController();
    void this.#wait(this.#wake.signal);
  }

  end(): void {
    this.#wake?.abort(WOKEN);
  }

  async #wait(woken: AbortSignal): Promise<void> {
    // In two halves: where this process stood still, what came meanwhile is read in the second.
    for (let half = 0; half < 2 && !woken.aborted; half++) await this.clock.sleep(QUIET_END_MS / 2, woken);
    if (woken.aborted) return;
    this.over = true;
    this.tell();
  }
}

/**
 * The parts that `reader` makes of a stream. The stream's signal aborts with `signal`, where nobody reads on before its
 * end, and where nothing comes any more behind the end of the answer.
 */
export async function* linked(
  signal: AbortSignal,
  reader: Reader,
  open: (cut: AbortSignal) => AsyncIterable<unknown>,
  clock: Pick<Clock, "sleep"> = realEnvironment,
): AsyncGenerator<Part> {
  if (signal.aborted) throw providerError("aborted");
  const cut = new AbortController();
  // Why says `signal`. Without a reason of its own the platform makes an error, with its stack, for each call.
  const stop = () => cut.abort(WOKEN);
  signal.addEventListener("abort", stop, { once: true });
  const quiet = new QuietEnd(clock, stop);
  let ended = false;
  try {
    for await (const piece of open(cut.signal)) {
      yield* reader.read(piece);
      if (signal.aborted) throw providerError("aborted");
      if (reader.over) break;
      if (reader.complete) quiet.begin();
    }
    // An aborted stream just ends (PROVIDERS.md row 3).
    if (signal.aborted) throw providerError("aborted");
    ended = true;
    yield* reader.end();
  } catch (error) {
    const failure = toProviderError(error, signal);
    const brokeOff = failure.code === "network" || (quiet.over && !signal.aborted);
    if (!brokeOff || !reader.complete) throw failure;
    yield* reader.end();
  } finally {
    quiet.end();
    signal.removeEventListener("abort", stop);
    // What has ended is read to its last byte by itself.
    if (!ended) cut.abort(WOKEN);
  }
}

/** Entries after which others have their turn: reading one takes some microseconds. */
const ENTRIES_AT_ONCE = 200;

/** The models of a list, sorted by name, each once, as many as are kept; what has no name is left out. */
export async function modelsOf(
  signal: AbortSignal,
  list: () => AsyncIterable<unknown>,
): Promise<OfferedModel[]> {
  try {
    const models = new Map<string, OfferedModel>();
    const steps = new Steps(ENTRIES_AT_ONCE);
    for await (const entry of list()) {
      const model = offeredModel(entry);
      if (model) models.set(model.name, model);
      if (models.size >= LISTED_MODELS) break;
      if (steps.due) await yieldLoop();
    }
    return [...models.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  } catch (error) {
    throw toProviderError(error, signal);
  }
}
