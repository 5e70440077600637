/** What a process counts of itself while it serves. */
import type { Live, System } from "../../actors/system.ts";
import { Holds } from "./holds.ts";
import { TurnMeter } from "./turn_meter.ts";

/** Milliseconds between two looks. */
const LOOK_MS = 1_000;

export interface MeterPorts {
  /** Milliseconds that only grow, from wherever. */
  readonly monotonic: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of the processor that this process has used. */
  readonly processor: () => number;
  /** Calls again and again, every so many milliseconds; returns the way to stop. */
  readonly every: (ms: number, look: () => void) => () => void;
}

export class Meter {
  readonly turns: TurnMeter;
  /** What held the loop. */
  readonly holds: Holds;
  /** Commits of the last whole second. */
  commitsPerSecond = 0;
  /** Milliseconds by which the last look came late. */
  lateMs = 0;
  /** Milliseconds by which a look came late at worst, since that was last asked for. */
  #late = 0;
  readonly #stop: () => void;

  constructor(system: Pick<System, "subscribe" | "log" | "status">, ports: MeterPorts) {
    const { monotonic, every } = ports;
    this.turns = new TurnMeter(monotonic);
    this.holds = new Holds({ ...ports, turns: () => system.status().turnsRunning });
    const unsubscribe = system.subscribe((live: Live) => {
      this.turns.hear(live);
      this.holds.hear();
    });
    let commits = system.log.stats().commits;
    let due = monotonic() + LOOK_MS;
    const stop = every(LOOK_MS, () => {
      const now = system.log.stats().commits;
      this.commitsPerSecond = now - commits;
      commits = now;
      this.lateMs = Math.max(0, monotonic() - due);
      this.holds.late(this.lateMs);
      this.#late = Math.max(this.#late, this.lateMs);
      due = monotonic() + LOOK_MS;
    });
    this.#stop = () => {
      unsubscribe();
      stop();
      this.holds.close();
    };
  }

  /** Seconds for which the loop was held at worst since this was last asked: what is waited for comes so late. */
  takeLag(): number {
    const late = this.#late;
    this.#late = 0;
    return late / 1_000;
  }

  close(): void {
    this.#stop();
  }
}
