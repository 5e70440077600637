/**
 * What holds the loop, by name: looks at the clock close together while something runs here, and where one comes late
 * tells it of what ran just then. Nothing is looked at while nothing runs, so an idle process pays nothing.
 */
import { HELD_MS } from "../../events/catalog/limits.ts";

/** Milliseconds between two looks while something runs. */
export const TICK_MS = 10;
/** Names that are kept: as many as there are routes, and room. Of more none is told by itself. */
export const NAMES = 400;
/** What the turns of this process do, whatever asked for them. */
export const TURNS = "turns";
/** Where nothing was asked for and no turn runs: packing, indexing, copying, or a machine that is busy otherwise. */
export const BEHIND = "behind";

/** How often the loop was held while something ran. */
export interface Held {
  /** A route as `GET /api/status`, `TURNS` or `BEHIND`. */
  readonly name: string;
  readonly times: number;
  /** Of these, when nothing else ran: it was that. */
  readonly alone: number;
  /** Milliseconds at worst. */
  readonly worstMs: number;
  /**
   * Milliseconds of it, at worst, that this process spent itself, as far as its processor time tells: a machine that is
   * busy otherwise holds the loop too, and is no fault of what ran.
   */
  readonly ownMs: number;
  /** When that was, in milliseconds since the epoch. */
  readonly at: number;
}

interface HoldsPorts {
  /** Milliseconds that only grow. */
  readonly monotonic: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of the processor that this process has used, with all its threads. */
  readonly processor: () => number;
  readonly every: (ms: number, look: () => void) => () => void;
  /** Turns that run in this process. */
  readonly turns: () => number;
}

export class Holds {
  readonly #ports: HoldsPorts;
  /** What runs, and how many of it. */
  readonly #running = new Map<string, number>();
  readonly #held = new Map<string, Held>();
  #last = 0;
  /** Of the processor, as of the last look. */
  #used: number;
  #stop: (() => void) | null = null;

  constructor(ports: HoldsPorts) {
    this.#ports = ports;
    this.#used = ports.processor();
  }

  /** Something runs from now on, until what is returned is called. */
  begin(name: string): () => void {
    if (this.#stop) this.#look();
    this.#running.set(name, (this.#running.get(name) ?? 0) + 1);
    this.#start();
    return () => {
      this.#look();
      const left = (this.#running.get(name) ?? 1) - 1;
      if (left > 0) this.#running.set(name, left);
      else this.#running.delete(name);
    };
  }

  /** Something happened of which nobody asked here: turns may run. */
  hear(): void {
    if (!this.#stop && this.#ports.turns() > 0) this.#start();
  }

  /** A look from elsewhere came so many milliseconds late. Where looks are taken close together they tell it. */
  late(ms: number): void {
    if (this.#stop) return;
    const spent = this.#spent();
    if (ms >= HELD_MS) this.#note(BEHIND, ms, spent, true);
  }

  /** The worst first, by what was spent here. */
  told(): Held[] {
    return [...this.#held.values()].sort((a, b) => b.ownMs - a.ownMs || b.worstMs - a.worstMs);
  }

  close(): void {
    this.#stop?.();
    this.#stop = null;
  }

  #start(): void {
    if (this.#stop) return;
    this.#last = this.#ports.monotonic();
    this.#spent();
    this.#stop = this.#ports.every(TICK_MS, () => {
      this.#look(true);
      if (this.#running.size === 0 && this.#ports.turns() === 0) this.close();
    });
  }

  /** Of the processor it is asked at each tick and where one is late: asking takes longer than all else that is done here. */
  #look(ticked = false): void {
    const now = this.#ports.monotonic();
    const held = now - this.#last - TICK_MS;
    this.#last = now;
    const late = held >= HELD_MS;
    const spent = ticked || late ? this.#spent() : 0;
    if (!late) return;
    const names = [...this.#running.keys()];
    if (this.#ports.turns() > 0) names.push(TURNS);
    if (names.length === 0) names.push(BEHIND);
    for (const name of names) this.#note(name, held, spent, names.length === 1);
  }

  /** Milliseconds of the processor since this was last asked. */
  #spent(): number {
    const used = this.#ports.processor();
    const spent = used - this.#used;
    this.#used = used;
    return spent;
  }

  #note(name: string, ms: number, spent: number, alone: boolean): void {
    const before = this.#held.get(name);
    if (!before && this.#held.size >= NAMES) return;
    const { times = 0, alone: by = 0, worstMs = 0, ownMs = -1, at = 0 } = before ?? {};
    const own = Math.min(ms, spent);
    this.#held.set(name, {
      name,
      times: times + 1,
      alone: by + (alone ? 1 : 0),
      worstMs: Math.max(worstMs, ms),
      ...(own > ownMs ? { ownMs: own, at: this.#ports.now() } : { ownMs, at }),
    });
  }
}
