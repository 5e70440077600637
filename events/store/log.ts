/** The event log on Deno KV: opens a store and puts its parts together. One handle per process. */
import type { AnyEvent } from "../catalog/envelope.ts";
import { type Behind, Behinds, type Making } from "./behind/behind.ts";
import { Appender } from "./append/append.ts";
import { StreamRows } from "./append/rows.ts";
import { StoredBlobs } from "./beside/blobs.ts";
import { fromBytes, readable } from "./kv/codec.ts";
import { Erasing } from "./upkeep/erase.ts";
import { StoredDrafts } from "./beside/drafts.ts";
import { type Environment, realEnvironment } from "./environment.ts";
import { goneSince } from "./file/file_identity.ts";
import { writtenSince } from "./file/written.ts";
import { StoredOrder } from "./read/follow.ts";
import { GroupCommit } from "./commit/group_commit.ts";
import { jsonAt } from "./commit/job.ts";
import { checkpointKey, commandKey, READY_KEY } from "./kv/keys.ts";
import { StoredDue } from "./beside/due_rows.ts";
import { StoredRuns } from "./beside/run_rows.ts";
import { StoredTally, tallyMaking } from "./behind/tally.ts";
import { StoredList } from "./beside/list_rows.ts";
import { recentMaking, StoredRecent } from "./behind/recent.ts";
import type { ErasedList } from "./file/erased_list.ts";
import { Mark, type MarkFile } from "./file/mark.ts";
import { SignedMark } from "./file/signed_mark.ts";
import { DEFAULT_STORE } from "./kv/bounds.ts";
import { openDenoKv, type OpenKv, openStore } from "./kv/open.ts";
import { endPosition } from "./read/order.ts";
import { Packing, type PackingBounds } from "./upkeep/packing.ts";
import type { Parts } from "./commit/parts.ts";
import { parsePosition } from "./read/position.ts";
import { purge } from "./upkeep/purge.ts";
import { EventReader } from "./read/read.ts";
import { sideRows } from "./beside/side_rows.ts";
import { StoredSnapshots } from "./beside/snapshots.ts";
import { idOf, newestCheckpoint, storedCheckpoint, StoredCheckpoints } from "./signed/checkpoints.ts";
import type { CommandRow, EventLog } from "./types.ts";
import { Wakeups } from "./commit/wakeups.ts";
import { StoredWork } from "./beside/work_rows.ts";

export interface LogOptions {
  /** `":memory:"`, a file, or the URL of a KV Connect service. */
  readonly path: string;
  /** Where it is written how far the store was. @default nowhere */
  readonly mark?: MarkFile;
  /** Where the last checkpoint is written besides. @default nowhere */
  readonly signed?: MarkFile;
  /** Where it is written what was erased, so that no copy from before brings it back. @default nowhere */
  readonly erased?: ErasedList;
  /** @default the real clock and chance */
  readonly environment?: Environment;
  /** @default Deno.openKv */
  readonly open?: OpenKv;
  /** What is packed, and when. @default PACKING */
  readonly packing?: PackingBounds;
  /** @default by the path */
  readonly kind?: EventLog["kind"];
  /**
   * Makes what tells whether anybody may have written since it was asked before.
   * @default by the write-ahead file of a file that Deno opens; of any other store it may always be
   */
  readonly writtenSince?: () => () => boolean;
}

/** The log, and its parts for the rooms of the store that move or look through whole streams. */
export interface StoreLog extends EventLog {
  readonly parts: Parts;
  readonly reader: EventReader;
  readonly packing: Packing;
  readonly blobs: StoredBlobs;
  readonly snapshots: StoredSnapshots;
  /** Rows that are made behind the log, from now on. */
  behind(making: Making): Behind;
  /** As it was opened. */
  readonly path: string;
  /** How far the store was, as written beside it; absent where nothing is. */
  readonly mark?: Mark;
  /** What was erased, as written beside it. */
  readonly erasedList?: ErasedList;
}

const kindOf = (path: string): EventLog["kind"] =>
  path === ":memory:" ? "memory" : path === DEFAULT_STORE || /^https?:\/\//.test(path) ? "remote" : "file";

/**
 * Opens the log.
 * @throws {StoreError} one clear line: locked, unreadable, of a newer format
 */
export async function openLog(options: LogOptions): Promise<StoreLog> {
  const behinds = new Behinds();
  const { parts, stats, mark, gone, written } = await openParts(options, behinds);
  const { kv, kind, commits } = parts;
  const { path } = options;
  const work = new StoredWork(parts);
  const blobs = new StoredBlobs(parts);
  const rows = new StreamRows(parts);
  const reader = new EventReader(parts, blobs, rows);
  const drafts = new StoredDrafts(parts, work);
  const closing = new AbortController();
  const packing = new Packing(parts, reader, closing.signal, options.packing);
  const appender = new Appender(parts, blobs, reader, packing, rows);
  const snapshots = new StoredSnapshots(parts);
  const { erased: list } = options;
  const erasing = new Erasing({ parts, reader, rows, snapshots, drafts, behinds, ...(list ? { list } : {}) });
  const behind = (making: Making) => behinds.add(parts, making, closing.signal);

  return {
    parts,
    reader,
    packing,
    behind,
    path,
    ...(mark ? { mark } : {}),
    ...(list ? { erasedList: list } : {}),
    epoch: parts.epoch,
    kind,
    head: (stream) => rows.head(stream),
    read: (stream, after, until): AsyncIterable<AnyEvent[]> => reader.read(stream, after, until),
    append: (request) => appender.append(request),
    async command(stream, caller, key) {
      return fromBytes<CommandRow>((await kv.get(commandKey(stream, caller, key))).value) ?? null;
    },

    order: new StoredOrder(parts, reader, closing.signal),
    list: new StoredList(parts),
    recent: (place) => new StoredRecent(parts, behind(recentMaking(parts, place)), place),
    tally: (tallying) => new StoredTally(parts, behind(tallyMaking(parts, reader, tallying))),
    due: new StoredDue(parts),
    runs: new StoredRuns(parts),
    work,
    drafts,
    blobs,
    snapshots,
    checkpoints: new StoredCheckpoints(parts, options.signed && signedMark(parts, options.signed)),
    side: (kind) => sideRows(parts, kind),
    ...removing(parts, { erasing, drafts, behinds, list }),
    ready: () => ready(parts),
    gone,
    written,
    stats: () => ({
      ...stats,
      // Asked for each second, mostly not for this.
      get bytes() {
        return kind === "file" ? fileBytes(path) : null;
      },
    }),
    async close() {
      closing.abort();
      await packing.idle();
      await erasing.idle();
      await behinds.idle();
      await commits.idle();
      await mark?.close();
      kv.close();
    },
  };
}

/** What takes out of the store what is gone, with what was made of it. */
function removing(
  parts: Parts,
  { erasing, drafts, behinds, list }: {
    readonly erasing: Erasing;
    readonly drafts: StoredDrafts;
    readonly behinds: Behinds;
    readonly list: ErasedList | undefined;
  },
): Pick<EventLog, "purge" | "erase"> {
  return {
    async purge(signal) {
      await purge(parts, signal, list);
      if (!signal?.aborted) await erasing.finish(signal);
      if (!signal?.aborted) await drafts.sweep();
      if (!signal?.aborted) await behinds.catchUp();
    },
    erase: (signal) => erasing.finish(signal),
  };
}

/** The handle, the queue of commits, and who is told of them. */
async function openParts(options: LogOptions, behinds: Behinds) {
  const { path, environment = realEnvironment } = options;
  const kind = options.kind ?? kindOf(path);
  const { kv, epoch } = await openStore(path, options.open ?? openDenoKv, environment);
  const ownFile = kind === "file" && options.open === undefined;
  const gone = ownFile ? goneSince(path) : () => false;
  const stats = { commits: 0, events: 0, committingMs: 0 };
  const end = async () => ({ epoch, stamp: parsePosition(await endPosition({ kv, epoch }))?.stamp ?? "" });
  const sleep = (ms: number, signal: AbortSignal) => environment.sleep(ms, signal);
  const mark = options.mark && await Mark.open({ file: options.mark, end, sleep });
  const commits = new GroupCommit({
    kv,
    environment,
    remote: kind === "remote",
    gone,
    took: (ms) => void (stats.committingMs += ms),
    committed(events, stamp) {
      stats.commits++;
      stats.events += events;
      if (events === 0) return;
      mark?.reached({ epoch, stamp });
      behinds.appended();
    },
  });
  const since = options.writtenSince ?? (() => ownFile ? writtenSince(path) : () => true);
  const wakeups = new Wakeups(kv, kind, environment, since());
  const parts: Parts = { kv, kind, epoch, commits, environment, wakeups };
  return { parts, stats, mark, gone, written: since() };
}

function signedMark(parts: Parts, file: MarkFile): SignedMark {
  return new SignedMark({
    file,
    async newest() {
      const newest = await newestCheckpoint(parts);
      return newest && await idOf(newest);
    },
    async holds({ n, hash }) {
      const { value, versionstamp } = await parts.kv.get(checkpointKey(n));
      return versionstamp !== null && (await idOf(storedCheckpoint(value))).hash === hash;
    },
  });
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
