/**
 * What is on its way between an engine and the servers it calls. Sockets are real and take the time the machine
 * gives them; the engine's clock is virtual and must stand still until they have done. It may go on when every
 * call either is over on both sides, or waits for a server that holds its answer back and has been heard so far.
 */
import type { ProviderAdapter } from "../../../actors/providers/types.ts";

/** A request as a server has it, until its connection is closed. */
export interface Held {
  /** The server says nothing more; `text` is what it said before. */
  hold(text: string): void;
  closed(): void;
}

export class Traffic {
  /** What each open call of the engine has read. */
  readonly #calls = new Set<{ text: number }>();
  /** What each request that a server has not closed yet was told, once there is nothing more to come. */
  readonly #requests = new Set<{ held: boolean; text: number }>();
  #changed = () => {};

  /** Nothing moves unless the clock does. */
  get quiet(): boolean {
    const requests = [...this.#requests];
    if (requests.some(({ held }) => !held) || requests.length !== this.#calls.size) return false;
    const sum = (all: Iterable<{ text: number }>) => [...all].reduce((total, { text }) => total + text, 0);
    // No call reads more than it was told, so equal sums are equal parts.
    return sum(requests) === sum(this.#calls);
  }

  /** Resolves at the next change. */
  change(): Promise<void> {
    return new Promise((resolve) => (this.#changed = resolve));
  }

  /** A server has received a request. */
  request(): Held {
    const request = { held: false, text: 0 };
    this.#requests.add(request);
    return {
      hold: (text) => {
        request.held = true;
        request.text = text.length;
        this.#changed();
      },
      closed: () => {
        this.#requests.delete(request);
        this.#changed();
      },
    };
  }

  /** The adapter, its calls watched. */
  watched(adapter: ProviderAdapter): ProviderAdapter {
    const begin = () => {
      const call = { text: 0 };
      this.#calls.add(call);
      return call;
    };
    const end = (call: { text: number }) => {
      this.#calls.delete(call);
      this.#changed();
    };
    const watch = (text: number, call: { text: number }) => {
      call.text += text;
      this.#changed();
    };
    return {
      kind: adapter.kind,
      renderer: adapter.renderer,
      async *send(options) {
        const call = begin();
        try {
          for await (const part of adapter.send(options)) {
            if (part.type === "text") watch(part.text.length, call);
            yield part;
          }
        } finally {
          end(call);
        }
      },
      async models(options) {
        const call = begin();
        try {
          return await adapter.models(options);
        } finally {
          end(call);
        }
      },
    };
  }
}
