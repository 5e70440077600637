/**
 * Signed checkpoints, in a chain beside the log, and of each stream the one that signed it last. What changed since the
 * newest is read from the order of all events, so that signing costs what changed and not what there is. A checkpoint,
 * its heads and its key are one commit: killed anywhere, it is there or it is not, and of two processes one is first.
 */
import {
  CHECKPOINT_HEADS,
  checkpointHash,
  type CheckpointId,
  type Head,
  readCheckpoint,
} from "../../catalog/checkpoint.ts";
import { LIST_BATCH, VALUE_BYTES } from "../kv/bounds.ts";
import { fromBytes, isFields, readable, toBytes } from "../kv/codec.ts";
import { StoreCorrupt } from "../errors.ts";
import { bytesAt, jsonAt, landedBytes, type Write } from "../commit/job.ts";
import { checkpointKey, sideKey, signedKey, streamKey } from "../kv/keys.ts";
import { getAll } from "../kv/kv.ts";
import type { Parts } from "../commit/parts.ts";
import { orderAfter } from "../read/order.ts";
import { ORIGIN_STAMP } from "../read/position.ts";
import { type StreamRow, streamRow } from "../form/stream_row.ts";
import type { SignedMark } from "../file/signed_mark.ts";
import type { Changed, Checkpoints, KeptCheckpoint, KeyChange, Through } from "../kept_checkpoints.ts";

/** A checkpoint as it is stored: what is signed, and beside it what only this store needs. */
export type StoredCheckpoint = Omit<KeptCheckpoint, "checkpoint">;
/** The same as it was read. */
export type FoundCheckpoint = KeptCheckpoint;

/** Which checkpoint signed a stream last, and where it stood. */
interface SignedRow {
  readonly n: number;
  readonly seq: number;
  readonly hash: string;
}

export const isHead = (value: unknown): value is Head =>
  Array.isArray(value) && value.length === 3 && typeof value[0] === "string" &&
  Number.isSafeInteger(value[1]) && typeof value[2] === "string";

/** @throws {StoreCorrupt} for what is none */
export function storedCheckpoint(value: unknown): FoundCheckpoint {
  const row = readable(() => fromBytes(value));
  const { text, signature, heads, through, keyed, more } = isFields(row) ? row : {};
  const checkpoint = typeof text === "string" ? readCheckpoint(text) : null;
  const { epoch, stamp } = isFields(through) ? through : {};
  const whole = Array.isArray(heads) && heads.every(isHead) && typeof epoch === "string" &&
    typeof stamp === "string";
  if (!checkpoint || typeof text !== "string" || typeof signature !== "string" || !whole) {
    throw new StoreCorrupt("A checkpoint has another form.");
  }
  const change = typeof keyed === "number" && Number.isSafeInteger(keyed) ? keyed : 0;
  const kept = { checkpoint, text, signature, heads, through: { epoch, stamp }, keyed: change };
  return more === true ? { ...kept, more } : kept;
}

export const signedRow = (value: unknown): SignedRow | null => {
  const row = readable(() => fromBytes<SignedRow>(value));
  return isFields(row) && typeof row.n === "number" ? row : null;
};

export const idOf = async ({ checkpoint, text }: FoundCheckpoint): Promise<CheckpointId> => ({
  n: checkpoint.n,
  hash: await checkpointHash(crypto.subtle, text),
});

/** Where a stream stands now; null for one that is not there, or was deleted. */
const headIn = (row: StreamRow | null | undefined, stream: string): Head | null =>
  row && !row.deleted ? [stream, row.seq, row.hash] : null;

export class StoredCheckpoints implements Checkpoints {
  /** Up to where nothing changed behind the newest, when it was last looked: it is not looked through again. */
  #same: (Through & { readonly n: number }) | null = null;

  constructor(readonly parts: Parts, readonly mark?: SignedMark) {}

  async newest(): Promise<FoundCheckpoint | null> {
    return await newestCheckpoint(this.parts);
  }

  async get(n: number): Promise<FoundCheckpoint | null> {
    const { value, versionstamp } = await this.parts.kv.get(checkpointKey(n));
    return versionstamp === null ? null : storedCheckpoint(value);
  }

  async signing(stream: string): Promise<FoundCheckpoint | null> {
    const row = signedRow((await this.parts.kv.get(signedKey(stream))).value);
    return row && await this.get(row.n);
  }

  async changed(): Promise<Changed> {
    const { parts } = this;
    const newest = await this.newest();
    const n = newest?.checkpoint.n ?? 0;
    const known = this.#same?.n === n ? this.#same : newest?.through;
    const from = known?.epoch === parts.epoch ? known.stamp : ORIGIN_STAMP;
    const looked = new Set<string>();
    const heads: Head[] = [];
    let waiting: string[] = [];
    let stamp = from;
    const take = async () => {
      heads.push(...await this.headsOf(waiting));
      waiting = [];
      await parts.environment.breathe();
    };
    for await (const { stamp: at, ranges } of orderAfter(parts, from)) {
      const fresh = new Set(ranges.map(([stream]) => stream).filter((stream) => !looked.has(stream)));
      if (heads.length + waiting.length + fresh.size > CHECKPOINT_HEADS && waiting.length > 0) await take();
      if (heads.length + fresh.size > CHECKPOINT_HEADS) {
        return { heads, through: { epoch: parts.epoch, stamp }, more: true };
      }
      for (const stream of fresh) looked.add(stream);
      waiting.push(...fresh);
      stamp = at;
    }
    await take();
    if (heads.length === 0) this.#same = { n, epoch: parts.epoch, stamp };
    return { heads, through: { epoch: parts.epoch, stamp }, more: false };
  }

  /** Where those of these streams stand that were not signed as they are. */
  async headsOf(streams: readonly string[], anyhow = false): Promise<Head[]> {
    const { kv } = this.parts;
    const [rows, signed] = await Promise.all([
      getAll(kv, streams.map(streamKey)),
      getAll(kv, streams.map(signedKey)),
    ]);
    return streams.flatMap((stream, index) => {
      const row = rows[index];
      const head = headIn(row && readable(() => streamRow(row)), stream);
      const before = signedRow(signed[index]?.value);
      const same = before && head && before.seq === head[1] && before.hash === head[2];
      return head && (anyhow || !same) ? [head] : anyhow && !head ? [[stream, 0, ""] as const] : [];
    });
  }

  async add(n: number, stored: StoredCheckpoint, key?: KeyChange): Promise<boolean> {
    const { text, signature, heads, through, keyed, more } = stored;
    const row: StoredCheckpoint = { text, signature, heads, through, keyed, ...(more ? { more } : {}) };
    const value = toBytes(row);
    const at = checkpointKey(n);
    const keys: Write[] = [];
    if (key) {
      const { id, sealed, former } = key;
      keys.push({ key: sideKey("signing", id), value: { id, value: sealed }, bytes: VALUE_BYTES });
      if (former !== undefined) keys.push({ key: sideKey("signing", former), remove: true });
    }
    const outcome = await this.parts.commits.commit({
      checks: [{ key: at, versionstamp: null }],
      writes: [bytesAt(at, value), ...signedWrites(n, heads), ...keys],
      landed: landedBytes(value),
    });
    if (outcome.status !== "committed") return false;
    await this.mark?.reached();
    return true;
  }

  async *all(): AsyncIterable<FoundCheckpoint | { readonly damaged: number }> {
    const { kv } = this.parts;
    for (let next = 1;;) {
      let found = 0;
      const selector = { prefix: ["checkpoint"], start: checkpointKey(next) };
      for await (const { key, value } of kv.list(selector, { limit: LIST_BATCH / 10 })) {
        found++;
        next = Number(key[1]) + 1;
        yield readable(() => storedCheckpoint(value)) ?? { damaged: Number(key[1]) };
      }
      if (found === 0) return;
    }
  }

  async lost(): Promise<CheckpointId | null> {
    return await this.mark?.lost() ?? null;
  }

  async accept(): Promise<void> {
    await this.mark?.accept();
  }
}

export const signedWrites = (n: number, heads: readonly Head[]): Write[] =>
  heads.map(([stream, seq, hash]) => jsonAt(signedKey(stream), { n, seq, hash } satisfies SignedRow));

export async function newestCheckpoint(parts: Pick<Parts, "kv">): Promise<FoundCheckpoint | null> {
  for await (const { value } of parts.kv.list({ prefix: ["checkpoint"] }, { limit: 1, reverse: true })) {
    return storedCheckpoint(value);
  }
  return null;
}
