/**
 * One append: its events, the new head, and the rows that live with them, in one commit or not at all. The
 * head is the lock, the expected work rows are the fence, the ids tell our own events when a commit landed
 * without being acknowledged.
 */
import { VALUE_BYTES } from "./bounds.ts";
import type { StoredBlobs } from "./blobs.ts";
import { fromBytes, sha256, toBytes } from "./codec.ts";
import { encodeAppend, type Encoded } from "./encode_append.ts";
import { DiskFull, MissingBlob, StoreGone, TooLarge } from "./errors.ts";
import { bytesAt, type Job, type Landing, type Outcome, type Write } from "./job.ts";
import { DELETED_STAMP, headBytes, headOf } from "./heads.ts";
import { clearImport } from "./import_leftover.ts";
import {
  allKey,
  answeredKey,
  commandKey,
  eventKey,
  headKey,
  importKey,
  listKey,
  purgeKey,
  workKey,
} from "./keys.ts";
import { type Entry, getAll } from "./kv.ts";
import { endPosition } from "./order.ts";
import type { Parts } from "./parts.ts";
import { formatPosition } from "./position.ts";
import type { AppendRequest, AppendResult, CommandRow, Head } from "./types.ts";

const LATE: AppendResult = { ok: false, reason: "unavailable", detail: "The store did not answer in time." };

const STREAM_NAME = /^[\w-]{1,64}$/;

export class Appender {
  constructor(readonly parts: Parts, readonly blobs: StoredBlobs) {}

  async append(request: AppendRequest): Promise<AppendResult> {
    const { stream, head, patienceMs } = request;
    if (!STREAM_NAME.test(stream)) throw new TypeError("A stream's name is 1 to 64 letters, digits, _ or -.");
    if (head.stamp === DELETED_STAMP) return { ok: false, reason: "deleted" };
    const encoded = encodeAppend(head, request.events);
    if (patienceMs === undefined) return await this.#carryOut(request, encoded);
    const giveUp = new AbortController();
    const answered = new AbortController();
    const late = this.parts.environment.sleep(patienceMs, answered.signal).then(() => LATE);
    try {
      const result = await Promise.race([this.#carryOut(request, encoded, giveUp.signal), late]);
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

  async #carryOut(request: AppendRequest, encoded: Encoded, giveUp?: AbortSignal): Promise<AppendResult> {
    while (!giveUp?.aborted) {
      const job = await this.#job(request, encoded);
      if (!job) continue;
      const outcome = await this.parts.commits.commit(job, giveUp);
      if (outcome.status === "committed") return await this.#landedAt(request, encoded, outcome);
      const answer = await this.#conflict(request, outcome.failed);
      if (answer) return answer;
    }
    return LATE;
  }

  /** Null: a blob was removed while we looked; look again. */
  async #job(request: AppendRequest, encoded: Encoded): Promise<Job | null> {
    const { stream, head, events, closes, alongside = {} } = request;
    for (const text of encoded.texts) await this.blobs.put(text.bytes, text.type, text.sha256);
    const shas = [...(alongside.blobs ?? []), ...encoded.texts.map((text) => text.sha256)];
    const checks = [{ key: headKey(stream), versionstamp: head.stamp }];
    const writes: Write[] = [];
    const first = head.seq + 1;
    const last = head.seq + events.length;
    const put = (key: Deno.KvKey, value: Uint8Array) => {
      if (value.length > VALUE_BYTES) throw new TooLarge(`A row of ${value.length} bytes is over the limit.`);
      writes.push(bytesAt(key, value));
    };
    if (shas.length > 0) {
      try {
        const naming = await this.blobs.naming(stream, shas);
        checks.push(...naming.checks);
        writes.push(...naming.writes);
      } catch (error) {
        // Our own texts are put again; what the caller named is the caller's to put.
        if (error instanceof MissingBlob && await this.#onlyTextsMissing(alongside.blobs ?? [])) return null;
        throw error;
      }
    }
    encoded.bytes.forEach((bytes, index) => put(eventKey(stream, first + index), bytes));
    if (events.length > 0) {
      put(headKey(stream), headBytes({ seq: last, hash: encoded.hash, ...(closes && { deleted: true }) }));
      if (closes) put(purgeKey(stream), toBytes({ seq: last }));
      // A stream that an import began and did not finish has events without a head.
      if (head.stamp === null) checks.push({ key: importKey(stream), versionstamp: null });
    }
    if (alongside.list === null) writes.push({ key: listKey(stream), remove: true });
    else if (alongside.list !== undefined) put(listKey(stream), toBytes(alongside.list));
    if (alongside.command) {
      const { caller, key, bodyHash, answer } = alongside.command;
      const row: CommandRow = { bodyHash, stream, first, last, answer };
      checks.push({ key: commandKey(caller, key), versionstamp: null });
      const bytes = toBytes(row);
      put(commandKey(caller, key), bytes);
      put(answeredKey(stream, caller, key), toBytes(sha256(bytes)));
    }
    for (const change of alongside.work ?? []) {
      const key = workKey(stream, change.turnId);
      if (change.expect !== undefined) checks.push({ key, versionstamp: change.expect });
      if (change.row) put(key, toBytes(change.row));
      else writes.push({ key, remove: true });
    }
    return {
      checks,
      writes,
      ...(events.length > 0 && { range: { stream, first, last } }),
      landed: () => this.#landed(request, first, last),
    };
  }

  async #onlyTextsMissing(named: readonly string[]): Promise<boolean> {
    for (const sha of named) if (!(await this.blobs.get(sha))) return false;
    return true;
  }

  /** Whether the events at our place are ours; if so, in which commit they went in. */
  async #landed(request: AppendRequest, first: number, last: number): Promise<Landing | null> {
    if (request.events.length === 0) return null;
    const { kv } = this.parts;
    const keys = request.events.map((_, index) => eventKey(request.stream, first + index));
    const entries = await getAll(kv, keys);
    const ids = entries.map((entry) => fromBytes<{ id?: string }>(entry.value)?.id);
    const stamp = entries[0]?.versionstamp;
    if (!stamp || request.events.some(({ id }, index) => ids[index] !== id)) return null;
    const ranges = fromBytes<[string, number, number][]>((await kv.get(allKey(stamp))).value);
    let offset = 0;
    for (const [stream, from, to] of ranges ?? []) {
      if (stream === request.stream && from <= first && last <= to) {
        return { stamp, offset: offset + first - from };
      }
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
    wakeups.poke();
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
    const head = of("h");
    if (head) {
      const now = headOf(head);
      return now.stamp === DELETED_STAMP
        ? { ok: false, reason: "deleted" }
        : { ok: false, reason: "head", head: now };
    }
    const work = of("turn");
    if (work) return { ok: false, reason: "work", turnId: String(work.key[2]) };
    if (of("import")) await clearImport(this.parts, request.stream);
    return null;
  }
}
