/**
 * Colours of code blocks, made in a worker: a grammar can take minutes over a block that was written to hurt it, and
 * the page must not wait. A block that takes too long goes without colours, and its worker with it.
 */
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { colourWorkerAddress } from "./workers.ts";

/** A run of code and what it is to its grammar; null for nothing special. */
export interface Span {
  readonly scope: string | null;
  readonly children: readonly (Span | string)[];
}

/** Milliseconds for one block, and for its worker to load: ordinary blocks take a few. */
export const COLOUR_MS = 2_000;
/** UTF-16 units of the longest block with colours: every run of it becomes an element of the page. */
export const COLOURED_UNITS = 20_000;
/** Blocks whose colours are kept. */
const KEPT = 500;

export interface Job {
  readonly text: string;
  readonly language: string;
}
/** A worker, as far as it is used here. */
export interface Painter {
  paint(job: Job): void;
  end(): void;
}
export interface ColourPorts {
  /** Begins a worker. `done` hears of each block, null for a language it does not know; `broke`, that it died. */
  begin(done: (span: Span | null) => void, broke: () => void): Painter;
  /** Answers with what calls the timer off. */
  after(ms: number, run: () => void): () => void;
}

export class Colours {
  readonly #ports: ColourPorts;
  readonly #known = new Map<string, Signal<Span | null>>();
  readonly #waiting: (Job & { readonly to: Signal<Span | null> })[] = [];
  #painter: Painter | null = null;
  #busy = false;
  #callOff = () => {};

  constructor(ports: ColourPorts) {
    this.#ports = ports;
  }

  /** The colours of a block, null until they are there or for ever. Asked again, they are the same. */
  of(text: string, language: string): ReadonlySignal<Span | null> {
    const key = `${language}\n${text}`;
    const known = this.#known.get(key);
    if (known) return known;
    const to = signal<Span | null>(null);
    this.#known.set(key, to);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KEPT && oldest !== undefined) this.#known.delete(oldest);
    if (language !== "" && text.length <= COLOURED_UNITS) {
      this.#waiting.push({ text, language, to });
      this.#next();
    }
    return to;
  }

  #next(): void {
    const job = this.#busy ? undefined : this.#waiting.shift();
    if (!job) return;
    this.#busy = true;
    const { to, text, language } = job;
    this.#heard = (span) => {
      to.value = span;
      this.#free();
    };
    this.#callOff = this.#ports.after(COLOUR_MS, () => this.#broke());
    try {
      this.#painter ??= this.#ports.begin((span) => this.#heard(span), () => this.#broke());
      this.#painter.paint({ text, language });
    } catch {
      // No workers here: code without colours is still code.
      this.#broke();
    }
  }

  #heard: (span: Span | null) => void = () => {};

  #free(): void {
    this.#callOff();
    this.#busy = false;
    this.#next();
  }

  /** The block at hand stays as it is; the next one gets a worker of its own. */
  #broke(): void {
    this.#painter?.end();
    this.#painter = null;
    this.#heard = () => {};
    this.#free();
  }
}

/** The colours of the page. */
export const colours = new Colours({
  begin(done, broke) {
    const worker = new Worker(colourWorkerAddress(), { type: "module", name: "fishbowl-colours" });
    let ended = false;
    worker.addEventListener("message", ({ data }) => ended || done(data as Span | null));
    worker.addEventListener("error", () => ended || broke());
    return {
      paint: (job) => worker.postMessage(job),
      end() {
        ended = true;
        worker.terminate();
      },
    };
  },
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});
