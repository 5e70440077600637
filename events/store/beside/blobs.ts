/**
 * Content-addressed bytes in pages. The manifest is written last: a blob without one does not exist. Who
 * names a blob for the first time in a stream rewrites the manifest in the same commit, so that a deletion
 * that looked before cannot remove it.
 */
import { BLOB_BYTES } from "../kv/bounds.ts";
import { fromBytes, sha256, toBytes } from "../kv/codec.ts";
import { MissingBlob, StoreCorrupt, TooLarge } from "../errors.ts";
import { flagAt, type Job, jsonAt, type Write } from "../commit/job.ts";
import type { Renewal } from "../commit/renewals.ts";
import { blobKey, blobPageKey, claim, namesKey, refKey } from "../kv/keys.ts";
import type { Parts } from "../commit/parts.ts";
import { partsUnder } from "../kv/entries.ts";
import { isNamed, removeUnused } from "./unshared.ts";
import { pagesIn, pageWrites, readPages } from "./pages.ts";
import type { BlobInfo, Blobs } from "../types.ts";

interface Manifest {
  readonly size: number;
  readonly pages: number;
  readonly type: string;
}

type Check = NonNullable<Job["checks"]>[number];

/** What ties blobs to a stream. */
type Ties = Required<Pick<Job, "renews" | "writes">>;

/** Ties remembered by their stamps, some 150 bytes each; a forgotten one costs a read. */
const HELD = 10_000;

/** Blobs tied in one commit: leaves room for the other checks of an append on a remote store. */
const TIES_AT_ONCE = 4;

export class StoredBlobs implements Blobs {
  readonly #parts: Parts;
  /** Stamps of ties that were read, by their keys. */
  readonly #held = new Map<string, string>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async put(bytes: Uint8Array, type: string, sha = sha256(bytes)): Promise<BlobInfo> {
    if (bytes.length > BLOB_BYTES) {
      throw new TooLarge(`${bytes.length} bytes are over the limit of ${BLOB_BYTES} bytes for one item.`);
    }
    while (true) {
      const found = await this.#manifest(sha);
      if (found) return { sha256: sha, size: found.manifest.size, type: found.manifest.type };
      if (await this.#write(sha, bytes, type)) return { sha256: sha, size: bytes.length, type };
    }
  }

  async get(sha: string): Promise<{ info: BlobInfo; bytes: Uint8Array } | null> {
    // Twice: a blob may be removed and put again between its manifest and its pages.
    for (let attempt = 0; attempt < 2; attempt++) {
      const found = await this.#manifest(sha);
      if (!found) return null;
      const { size, pages, type } = found.manifest;
      const bytes = await readPages(this.#parts.kv, ["blob", sha], pages, size);
      if (bytes) return { info: { sha256: sha, size, type }, bytes };
    }
    throw new StoreCorrupt(`A page of the blob ${sha} is missing.`);
  }

  async info(sha: string): Promise<BlobInfo | null> {
    const found = await this.#manifest(sha);
    return found && { sha256: sha, size: found.manifest.size, type: found.manifest.type };
  }

  async *all(): AsyncIterable<string> {
    for await (const sha of partsUnder(this.#parts.kv, ["blob"])) yield String(sha);
  }

  isNamed(sha: string): Promise<boolean> {
    return isNamed(this.#parts, sha);
  }

  removeUnused(sha: string, ripe: (row: unknown) => boolean): Promise<boolean> {
    return removeUnused(this.#parts, sha, ripe);
  }

  async refersTo(stream: string, sha: string): Promise<boolean> {
    const key = refKey(sha, stream);
    const { versionstamp } = await this.#parts.kv.get(key);
    if (versionstamp !== null) {
      if (this.#held.size >= HELD) this.#held.clear();
      this.#held.set(claim(key), versionstamp);
    }
    return versionstamp !== null;
  }

  /**
   * Of these blobs the ties that were read before, for the commit itself to check, since an erasure lets blobs go; and the
   * others. Over a network a commit takes too few checks for them.
   */
  held(stream: string, shas: Iterable<string>): { readonly checks: Check[]; readonly rest: string[] } {
    const checks: Check[] = [];
    const rest: string[] = [];
    for (const sha of new Set(shas)) {
      const key = refKey(sha, stream);
      const versionstamp = this.#parts.kind === "remote" ? undefined : this.#held.get(claim(key));
      if (versionstamp === undefined) rest.push(sha);
      else checks.push({ key, versionstamp });
    }
    return { checks, rest };
  }

  /** A tie is not what it was. */
  letGo(key: Deno.KvKey): void {
    this.#held.delete(claim(key));
  }

  /**
   * What an append that names these blobs renews and writes beside its events. More than fit beside them are
   * tied to the stream ahead: if the append then fails, they are only kept longer than needed.
   * @throws {MissingBlob} when one is not in the store
   */
  async naming(stream: string, shas: Iterable<string>): Promise<Ties> {
    const untied: string[] = [];
    for (const sha of new Set(shas)) if (!(await this.refersTo(stream, sha))) untied.push(sha);
    while (untied.length > TIES_AT_ONCE) {
      const ties = await this.#ties(stream, untied.slice(-TIES_AT_ONCE));
      const outcome = await this.#parts.commits.commit(ties);
      // Otherwise somebody else named one of them meanwhile, or it is our own tie, landed unacknowledged.
      if (outcome.status === "committed") untied.length -= TIES_AT_ONCE;
    }
    return this.#ties(stream, untied);
  }

  async #ties(stream: string, shas: readonly string[]): Promise<Ties> {
    const renews: Renewal[] = [];
    const writes: Write[] = [];
    for (const sha of shas) {
      const found = await this.#manifest(sha);
      if (!found) throw new MissingBlob(`The blob ${sha} is not in the store.`);
      renews.push({ key: blobKey(sha), versionstamp: found.stamp, value: found.bytes });
      writes.push(flagAt(refKey(sha, stream)), flagAt(namesKey(stream, sha)));
    }
    return { renews, writes };
  }

  async #manifest(sha: string): Promise<{ manifest: Manifest; bytes: Uint8Array; stamp: string } | null> {
    const { value, versionstamp } = await this.#parts.kv.get(blobKey(sha));
    const manifest = fromBytes<Manifest>(value);
    return manifest && versionstamp ? { manifest, bytes: toBytes(manifest), stamp: versionstamp } : null;
  }

  /** False when somebody removed what was written, or wrote the same, before the manifest was there. */
  async #write(sha: string, bytes: Uint8Array, type: string): Promise<boolean> {
    const manifest: Manifest = { size: bytes.length, pages: pagesIn(bytes.length), type };
    const jobs = [...pageWrites(bytes, (page) => blobPageKey(sha, page))];
    let firstStamp: string | null = null;
    for (const [index, writes] of jobs.entries()) {
      const last = index === jobs.length - 1;
      if (last) writes.push(jsonAt(blobKey(sha), manifest));
      // A deletion removes all pages at once: while the first is ours, the others are there.
      const checks = last && firstStamp !== null
        ? [{ key: blobPageKey(sha, 0), versionstamp: firstStamp }]
        : [];
      const outcome = await this.#parts.commits.commit({ checks, writes });
      if (outcome.status === "conflict") return false;
      firstStamp ??= outcome.stamp;
    }
    return true;
  }
}
