/**
 * The commits that a stream's events came with, as its values tell of them and as the order of all events does. Two
 * equal digests are two equal lists.
 */
import { createHash } from "node:crypto";
import { lastOf, type StoredRun } from "../form/value.ts";

/** Where a commit begins, with its stamp. */
export interface Begun {
  readonly first: number;
  readonly stamp: string;
}

export class CommitsDigest {
  readonly #hash = createHash("sha256");
  /** Of the commit that was added last. */
  #stamp = "";

  /** One commit, or the rest of the one before where it has the same stamp. */
  add({ first, stamp }: Begun): void {
    if (stamp !== this.#stamp) this.#hash.update(`${first} ${stamp};`);
    this.#stamp = stamp;
  }

  digest(): string {
    return this.#hash.copy().digest("base64url");
  }
}

/** Told of the runs of a stream in their order. */
export class CommitsOfRuns {
  #unnamed: number | null = null;

  /** The first event whose commit no run has named yet; null where all are named. */
  get unnamed(): number | null {
    return this.#unnamed;
  }

  /**
   * The commits that a run names, from the first event that came with each; null where what it says of them cannot be.
   * @param own the stamp of its row
   */
  next(run: Pick<StoredRun, "first" | "commits" | "entries">, own: string): Begun[] | null {
    if (run.entries.length === 0) return run.commits.length === 0 ? [] : null;
    const begun: Begun[] = [];
    this.#unnamed ??= run.first;
    let before = 0;
    for (const [first, given] of run.commits) {
      const stamp = given ?? own;
      const fits = first >= run.first && first > before && first <= lastOf(run) &&
        stamp >= (begun.at(-1)?.stamp ?? "");
      if (!fits) return null;
      begun.push({ first: this.#unnamed ?? first, stamp });
      this.#unnamed = null;
      before = first;
    }
    return begun;
  }
}
