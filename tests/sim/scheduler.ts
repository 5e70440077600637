/**
 * Virtual time. Everything that takes time in a simulation is a task here; one task runs at a time, and all
 * it sets off runs to rest before the next. Tasks of the same moment run in an order drawn from the seed, so
 * a seed is a whole history, and the same seed twice is the same history.
 */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers";
import type { Environment } from "../../events/store/environment.ts";
import { SeededRandom } from "./random.ts";

interface Task {
  readonly at: number;
  readonly tie: number;
  readonly label: string;
  run(): void;
  cancelled: boolean;
}

/** Characters of a trace that are hashed at once. */
const NOTED = 65_536;
/** Notes that are hashed at once, at most. */
const MOMENTS = 4_096;

export class Scheduler {
  readonly random: SeededRandom;
  readonly #ties: SeededRandom;
  /** A binary heap, the earliest task first. */
  readonly #tasks: Task[] = [];
  readonly #trace = createHash("sha256");
  /** What was noted and is not hashed yet, and when. */
  #noted = "";
  readonly #moments = new Float64Array(MOMENTS);
  #notes = 0;
  #now = 0;
  #steps = 0;

  constructor(readonly seed: number) {
    this.random = new SeededRandom(seed);
    this.#ties = new SeededRandom(seed + 1);
  }

  /** Milliseconds since the start of the simulation. */
  get now(): number {
    return this.#now;
  }
  get steps(): number {
    return this.#steps;
  }

  /** Runs `run` after `delay` milliseconds; returns the way to take it back. */
  after(delay: number, label: string, run: () => void): () => void {
    const task: Task = {
      at: this.#now + Math.max(0, delay),
      tie: this.#ties.next(),
      label,
      run,
      cancelled: false,
    };
    this.#push(task);
    return () => {
      task.cancelled = true;
    };
  }

  sleep(ms: number, signal?: AbortSignal, label = "sleep"): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.after(ms, label, done);
      function done() {
        cancel();
        signal?.removeEventListener("abort", done);
        resolve();
      }
      signal?.addEventListener("abort", done);
    });
  }

  /**
   * Runs tasks until `goal` settles, and returns its value.
   * @throws when nothing is left to run, or after `steps` tasks or `ms` virtual milliseconds
   */
  async run<T>(goal: Promise<T>, bounds: { steps?: number; ms?: number } = {}): Promise<T> {
    const { steps = 1_000_000, ms = 3_600_000 } = bounds;
    let settled = false;
    const end = () => {
      settled = true;
    };
    goal.then(end, end);
    const lastStep = this.#steps + steps;
    const lastMoment = this.#now + ms;
    await rest();
    while (!settled) {
      if (!this.step()) {
        throw new Error(`seed ${this.seed}: nothing is left to run, and the end is not reached`);
      }
      await rest();
      if (this.#steps > lastStep || this.#now > lastMoment) {
        throw new Error(`seed ${this.seed}: not at the end after ${this.#steps} steps and ${this.#now} ms`);
      }
    }
    return await goal;
  }

  /** Runs everything that happens within the next `ms` milliseconds. */
  async advance(ms: number): Promise<void> {
    await this.run(this.sleep(ms, undefined, "advance"));
  }

  /** Runs the next task; false when there is none. */
  step(): boolean {
    while (true) {
      const task = this.#pop();
      if (!task) return false;
      if (task.cancelled) continue;
      this.#now = task.at;
      this.#steps++;
      this.note(task.label);
      task.run();
      return true;
    }
  }

  /** Makes something part of the trace by which two runs are compared. */
  note(text: string): void {
    this.#noted += `${text}\n`;
    // As its bits: to write a number out takes longer than most tasks.
    this.#moments[this.#notes++] = this.#now;
    if (this.#notes === MOMENTS || this.#noted.length > NOTED) this.#hash();
  }

  /** A digest of everything noted so far. */
  trace(): string {
    this.#hash();
    return this.#trace.copy().digest("hex");
  }

  #hash(): void {
    this.#trace.update(this.#noted).update(new Uint8Array(this.#moments.buffer, 0, 8 * this.#notes));
    this.#noted = "";
    this.#notes = 0;
  }

  #push(task: Task): void {
    const tasks = this.#tasks;
    let index = tasks.push(task) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = tasks[parent];
      if (!above || !isBefore(task, above)) break;
      tasks[index] = above;
      index = parent;
    }
    tasks[index] = task;
  }

  #pop(): Task | undefined {
    const tasks = this.#tasks;
    const first = tasks[0];
    const last = tasks.pop();
    if (!last || tasks.length === 0) return first;
    let index = 0;
    while (true) {
      const left = tasks[2 * index + 1];
      const right = tasks[2 * index + 2];
      const child = right && left && isBefore(right, left) ? right : left;
      if (!child || !isBefore(child, last)) break;
      tasks[index] = child;
      index = child === left ? 2 * index + 1 : 2 * index + 2;
    }
    tasks[index] = last;
    return first;
  }
}

const isBefore = (a: Task, b: Task): boolean => a.at < b.at || (a.at === b.at && a.tie < b.tie);

/** Lets every promise that can go on go on: microtasks run to rest before a new turn of the real event loop. */
const rest = (): Promise<void> => new Promise((resolve) => setImmediate(() => resolve()));

/** One virtual process: when it crashes, nothing it waits for ever comes. */
export class SimProcess {
  #alive = true;
  readonly environment: Environment;
  readonly #onCrash: (() => void)[] = [];

  constructor(readonly scheduler: Scheduler, readonly name: string) {
    // Clocks of different processes have nothing to do with each other.
    const skew = scheduler.random.between(0, 1e6);
    this.environment = {
      monotonic: () => scheduler.now + skew,
      random: () => scheduler.random.next(),
      salt: () => scheduler.random.next().toString(36).slice(2).padStart(22, "s").slice(0, 22),
      sleep: (ms, signal) => this.only(scheduler.sleep(ms, signal, `${name} sleep`)),
      breathe: () => this.only(scheduler.sleep(0, undefined, `${name} breathe`)),
    };
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** `kill -9`. */
  crash(): void {
    this.#alive = false;
    this.scheduler.note(`${this.name} crash`);
    for (const run of this.#onCrash) run();
  }

  onCrash(run: () => void): void {
    this.#onCrash.push(run);
  }

  /** `promise`, but only while the process lives: afterwards it stays open for ever. */
  only<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      promise.then((value) => this.#alive && resolve(value), (error) => this.#alive && reject(error));
    });
  }
}
