/**
 * What the rest of the program sees of the store: an append-only log of streams, and beside it the rows
 * that live with it. Only the files of this folder know a key.
 *
 * A conflict is an answer (`ok: false`), not an exception; an exception means broken I/O or a bug.
 */
import type { ListRows, Placing, RecentRows } from "./list_types.ts";
import type { AnyEvent } from "../catalog/envelope.ts";
import type { Checkpoints } from "./kept_checkpoints.ts";

/** An event about to be stored; the log adds `seq`. */
export type NewEvent = Omit<AnyEvent, "seq" | "erased">;

/**
 * The end of a stream. `stamp` is the optimistic lock; null for a stream that does not exist. Work rows written
 * by the same commit carry the same stamp, so it is what the next change of such a row may expect.
 */
export interface Head {
  readonly seq: number;
  readonly hash: string;
  readonly stamp: string | null;
}

/** A place in the order of all events, `<epoch>.<stamp>.<index>`; opaque to everyone else. */
export type Position = string;

/** An event and where it stands in the order of all events. */
export interface Located {
  readonly stream: string;
  readonly position: Position;
  readonly event: AnyEvent;
}

/** What one commit added, in order; of one of very many events a part. `position` is that of the last event. */
export interface Commit {
  readonly position: Position;
  readonly events: readonly Located[];
}

/** Answer of an earlier command with the same caller and key. */
export interface CommandRow {
  readonly bodyHash: string;
  readonly first: number;
  readonly last: number;
  /** The answer as it was given (JSON). */
  readonly answer: unknown;
}

/** Who works on a turn. `owner` null: anyone may claim it. */
export interface WorkRow {
  readonly attempt: number;
  readonly owner: string | null;
  /** Grows with each sign of life; an observer watches it change on its own monotonic clock. */
  readonly beat: number;
  /** UTF-16 code units of text and of reasoning drafted so far. */
  readonly length: number;
  readonly reasoningLength: number;
}
export interface Work {
  readonly conversationId: string;
  readonly turnId: string;
  readonly row: WorkRow;
  readonly stamp: string;
}

/** A change of a work row in the commit of the events that cause it. `row` null deletes. */
export interface WorkChange {
  readonly turnId: string;
  readonly row: WorkRow | null;
  /** Present: the commit fails unless the row still has this stamp (null: is absent). This is the fence. */
  readonly expect?: string | null;
}

/** What is written in the same commit as the events. */
export interface Alongside {
  /** Sidebar row of the conversation (JSON), or null to remove it. */
  readonly list?: unknown;
  /** Idempotency row, checked absent. */
  readonly command?: { caller: string; key: string; bodyHash: string; answer: unknown };
  readonly work?: readonly WorkChange[];
  /** Blobs these events name; a reference row for each decides what a deletion may remove. */
  readonly blobs?: readonly string[];
  /** When the stream is due to be closed, in milliseconds since the epoch; null: it is not (any more). */
  readonly due?: number | null;
  /** When somebody has to look at the stream: as it was before these events, and from now on; null: never. */
  readonly run?: { readonly from: number | null; readonly to: number | null };
  /**
   * Which of the events, from 0, tell that words are erased: those of the events `data.seqs` leave the stream from now
   * on (`EventLog.erase`).
   */
  readonly erases?: readonly number[];
}

export interface AppendRequest {
  readonly stream: string;
  /** The head the decision was made on. */
  readonly head: Head;
  readonly events: readonly NewEvent[];
  /** The last of the events closes the stream for ever: nothing follows, and what was before it is purged. */
  readonly closes?: boolean;
  readonly alongside?: Alongside;
  /** Give up on a locked store after this many milliseconds (commands from outside); absent: never. */
  readonly patienceMs?: number;
}
export type AppendResult =
  | { ok: true; head: Head; events: readonly AnyEvent[]; position: Position }
  /** Somebody else appended first: refold and decide again. */
  | { ok: false; reason: "head"; head: Head }
  /** The command was carried out before; `row` is what was answered. */
  | { ok: false; reason: "command"; row: CommandRow }
  /** A work row is not what was expected: the turn was stopped or taken over. */
  | { ok: false; reason: "work"; turnId: string }
  /** The stream was closed; nothing can be appended any more. */
  | { ok: false; reason: "deleted" }
  | { ok: false; reason: "unavailable"; detail: string };

/** One answer being written, as its owner wants it stored by this tick. */
export interface DraftWrite {
  readonly conversationId: string;
  readonly turnId: string;
  /** Attempt, owner and beat to be written; the row must still be the one with `expect`. */
  readonly row: WorkRow;
  /** The row stays as it is, and so does its stamp: it is looked at, and nothing of it is written. */
  readonly rowStays?: true;
  readonly expect: string;
  /** The whole text so far; only the pages from `from` (UTF-16 units) on are rewritten. */
  readonly text: string;
  readonly from: number;
  readonly reasoning: string;
  readonly reasoningFrom: number;
}
/** `stamp` is the new lock of the row. `lost`: somebody stopped the turn or took it over. */
export type DraftResult = { ok: true; stamp: string } | { ok: false; lost: true };
export interface Draft {
  readonly text: string;
  readonly reasoning: string;
}

export interface BlobInfo {
  readonly sha256: string;
  readonly size: number;
  readonly type: string;
}

export interface EventLog {
  /** Random per store; a copied store that left it out gets another. */
  readonly epoch: string;
  readonly kind: "memory" | "file" | "remote";

  head(stream: string): Promise<Head>;
  /**
   * Events after `after` (default 0), in batches, upcast, with long texts restored. `until` is the last seq
   * wanted. Throws `NewerVersion` for a known type with a newer `v`.
   */
  read(stream: string, after?: number, until?: number): AsyncIterable<AnyEvent[]>;
  append(request: AppendRequest): Promise<AppendResult>;
  /** The answer to an earlier command about this stream with the same caller and key. */
  command(stream: string, caller: string, key: string): Promise<CommandRow | null>;

  readonly order: EventOrder;
  readonly list: ListRows;
  /** What is done in streams, added up by day: kept from now on, a little behind the log. Asked for once. */
  tally(tallying: Tallying): TallyRows;
  /** The list by time, where `place` says: kept from now on, a little behind the log. Asked for once. */
  recent(place: Placing): RecentRows;
  readonly due: DueRows;
  readonly runs: RunRows;
  readonly work: WorkRows;
  readonly drafts: Drafts;
  readonly blobs: Blobs;
  readonly snapshots: Snapshots;
  readonly checkpoints: Checkpoints;
  /** Rows beside the log: never exported, never streamed. */
  side(kind: SideKind): SideRows;

  /** Removes what a deletion leaves to remove, also one that a crash cut short, and drafts of turns that are over. */
  purge(signal?: AbortSignal): Promise<void>;
  /**
   * Takes the words that events told to be erased out of the store, and what was made of them; also what a crash cut
   * short. Their bytes may stay in free pages of the file until it is compacted.
   */
  erase(signal?: AbortSignal): Promise<void>;
  /** A write and a read back of a scratch row, for `/readyz`. */
  ready(): Promise<boolean>;
  /** The store's file was removed or replaced while it is open: nothing is written until it is back. */
  gone(): boolean;
  /** Whether somebody may have written since this was asked, here or in another process: for one who looks again and again. */
  written(): boolean;
  /** Since it was opened; `committingMs`: how long the commits took together. */
  stats(): { commits: number; events: number; committingMs: number; bytes: number | null };
  close(): Promise<void>;
}

/** The order of all events, over all streams. */
export interface EventOrder {
  end(): Promise<Position>;
  /**
   * Commits after `position`, then those to come, each once (one of very many events in parts), in order; ends when `signal` aborts.
   * @throws {UnknownPosition} for a place of another store; `knows` tells beforehand
   */
  follow(position: Position, signal: AbortSignal): AsyncIterable<Commit>;
  /** Whether `follow` may start here: false for another epoch or a place beyond the end. */
  knows(position: Position): Promise<boolean>;
  /** One page, for reading without following. */
  page(after: Position, limit: number): Promise<Located[]>;
}

/** How often something was done, and what it took: sums of the same kind, of which the first is how often. */
export interface Cell {
  /** `2026-01-31`. */
  readonly day: string;
  /** Who did it. */
  readonly who: string;
  /** What it was, for whoever made the cell: of one sort, sums can be added. */
  readonly what: string;
  readonly sums: readonly number[];
}
/** Adds up what is done in a stream: a fold that goes on from a state, which is kept as JSON. */
export interface Tallying {
  /** Of the states and cells: with a higher one all is added up anew. */
  readonly version: number;
  begin(state: unknown): { add(event: AnyEvent): readonly Cell[]; state(): unknown };
}
/** Days from and to which cells are asked for, both included. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What was done in all streams that have a row in the list. */
export interface TallyRows {
  /** Begins to add up, in the background; nobody has to wait for it. */
  keep(): void;
  /**
   * By day and by who; and streams that cannot be added up, some of them. All that was stored before is counted. Null
   * while the rows are not made yet, and where they cannot be written.
   */
  totals(
    days: Days,
  ): Promise<{ readonly cells: readonly Cell[]; readonly uncounted: readonly string[] } | null>;
  /** Of single streams. */
  of(streams: readonly string[], days: Days): Promise<ReadonlyMap<string, readonly Cell[]>>;
}

/** Streams that are to be closed: seldom more than a few. */
export interface DueRows {
  /** At most `limit` of them, which is at least one, by name. `at` is null where it cannot be read. */
  list(limit: number): Promise<{ stream: string; at: number | null }[]>;
}

/** A stream that does something by itself, and when, in milliseconds since the epoch. */
export interface PlannedStream {
  readonly stream: string;
  readonly at: number;
}

/** Streams that do something by themselves, in the order of time. */
export interface RunRows {
  /** The next of them, at most `limit`. */
  first(limit: number): Promise<PlannedStream[]>;
}

export interface WorkRows {
  /** Every one that can be read. */
  all(): Promise<Work[]>;
  get(conversationId: string, turnId: string): Promise<Work | null>;
}

/** Answers being written. */
export interface Drafts {
  /** One group commit for every answer being written; results in the order of `writes`. */
  write(writes: readonly DraftWrite[]): Promise<DraftResult[]>;
  read(conversationId: string, turnId: string, attempt: number): Promise<Draft>;
  /**
   * Rewrites the work rows of turns one does not own, so that their owners can show nothing more, and then
   * reads what they had drafted. `null`: the row is gone, the turn has ended.
   */
  fence(
    conversationId: string,
    turnIds: readonly string[],
    owner: string,
  ): Promise<Map<string, { work: Work; draft: Draft } | null>>;
  /**
   * Removes drafts of a turn that ended; bounded batches, safe to repeat.
   * @param attempts that it had; where that was one, written here, its rows are known and are not looked for
   */
  drop(conversationId: string, turnId: string, attempts?: number): Promise<void>;
}

/** Content-addressed bytes: uploads, and what is too long for an event. */
export interface Blobs {
  /** @throws {TooLarge} over the size of a blob */
  put(bytes: Uint8Array, type: string): Promise<BlobInfo>;
  get(sha256: string): Promise<{ info: BlobInfo; bytes: Uint8Array } | null>;
  /** What is known of it without reading it; null: it is not there. */
  info(sha256: string): Promise<BlobInfo | null>;
  /** The hashes of all there are, found by skipping from one to the next. */
  all(): AsyncIterable<string>;
  /** True when any log names the blob. */
  isNamed(sha256: string): Promise<boolean>;
  /**
   * Removes one that no log names, with its row of the kind `upload`, while `ripe` says so of that row (absent: undefined).
   * @returns whether it went; who uploads or keeps it at this moment writes the row, and is first
   */
  removeUnused(sha256: string, ripe: (row: unknown) => boolean): Promise<boolean>;
  /** True when the conversation's log names the blob. */
  refersTo(conversationId: string, sha256: string): Promise<boolean>;
}

/** What of a state is not read yet. */
export interface SnapshotRest {
  /**
   * Reads some of it; true: all is read, and every record in `state`, which may have been folded on, is an object like any
   * other.
   */
  more(state: object): boolean;
}

export interface Snapshot {
  readonly seq: number;
  readonly state: unknown;
  /** Absent: all of it is read. */
  readonly rest?: SnapshotRest;
}

/** States of folds at a seq. Disposable: one that cannot be read is not there. */
export interface Snapshots {
  get(fold: string, version: number, stream: string): Promise<Snapshot | null>;
  /** The same as soon as it can be used: an entry of a long record is read when somebody asks for it. */
  begin(fold: string, version: number, stream: string): Promise<Snapshot | null>;
  /** Replaces an older one; a newer one stays. What is in `state` must not change until it is done. */
  put(fold: string, version: number, stream: string, seq: number, state: unknown): Promise<void>;
}

/**
 * By file: `upload`, when it came and what is in it. By conversation: `foreign`, how much of it was said somewhere else;
 * `read`, who has seen it how far; `proof`, what signed it elsewhere. `standing`: what runs without a person, and who looks at
 * an address now. `process`: who answers on a store over the network.
 */
export const SIDE_KINDS = [
  "secret",
  "session",
  "token",
  "foreign",
  "read",
  "backup",
  "webhook",
  "delivery",
  "retention",
  "models",
  "signing",
  "mcp",
  "mcpsecret",
  "mcplogin",
  "proof",
  "upload",
  "standing",
  "sealed",
  "process",
] as const;
export type SideKind = typeof SIDE_KINDS[number];

export interface SideRows {
  get(id: string): Promise<unknown>;
  /** In the order of `ids`; undefined for those that are not there. */
  getAll(ids: readonly string[]): Promise<unknown[]>;
  set(id: string, value: unknown): Promise<void>;
  /**
   * Writes what `change` makes of the row as it is at that moment (absent: undefined), so that a row somebody
   * else removes meanwhile does not come back. `change` may be asked more than once, of its own result too;
   * undefined leaves the row alone. Resolves to whether something was written.
   */
  update(id: string, change: (value: unknown) => unknown): Promise<boolean>;
  delete(id: string): Promise<void>;
  list(): Promise<{ id: string; value: unknown }[]>;
  /** At most `limit` of those whose id is `from` or later and before `until`, in the order of their ids. */
  between(from: string, until: string, limit: number): Promise<{ id: string; value: unknown }[]>;
}
