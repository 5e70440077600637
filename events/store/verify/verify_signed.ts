/** Checkpoints looked through: their chain and signatures, and whether what they signed is there and the same. */
import { treeOf, wrongBehind } from "../../catalog/checkpoint.ts";
import { jsonAt } from "../commit/job.ts";
import { entriesUnder, entryAt } from "../kv/entries.ts";
import { checkpointKey, signedKey } from "../kv/keys.ts";
import type { StoreLog } from "../log.ts";
import { type FoundCheckpoint, signedRow, StoredCheckpoints } from "../signed/checkpoints.ts";
import type { ReportProblem } from "./problem.ts";
import { type StreamEnd, verifyStream } from "./verify_stream.ts";

/** Of one stream: the chain behind events, as it was signed; and which checkpoint did so last. */
export interface SignedStream {
  readonly n: number;
  readonly seq: number;
  readonly hash: string;
  readonly heads: ReadonlyMap<number, string>;
}
export type SignedStreams = ReadonlyMap<string, SignedStream>;

const STORE = "the checkpoints";

/**
 * Every head that was signed, by stream. Where somebody accepted that a stream is not what it was, what was signed before
 * counts no more. Read before the streams are: they only go on.
 */
export async function signedStreams(log: StoreLog, report: ReportProblem): Promise<SignedStreams> {
  const streams = new Map<string, { n: number; seq: number; hash: string; heads: Map<number, string> }>();
  const { environment } = log.parts;
  let before: FoundCheckpoint | null = null;
  let next = 1;
  for await (const found of new StoredCheckpoints(log.parts).all()) {
    const n = "damaged" in found ? found.damaged : found.checkpoint.n;
    if (n > next) report("signed", STORE, null, `Checkpoint ${next} is missing.`);
    next = n + 1;
    if ("damaged" in found) {
      report("signed", STORE, null, `Checkpoint ${n} cannot be read.`);
      continue;
    }
    const wrong = await wrongWith(found, before);
    if (wrong) report("signed", STORE, null, `Checkpoint ${n}: ${wrong}.`);
    for (const [stream, seq, hash] of found.heads) {
      const known = found.checkpoint.why === "rebuild" ? undefined : streams.get(stream)?.heads;
      streams.set(stream, { n, seq, hash, heads: (known ?? new Map()).set(seq, hash) });
    }
    before = found;
    await environment.breathe();
  }
  return streams;
}

async function wrongWith(found: FoundCheckpoint, before: FoundCheckpoint | null): Promise<string | null> {
  const { checkpoint, heads } = found;
  const { root } = await treeOf(crypto.subtle, heads);
  if (heads.length !== checkpoint.heads || root !== checkpoint.root) {
    return "what it signed is not what is kept of it";
  }
  // Behind a gap nothing can be compared with what was before.
  const behind = before?.checkpoint.n === checkpoint.n - 1 ? before : null;
  const wrong = await wrongBehind(crypto.subtle, found, behind);
  return wrong === "it is not the next" && checkpoint.n > 1 && !behind ? null : wrong;
}

/** What was signed of streams that are no more, the rows that say which checkpoint signed one, and the file beside. */
export async function verifySigned(
  log: StoreLog,
  signed: SignedStreams,
  ends: ReadonlyMap<string, StreamEnd>,
  report: ReportProblem,
): Promise<void> {
  for (const [stream, { n, seq, hash }] of signed) {
    const end = ends.get(stream);
    if (!end && seq > 0) {
      report("signed", stream, seq, `Checkpoint ${n} signed it up to event ${seq}, and it is not there.`);
    }
    if (end?.deleted) continue;
    const row = signedRow((await entryAt(log.parts.kv, signedKey(stream)))?.value);
    if (row && row.n >= n && (row.n > n || (row.seq === seq && row.hash === hash))) continue;
    report("signed", stream, null, "The row that says which checkpoint signed it is missing or another.");
  }
  const damaged = (place: string) => report("signed", STORE, null, `A row ${place} cannot be read.`);
  const last = (await log.checkpoints.newest().catch(() => null))?.checkpoint.n ?? 0;
  const missing = new Set<number>();
  for await (const { value } of entriesUnder(log.parts.kv, ["signed"], damaged)) {
    const n = signedRow(value)?.n ?? 0;
    if (n > last && (await entryAt(log.parts.kv, checkpointKey(n)))?.versionstamp === null) missing.add(n);
  }
  for (const n of missing) {
    report("signed", STORE, null, `Checkpoint ${n} is missing: it signed what is there.`);
  }
  const lost = await log.checkpoints.lost();
  if (lost) {
    const detail = `The store once had checkpoint ${lost.n} (${lost.hash.slice(0, 12)}…) and has not: ` +
      "it was cut off, put back to an earlier day, or is another.";
    report("lost", "the store", null, detail);
  }
}

/** Writes the rows again that say which checkpoint signed a stream. @returns how many were another */
export async function rebuildSigned(log: StoreLog): Promise<number> {
  let rows = 0;
  for (const [stream, { n, seq, hash }] of await signedStreams(log, () => undefined)) {
    const row = signedRow((await entryAt(log.parts.kv, signedKey(stream)))?.value);
    if (row?.n === n && row.seq === seq && row.hash === hash) continue;
    await log.parts.commits.commit({ writes: [jsonAt(signedKey(stream), { n, seq, hash })] });
    rows++;
  }
  return rows;
}

/** Streams that are not what was signed of them, or are gone: whoever accepts that signs them anew. */
export async function notAsSigned(log: StoreLog): Promise<string[]> {
  const found: string[] = [];
  for (const [stream, signed] of await signedStreams(log, () => undefined)) {
    if (signed.seq === 0) continue;
    const { row, problems } = await verifyStream(log, stream, undefined, signed.heads);
    if (!row || (!row.deleted && problems.some(({ kind }) => kind === "signed"))) found.push(stream);
  }
  return found;
}
