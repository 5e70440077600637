/**
 * One stream looked through: its chain, its head, and every row that its events fold to or name. A look beside
 * writers may see half of a change, so a problem counts only when it is there on every look.
 */
import type { AnyEvent } from "../catalog/envelope.ts";
import { upcast } from "../catalog/upcast.ts";
import { decodeEvent, readable, sha256, type StoredEvent } from "./codec.ts";
import { entryAt } from "./entries.ts";
import { why } from "./errors.ts";
import { type HeadRow, headRow } from "./heads.ts";
import { eventKey, headKey, importKey, listKey, namesKey, purgeKey, refKey } from "./keys.ts";
import type { Entry } from "./kv.ts";
import type { StoreLog } from "./log.ts";
import { type Problem, type ReportProblem, sameProblem } from "./problem.ts";
import type { DerivedRows } from "./derived_rows.ts";
import { type RowCheck, rowChecks } from "./verify_folds.ts";
import { spilledHash } from "./spill.ts";

/** Looks at a stream with problems: it may be in the middle of a change, and of the next one, but not always. */
const LOOKS = 6;
/** Milliseconds between two looks: several commits. */
const BETWEEN_MS = 50;

export interface Looked {
  /** Null: there is no such stream, or it is being imported. */
  readonly row: HeadRow | null;
  readonly problems: readonly Problem[];
}

export async function verifyStream(log: StoreLog, stream: string, derived?: DerivedRows): Promise<Looked> {
  let common: readonly Problem[] | null = null;
  for (let look = 1;; look++) {
    const now = await new Look(log, stream, derived).run();
    common = common === null
      ? now.problems
      : common.filter((problem) => now.problems.some((other) => sameProblem(problem, other)));
    if (common.length === 0) return { row: now.row, problems: [] };
    if (look === LOOKS || (look > 1 && now.still)) return { row: now.row, problems: common };
    await log.parts.environment.sleep(BETWEEN_MS);
  }
}

const stampOf = (entry: Entry | null): string => entry?.versionstamp ?? "";

class Look {
  readonly problems: Problem[] = [];
  /** Blobs that the events name. */
  readonly #named = new Set<string>();
  #next = 1;
  #hash: string | null = "";
  #torn = false;

  constructor(readonly log: StoreLog, readonly stream: string, readonly derived: DerivedRows | undefined) {}

  readonly report: ReportProblem = (kind, stream, seq, detail) => {
    this.problems.push({ kind, stream, seq, detail });
  };

  #tear(detail: string): void {
    this.#torn = true;
    this.report("chain", this.stream, this.#next, detail);
  }

  #unreadable(why: string): void {
    this.#tear(`Event ${this.#next} cannot be read: ${why}`);
    this.#next++;
    this.#hash = null;
  }

  /** `still`: nobody appended while it looked. */
  async run(): Promise<Looked & { still: boolean }> {
    const { stream } = this;
    const keys = [headKey(stream), listKey(stream), importKey(stream)];
    const [head = null, list = null, marker] = await this.#entries(keys);
    const row = await this.#look(head, list, Boolean(marker?.versionstamp));
    const [now = null] = await this.#entries([headKey(stream)]);
    return { row, problems: this.problems, still: stampOf(now) === stampOf(head) };
  }

  async #look(head: Entry | null, list: Entry | null, importing: boolean): Promise<HeadRow | null> {
    const { stream } = this;
    const row = head && readable(() => headRow(head));
    if (!row && importing) return null;
    if (row?.deleted) {
      await this.#walk(row.seq, row.seq, []);
      this.#compare(row);
      await this.#leftover(row, list);
      return row;
    }
    const checks = await this.#checks(list);
    await this.#walk(1, row?.seq ?? Number.MAX_SAFE_INTEGER, checks);
    if (row) this.#compare(row);
    else if (head?.versionstamp) this.report("head", stream, null, "The head row cannot be read.");
    else if (this.#next > 1) {
      this.report("head", stream, null, `The head row of ${this.#next - 1} events is missing.`);
    }
    if (!row && this.#next === 1) {
      if (list?.versionstamp) this.report("list", stream, null, "A list row is there without any event.");
      return null;
    }
    // What a torn chain folds to says nothing about the rows.
    if (!this.#torn) {
      for (const check of checks) check.end(this.report);
      await this.#verifyNames();
    }
    return row ?? { seq: this.#next - 1, hash: this.#hash ?? "" };
  }

  /** Each by itself where they cannot be read together; null for one that is too damaged. */
  async #entries(keys: readonly Deno.KvKey[]): Promise<(Entry | null)[]> {
    const { kv } = this.log.parts;
    try {
      return await kv.getMany(keys);
    } catch {
      const found: (Entry | null)[] = [];
      for (const key of keys) {
        try {
          found.push(await kv.get(key));
        } catch (error) {
          const row = `The row ${JSON.stringify(key)}`;
          this.report("row", this.stream, null, `${row} cannot be read: ${why(error)}`);
          found.push(null);
        }
      }
      return found;
    }
  }

  async #checks(list: Entry | null): Promise<RowCheck[]> {
    const { log, stream, derived } = this;
    try {
      return derived ? await rowChecks(log, stream, derived, list) : [];
    } catch (error) {
      this.report("row", stream, null, `Rows beside the events cannot be read: ${why(error)}`);
      return [];
    }
  }

  /** Walks the events `first` … `last`, or as far as they go. */
  async #walk(first: number, last: number, checks: readonly RowCheck[]): Promise<void> {
    const { log, stream } = this;
    this.#next = first;
    if (first !== 1) this.#hash = null;
    try {
      for await (const bytes of log.reader.stored(stream, first, last)) await this.#take(bytes, checks);
    } catch (error) {
      // A value that the store itself cannot read takes its whole batch with it: each event by itself.
      await this.#oneByOne(last, checks, why(error));
    }
  }

  async #oneByOne(last: number, checks: readonly RowCheck[], first: string): Promise<void> {
    const { kv } = this.log.parts;
    while (this.#next <= last) {
      let entry: Entry;
      try {
        entry = await kv.get(eventKey(this.stream, this.#next));
      } catch {
        this.#unreadable(first);
        continue;
      }
      if (entry.versionstamp === null) return;
      await this.#take(entry.value, checks);
    }
  }

  async #take(bytes: unknown, checks: readonly RowCheck[]): Promise<void> {
    let stored: StoredEvent;
    try {
      stored = decodeEvent(bytes);
      if (!Number.isSafeInteger(stored.seq)) throw new Error("it has no seq");
    } catch (error) {
      return this.#unreadable(why(error));
    }
    if (stored.seq !== this.#next) this.#tear(`Event ${this.#next} is missing, ${stored.seq} follows.`);
    else if (this.#hash !== null && stored.prev !== this.#hash) {
      this.#tear(`Event ${this.#next} does not continue event ${this.#next - 1}.`);
    }
    this.#hash = bytes instanceof Uint8Array ? sha256(bytes) : "";
    this.#next = stored.seq + 1;
    for (const path of stored.spilled ?? []) {
      const hash = spilledHash(stored.data, path);
      if (hash !== null) this.#named.add(hash);
    }
    try {
      const event: AnyEvent = upcast(await this.log.reader.restored(stored));
      for (const sha of this.derived?.blobs?.(event) ?? []) this.#named.add(sha);
      if (!this.#torn) { for (const check of checks) check.add(event); }
    } catch (error) {
      this.#torn = true;
      this.report("chain", this.stream, stored.seq, why(error));
    }
  }

  #compare(row: HeadRow): void {
    if (this.#next !== row.seq + 1) {
      this.#tear(`The events end at ${this.#next - 1}, the head says ${row.seq}.`);
    } else if (this.#hash !== null && this.#hash !== row.hash) {
      this.report("head", this.stream, row.seq, "The last event is not the one the head says.");
    }
  }

  /** Each blob that an event names is tied to the stream both ways, and each tie has its other end. */
  async #verifyNames(): Promise<void> {
    const { log, stream } = this;
    const { kv } = log.parts;
    const isSet = async (key: Deno.KvKey) => (await entryAt(kv, key))?.value === true;
    const tied = new Set<string>();
    try {
      for await (const { key, value } of kv.list({ prefix: ["names", stream] })) {
        if (value === true) tied.add(String(key[2]));
      }
    } catch {
      tied.clear(); // a damaged row: each that is needed is looked for by itself
      for (const sha of this.#named) if (await isSet(namesKey(stream, sha))) tied.add(sha);
    }
    for (const sha of this.#named) {
      if (!tied.has(sha)) {
        this.report("ref", stream, null, `The row that it names the blob ${sha} is missing.`);
      }
    }
    for (const sha of new Set([...tied, ...this.#named])) {
      if (!await isSet(refKey(sha, stream))) {
        this.report("ref", stream, null, `The row that keeps the blob ${sha} for it is missing.`);
      }
    }
  }

  /** Of a deleted conversation the head and the last event stay; the rest goes, or a purge row says it will. */
  async #leftover(row: HeadRow, list: Entry | null): Promise<void> {
    const { kv } = this.log.parts;
    const { stream } = this;
    const [purge] = await this.#entries([purgeKey(stream)]);
    if (purge?.versionstamp) return;
    let left = list?.versionstamp ? "its list row" : "";
    const ranges = [
      ["events", { start: eventKey(stream, 0), end: eventKey(stream, row.seq) }],
      ["names of blobs", { prefix: ["names", stream] }],
    ] as const;
    for (const [name, selector] of ranges) {
      try {
        for await (const _ of kv.list(selector, { limit: 1 })) left = name;
      } catch {
        left = name;
      }
    }
    if (left) {
      this.report("left", stream, null, `It was deleted, but ${left} stayed and nothing will remove it.`);
    }
  }
}
