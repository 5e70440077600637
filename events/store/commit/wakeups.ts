/**
 * Tells followers that there may be something new to read; never what it is. A wake-up armed before the
 * reading cannot be missed: `wait` is over as soon as there was a poke after `arm`.
 */
import { POLL_IDLE_MS, POLL_MS, POLL_REMOTE_MS } from "../kv/bounds.ts";
import type { Environment } from "../environment.ts";
import { TAIL_KEY } from "../kv/keys.ts";
import type { Kv } from "../kv/kv.ts";
import type { EventLog } from "../types.ts";

export interface Armed {
  wait(): Promise<void>;
}

export class Wakeups {
  #next = Promise.withResolvers<void>();
  #followers = 0;
  #stop: AbortController | null = null;
  /** Stamp of the newest commit that followers were told of. */
  #told: string | null = null;

  /** @param written whether others may have written since it was asked before */
  constructor(
    readonly kv: Kv,
    readonly kind: EventLog["kind"],
    readonly environment: Environment,
    readonly written: () => boolean = () => true,
  ) {}

  arm(): Armed {
    const { promise } = this.#next;
    return { wait: () => promise };
  }

  /** @param stamp of the commit that is told of; absent: of whatever there is */
  poke(stamp: string | null = null): void {
    if (stamp !== null) this.#told = stamp;
    const { resolve } = this.#next;
    this.#next = Promise.withResolvers<void>();
    resolve();
  }

  /** While anybody follows, other processes are watched too. Returns the way to stop. */
  follow(): () => void {
    if (this.#followers++ === 0) this.#watchOthers();
    return () => {
      if (--this.#followers === 0) {
        this.#stop?.abort();
        this.#stop = null;
      }
    };
  }

  #watchOthers(): void {
    // A store in memory has no others.
    if (this.kind === "memory") return;
    this.#stop = new AbortController();
    this.#poll(this.#stop.signal);
    if (this.kind === "remote") this.#watchTail(this.#stop.signal);
  }

  /** One look a period for all followers of the process; into the store only where somebody wrote to it. */
  async #poll(signal: AbortSignal): Promise<void> {
    const busy = this.kind === "file" ? POLL_MS : POLL_REMOTE_MS;
    while (!signal.aborted) {
      const written = this.written();
      try {
        if (written) {
          const [newest] = await Array.fromAsync(
            this.kv.list({ prefix: ["all"] }, { limit: 1, reverse: true }),
          );
          // Who was told of our own read whatever others had written before it.
          if (newest && newest.versionstamp !== this.#told) this.poke(newest.versionstamp);
        }
      } catch {
        // The followers' own reading says what is wrong with the store.
        if (!signal.aborted) this.poke();
      }
      await this.environment.sleep(written ? busy : POLL_IDLE_MS, signal);
    }
  }

  async #watchTail(signal: AbortSignal): Promise<void> {
    const reader = this.kv.watch([TAIL_KEY]).getReader();
    signal.addEventListener("abort", () => void reader.cancel().catch(() => undefined));
    try {
      while (!signal.aborted) {
        if ((await reader.read()).done) return;
        this.poke();
      }
    } catch {
      // A broken watch leaves the poll.
    }
  }
}
