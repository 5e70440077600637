/**
 * Rows that commits write again as they were: who looked at one before and wants to remove it is refused. Nothing
 * else changes, so those who write it again do not stand in each other's way. They share a commit, and one that
 * looked before another of this process wrote has still seen what is there now.
 */
import { claim } from "../kv/keys.ts";

export interface Renewal {
  readonly key: Deno.KvKey;
  /** As it was when it was looked at. */
  readonly versionstamp: string;
  /** What stands there, and is written again. */
  readonly value: Uint8Array;
}

/** Rows, and stamps of one row, that are remembered: a forgotten one costs its job a second look. */
const REMEMBERED = 100;

interface Known {
  /** Stamps at which the row was what it is. */
  readonly was: Set<string>;
  readonly now: string;
}

export class Renewals {
  readonly #known = new Map<string, Known>();

  /** The same, with the stamp that the row has now for one who saw it then. */
  current(renewal: Renewal): Renewal {
    const known = this.#known.get(claim(renewal.key));
    return known?.was.has(renewal.versionstamp) ? { ...renewal, versionstamp: known.now } : renewal;
  }

  /** What a commit has to check and write for all of `renewals`: each row once, unless they saw different ones. */
  together(renewals: readonly Renewal[]): Renewal[] {
    const current = renewals.map((renewal) => this.current(renewal));
    return [...new Map(current.map((one) => [`${claim(one.key)} ${one.versionstamp}`, one])).values()];
  }

  /** A commit that checked and wrote `together` left its rows at `stamp`. */
  written(together: readonly Renewal[], stamp: string): void {
    for (const { key, versionstamp } of together) {
      const name = claim(key);
      const known = this.#known.get(name);
      const was = known?.now === versionstamp && known.was.size < REMEMBERED ? known.was : new Set<string>();
      if (this.#known.size >= REMEMBERED) this.#known.clear();
      this.#known.set(name, { was: was.add(versionstamp), now: stamp });
    }
  }
}
