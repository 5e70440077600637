/** A fold's state at a seq, compressed and in pages, manifest last. Disposable: a snapshot that cannot be read is not there. */
import { fromBytes, readable, sha256, toBytes } from "./codec.ts";
import { partsUnder } from "./entries.ts";
import { bytesAt, landedBytes } from "./job.ts";
import { snapKey, snapPageKey, streamKey } from "./keys.ts";
import { pagesIn, pageWrites, readPages } from "./pages.ts";
import type { Parts } from "./parts.ts";
import { removeUnder } from "./remove.ts";
import { streamRow } from "./stream_row.ts";
import type { Snapshots } from "./types.ts";
import { opened, packed } from "./value.ts";

interface Manifest {
  readonly seq: number;
  readonly size: number;
  readonly pages: number;
  /** Of the pages together; a fold that goes on from a damaged state would be wrong. Absent in old ones. */
  readonly sha256?: string;
}

export class StoredSnapshots implements Snapshots {
  constructor(readonly parts: Parts) {}

  async get(fold: string, version: number, stream: string): Promise<{ seq: number; state: unknown } | null> {
    const { value } = await this.parts.kv.get(snapKey(fold, version, stream));
    const manifest = readable(() => fromBytes<Manifest>(value));
    if (!manifest) return null;
    const prefix = ["snap", fold, version, stream, manifest.seq];
    const bytes = await readPages(this.parts.kv, prefix, manifest.pages, manifest.size);
    if (!bytes || (manifest.sha256 !== undefined && manifest.sha256 !== sha256(bytes))) return null;
    return readable(() => ({ seq: manifest.seq, state: opened(bytes, Infinity) })) ?? null;
  }

  async put(fold: string, version: number, stream: string, seq: number, state: unknown): Promise<void> {
    const key = snapKey(fold, version, stream);
    const before = await this.parts.kv.get(key);
    const old = readable(() => fromBytes<Manifest>(before.value));
    if (old && old.seq >= seq) return;
    const bytes = packed(toBytes(state));
    const pages = pagesIn(bytes.length);
    for (const writes of pageWrites(bytes, (page) => snapPageKey(fold, version, stream, seq, page))) {
      await this.parts.commits.commit({ writes });
    }
    const manifest = toBytes({ seq, size: bytes.length, pages, sha256: sha256(bytes) } satisfies Manifest);
    const outcome = await this.parts.commits.commit({
      checks: [before],
      writes: [bytesAt(key, manifest)],
      landed: landedBytes(manifest),
    });
    // A deletion that came meanwhile may have looked for snapshots before this one was there.
    if (streamRow(await this.parts.kv.get(streamKey(stream)))?.deleted) return await this.drop(stream);
    // Somebody else's snapshot is as good; the pages of the one that lost go.
    const gone = outcome.status === "committed" ? old?.seq : seq;
    if (gone === undefined) return;
    const { value } = await this.parts.kv.get(key);
    const now = readable(() => fromBytes<Manifest>(value));
    if (now?.seq !== gone) await removeUnder(this.parts, ["snap", fold, version, stream, gone]);
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
