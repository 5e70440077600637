/** One import under way: checks each line against the chain, writes under the marker, finishes in one commit. */
import type { AnyEvent } from "../../catalog/envelope.ts";
import type { ExportedEvent, ExportedPage, ExportManifest, FormerLine } from "../../catalog/export.ts";
import { NewerVersion, upcast } from "../../catalog/upcast.ts";
import { BLOB_BYTES, BULK_BYTES, VALUE_BYTES } from "../kv/bounds.ts";
import { sha256, toBytes } from "../kv/codec.ts";
import { digestOf, type Entry, entryOf, type StoredEvent } from "../form/entry.ts";
import { MissingBlob, StoreCorrupt } from "../errors.ts";
import { FileChain } from "./import_chain.ts";
import { clearImport } from "../upkeep/import_leftover.ts";
import { ImportRuns } from "./import_runs.ts";
import { bytesAt, flagAt, landedBytes, type Write } from "../commit/job.ts";
import { blobKey, erasingKey, importKey, sideKey, streamKey } from "../kv/keys.ts";
import type { StoreLog } from "../log.ts";
import { runWrites } from "../beside/run_rows.ts";
import { removeUnshared } from "../beside/unshared.ts";
import type { DerivedRows } from "../derived_rows.ts";
import { ErasedEvents } from "../verify/verify_erased.ts";
import { Matched } from "./matched.ts";
import type { ErasedStream } from "../file/erased_list.ts";
import { SameEvents } from "./same_events.ts";
import { spilledHash } from "../form/spill.ts";
import { DELETED_STAMP, streamRowBytes } from "../form/stream_row.ts";
import type { NewEvent } from "../types.ts";

/** A blob that the file itself has brought; null: it has not. */
export type BlobOf = (sha256: string) => { readonly type: string; readonly size: number } | null;

/** What the floor above makes of one import. It remembers what it has seen. */
export interface Intake {
  /** Says in a few words what is wrong with an event, null for nothing. */
  check(event: AnyEvent, blob: BlobOf): string | null;
  /** What is added behind the last event. */
  closing?(): readonly NewEvent[];
}

export interface ImportOptions {
  readonly intake?: Intake;
  /** Bytes taken in at most. @default 20 MB */
  readonly maxBytes?: number;
  /** Events up to this seq were said somewhere else; 0 for none. @default all of them */
  readonly foreign?: number;
  /** What signed it elsewhere: kept beside it. */
  readonly proof?: unknown;
  /** Makes the list row. */
  readonly derived?: DerivedRows;
  readonly progress?: (events: number) => void;
}

export type ImportResult =
  | { readonly ok: true; readonly stream: string; readonly created: boolean; readonly seq: number }
  | { readonly ok: false; readonly reason: "invalid"; readonly line: number; readonly detail: string }
  | { readonly ok: false; readonly reason: "too_large"; readonly detail: string }
  | { readonly ok: false; readonly reason: "conflict"; readonly detail: string };

type Conflict = Extract<ImportResult, { reason: "conflict" }>;
type Invalid = Omit<Extract<ImportResult, { reason: "invalid" }>, "line">;
type Step = { readonly ok: true } | Invalid | Conflict;

/** Erasures that are still to be done of one file: they begin in one commit. */
export const ERASURES = 500;
/** Bytes of a row with an id and a number, counted generously. */
const ROW_BYTES = 200;
const OK: Step = { ok: true };
const invalid = (detail: string): Step => ({ ok: false, reason: "invalid", detail });
const conflict = (detail: string): Conflict => ({ ok: false, reason: "conflict", detail });
const OTHER = conflict("A conversation with this id and another history is there.");

export class StreamImport {
  #blob: { sha256: string; type: string; size: number; pages: number; parts: Uint8Array[] } | null = null;
  readonly #shas = new Set<string>();
  readonly #blobs = new Map<string, { type: string; size: number }>();
  /** Those of them that its events name: a copy of the beginning of a talk brings what came later, and has no part in it. */
  readonly #named = new Set<string>();
  readonly #fresh: string[] = [];
  /** What was put, for the case that a deletion takes a blob away before this stream names it. */
  readonly #put: { bytes: Uint8Array; type: string }[] = [];
  #pending: Write[] = [];
  #pendingBytes = 0;
  readonly #row;
  readonly #file: FileChain;
  readonly #runs: ImportRuns;
  /** Of a stream that is there. */
  readonly #there: SameEvents;
  /** What was erased here before, of this very stream. */
  readonly #erased: Matched;
  /** Which events have words, and which the file itself tells to be gone. */
  readonly #words: ErasedEvents;
  /** Events that tell of words which are still to go. */
  readonly #telling: number[] = [];

  private constructor(
    readonly log: StoreLog,
    readonly manifest: ExportManifest,
    readonly options: ImportOptions,
    /** Lock of the import; null when the stream is there and is only compared. */
    readonly marker: string | null,
    readonly headSeq: number,
    erased: ErasedStream,
  ) {
    this.#erased = new Matched(erased);
    this.#words = new ErasedEvents(options.derived);
    this.#row = options.derived?.list?.(manifest.stream);
    this.#file = new FileChain(manifest, () => log.parts.environment.salt());
    this.#runs = new ImportRuns(manifest.stream);
    this.#there = new SameEvents(log.reader, manifest.stream);
  }

  static async begin(
    log: StoreLog,
    manifest: ExportManifest,
    options: ImportOptions,
  ): Promise<StreamImport | Conflict> {
    const { stream } = manifest;
    const head = await log.head(stream);
    if (head.stamp === DELETED_STAMP) return conflict("The conversation with this id was deleted.");
    const erased = await log.erasedList?.of(stream) ?? { erased: [], deleted: false };
    // A new store beside the list of the one before it: what was deleted there stays deleted, as where a backup is restored.
    if (head.stamp === null && erased.deleted) return conflict("The conversation with this id was deleted.");
    if (head.stamp !== null) {
      if (manifest.events > head.seq) return OTHER;
      return new StreamImport(log, manifest, options, null, head.seq, { erased: [], deleted: false });
    }
    await clearImport(log.parts, stream);
    const key = importKey(stream);
    const value = toBytes({ events: manifest.events, nonce: log.parts.environment.random() });
    const outcome = await log.parts.commits.commit({
      checks: [{ key, versionstamp: null }, { key: streamKey(stream), versionstamp: null }],
      writes: [bytesAt(key, value)],
      landed: landedBytes(value),
    });
    if (outcome.status === "conflict") {
      return conflict("Somebody else is creating a conversation with this id.");
    }
    return new StreamImport(log, manifest, options, outcome.stamp, 0, erased);
  }

  async blob(page: ExportedPage): Promise<Step> {
    if (page.size > BLOB_BYTES) return invalid("its blob is too large");
    if (page.page === 0) this.#blob = { ...page, parts: [] };
    const open = this.#blob;
    if (
      !open || open.sha256 !== page.sha256 || open.parts.length !== page.page || open.pages !== page.pages
    ) {
      return invalid("it is not the next page of its blob");
    }
    open.parts.push(page.bytes);
    if (open.parts.length < open.pages) return OK;
    this.#blob = null;
    const bytes = await new Blob(open.parts.map((part) => part.slice())).bytes();
    if (bytes.length !== open.size || sha256(bytes) !== open.sha256) {
      return invalid("its blob is not what its hash says");
    }
    this.#shas.add(open.sha256);
    this.#blobs.set(open.sha256, { type: open.type, size: open.size });
    if (this.marker === null) return OK;
    const known = await this.log.parts.kv.get(blobKey(open.sha256));
    if (known.versionstamp === null) this.#fresh.push(open.sha256);
    await this.log.blobs.put(bytes, open.type);
    this.#put.push({ bytes, type: open.type });
    return OK;
  }

  async event(line: ExportedEvent | FormerLine): Promise<Step> {
    const taken = this.#file.next(line);
    if (!taken.ok) return invalid(taken.detail);
    const { entry, event } = taken;
    if (this.marker === null) return await this.#there.next(entry, line.kind === "event") ? OK : OTHER;
    const wrong = await this.#wrong(event);
    if (wrong !== null) return invalid(wrong);
    this.options.progress?.(this.#file.seq);
    // Words that it tells to be gone are, also where the file still has them.
    this.#words.add(event, { length: entry.words === undefined ? 1 : 3 });
    this.#erased.add(event.seq, { id: event.id, digest: digestOf(entry) }, line.kind === "former");
    return await this.#write(entry);
  }

  /** What is wrong with an event, null for nothing. */
  async #wrong(stored: StoredEvent): Promise<string | null> {
    for (const path of stored.spilled ?? []) {
      const hash = spilledHash(stored.data, path);
      if (hash === null && stored.erased) continue;
      if (hash === null || !this.#shas.has(hash)) return "a text of its event is not in the file";
      this.#named.add(hash);
    }
    try {
      const event = upcast(await this.log.reader.restored(stored));
      const wrong = this.options.intake?.check(event, (sha) => this.#blobs.get(sha) ?? null) ?? null;
      if (wrong !== null) return wrong;
      this.#row?.add(event);
      for (const sha of this.options.derived?.blobs?.(event) ?? []) this.#named.add(sha);
      return null;
    } catch (error) {
      if (error instanceof NewerVersion || error instanceof StoreCorrupt) return error.message;
      throw error;
    }
  }

  async end(): Promise<ImportResult> {
    const { stream, events, blobs } = this.manifest;
    if (!this.#file.ended() || this.#shas.size !== blobs || this.#blob) {
      const detail =
        `The file is cut short or changed: ${this.#file.seq} of ${events} events, ${this.#shas.size} of ${blobs} blobs.`;
      return { ok: false, reason: "invalid", line: 0, detail };
    }
    if (this.marker === null) return { ok: true, stream, created: false, seq: this.headSeq };
    this.#telling.push(...this.#words.left().keys());
    const missing = this.#erased.missing();
    if (this.#telling.length + missing.length > ERASURES) {
      const detail = `It erases words that it brings, in more than ${ERASURES} places.`;
      return { ok: false, reason: "invalid", line: 0, detail };
    }
    for (const event of missing) {
      this.#telling.push(this.#runs.seq + 1);
      const step = await this.#add(event);
      if (!step.ok) return step.reason === "conflict" ? step : { ...step, line: 0 };
    }
    for (const event of this.options.intake?.closing?.() ?? []) {
      const step = await this.#add(event);
      if (!step.ok) return step.reason === "conflict" ? step : { ...step, line: 0 };
    }
    return await this.#finish();
  }

  /** An event of our own behind those of the file. */
  #add(event: NewEvent): Promise<Step> {
    const entry = entryOf(event, this.log.parts.environment.salt());
    this.#row?.add({ ...event, seq: this.#runs.seq + 1 });
    return this.#write(entry);
  }

  /** Undoes everything that was written. */
  async abort(): Promise<void> {
    if (this.marker === null) return;
    const now = await this.log.parts.kv.get(importKey(this.manifest.stream));
    // Another stamp: somebody else has taken over the name, and cleans up.
    if (now.versionstamp === this.marker) await clearImport(this.log.parts, this.manifest.stream);
    for (const sha of this.#fresh) await removeUnshared(this.log.parts, sha);
  }

  #write(entry: Entry): Promise<Step> {
    this.#later(this.#runs.add(entry));
    return this.#pendingBytes > BULK_BYTES ? this.#flush() : Promise.resolve(OK);
  }

  #later(writes: readonly Write[]): void {
    this.#pending.push(...writes);
    for (const write of writes) this.#pendingBytes += "bytes" in write ? write.bytes + ROW_BYTES : 0;
  }

  async #flush(): Promise<Step> {
    const writes = this.#pending;
    if (writes.length === 0) return OK;
    this.#pending = [];
    this.#pendingBytes = 0;
    const checks = [{ key: importKey(this.manifest.stream), versionstamp: this.marker }];
    const outcome = await this.log.parts.commits.commit({ checks, writes });
    return outcome.status === "committed" ? OK : OTHER;
  }

  #isNamed(sha: string): boolean {
    return !this.options.derived?.blobs || this.#named.has(sha);
  }

  async #ties(tries = 3): ReturnType<StoreLog["blobs"]["naming"]> {
    try {
      const named = [...this.#shas].filter((sha) => this.#isNamed(sha));
      return await this.log.blobs.naming(this.manifest.stream, named);
    } catch (error) {
      if (!(error instanceof MissingBlob) || tries === 0) throw error;
      for (const { bytes, type } of this.#put) await this.log.blobs.put(bytes, type);
      return await this.#ties(tries - 1);
    }
  }

  async #finish(): Promise<ImportResult> {
    const { older, newest } = this.#runs.rest();
    this.#later(older);
    const flushed = await this.#flush();
    if (!flushed.ok) return OTHER;
    while (true) {
      const result = await this.#conclude(newest);
      if (result.ok) return result;
      // A blob that was taken away meanwhile is no conflict as long as the name is still ours.
      const now = await this.log.parts.kv.get(importKey(this.manifest.stream));
      const head = await this.log.head(this.manifest.stream);
      if (now.versionstamp === null || now.versionstamp !== this.marker || head.stamp !== null) return OTHER;
    }
  }

  /** The newest events, the stream's row and the names of the blobs, in one commit. */
  async #conclude(newest: Write): Promise<ImportResult> {
    const { stream } = this.manifest;
    const { seq, hash } = this.#runs;
    const ties = await this.#ties();
    const list = this.#row?.result() ?? null;
    const row = {
      seq,
      hash,
      ...(list === null ? {} : { list }),
      tail: { first: seq + 1, prev: hash, commits: [], entries: [] },
    };
    const writes: Write[] = [
      ...ties.writes,
      newest,
      bytesAt(streamKey(stream), streamRowBytes(row)),
      // A plan comes paused, and is found among all that speak by themselves.
      ...runWrites(stream, null, list === null ? null : this.options.derived?.run?.(list) ?? null),
      { key: importKey(stream), remove: true },
      ...this.#telling.map((seq) => flagAt(erasingKey(stream, seq))),
    ];
    const foreign = Math.min(this.options.foreign ?? seq, seq);
    if (foreign > 0) {
      // Beside the log: the events stay byte for byte what they were.
      writes.push({
        key: sideKey("foreign", stream),
        value: { id: stream, value: foreign },
        bytes: ROW_BYTES,
      });
    }
    const { proof } = this.options;
    if (proof !== undefined) {
      const key = sideKey("proof", stream);
      writes.push({ key, value: { id: stream, value: proof }, bytes: VALUE_BYTES });
    }
    const outcome = await this.log.parts.commits.commit({
      checks: [
        { key: streamKey(stream), versionstamp: null },
        { key: importKey(stream), versionstamp: this.marker },
      ],
      writes,
      renews: ties.renews,
      range: { stream, first: 1, last: seq },
      landed: async () => {
        const now = await this.log.head(stream);
        return now.hash === hash && now.stamp !== null ? { stamp: now.stamp, offset: 0 } : null;
      },
    });
    if (outcome.status === "conflict") return OTHER;
    this.log.parts.wakeups.poke();
    for (const sha of this.#fresh) if (!this.#isNamed(sha)) await removeUnshared(this.log.parts, sha);
    if (this.#telling.length > 0) await this.log.erase();
    return { ok: true, stream, created: true, seq };
  }
}
