/** Tells which virtual processes run, as file locks do on one machine: one that stalls is not dead. */
import type { Presence } from "../../actors/live/liveness.ts";
import type { SimProcess } from "./scheduler.ts";
import type { SimDisk } from "./sim_disk.ts";

/** What the machine remembers, by disk. */
const machines = new WeakMap<SimDisk, Map<string, SimProcess>>();

export class SimPresence implements Presence {
  readonly #known: Map<string, SimProcess>;

  constructor(disk: SimDisk, readonly process: SimProcess) {
    this.#known = machines.get(disk) ?? new Map();
    machines.set(disk, this.#known);
  }

  join(name: string): Promise<void> {
    this.#known.set(name, this.process);
    return Promise.resolve();
  }

  isDead(name: string): Promise<boolean> {
    return Promise.resolve(this.#known.get(name)?.alive === false);
  }

  others(): Promise<string[]> {
    const others = [...this.#known].filter(([, process]) => process.alive && process !== this.process);
    return Promise.resolve(others.map(([name]) => name));
  }

  async sweep(named: () => Promise<ReadonlySet<string>>): Promise<void> {
    const dead = [...this.#known].filter(([, process]) => !process.alive);
    const kept = await this.process.only(named());
    for (const [name] of dead) if (!kept.has(name)) this.#known.delete(name);
  }

  leave(): Promise<void> {
    for (const [name, process] of this.#known) if (process === this.process) this.#known.delete(name);
    return Promise.resolve();
  }
}
