/**
 * Work done beside the page, one job after the other, by a helper that can be ended: a text written to hurt may keep it
 * for minutes, and the page must not wait. A job that takes too long goes without, and its helper with it.
 */
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { after } from "./timer.ts";

/** Milliseconds for a helper to load: it comes over the network, and a machine may be busy. */
export const LOAD_MS = 30_000;

/** Something that takes jobs at once and begins with them when it has loaded. */
export interface Helper<J> {
  take(job: J): void;
  end(): void;
}
/** What is told of a helper. */
export interface Hears<R> {
  loaded(): void;
  /** Of each job; null where nothing comes of it. */
  done(result: R | null): void;
  /** It died. */
  broke(): void;
}
export interface AsidePorts<J, R> {
  /** Throws where there are no helpers. */
  begin(hears: Hears<R>): Helper<J>;
  readonly after: typeof after;
}
interface Bounds {
  /** Milliseconds for one job, from when its helper has loaded. */
  readonly ms: number;
  /** Results that are kept; the one asked for longest ago goes first. */
  readonly kept: number;
}
/** Undefined until it is there, null where nothing comes of it. */
export type Coming<R> = ReadonlySignal<R | null | undefined>;

export class Aside<J, R> {
  readonly #ports: AsidePorts<J, R>;
  readonly #bounds: Bounds;
  readonly #known = new Map<string, Signal<R | null | undefined>>();
  readonly #waiting: { readonly job: J; readonly to: Signal<R | null | undefined> }[] = [];
  #helper: Helper<J> | null = null;
  #loaded = false;
  #busy = false;
  #callOff = () => {};
  #heard: (result: R | null) => void = () => {};

  constructor(ports: AsidePorts<J, R>, bounds: Bounds) {
    this.#ports = ports;
    this.#bounds = bounds;
  }

  /**
   * What comes of a job. Asked again under its name it is the same, and is done once.
   * @param job null for one that is beyond a bound: nothing comes of it
   */
  of(name: string, job: J | null): Coming<R> {
    const known = this.#known.get(name);
    if (known) return known;
    const to = signal<R | null | undefined>(job === null ? null : undefined);
    this.#known.set(name, to);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#bounds.kept && oldest !== undefined) this.#known.delete(oldest);
    if (job !== null) {
      this.#waiting.push({ job, to });
      this.#next();
    }
    return to;
  }

  #next(): void {
    const next = this.#busy ? undefined : this.#waiting.shift();
    if (!next) return;
    this.#busy = true;
    this.#heard = (result) => {
      next.to.value = result;
      this.#free();
    };
    this.#giveUpAfter(this.#loaded ? this.#bounds.ms : LOAD_MS);
    try {
      this.#helper ??= this.#begin();
      this.#helper.take(next.job);
    } catch {
      // No helpers here: what goes without is still there.
      this.#broke();
    }
  }

  /** A helper that is listened to until it is ended. */
  #begin(): Helper<J> {
    const helper: Helper<J> = this.#ports.begin({
      loaded: () => helper === this.#helper && this.#begins(),
      done: (result) => helper === this.#helper && this.#heard(result),
      broke: () => helper === this.#helper && this.#broke(),
    });
    return helper;
  }

  #giveUpAfter(ms: number): void {
    this.#callOff();
    this.#callOff = this.#ports.after(ms, () => this.#broke());
  }

  #begins(): void {
    this.#loaded = true;
    if (this.#busy) this.#giveUpAfter(this.#bounds.ms);
  }

  #free(): void {
    this.#callOff();
    this.#busy = false;
    this.#next();
  }

  /** The job at hand goes without; the next one gets a helper of its own. */
  #broke(): void {
    this.#helper?.end();
    this.#helper = null;
    this.#loaded = false;
    if (this.#busy) this.#heard(null);
    else this.#callOff();
  }
}
