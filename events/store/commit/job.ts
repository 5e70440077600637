/** What is committed: a job with its checks and writes, and who waits for it. */
import { sha256, toBytes } from "../kv/codec.ts";
import { claim, keyBytes } from "../kv/keys.ts";
import type { Entry } from "../kv/kv.ts";
import type { Renewal } from "./renewals.ts";

export type Write =
  | { readonly key: Deno.KvKey; readonly value: unknown; readonly bytes: number }
  | { readonly key: Deno.KvKey; readonly remove: true };

/** A row of these bytes. */
export const bytesAt = (key: Deno.KvKey, value: Uint8Array): Write => ({ key, value, bytes: value.length });
/** A row of JSON. */
export const jsonAt = (key: Deno.KvKey, value: unknown): Write => bytesAt(key, toBytes(value));
/** A row that says only that it is there. */
export const flagAt = (key: Deno.KvKey): Write => ({ key, value: true, bytes: 10 });

/** Events of one stream that a job adds. */
export interface Range {
  readonly stream: string;
  readonly first: number;
  readonly last: number;
}

/** Where a job landed: its commit, and how many events of the commit come before its own. */
export interface Landing {
  readonly stamp: string;
  readonly offset: number;
}

/**
 * What must be written together or not at all. No two jobs of one batch check or write the same key, unless both
 * renew it; but one that takes no part in a race needs no checks.
 */
export interface Job {
  readonly checks?: readonly { key: Deno.KvKey; versionstamp: string | null }[];
  readonly writes: readonly Write[];
  /** Checked, and written again as they are; jobs of one batch may share them. */
  readonly renews?: readonly Renewal[];
  readonly range?: Range;
  /** Goes before all that waits: who takes a row from a busy owner would otherwise always come second. */
  readonly urgent?: true;
  /** Goes before all that is not urgent: somebody reads along, and the one who sends it sends nothing more meanwhile. */
  readonly soon?: true;
  /**
   * Asked when a check failed: did an earlier try of this very job land without being acknowledged? Absent
   * for jobs without checks, which may be written twice.
   */
  readonly landed?: (failed: readonly Entry[]) => Landing | null | Promise<Landing | null>;
}

/** A row that holds exactly the bytes that we wrote landed, although nobody said so. */
export const landedBytes = (ours: Uint8Array): NonNullable<Job["landed"]> => ([now]) => {
  const same = now?.value instanceof Uint8Array && sha256(now.value) === sha256(ours);
  return same && now.versionstamp !== null ? { stamp: now.versionstamp, offset: 0 } : null;
};

export type Outcome =
  | ({ readonly status: "committed" } & Landing)
  /** The checked entries that were not as expected, as they are now. */
  | { readonly status: "conflict"; readonly failed: readonly Entry[] };

/** A job and who waits for it. */
export interface Waiting {
  readonly job: Job;
  readonly size: Size;
  /** Aborted when nobody waits any more: it need not be tried again. */
  readonly giveUp: AbortSignal | undefined;
  answer(outcome: Outcome): void;
  fail(error: unknown): void;
}

/** What the job takes of the bounds of one commit. */
export class Size {
  readonly mutations: number;
  readonly bytes: number;
  readonly keyBytes: number;
  readonly checks: number;
  #claims: readonly string[] | null = null;
  #shared: readonly string[] | null = null;

  constructor(readonly job: Job) {
    const { checks = [], writes, renews = [], range } = job;
    let bytes = 0;
    let keys = 0;
    for (const write of writes) {
      const key = keyBytes(write.key);
      keys += key;
      bytes += 2 * key + ("remove" in write ? 0 : write.bytes);
    }
    for (const check of checks) keys += keyBytes(check.key);
    for (const { key, value } of renews) {
      keys += 2 * keyBytes(key);
      bytes += 2 * keyBytes(key) + value.length;
    }
    // Its line of the ["all"] entry.
    if (range) bytes += range.stream.length + 40;
    this.mutations = writes.length + renews.length;
    this.bytes = bytes;
    this.keyBytes = keys;
    this.checks = checks.length + renews.length;
  }

  /** Names of the keys that the job checks or writes; made when they are first asked for, which of a job that is alone nobody does. */
  get claims(): readonly string[] {
    const { checks = [], writes } = this.job;
    return this.#claims ??= [...checks, ...writes].map(({ key }) => claim(key));
  }

  /** Names of the keys that it renews. */
  get shared(): readonly string[] {
    return this.#shared ??= (this.job.renews ?? []).map(({ key }) => claim(key));
  }
}
