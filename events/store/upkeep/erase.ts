/**
 * Takes words out of a stream: with their salts they leave its values and its row, and with them goes what was made of
 * them. The event that tells of it wrote a row that says which; that row goes last, so that an erasure that was cut
 * short goes on. Each step is one small commit, and may be done again.
 */
import { LIST_BATCH } from "../kv/bounds.ts";
import type { AnyEvent } from "../../catalog/envelope.ts";
import { fromBytes, isFields, readable, toBytes } from "../kv/codec.ts";
import { entriesUnder } from "../kv/entries.ts";
import { bytesAt, flagAt, type Job } from "../commit/job.ts";
import { type Parts, written } from "../commit/parts.ts";
import { checkEntry, digestOf, entryTexts, type StoredEntry } from "../form/entry.ts";
import { summed } from "../form/answers.ts";
import { type NewStreamRow, rowTexts, streamRow, streamRowBytes } from "../form/stream_row.ts";
import { type PackedValue, settled, type StoredRun, textsOf, valuesAgain } from "../form/value.ts";
import { eventsKey, namesKey, packingKey, refKey, streamKey } from "../kv/keys.ts";
import type { Behinds } from "../behind/behind.ts";
import type { ErasedList } from "../file/erased_list.ts";
import type { StoredDrafts } from "../beside/drafts.ts";
import type { StoredSnapshots } from "../beside/snapshots.ts";
import type { EventReader, FoundRow, FoundRun } from "../read/read.ts";
import type { CommandRow } from "../types.ts";
import { removeUnshared } from "../beside/unshared.ts";

/** Blobs let go in one commit. */
const BLOBS_AT_ONCE = 100;
/** Milliseconds of rest where somebody else was first: who packs or appends goes on. */
const REST_MS = 5;
/** A hash that stands alone in a text of JSON: how events name blobs. */
const BLOB = /"([0-9a-f]{64})"/g;

interface Ports {
  readonly parts: Parts;
  readonly reader: EventReader;
  /** What is kept in memory of streams. */
  readonly rows: { forget(stream: string): void };
  readonly snapshots: Pick<StoredSnapshots, "drop">;
  readonly drafts: Pick<StoredDrafts, "dropEnded">;
  /** What is made behind the log, and may hold the words as long as it is behind. */
  readonly behinds: Pick<Behinds, "catchUp">;
  /** Where it is written before anything goes. */
  readonly list?: Pick<ErasedList, "add">;
}

/** The events whose words are gone by one that tells of it: of those before it, whatever a file may have brought. */
export function erasedSeqs({ data, seq: telling }: Pick<AnyEvent, "data" | "seq">): number[] {
  const seqs: readonly unknown[] = isFields(data) && Array.isArray(data["seqs"]) ? data["seqs"] : [];
  return seqs.filter((seq): seq is number => Number.isSafeInteger(seq) && Number(seq) < telling);
}

export class Erasing {
  readonly #ports: Ports;
  #running: Promise<void> = Promise.resolve();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Goes on with every erasure that is not done, one after the other; the first failure is thrown at the end. */
  finish(signal?: AbortSignal): Promise<void> {
    const running = this.#running.catch(() => undefined).then(() => this.#finish(signal));
    this.#running = running;
    return running;
  }

  /** Resolves when nothing is being erased. */
  async idle(): Promise<void> {
    await this.#running.catch(() => undefined);
  }

  async #finish(signal?: AbortSignal): Promise<void> {
    const { kv } = this.#ports.parts;
    const begun = new Map<string, Deno.KvKey[]>();
    // One that cannot be read is for verify to tell.
    for await (const { key } of entriesUnder(kv, ["erasing"], () => undefined)) {
      begun.set(String(key[1]), [...begun.get(String(key[1])) ?? [], key]);
    }
    const failed: unknown[] = [];
    const done: Deno.KvKey[] = [];
    for (const [stream, rows] of begun) {
      if (signal?.aborted) return;
      try {
        await this.#erase(stream, rows.map((key) => Number(key[2])));
        done.push(...rows);
      } catch (error) {
        failed.push(error);
      }
    }
    if (done.length > 0) {
      // A store that was out of reach meanwhile has it looked at again, as with every other step.
      if (!await this.#ports.behinds.catchUp()) {
        throw new Error("What is made behind the log still has the words.");
      }
      for (const key of done) await written(this.#ports.parts, { writes: [{ key, remove: true }] });
    }
    if (failed.length > 0) throw failed[0];
  }

  /** @param telling the events that tell of it */
  async #erase(stream: string, telling: readonly number[]): Promise<void> {
    const seqs = new Set<number>();
    for (const seq of telling) {
      for await (const events of this.#ports.reader.read(stream, seq - 1, seq)) {
        for (const event of events) {
          for (const one of erasedSeqs(event)) seqs.add(one);
          await this.#write(stream, event);
        }
      }
    }
    const last = Math.max(...telling);
    // First the row: what leaves it for a value from here on has lost its words.
    const there = await this.#row(stream, seqs, last);
    this.#ports.rows.forget(stream);
    if (!there) return;
    await this.#values(stream, seqs);
    await this.#ports.snapshots.drop(stream);
    await this.#answers(stream, seqs);
    await this.#blobs(stream);
    await this.#ports.drafts.dropEnded(stream);
  }

  /** Writes down what is erased, outside the store: no copy of it from before is to bring it back. */
  async #write(stream: string, event: AnyEvent): Promise<void> {
    const { id, type, v, at, by, data } = event;
    const { list, reader } = this.#ports;
    if (!list) return;
    const digests: string[] = [];
    const ids: string[] = [];
    for (const seq of erasedSeqs(event)) {
      for await (const batch of reader.stored(stream, seq, seq)) {
        for (const { entry } of batch) {
          digests.push(digestOf(entryTexts(entry)));
          ids.push(entry[0].id);
        }
      }
    }
    await list.add([{ stream, event: { id, type, v, at, by, data }, digests, ids }]);
  }

  /**
   * Writes the stream's row anew, until nobody else was first. Whoever decided on the row as it was has to look again.
   * @returns false when the stream is deleted: then all of it goes
   */
  async #rewrite(
    stream: string,
    change: (row: NewStreamRow, found: FoundRow) => NewStreamRow | null,
    beside: Pick<Job, "checks" | "writes"> & { readonly stamp?: string } = { writes: [] },
  ): Promise<boolean> {
    const { parts } = this.#ports;
    const entry = await parts.kv.get(streamKey(stream));
    const row = streamRow(entry);
    const stamp = entry.versionstamp;
    if (!row || row.deleted || stamp === null) return false;
    if (beside.stamp !== undefined && beside.stamp !== stamp) return false;
    const texts = rowTexts({ ...row, tail: settled(row.tail, stamp) });
    const changed = change(texts, { row, stamp });
    if (changed === null) return true;
    return await written(parts, {
      checks: [{ key: entry.key, versionstamp: stamp }, ...beside.checks ?? []],
      writes: [...beside.writes, bytesAt(entry.key, streamRowBytes(changed))],
    });
  }

  async #row(stream: string, seqs: ReadonlySet<number>, last: number): Promise<boolean> {
    while (true) {
      const done = await this.#rewrite(stream, (texts, { row: { seq, tail, erased = 0 } }) => {
        if (!holds(tail, seqs) && erased >= last) return null;
        const { entries } = textsOf({ ...tail, entries: without(tail, seqs) });
        return { ...texts, erased: seq, tail: { ...texts.tail, entries } };
      });
      if (done) return true;
      const found = await this.#ports.reader.row(stream);
      if (!found || found.row.deleted) return false;
    }
  }

  /** Values are written anew by who has the claim to pack them, one at a time. */
  async #values(stream: string, seqs: ReadonlySet<number>): Promise<void> {
    const { parts } = this.#ports;
    while (true) {
      const claimed = await parts.commits.commit({ writes: [flagAt(packingKey(stream))] });
      if (claimed.status === "conflict") continue;
      const claim = { key: packingKey(stream), versionstamp: claimed.stamp };
      if (await this.#claimed(stream, seqs, claim)) {
        await parts.commits.commit({ checks: [claim], writes: [{ key: claim.key, remove: true }] });
        return;
      }
      await parts.environment.sleep(REST_MS * (1 + parts.environment.random()));
    }
  }

  /** Whether nobody took the claim away meanwhile. */
  async #claimed(
    stream: string,
    seqs: ReadonlySet<number>,
    claim: { key: Deno.KvKey; versionstamp: string },
  ): Promise<boolean> {
    const { parts, reader } = this.#ports;
    const sorted = [...seqs].sort((a, b) => a - b);
    let done = 0;
    for (const seq of sorted) {
      if (seq <= done) continue;
      for await (const run of reader.runs(stream, seq, seq, true)) {
        done = run.first + run.entries.length - 1;
        if (!holds(run, seqs)) continue;
        const writes = valuesOf(run, seqs).map(({ first, value }) =>
          bytesAt(eventsKey(stream, first), value)
        );
        if (!await written(parts, { checks: [claim], writes })) return false;
      }
      await parts.environment.breathe();
    }
    return true;
  }

  /**
   * The answer of a command that brought words says no more what it was asked: a hash of that would confirm a guess. Sent
   * again, it is refused like any other under its key.
   */
  async #answers(stream: string, seqs: ReadonlySet<number>): Promise<void> {
    const { kv } = this.#ports.parts;
    const told: Deno.KvKey[] = [];
    for await (const { key, value } of kv.list({ prefix: ["cmd", stream] }, { batchSize: LIST_BATCH })) {
      const row = readable(() => fromBytes<CommandRow>(value));
      if (row && [...seqs].some((seq) => row.first <= seq && seq <= row.last)) told.push(key);
    }
    for (const key of told) while (!await this.#forget(stream, key));
  }

  /** Of one answer. False: look again, for it may have been done by a try that nobody heard of. */
  async #forget(stream: string, key: Deno.KvKey): Promise<boolean> {
    const { value, versionstamp } = await this.#ports.parts.kv.get(key);
    const row = readable(() => fromBytes<CommandRow>(value));
    if (!row || row.bodyHash === "" || !(value instanceof Uint8Array)) return true;
    const bare = toBytes({ ...row, bodyHash: "", answer: {} } satisfies CommandRow);
    const change = ({ answers, ...texts }: NewStreamRow) => {
      const sum = summed(summed(answers, value), bare);
      return { ...texts, ...(sum ? { answers: sum } : {}) };
    };
    const beside = { writes: [bytesAt(key, bare)], checks: [{ key, versionstamp }] };
    if (await this.#rewrite(stream, change, beside)) return true;
    const found = await this.#ports.reader.row(stream);
    return !found || found.row.deleted === true;
  }

  /** Blobs that no event of the stream names any more are let go, and removed where nobody else names them. */
  async #blobs(stream: string): Promise<void> {
    const { parts } = this.#ports;
    while (true) {
      const found = await this.#ports.reader.row(stream);
      if (!found || found.row.deleted) return;
      const gone = await this.#unnamed(stream, found.row.seq);
      if (gone.length === 0) return;
      const writes = gone.map((sha) => ({ key: refKey(sha, stream), remove: true }) as const);
      // Who names one of them at this moment is refused by the row, and names it anew.
      if (!await this.#rewrite(stream, (texts) => texts, { writes, stamp: found.stamp })) continue;
      for (const sha of gone) {
        await removeUnshared(parts, sha);
        await written(parts, {
          checks: [{ key: refKey(sha, stream), versionstamp: null }],
          writes: [{ key: namesKey(stream, sha), remove: true }],
        });
      }
      if (gone.length < BLOBS_AT_ONCE) return;
    }
  }

  async #unnamed(stream: string, last: number): Promise<string[]> {
    const { parts, reader } = this.#ports;
    const tied = new Set<string>();
    for await (const { key } of parts.kv.list({ prefix: ["names", stream] }, { batchSize: LIST_BATCH })) {
      tied.add(String(key[2]));
    }
    for await (const batch of reader.stored(stream, 1, last, true)) {
      if (tied.size === 0) break;
      for (const { entry } of batch) {
        for (const [, sha = ""] of JSON.stringify(entry).matchAll(BLOB)) tied.delete(sha);
      }
      await parts.environment.breathe();
    }
    return [...tied].slice(0, BLOBS_AT_ONCE);
  }
}

/** Whether a run has words of one of these events. */
const holds = (
  { first, entries }: Pick<StoredRun, "first" | "entries">,
  seqs: ReadonlySet<number>,
): boolean => entries.some((entry, index) => entry.length === 3 && seqs.has(first + index));

/** The entries, of these events with the digest in place of salt and words. */
const without = (
  { first, entries }: Pick<StoredRun, "first" | "entries">,
  seqs: ReadonlySet<number>,
): StoredEntry[] =>
  entries.map((entry, index) =>
    entry.length === 3 && seqs.has(first + index)
      ? checkEntry([entry[0], digestOf(entryTexts(entry))])
      : entry
  );

/** The run without these words, as it is written: a digest may be longer than the words were. */
function valuesOf(run: FoundRun, seqs: ReadonlySet<number>): PackedValue[] {
  return valuesAgain(textsOf({ ...settled(run, run.stamp), entries: without(run, seqs) }), run.packed);
}
