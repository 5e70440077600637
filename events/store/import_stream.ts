/** One import under way: checks each line against the chain, writes under the marker, finishes in one commit. */
import type { AnyEvent } from "../catalog/envelope.ts";
import type { ExportedPage, ExportLine, ExportManifest } from "../catalog/export.ts";
import { NewerVersion, upcast } from "../catalog/upcast.ts";
import { BLOB_BYTES, BULK_BYTES, VALUE_BYTES } from "./bounds.ts";
import { decodeEvent, encodeEvent, sha256, toBytes } from "./codec.ts";
import { MissingBlob, StoreCorrupt } from "./errors.ts";
import { bytesAt, jsonAt, landedBytes, type Write } from "./job.ts";
import { DELETED_STAMP, headBytes } from "./heads.ts";
import { clearImport } from "./import_leftover.ts";
import { blobKey, eventKey, headKey, importKey, listKey, sideKey } from "./keys.ts";
import type { StoreLog } from "./log.ts";
import { removeUnshared } from "./purge.ts";
import type { DerivedRows } from "./derived_rows.ts";
import { spilledHash } from "./spill.ts";
import type { NewEvent } from "./types.ts";

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

/** Bytes of a row with an id and a number, counted generously. */
const ROW_BYTES = 200;
const OK: Step = { ok: true };
const invalid = (detail: string): Step => ({ ok: false, reason: "invalid", detail });
const conflict = (detail: string): Conflict => ({ ok: false, reason: "conflict", detail });
const OTHER = conflict("A conversation with this id and another history is there.");

export class StreamImport {
  #seq = 0;
  #hash = "";
  #blob: { sha256: string; type: string; size: number; pages: number; parts: Uint8Array[] } | null = null;
  readonly #shas = new Set<string>();
  readonly #blobs = new Map<string, { type: string; size: number }>();
  readonly #fresh: string[] = [];
  /** What was put, for the case that a deletion takes a blob away before this stream names it. */
  readonly #put: { bytes: Uint8Array; type: string }[] = [];
  #pending: Write[] = [];
  #pendingBytes = 0;
  readonly #row;

  private constructor(
    readonly log: StoreLog,
    readonly manifest: ExportManifest,
    readonly options: ImportOptions,
    /** Lock of the import; null when the stream is there and is only compared. */
    readonly marker: string | null,
    readonly headSeq: number,
  ) {
    this.#row = options.derived?.list?.(manifest.stream);
  }

  static async begin(
    log: StoreLog,
    manifest: ExportManifest,
    options: ImportOptions,
  ): Promise<StreamImport | Conflict> {
    const { stream } = manifest;
    const head = await log.head(stream);
    if (head.stamp === DELETED_STAMP) return conflict("The conversation with this id was deleted.");
    if (head.stamp !== null) {
      if (manifest.events > head.seq) return OTHER;
      return new StreamImport(log, manifest, options, null, head.seq);
    }
    await clearImport(log.parts, stream);
    const key = importKey(stream);
    const value = toBytes({ events: manifest.events, nonce: log.parts.environment.random() });
    const outcome = await log.parts.commits.commit({
      checks: [{ key, versionstamp: null }, { key: headKey(stream), versionstamp: null }],
      writes: [bytesAt(key, value)],
      landed: landedBytes(value),
    });
    if (outcome.status === "conflict") {
      return conflict("Somebody else is creating a conversation with this id.");
    }
    return new StreamImport(log, manifest, options, outcome.stamp, 0);
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

  async event(line: ExportLine & { kind: "event" }): Promise<Step> {
    if (line.seq !== this.#seq + 1) return invalid(`event ${this.#seq + 1} is missing`);
    if (line.prev !== this.#hash) {
      return invalid("the chain of hashes is broken: an event before it was changed");
    }
    if (line.seq > this.manifest.events) return invalid("there are more events than the manifest says");
    const bytes = new TextEncoder().encode(line.stored);
    if (bytes.length > VALUE_BYTES) return invalid("its event is too large");
    this.#seq = line.seq;
    this.#hash = sha256(bytes);
    if (this.marker === null) return await this.#compare(bytes);
    const stored = decodeEvent(bytes);
    for (const path of stored.spilled ?? []) {
      const hash = spilledHash(stored.data, path);
      if (hash === null || !this.#shas.has(hash)) return invalid("a text of its event is not in the file");
    }
    try {
      const event = upcast(await this.log.reader.restored(stored));
      const wrong = this.options.intake?.check(event, (sha) => this.#blobs.get(sha) ?? null) ?? null;
      if (wrong !== null) return invalid(wrong);
      this.#row?.add(event);
    } catch (error) {
      if (error instanceof NewerVersion || error instanceof StoreCorrupt) return invalid(error.message);
      throw error;
    }
    this.options.progress?.(this.#seq);
    return await this.#write(bytes);
  }

  async end(): Promise<ImportResult> {
    const { stream, events, lastHash, blobs } = this.manifest;
    if (this.#seq !== events || this.#hash !== lastHash || this.#shas.size !== blobs || this.#blob) {
      const detail =
        `The file is cut short or changed: ${this.#seq} of ${events} events, ${this.#shas.size} of ${blobs} blobs.`;
      return { ok: false, reason: "invalid", line: 0, detail };
    }
    if (this.marker === null) return { ok: true, stream, created: false, seq: this.headSeq };
    for (const event of this.options.intake?.closing?.() ?? []) {
      const step = await this.#add(event);
      if (!step.ok) return step.reason === "conflict" ? step : { ...step, line: 0 };
    }
    return await this.#finish();
  }

  /** An event of our own behind those of the file. */
  #add(event: NewEvent): Promise<Step> {
    const seq = ++this.#seq;
    const bytes = encodeEvent(event, seq, this.#hash, event.data);
    this.#row?.add({ ...event, seq, prev: this.#hash });
    this.#hash = sha256(bytes);
    return this.#write(bytes);
  }

  /** Undoes everything that was written. */
  async abort(): Promise<void> {
    if (this.marker === null) return;
    const now = await this.log.parts.kv.get(importKey(this.manifest.stream));
    // Another stamp: somebody else has taken over the name, and cleans up.
    if (now.versionstamp === this.marker) await clearImport(this.log.parts, this.manifest.stream);
    for (const sha of this.#fresh) await removeUnshared(this.log.parts, sha);
  }

  async #compare(bytes: Uint8Array): Promise<Step> {
    const there = await this.log.parts.kv.get(eventKey(this.manifest.stream, this.#seq));
    return there.value instanceof Uint8Array && sha256(there.value) === sha256(bytes) ? OK : OTHER;
  }

  #write(bytes: Uint8Array): Promise<Step> {
    this.#pending.push(bytesAt(eventKey(this.manifest.stream, this.#seq), bytes));
    this.#pendingBytes += bytes.length + 100;
    return this.#pendingBytes > BULK_BYTES ? this.#flush() : Promise.resolve(OK);
  }

  async #flush(): Promise<Step> {
    const writes = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    const checks = [{ key: importKey(this.manifest.stream), versionstamp: this.marker }];
    const outcome = await this.log.parts.commits.commit({ checks, writes });
    return outcome.status === "committed" ? OK : OTHER;
  }

  async #ties(tries = 3): ReturnType<StoreLog["blobs"]["naming"]> {
    try {
      return await this.log.blobs.naming(this.manifest.stream, this.#shas);
    } catch (error) {
      if (!(error instanceof MissingBlob) || tries === 0) throw error;
      for (const { bytes, type } of this.#put) await this.log.blobs.put(bytes, type);
      return await this.#ties(tries - 1);
    }
  }

  async #finish(): Promise<ImportResult> {
    const flushed = await this.#flush();
    if (!flushed.ok) return OTHER;
    while (true) {
      const result = await this.#conclude();
      if (result.ok) return result;
      // A blob that was taken away meanwhile is no conflict as long as the name is still ours.
      const now = await this.log.parts.kv.get(importKey(this.manifest.stream));
      const head = await this.log.head(this.manifest.stream);
      if (now.versionstamp === null || now.versionstamp !== this.marker || head.stamp !== null) return OTHER;
    }
  }

  /** Head, list row and the names of the blobs, in one commit. */
  async #conclude(): Promise<ImportResult> {
    const { stream } = this.manifest;
    const ties = await this.#ties();
    const writes: Write[] = [
      ...ties.writes,
      bytesAt(headKey(stream), headBytes({ seq: this.#seq, hash: this.#hash })),
      { key: importKey(stream), remove: true },
    ];
    const foreign = Math.min(this.options.foreign ?? this.#seq, this.#seq);
    if (foreign > 0) {
      // Beside the log: the events stay byte for byte what they were.
      writes.push({
        key: sideKey("foreign", stream),
        value: { id: stream, value: foreign },
        bytes: ROW_BYTES,
      });
    }
    const row = this.#row?.result() ?? null;
    if (row !== null) writes.push(jsonAt(listKey(stream), row));
    const outcome = await this.log.parts.commits.commit({
      checks: [
        { key: headKey(stream), versionstamp: null },
        { key: importKey(stream), versionstamp: this.marker },
        ...ties.checks,
      ],
      writes,
      range: { stream, first: 1, last: this.#seq },
      landed: async () => {
        const now = await this.log.head(stream);
        return now.hash === this.#hash && now.stamp !== null ? { stamp: now.stamp, offset: 0 } : null;
      },
    });
    if (outcome.status === "conflict") return OTHER;
    this.log.parts.wakeups.poke();
    return { ok: true, stream, created: true, seq: this.#seq };
  }
}
