/**
 * Colours of code blocks, made in a worker: a grammar can take minutes over a block that was written to hurt it, and
 * the page must not wait. A block that takes too long goes without colours, and its worker with it.
 */
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { after } from "./timer.ts";
import { colourWorkerAddress, LOADED } from "./workers.ts";

/** A run of code and what it is to its grammar; null for nothing special. */
export interface Span {
  readonly scope: string | null;
  readonly children: readonly (Span | string)[];
}

/** Milliseconds for one block, from when its worker has loaded: ordinary blocks take a few. */
export const COLOUR_MS = 2_000;
/** Milliseconds for a worker to load: its grammars come over the network, and a machine may be busy. */
export const LOAD_MS = 30_000;
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
/** What is told of a worker. */
export interface Hears {
  loaded(): void;
  /** Of each block, null for a language it does not know. */
  done(span: Span | null): void;
  /** It died. */
  broke(): void;
}
export interface ColourPorts {
  /** Begins a worker, which takes blocks at once and begins with them when it has loaded. */
  begin(hears: Hears): Painter;
  readonly after: typeof after;
}

export class Colours {
  readonly #ports: ColourPorts;
  readonly #known = new Map<string, Signal<Span | null>>();
  readonly #waiting: (Job & { readonly to: Signal<Span | null> })[] = [];
  #painter: Painter | null = null;
  #loaded = false;
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
    this.#giveUpAfter(this.#loaded ? COLOUR_MS : LOAD_MS);
    try {
      this.#painter ??= this.#ports.begin({
        loaded: () => this.#begins(),
        done: (span) => this.#heard(span),
        broke: () => this.#broke(),
      });
      this.#painter.paint({ text, language });
    } catch {
      // No workers here: code without colours is still code.
      this.#broke();
    }
  }

  #heard: (span: Span | null) => void = () => {};

  #giveUpAfter(ms: number): void {
    this.#callOff();
    this.#callOff = this.#ports.after(ms, () => this.#broke());
  }

  #begins(): void {
    this.#loaded = true;
    if (this.#busy) this.#giveUpAfter(COLOUR_MS);
  }

  #free(): void {
    this.#callOff();
    this.#busy = false;
    this.#next();
  }

  /** The block at hand stays as it is; the next one gets a worker of its own. */
  #broke(): void {
    this.#painter?.end();
    this.#painter = null;
    this.#loaded = false;
    this.#heard = () => {};
    this.#free();
  }
}

/** The colours of the page. */
export const colours = new Colours({
  begin({ loaded, done, broke }) {
    const worker = new Worker(colourWorkerAddress(), { type: "module", name: "fishbowl-colours" });
    let ended = false;
    worker.addEventListener("message", ({ data }) => {
      if (ended) return;
      if (data === LOADED) loaded();
      else done(data as Span | null);
    });
    worker.addEventListener("error", () => ended || broke());
    return {
      paint: (job) => worker.postMessage(job),
      end() {
        ended = true;
        worker.terminate();
      },
    };
  },
  after,
});
