/**
 * One append: its events, the new head, and the rows that live with them, in one commit or not at all. The
 * head is the lock, the expected work rows are the fence, the ids tell our own events when a commit landed
 * without being acknowledged.
 */
import { VALUE_BYTES } from "../kv/bounds.ts";
import type { StoredBlobs } from "../beside/blobs.ts";
import { summed } from "../form/answers.ts";
import { fromBytes, toBytes } from "../kv/codec.ts";
import { runWrites } from "../beside/run_rows.ts";
import { encodeAppend, type Encoded } from "./encode_append.ts";
import { DiskFull, MissingBlob, StoreGone, TooLarge } from "../errors.ts";
import { bytesAt, flagAt, type Job, type Landing, type Outcome, type Write } from "../commit/job.ts";
import { clearImport } from "../upkeep/import_leftover.ts";
import {
  allKey,
  commandKey,
  dueKey,
  erasingKey,
  eventsKey,
  importKey,
  purgeKey,
  streamKey,
  workKey,
} from "../kv/keys.ts";
import type { Entry } from "../kv/kv.ts";
import { endPosition } from "../read/order.ts";
import type { Packing } from "../upkeep/packing.ts";
import type { Parts } from "../commit/parts.ts";
import { formatPosition } from "../read/position.ts";
import type { EventReader } from "../read/read.ts";
import type { StreamRows } from "./rows.ts";
import { DELETED_STAMP, headOf, type NewStreamRow, streamRowBytes } from "../form/stream_row.ts";
import { closedRow, extended } from "./tail.ts";
import type { AppendRequest, AppendResult, CommandRow, Head } from "../types.ts";
import { runBytes } from "../form/value.ts";

const LATE: AppendResult = { ok: false, reason: "unavailable", detail: "The store did not answer in time." };

const STREAM_NAME = /^[\w-]{1,64}$/;

/** A job, and the row that it leaves where it lands. */
interface Prepared {
  readonly job: Job;
  readonly row: NewStreamRow | null;
}

export class Appender {
  constructor(
    readonly parts: Parts,
    readonly blobs: StoredBlobs,
    readonly reader: EventReader,
    readonly packing: Packing,
    readonly rows: StreamRows,
  ) {}

  async append(request: AppendRequest): Promise<AppendResult> {
    const { stream, head } = request;
    if (!STREAM_NAME.test(stream)) throw new TypeError("A stream's name is 1 to 64 letters, digits, _ or -.");
    if (head.stamp === DELETED_STAMP) return { ok: false, reason: "deleted" };
    const encoded = encodeAppend(stream, head, request.events, () => this.parts.environment.salt());
    const prepared = this.parts.commits.expect();
    try {
      return await this.#patiently(request, encoded, prepared);
    } finally {
      prepared();
    }
  }

  async #patiently(request: AppendRequest, encoded: Encoded, prepared: () => void): Promise<AppendResult> {
    const { patienceMs } = request;
    if (patienceMs === undefined) return await this.#carryOut(request, encoded, prepared);
    const giveUp = new AbortController();
    const answered = new AbortController();
    const late = this.parts.environment.sleep(patienceMs, answered.signal).then(() => LATE);
    try {
      const result = await Promise.race([this.#carryOut(request, encoded, prepared, giveUp.signal), late]);
      if (result === LATE) giveUp.abort();
      return result;
    } catch (error) {
      if (error instanceof DiskFull || error instanceof StoreGone) {
        return { ok: false, reason: "unavailable", detail: error.message };
      }
      throw error;
    } finally {
      // A reason of its own: without one the platform makes an error, with its stack, for each commit.
      answered.abort("answered");
    }
  }

  /** @param ready said when the job goes to those that wait */
  async #carryOut(
    request: AppendRequest,
    encoded: Encoded,
    ready: () => void,
    giveUp?: AbortSignal,
  ): Promise<AppendResult> {
    while (!giveUp?.aborted) {
      const prepared = await this.#prepare(request, encoded);
      if (prepared === null) continue;
      ready();
      const outcome = "job" in prepared
        ? await this.parts.commits.commit(prepared.job, giveUp)
        : await this.#changed(request, prepared.changed);
      if (outcome.status === "committed") {
        if ("job" in prepared && prepared.row) {
          const erases = (request.alongside?.erases?.length ?? 0) > 0;
          this.rows.keep(request.stream, outcome.stamp, prepared.row, encoded, erases);
        }
        return await this.#landedAt(request, encoded, outcome);
      }
      const answer = await this.#conflict(request, outcome.failed);
      if (answer) return answer;
    }
    return LATE;
  }

  /** The head is not the one that is asked for: somebody else's append, or this very one, come back for its answer. */
  async #changed(request: AppendRequest, now: Entry): Promise<Outcome> {
    const landing = await this.#landed(request);
    if (landing) return { status: "committed", ...landing };
    const { stream, alongside: { command } = {} } = request;
    const answered = command && await this.parts.kv.get(commandKey(stream, command.caller, command.key));
    return { status: "conflict", failed: answered ? [answered, now] : [now] };
  }

  /** Null: a blob was removed while we looked; look again. */
  async #prepare(request: AppendRequest, encoded: Encoded): Promise<Prepared | { changed: Entry } | null> {
    const { stream, head, events, closes, alongside = {} } = request;
    for (const text of encoded.texts) await this.blobs.put(text.bytes, text.type, text.sha256);
    const shas = [...(alongside.blobs ?? []), ...encoded.texts.map((text) => text.sha256)];
    const held = this.blobs.held(stream, shas);
    const checks = [{ key: streamKey(stream), versionstamp: head.stamp }, ...held.checks];
    const writes: Write[] = [];
    let renews: Job["renews"] = [];
    const put = (key: Deno.KvKey, value: Uint8Array) => {
      if (value.length > VALUE_BYTES) throw new TooLarge(`A row of ${value.length} bytes is over the limit.`);
      writes.push(bytesAt(key, value));
    };
    if (held.rest.length > 0) {
      try {
        const naming = await this.blobs.naming(stream, held.rest);
        renews = naming.renews;
        writes.push(...naming.writes);
      } catch (error) {
        // Our own texts are put again; what the caller named is the caller's to put.
        if (error instanceof MissingBlob && await this.#onlyTextsMissing(alongside.blobs ?? [])) return null;
        throw error;
      }
    }
    const first = head.seq + 1;
    const last = head.seq + events.length;
    let answer: Uint8Array | undefined;
    if (alongside.command) {
      const { caller, key, bodyHash, answer: given } = alongside.command;
      answer = toBytes({ bodyHash, first, last, answer: given } satisfies CommandRow);
      checks.push({ key: commandKey(stream, caller, key), versionstamp: null });
      put(commandKey(stream, caller, key), answer);
    }
    for (const change of alongside.work ?? []) {
      const key = workKey(stream, change.turnId);
      if (change.expect !== undefined) checks.push({ key, versionstamp: change.expect });
      if (change.row) put(key, toBytes(change.row));
      else writes.push({ key, remove: true });
    }
    let row: NewStreamRow | null = null;
    if (events.length > 0) {
      const before = await this.rows.at(stream, head);
      if ("changed" in before) return before;
      row = this.#placed(request, encoded, before.row, answer, put);
      const { due, run } = alongside;
      if (run) writes.push(...runWrites(stream, run.from, run.to));
      for (const index of alongside.erases ?? []) writes.push(flagAt(erasingKey(stream, first + index)));
      if (closes) put(purgeKey(stream), toBytes({ seq: last }));
      if (typeof due === "number") put(dueKey(stream), toBytes({ at: due }));
      else if (closes || due === null) writes.push({ key: dueKey(stream), remove: true });
      // A stream that an import began and did not finish has events without a head.
      if (head.stamp === null) checks.push({ key: importKey(stream), versionstamp: null });
    }
    const range = row ? { range: { stream, first, last } } : {};
    return { job: { checks, writes, renews, ...range, landed: () => this.#landed(request) }, row };
  }

  /** Writes the events and the stream's row. */
  #placed(
    { stream, head, closes, alongside = {} }: AppendRequest,
    encoded: Encoded,
    before: NewStreamRow,
    answer: Uint8Array | undefined,
    put: (key: Deno.KvKey, value: Uint8Array) => void,
  ): NewStreamRow {
    if (closes) {
      const row = closedRow(stream, head, encoded);
      put(streamKey(stream), streamRowBytes(row));
      return row;
    }
    const list = alongside.list === undefined ? before.list : alongside.list ?? undefined;
    const answers = answer ? summed(before.answers, answer) : before.answers;
    const { erased } = before;
    const facts = {
      ...(list === undefined ? {} : { list }),
      ...(answers ? { answers } : {}),
      ...(erased === undefined ? {} : { erased }),
    };
    const hurried = this.parts.commits.crowded;
    const { row, bytes, runs } = extended(before.tail, head, encoded, facts, hurried);
    for (const run of runs) put(eventsKey(stream, run.first), runBytes(run, hurried));
    put(streamKey(stream), bytes);
    return row;
  }

  async #onlyTextsMissing(named: readonly string[]): Promise<boolean> {
    for (const sha of named) if (!(await this.blobs.get(sha))) return false;
    return true;
  }

  /** Whether the events at our place are ours; if so, in which commit they went in. */
  async #landed({ stream, head, events, closes }: AppendRequest): Promise<Landing | null> {
    if (events.length === 0) return null;
    const first = head.seq + 1;
    const last = head.seq + events.length;
    let stamp = "";
    // Of those that close a stream only the last is kept.
    let next = closes ? events.length - 1 : 0;
    for await (const batch of this.reader.stored(stream, first + next, last)) {
      for (const stored of batch) {
        if (stored.entry[0].id !== events[next++]?.id) return null;
        stamp = stored.stamp;
      }
    }
    if (next < events.length) return null;
    const ranges = fromBytes<[string, number, number][]>((await this.parts.kv.get(allKey(stamp))).value);
    let offset = 0;
    for (const [name, from, to] of ranges ?? []) {
      if (name === stream && from <= first && last <= to) return { stamp, offset: offset + first - from };
      offset += to - from + 1;
    }
    return { stamp, offset: 0 };
  }

  async #landedAt(
    request: AppendRequest,
    encoded: Encoded,
    landing: Outcome & { status: "committed" },
  ): Promise<AppendResult> {
    const { epoch, wakeups } = this.parts;
    if (request.events.length === 0) {
      return { ok: true, head: request.head, events: [], position: await endPosition(this.parts) };
    }
    wakeups.poke(landing.stamp);
    this.packing.appended(request.stream, request.head.seq + 1, request.head.seq + request.events.length);
    const head: Head = {
      seq: request.head.seq + request.events.length,
      hash: encoded.hash,
      stamp: landing.stamp,
    };
    const index = landing.offset + request.events.length - 1;
    return {
      ok: true,
      head: request.closes ? { ...head, stamp: DELETED_STAMP } : head,
      events: encoded.events,
      position: formatPosition({ epoch, stamp: landing.stamp, index }),
    };
  }

  /** What a failed check means to the caller; null: nothing, try again. */
  async #conflict(request: AppendRequest, failed: readonly Entry[]): Promise<AppendResult | null> {
    const of = (kind: string) => failed.find((entry) => entry.key[0] === kind);
    const row = fromBytes<CommandRow>(of("cmd")?.value);
    if (row) return { ok: false, reason: "command", row };
    const head = of("at");
    if (head) {
      const now = headOf(head);
      return now.stamp === DELETED_STAMP
        ? { ok: false, reason: "deleted" }
        : { ok: false, reason: "head", head: now };
    }
    const work = of("turn");
    if (work) return { ok: false, reason: "work", turnId: String(work.key[2]) };
    for (const { key } of failed) if (key[0] === "ref") this.blobs.letGo(key);
    if (of("import")) await clearImport(this.parts, request.stream);
    return null;
  }
}
