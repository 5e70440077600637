/** The event log on Deno KV: opens a store and puts its parts together. One handle per process. */
import type { AnyEvent } from "../catalog/envelope.ts";
import { Appender } from "./append.ts";
import { StoredBlobs } from "./blobs.ts";
import { fromBytes, readable } from "./codec.ts";
import { StoredDrafts } from "./drafts.ts";
import { type Environment, realEnvironment } from "./environment.ts";
import { goneSince } from "./file_identity.ts";
import { StoredOrder } from "./follow.ts";
import { GroupCommit } from "./group_commit.ts";
import { jsonAt } from "./job.ts";
import { commandKey, READY_KEY } from "./keys.ts";
import { StoredList } from "./list_rows.ts";
import { Mark, type MarkFile } from "./mark.ts";
import { openDenoKv, type OpenKv, openStore } from "./open.ts";
import { endPosition } from "./order.ts";
import { Packing, type PackingBounds } from "./packing.ts";
import type { Parts } from "./parts.ts";
import { parsePosition } from "./position.ts";
import { purge } from "./purge.ts";
import { EventReader } from "./read.ts";
import { sideRows } from "./side_rows.ts";
import { StoredSnapshots } from "./snapshots.ts";
import type { CommandRow, EventLog } from "./types.ts";
import { Wakeups } from "./wakeups.ts";
import { StoredWork } from "./work_rows.ts";

export interface LogOptions {
  /** `":memory:"`, a file, or the URL of a KV Connect service. */
  readonly path: string;
  /** Where it is written how far the store was. @default nowhere */
  readonly mark?: MarkFile;
  /** @default the real clock and chance */
  readonly environment?: Environment;
  /** @default Deno.openKv */
  readonly open?: OpenKv;
  /** What is packed, and when. @default PACKING */
  readonly packing?: PackingBounds;
  /** @default by the path */
  readonly kind?: EventLog["kind"];
}

/** The log, and its parts for the files of this folder that move whole streams. */
export interface StoreLog extends EventLog {
  readonly parts: Parts;
  readonly reader: EventReader;
  readonly packing: Packing;
  readonly blobs: StoredBlobs;
  readonly snapshots: StoredSnapshots;
  /** As it was opened. */
  readonly path: string;
  /** How far the store was, as written beside it; absent where nothing is. */
  readonly mark?: Mark;
}

const kindOf = (path: string): EventLog["kind"] =>
  path === ":memory:" ? "memory" : /^https?:\/\//.test(path) ? "remote" : "file";

/**
 * Opens the log.
 * @throws {StoreError} one clear line: locked, unreadable, of a newer format
 */
export async function openLog(options: LogOptions): Promise<StoreLog> {
  const { path, environment = realEnvironment } = options;
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
    remote: kind === "remote",
    gone,
    committed(events, stamp) {
      stats.commits++;
      stats.events += events;
      if (events > 0) mark?.reached({ epoch, stamp });
    },
  });
  const wakeups = new Wakeups(kv, kind, environment);
  const parts: Parts = { kv, kind, epoch, commits, environment, wakeups };
  const work = new StoredWork(parts);
  const blobs = new StoredBlobs(parts);
  const reader = new EventReader(parts, blobs);
  const drafts = new StoredDrafts(parts, work);
  const closing = new AbortController();
  const packing = new Packing(parts, reader, closing.signal, options.packing);
  const appender = new Appender(parts, blobs, reader, packing);

  return {
    parts,
    reader,
    packing,
    path,
    ...(mark ? { mark } : {}),
    epoch,
    kind,
    head: (stream) => reader.head(stream),
    read: (stream, after, until): AsyncIterable<AnyEvent[]> => reader.read(stream, after, until),
    append: (request) => appender.append(request),
    async command(stream, caller, key) {
      return fromBytes<CommandRow>((await kv.get(commandKey(stream, caller, key))).value) ?? null;
    },

    order: new StoredOrder(parts, reader, closing.signal),
    list: new StoredList(parts),
    work,
    drafts,
    blobs,
    snapshots: new StoredSnapshots(parts),
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
      await packing.idle();
      await commits.idle();
      await mark?.close();
      kv.close();
    },
  };
}

async function ready(parts: Parts): Promise<boolean> {
  try {
    const write = jsonAt(READY_KEY, parts.environment.monotonic());
    const outcome = await parts.commits.commit({ writes: [write] });
    return outcome.status === "committed" && (await parts.kv.get(READY_KEY)).versionstamp !== null;
  } catch {
    return false;
  }
}

/** Size of the file and of what is not yet written back into it; null when it cannot be seen. */
function fileBytes(path: string): number | null {
  const sizeOf = (path: string) => readable(() => Deno.statSync(path).size);
  const main = sizeOf(path);
  // Without a write-ahead file all is in the main one.
  return main === undefined ? null : main + (sizeOf(`${path}-wal`) ?? 0);
}
