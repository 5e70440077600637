/**
 * Which processes answer on a store over the network, where no lock of a file tells: each keeps a row beside the log and
 * changes it now and again. Nobody is ever told dead by it: a turn whose owner is silent is taken over by its own row. It
 * tells only who may be left something to begin, and who is not there costs what is left to it a moment.
 */
import type { EventLog } from "../../events/store/types.ts";
import { type Environment, WOKEN } from "../runtime/environment.ts";
import { type Logger, safely } from "../runtime/logger.ts";
import type { Presence } from "./liveness.ts";

/** Milliseconds between signs of life. */
export const BEAT_MS = 5_000;
/** Milliseconds of the observer's own clock without one after which a process is left nothing. */
export const ALIVE_MS = 12_000;
/** The same after which its row is removed; one that comes back writes it again. */
export const FORGOTTEN_MS = 600_000;

interface Seen {
  beat: number;
  /** Monotonic time at which it was first seen so. */
  since: number;
  alive: boolean;
}

export class RowPresence implements Presence {
  readonly #rows: ReturnType<EventLog["side"]>;
  readonly #seen = new Map<string, Seen>();
  readonly #stop = new AbortController();
  #own: string | null = null;
  #beating: Promise<void> | null = null;
  #looked = false;

  constructor(log: Pick<EventLog, "side">, readonly environment: Environment, readonly logger: Logger) {
    this.#rows = log.side("process");
  }

  async join(process: string): Promise<void> {
    this.#own = process;
    // Who cannot write the store now begins all the same, and says so with the next beat.
    await this.#beat(process, 0);
    this.#beating = this.#keepBeating(process);
  }

  isDead(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Those whose rows change, and those that came since the first look: what stood there before may be of one long gone. */
  async others(): Promise<string[]> {
    const now = this.environment.monotonic();
    const rows = await this.#rows.list();
    const names = new Set(rows.map(({ id }) => id));
    for (const name of this.#seen.keys()) if (!names.has(name)) this.#seen.delete(name);
    const found: string[] = [];
    for (const { id, value } of rows) {
      // A row of another form says nothing.
      if (id === this.#own || typeof value !== "number") continue;
      const seen = this.#seen.get(id) ?? { beat: value, since: now, alive: this.#looked };
      if (seen.beat !== value) Object.assign(seen, { beat: value, since: now, alive: true });
      this.#seen.set(id, seen);
      if (now - seen.since >= FORGOTTEN_MS) {
        await this.#rows.delete(id);
        this.#seen.delete(id);
      } else if (seen.alive && now - seen.since < ALIVE_MS) found.push(id);
    }
    this.#looked = true;
    return found;
  }

  /** What is left over is removed as it is looked at. */
  sweep(): Promise<void> {
    return Promise.resolve();
  }

  async leave(): Promise<void> {
    this.#stop.abort(WOKEN);
    await this.#beating;
    if (this.#own !== null) await this.#rows.delete(this.#own);
  }

  async #keepBeating(process: string): Promise<void> {
    const { signal } = this.#stop;
    for (let beat = 1;; beat++) {
      await this.environment.sleep(BEAT_MS, signal);
      if (signal.aborted) return;
      await this.#beat(process, beat);
    }
  }

  async #beat(process: string, beat: number): Promise<void> {
    await this.#rows.set(process, beat).catch((error) => {
      if (!this.#stop.signal.aborted) this.logger("warn", "presence_failed", safely(error));
    });
  }
}
