/**
 * One stream looked through: its chain, its row, and every row that its events fold to or name. A look beside
 * writers and beside packing may see half of a change, so a problem counts only when it is there on every look.
 */
import { createHash } from "node:crypto";
import { upcast } from "../../catalog/upcast.ts";
import { readable } from "../kv/codec.ts";
import type { DerivedRows } from "../derived_rows.ts";
import { entryAt } from "../kv/entries.ts";
import { chainStart, eventOf, type StoredEntry } from "../form/entry.ts";
import { why } from "../errors.ts";
import { eventValues } from "./event_values.ts";
import { dueKey, importKey, namesKey, purgeKey, refKey, streamKey } from "../kv/keys.ts";
import type { Entry } from "../kv/kv.ts";
import type { StoreLog } from "../log.ts";
import { type Problem, type ReportProblem, type RowCheck, sameProblem } from "./problem.ts";
import { spilledHash } from "../form/spill.ts";
import { type Begun, CommitsDigest, CommitsOfRuns } from "./stream_commits.ts";
import { type StreamRow, streamRow } from "../form/stream_row.ts";
import { decodeRun, isPacked, lastOf, markAt, type StoredRun } from "../form/value.ts";
import { ChainWalk, type Change } from "./chain_walk.ts";
import { ErasedEvents } from "./verify_erased.ts";
import { verifyAnswers } from "./verify_commands.ts";
import { rowChecks } from "./verify_folds.ts";

/** Looks at a stream with problems: it may be in the middle of a change, and of the next one, but not always. */
const LOOKS = 6;
/** Milliseconds between two looks: several commits. */
const BETWEEN_MS = 50;

/** The end of a stream as it was found. */
export interface StreamEnd {
  readonly seq: number;
  readonly hash: string;
  readonly deleted?: true;
  /** Of the commits that its values tell of: see stream_commits.ts. Null where they do not tell of all. */
  readonly commits: string | null;
}

export interface Looked {
  /** Null: there is no such stream, or it is being imported. */
  readonly row: StreamEnd | null;
  readonly problems: readonly Problem[];
}

/** @param signed the chain behind events, as checkpoints signed it */
export async function verifyStream(
  log: StoreLog,
  stream: string,
  derived?: DerivedRows,
  signed: ReadonlyMap<number, string> = new Map(),
): Promise<Looked> {
  let common: readonly Problem[] | null = null;
  let before = "";
  for (let look = 1;; look++) {
    const now = await new Look(log, stream, derived, signed).run();
    common = common === null
      ? now.problems
      : common.filter((problem) => now.problems.some((other) => sameProblem(problem, other)));
    if (common.length === 0) return { row: now.row, problems: [] };
    if (look === LOOKS || now.seen === before) return { row: now.row, problems: common };
    before = now.seen;
    await log.parts.environment.sleep(BETWEEN_MS);
  }
}

class Look {
  readonly problems: Problem[] = [];
  /** Blobs that the events name. */
  readonly #named = new Set<string>();
  /** Names and stamps of all that was looked at: the same twice, and nobody changed anything. */
  readonly #seen = createHash("sha256");
  readonly #commits = new CommitsDigest();
  readonly #begun = new CommitsOfRuns();
  readonly #erased: ErasedEvents;
  /** The event that must come next. */
  #next = 1;
  readonly #chain: ChainWalk;
  /** Where the last value that could be read ends. */
  #last = 0;
  /** Where a value begins that cannot be read, and why; what follows says up to which event it was. */
  #unread: { readonly first: number; readonly why: string } | null = null;
  /** The last event up to which it is what a checkpoint signed. */
  #asSigned = 0;
  /** Behind a value that cannot be read: how many events are in it, nobody knows. */
  #blind = false;
  #torn = false;
  /** What values say of commits cannot be: it need not be compared with the order as well. */
  #odd = false;

  constructor(
    readonly log: StoreLog,
    readonly stream: string,
    readonly derived: DerivedRows | undefined,
    readonly signed: ReadonlyMap<number, string>,
  ) {
    this.#chain = new ChainWalk(chainStart(stream));
    this.#erased = new ErasedEvents(derived);
  }

  readonly report: ReportProblem = (kind, stream, seq, detail) => {
    this.problems.push({ kind, stream, seq, detail });
  };

  #tear(detail: string, seq = this.#next): void {
    this.#torn = true;
    this.report("chain", this.stream, seq, detail);
  }

  #changed(change: Change | null): void {
    if (change?.beside) this.report("chain", this.stream, change.seq, change.detail);
    else if (change) this.#tear(change.detail, change.seq);
  }

  /** @param next the event that follows what cannot be read, where that is known */
  #tellUnread(next: number | null): void {
    if (this.#unread === null) return;
    const { first, why } = this.#unread;
    this.#unread = null;
    const last = next === null || next <= first ? "on" : next === first + 1 ? "" : `to ${next - 1}`;
    const which = last === ""
      ? `Event ${first}`
      : last === "on"
      ? `The events from ${first} on`
      : `The events ${first} ${last}`;
    this.#tear(`${which} cannot be read: ${why}`, first);
  }

  async run(): Promise<Looked & { seen: string }> {
    const { stream } = this;
    const [entry = null, marker] = await this.#entries([streamKey(stream), importKey(stream)]);
    this.#seen.update(entry?.versionstamp ?? "");
    const row = await this.#look(entry, Boolean(marker?.versionstamp));
    return { row, problems: this.problems, seen: this.#seen.digest("hex") };
  }

  async #look(entry: Entry | null, importing: boolean): Promise<StreamEnd | null> {
    const { stream } = this;
    const row = entry && readable(() => streamRow(entry));
    if (!row && importing) return null;
    if (row?.deleted) return await this.#closed(row, entry?.versionstamp ?? "");
    const checks = await this.#checks(row?.list);
    await this.#walk(row?.tail.first ?? Infinity, checks);
    this.#tellUnread(row?.tail.first ?? null);
    if (row) {
      await this.#beyond();
      await this.#end(row, entry?.versionstamp ?? "", checks);
      await verifyAnswers(this.log, stream, row, this.report);
    } else if (entry?.versionstamp) {
      const lay = `the events from ${this.#last + 1} on lay in it`;
      this.report("head", stream, null, `The row of the stream cannot be read; ${lay}.`);
    } else if (this.#last > 0 || this.#torn) {
      this.report(
        "head",
        stream,
        null,
        `The row of the stream is missing; it has events up to ${this.#last}.`,
      );
    } else return null;
    // What a torn chain folds to says nothing about the rows; nor does a beginning.
    if (!this.#torn && row) {
      for (const check of checks) check.end(this.report);
      await this.#verifyNames();
      await this.#erased.report(this.log, stream, this.report);
    }
    const reached = Math.max(0, ...this.signed.keys());
    if (row && !this.#torn && reached >= this.#next) {
      const detail = `A checkpoint signed it up to event ${reached}, and it ends at ${this.#next - 1}.`;
      this.report("signed", stream, this.#next - 1, detail);
    }
    const commits = this.#torn || this.#odd ? null : this.#commits.digest();
    return row
      ? { seq: row.seq, hash: row.hash, commits }
      : { seq: this.#next - 1, hash: this.#chain.hash ?? "", commits };
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

  async #checks(list: unknown): Promise<RowCheck[]> {
    const { log, stream, derived } = this;
    try {
      return derived ? await rowChecks(log, stream, derived, list) : [];
    } catch (error) {
      this.report("row", stream, null, `Rows beside the events cannot be read: ${why(error)}`);
      return [];
    }
  }

  /** Walks the values, and their events before event `end`: from there on the stream's row had them. */
  async #walk(end: number, checks: readonly RowCheck[]): Promise<void> {
    for await (const value of eventValues(this.log.parts.kv, this.stream)) {
      const { first } = value;
      this.#seen.update(`${first} ${"stamp" in value ? value.stamp : ""};`);
      let run: StoredRun | null = null;
      try {
        if ("broken" in value) throw new Error(value.broken);
        run = decodeRun(value.value, first);
      } catch (error) {
        this.#follow(first);
        this.#unread = { first, why: why(error) };
        this.#next = first + 1;
        this.#changed(this.#chain.lose());
        this.#blind = this.#torn = true;
      }
      if (run) this.#last = Math.max(this.#last, lastOf(run));
      if (run && first < end) await this.#take(run, "stamp" in value ? value.stamp : "", end, checks);
      // Many are read at once: looking through them all would keep everybody else waiting.
      if (isPacked("value" in value ? value.value : null)) await this.log.parts.environment.breathe();
    }
  }

  /** What begins at `first` must be what comes next. */
  #follow(first: number): void {
    this.#tellUnread(first);
    if (first > this.#next && !this.#blind) this.#tear(`Event ${this.#next} is missing, ${first} follows.`);
    if (first < this.#next) this.#tear(`Event ${first} is there twice.`, first);
    if (first !== this.#next) this.#changed(this.#chain.lose());
    this.#next = first;
    this.#blind = false;
  }

  /** @param last the chain behind the last event, of the newest run */
  async #take(
    run: StoredRun,
    stamp: string,
    end: number,
    checks: readonly RowCheck[],
    last?: string,
  ): Promise<void> {
    this.#follow(run.first);
    this.#changed(this.#chain.begin(run, last));
    this.#commit(this.#begun.next(run, stamp), run.first, end);
    for (const [index, entry] of run.entries.entries()) {
      if (this.#next >= end) return;
      await this.#event(entry, markAt(run, index), checks);
    }
  }

  /** The commits that the run from `first` on names; null where it does not say them. */
  #commit(begun: readonly Begun[] | null, first: number, end: number): void {
    for (const commit of begun ?? []) if (commit.first < end) this.#commits.add(commit);
    if (begun) return;
    this.#odd = true;
    this.report("order", this.stream, first, `The commits of the events from ${first} on are damaged.`);
  }

  async #event(
    stored: StoredEntry,
    mark: string | undefined,
    checks: readonly RowCheck[],
  ): Promise<void> {
    const seq = this.#next++;
    const { length } = stored;
    this.#changed(this.#chain.event(seq, stored, mark));
    this.#compareSigned(seq);
    try {
      const event = eventOf(stored, seq);
      for (const path of event.erased ? [] : event.spilled ?? []) {
        const hash = spilledHash(event.data, path);
        if (hash !== null) this.#named.add(hash);
      }
      const whole = upcast(event.spilled ? await this.log.reader.restored(event) : event);
      for (const sha of this.derived?.blobs?.(whole) ?? []) this.#named.add(sha);
      this.#erased.add(whole, { length });
      if (!this.#torn) { for (const check of checks) check.add(whole); }
    } catch (error) {
      this.#torn = true;
      this.report("chain", this.stream, seq, why(error));
    }
  }

  #compareSigned(seq: number): void {
    const signed = this.signed.get(seq);
    const { hash } = this.#chain;
    if (this.#torn || hash === null || signed === undefined) return;
    if (signed === hash) this.#asSigned = seq;
    else {
      const right = this.#asSigned > 0 ? `, up to event ${this.#asSigned} it is` : "";
      this.report(
        "signed",
        this.stream,
        seq,
        `Up to event ${seq} it is not what a checkpoint signed${right}.`,
      );
    }
  }

  /** Values behind which the stream's row begins, as it is now: they left it meanwhile, or do not belong there. */
  async #beyond(): Promise<void> {
    const entry = await entryAt(this.log.parts.kv, streamKey(this.stream));
    const row = entry && readable(() => streamRow(entry));
    if (!row || row.deleted || this.#last < row.tail.first) return;
    this.#tear(
      `Events up to ${this.#last} lie in values, and from ${row.tail.first} on in the stream's row.`,
    );
  }

  /** The events in the stream's row, and what it says of its end. */
  async #end(row: StreamRow, stamp: string, checks: readonly RowCheck[]): Promise<void> {
    const { tail, seq, hash } = row;
    if (this.#next !== tail.first && !this.#blind) {
      this.#tear(`The events end at ${this.#next - 1}, the stream's row goes on with ${tail.first}.`);
      this.#changed(this.#chain.lose());
    }
    this.#blind = false;
    this.#next = tail.first;
    await this.#take(tail, stamp, Infinity, checks, hash);
    this.#changed(this.#chain.end(seq, hash));
    if (this.#begun.unnamed !== null && !this.#odd) this.#commit(null, this.#begun.unnamed, Infinity);
  }

  /** Of a deleted conversation its last event stays; the rest goes, or a purge row says it will. */
  async #closed(row: StreamRow, stamp: string): Promise<StreamEnd> {
    const { kv } = this.log.parts;
    const { stream } = this;
    this.#next = row.tail.first;
    this.#chain.lose();
    await this.#take(row.tail, stamp, Infinity, []);
    this.#changed(this.#chain.end(row.seq, row.hash));
    const found = { seq: row.seq, hash: row.hash, deleted: true, commits: null } as const;
    const [purge] = await this.#entries([purgeKey(stream)]);
    if (purge?.versionstamp) return found;
    let left = row.list === undefined ? "" : "its list row";
    const ranges = [
      ["events", ["e", stream]],
      ["names of blobs", ["names", stream]],
      ["answers of commands", ["cmd", stream]],
    ] as const;
    for (const [name, prefix] of ranges) {
      try {
        for await (const _ of kv.list({ prefix: [...prefix] }, { limit: 1 })) left = name;
      } catch {
        left = name;
      }
    }
    if ((await entryAt(kv, dueKey(stream)))?.versionstamp !== null) left = "the row that says when";
    if (left) {
      this.report("left", stream, null, `It was deleted, but ${left} stayed and nothing will remove it.`);
    }
    return found;
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
}
