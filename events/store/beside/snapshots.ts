/** A fold's state at a seq, in compressed pieces that lie in pages, manifest last. Disposable: a snapshot that cannot be read is not there. */
import { Buffer } from "node:buffer";
import { fromBytes, readable, sha256, toBytes } from "../kv/codec.ts";
import { partsUnder } from "../kv/entries.ts";
import { bytesAt, landedBytes } from "../commit/job.ts";
import { snapKey, snapPageKey, streamKey } from "../kv/keys.ts";
import { pagesIn, pageWrites, readPages } from "./pages.ts";
import type { Parts } from "../commit/parts.ts";
import { HalfRead } from "./half_read.ts";
import { assembled, type Keys, keysIn, keyTexts, piecesOf } from "./pieces.ts";
import { removeUnder } from "../commit/remove.ts";
import { streamRow } from "../form/stream_row.ts";
import type { Snapshot, Snapshots } from "../types.ts";
import { opened, packed } from "../form/value.ts";

interface Manifest {
  readonly seq: number;
  readonly size: number;
  readonly pages: number;
  /** Bytes of each piece; absent in old ones, which are one. */
  readonly pieces?: readonly number[];
  /** Of what is behind them: the keys of pieces that may be read later. */
  readonly keys?: readonly number[];
  /** Of the pages together; a fold that goes on from a damaged state would be wrong. Absent in old ones. */
  readonly sha256?: string;
}

const encoder = new TextEncoder();

/** Bytes in parts of these sizes, one behind the other. */
function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  let from = 0;
  return sizes.map((size) => bytes.subarray(from, from += size));
}

export class StoredSnapshots implements Snapshots {
  constructor(readonly parts: Parts) {}

  async get(fold: string, version: number, stream: string): Promise<Snapshot | null> {
    const stored = await this.#stored(fold, version, stream);
    if (!stored) return null;
    let state: Record<string, unknown> = {};
    for (const bytes of stored.pieces) {
      const piece = readable(() => opened(bytes, Infinity));
      if (piece === undefined) return null;
      state = assembled(state, piece);
      await this.parts.environment.breathe();
    }
    return { seq: stored.seq, state };
  }

  async begin(fold: string, version: number, stream: string): Promise<Snapshot | null> {
    const stored = await this.#stored(fold, version, stream);
    if (!stored) return null;
    const keys = new Map<number, Keys>();
    for (const bytes of stored.keys) {
      const some = readable(() => opened(bytes, Infinity));
      if (some === undefined) return null;
      for (const [number, own] of keysIn(some)) keys.set(number, own);
      await this.parts.environment.breathe();
    }
    const made = new HalfRead();
    for (const [number, bytes] of stored.pieces.entries()) {
      const own = keys.get(number);
      if (own) {
        made.leave(own, () => opened(bytes, Infinity));
        continue;
      }
      const piece = readable(() => opened(bytes, Infinity));
      if (piece === undefined) return null;
      made.add(piece);
      await this.parts.environment.breathe();
    }
    return { seq: stored.seq, ...made.begun() };
  }

  /** The pieces of a snapshot and of its keys, as they lie there. */
  async #stored(fold: string, version: number, stream: string) {
    const { value } = await this.parts.kv.get(snapKey(fold, version, stream));
    const manifest = readable(() => fromBytes<Manifest>(value));
    if (!manifest) return null;
    const prefix = ["snap", fold, version, stream, manifest.seq];
    const bytes = await readPages(this.parts.kv, prefix, manifest.pages, manifest.size);
    if (!bytes || (manifest.sha256 !== undefined && manifest.sha256 !== sha256(bytes))) return null;
    const sizes = manifest.pieces ?? [bytes.length];
    const pieces = cut(bytes, [...sizes, ...manifest.keys ?? []]);
    return { seq: manifest.seq, keys: pieces.splice(sizes.length), pieces };
  }

  async put(fold: string, version: number, stream: string, seq: number, state: unknown): Promise<void> {
    const key = snapKey(fold, version, stream);
    const before = await this.parts.kv.get(key);
    const old = readable(() => fromBytes<Manifest>(before.value));
    if (old && old.seq >= seq) return;
    const { pieces, keys } = await this.#packed(state);
    const bytes = Buffer.concat([...pieces, ...keys]);
    const pages = pagesIn(bytes.length);
    for (const writes of pageWrites(bytes, (page) => snapPageKey(fold, version, stream, seq, page))) {
      await this.parts.commits.commit({ writes });
    }
    const manifest = toBytes(
      {
        seq,
        size: bytes.length,
        pages,
        pieces: pieces.map(({ length }) => length),
        keys: keys.map(({ length }) => length),
        sha256: sha256(bytes),
      } satisfies Manifest,
    );
    const outcome = await this.parts.commits.commit({
      checks: [before],
      writes: [bytesAt(key, manifest)],
      landed: landedBytes(manifest),
    });
    // A deletion that came meanwhile, or an erasure, may have looked for snapshots before this one was there.
    const { deleted, erased = 0 } = streamRow(await this.parts.kv.get(streamKey(stream))) ?? {};
    if (deleted || erased > seq) return await this.drop(stream);
    // Somebody else's snapshot is as good; the pages of the one that lost go.
    const gone = outcome.status === "committed" ? old?.seq : seq;
    if (gone === undefined) return;
    const { value } = await this.parts.kv.get(key);
    const now = readable(() => fromBytes<Manifest>(value));
    if (now?.seq !== gone) await removeUnder(this.parts, ["snap", fold, version, stream, gone]);
  }

  async #packed(state: unknown): Promise<{ pieces: Uint8Array[]; keys: Uint8Array[] }> {
    const pieces: Uint8Array[] = [];
    const left: [number, Keys][] = [];
    for (const { text, keys } of piecesOf(state)) {
      if (keys) left.push([pieces.length, keys]);
      pieces.push(packed(encoder.encode(text)));
      await this.parts.environment.breathe();
    }
    const keys: Uint8Array[] = [];
    for (const text of keyTexts(left)) {
      keys.push(packed(encoder.encode(text)));
      await this.parts.environment.breathe();
    }
    return { pieces, keys };
  }

  /** Removes every snapshot of a stream, whatever the fold. */
  async drop(stream: string): Promise<void> {
    for (const [fold, version] of await this.folds()) {
      const key = snapKey(fold, version, stream);
      await removeUnder(this.parts, key);
      await this.parts.commits.commit({ writes: [{ key, remove: true }] });
    }
  }

  /** Which folds have snapshots: found by skipping from one to the next, not by reading them all. */
  async folds(): Promise<[string, number][]> {
    const { kv } = this.parts;
    const found: [string, number][] = [];
    for await (const fold of partsUnder(kv, ["snap"])) {
      for await (const version of partsUnder(kv, ["snap", fold])) found.push([String(fold), Number(version)]);
    }
    return found;
  }
}
