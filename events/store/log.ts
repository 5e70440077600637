/** The event log on Deno KV: opens a store and puts its parts together. One handle per process. */
import type { AnyEvent } from "../catalog/envelope.ts";
import { Appender } from "./append.ts";
import { Blobs } from "./blobs.ts";
import { CHECKS, CHECKS_REMOTE, LIST_BATCH } from "./bounds.ts";
import { fromBytes, readable, toBytes } from "./codec.ts";
import { Drafts } from "./drafts.ts";
import { type Environment, realEnvironment } from "./environment.ts";
import { UnknownPosition } from "./errors.ts";
import { goneSince } from "./file_identity.ts";
import { follow } from "./follow.ts";
import { GroupCommit } from "./group_commit.ts";
import { commandKey, listKey, READY_KEY } from "./keys.ts";
import { Mark, type MarkFile } from "./mark.ts";
import { openDenoKv, type OpenKv, openStore } from "./open.ts";
import { commitsAfter, endPosition, knowsPosition } from "./order.ts";
import type { Parts, Recognise } from "./parts.ts";
import { parsePosition } from "./position.ts";
import { purge } from "./purge.ts";
import { EventReader } from "./read.ts";
import { sideRows } from "./side_rows.ts";
import { Snapshots } from "./snapshots.ts";
import type { CommandRow, EventLog, Located, Position } from "./types.ts";
import { Wakeups } from "./wakeups.ts";
import { allWork, readWork } from "./work_rows.ts";

export interface LogOptions {
  /** `":memory:"`, a file, or the URL of a KV Connect service. */
  readonly path: string;
  /** Where it is written how far the store was. @default nowhere */
  readonly mark?: MarkFile;
  /** @default the real clock and chance */
  readonly environment?: Environment;
  /** @default Deno.openKv */
  readonly open?: OpenKv;
  /** @default by the path */
  readonly kind?: EventLog["kind"];
  /** @default same ids in the same order */
  readonly recognise?: Recognise;
  /** @default wake-ups armed before reading */
  readonly wakeups?: typeof Wakeups;
}

/** The log, and its parts for the files of this folder that move whole streams. */
export interface StoreLog extends EventLog {
  readonly parts: Parts;
  readonly reader: EventReader;
  readonly blobs: Blobs;
  /** As it was opened. */
  readonly path: string;
  /** How far the store was, as written beside it; absent where nothing is. */
  readonly mark?: Mark;
}

const sameIds: Recognise = (stored, ours) =>
  stored.length === ours.length && ours.every((id, index) => stored[index] === id);

const kindOf = (path: string): EventLog["kind"] =>
  path === ":memory:" ? "memory" : /^https?:\/\//.test(path) ? "remote" : "file";

/**
 * Opens the log.
 * @throws {StoreError} one clear line: locked, unreadable, of a newer format
 */
export async function openLog(options: LogOptions): Promise<StoreLog> {
  const { path, environment = realEnvironment, recognise = sameIds } = options;
  const kind = options.kind ?? kindOf(path);
  const { kv, epoch } = await openStore(path, options.open ?? openDenoKv, environment);
  const gone = kind === "file" && options.open === undefined ? goneSince(path) : () => false;
  const stats = { commits: 0, events: 0 };
  const end = async () => ({ epoch, stamp: parsePosition(await endPosition({ kv, epoch }))?.stamp ?? "" });
  const sleep = (ms: number, signal: AbortSignal) => environment.sleep(ms, signal);
  const mark = options.mark && await Mark.open({ file: options.mark, end, sleep });
  const commits = new GroupCommit({
    kv,
    environment,
    checks: kind === "remote" ? CHECKS_REMOTE : CHECKS,
    patient: kind === "remote",
    tail: kind === "remote",
    gone,
    committed(events, stamp) {
      stats.commits++;
      stats.events += events;
      if (events > 0) mark?.reached({ epoch, stamp });
    },
  });
  const wakeups = new (options.wakeups ?? Wakeups)(kv, kind, environment);
  const parts: Parts = { kv, kind, epoch, commits, environment, wakeups, recognise };
  const blobs = new Blobs(parts);
  const reader = new EventReader(parts, blobs);
  const appender = new Appender(parts, blobs);
  const drafts = new Drafts(parts);
  const snapshots = new Snapshots(parts);
  const closing = new AbortController();

  return {
    parts,
    reader,
    blobs,
    path,
    ...(mark ? { mark } : {}),
    epoch,
    kind,
    head: (stream) => reader.head(stream),
    read: (stream, after, until): AsyncIterable<AnyEvent[]> => reader.read(stream, after, until),
    append: (request) => appender.append(request),
    async command(caller, key) {
      return (fromBytes((await kv.get(commandKey(caller, key))).value) as CommandRow | undefined) ?? null;
    },

    position: () => endPosition(parts),
    follow: (position, signal) => follow(parts, reader, position, AbortSignal.any([signal, closing.signal])),
    knows: (position) => knowsPosition(parts, position),
    page: (after, limit) => page(parts, reader, after, limit),

    list: () => listRows(parts),
    async listRow(conversationId) {
      return fromBytes((await kv.get(listKey(conversationId))).value) ?? null;
    },

    work: () => allWork(parts),
    workOf: (conversationId, turnId) => readWork(parts, conversationId, turnId),
    draft: (writes) => drafts.write(writes),
    readDraft: (conversationId, turnId, attempt) => drafts.read(conversationId, turnId, attempt),
    fence: (conversationId, turnIds, owner) => drafts.fence(conversationId, turnIds, owner),
    dropDrafts: (conversationId, turnId) => drafts.drop(conversationId, turnId),

    putBlob: (bytes, type) => blobs.put(bytes, type),
    blob: (sha256) => blobs.get(sha256),
    refersTo: (conversationId, sha256) => blobs.refersTo(conversationId, sha256),

    snapshot: (fold, version, stream) => snapshots.read(fold, version, stream),
    putSnapshot: (fold, version, stream, seq, state) => snapshots.put(fold, version, stream, seq, state),

    side: (kind) => sideRows(parts, kind),
    async purge(signal) {
      await purge(parts, signal);
      if (!signal?.aborted) await drafts.sweep();
    },
    ready: () => ready(parts),
    gone,
    stats: () => ({ ...stats, bytes: kind === "file" ? fileBytes(path) : null }),
    async close() {
      closing.abort();
      await commits.idle();
      await mark?.close();
      kv.close();
    },
  };
}

async function page(parts: Parts, reader: EventReader, after: Position, limit: number): Promise<Located[]> {
  let place = parsePosition(after);
  if (!place || !(await knowsPosition(parts, after))) {
    throw new UnknownPosition("There is no such place in the order of all events.");
  }
  const found: Located[] = [];
  while (found.length < limit) {
    const more = await commitsAfter(parts, reader, place, Math.min(limit, LIST_BATCH));
    if (!more) break;
    place = more.next;
    for (const commit of more.commits) found.push(...commit.events);
  }
  return found.slice(0, limit);
}

async function* listRows(parts: Parts): AsyncIterable<{ id: string; row: unknown }[]> {
  let batch: { id: string; row: unknown }[] = [];
  for await (const { key, value } of parts.kv.list({ prefix: ["list"] }, { batchSize: LIST_BATCH })) {
    batch.push({ id: String(key[1]), row: readable(() => fromBytes(value)) ?? null });
    if (batch.length === LIST_BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

async function ready(parts: Parts): Promise<boolean> {
  try {
    const value = toBytes(parts.environment.monotonic());
    const outcome = await parts.commits.commit({
      checks: [],
      writes: [{ key: READY_KEY, value, bytes: value.length }],
      claims: ["meta/ready"],
    });
    return outcome.status === "committed" && (await parts.kv.get(READY_KEY)).versionstamp !== null;
  } catch {
    return false;
  }
}

/** Size of the file and of what is not yet written back into it; null when it cannot be seen. */
function fileBytes(path: string): number | null {
  try {
    let bytes = Deno.statSync(path).size;
    try {
      bytes += Deno.statSync(`${path}-wal`).size;
    } catch {
      // No write-ahead file: all is in the main one.
    }
    return bytes;
  } catch {
    return null;
  }
}
