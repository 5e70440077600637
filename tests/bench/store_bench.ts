/**
 * The log against the raw store under it, in one run: the same mutations, the same file system, the same
 * moment. Rounds alternate, so that whatever else the machine does falls on both.
 */
import { hash, randomBytes } from "node:crypto";
import { encodeAppend } from "../../events/store/append/encode_append.ts";
import { realEnvironment } from "../../events/store/environment.ts";
import { allKey, eventsKey, streamKey } from "../../events/store/kv/keys.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { emptyRow, extended } from "../../events/store/append/tail.ts";
import type { Head } from "../../events/store/types.ts";
import { deflated, opened, runBytes } from "../../events/store/form/value.ts";
import { readAll, said } from "../events/store/given.ts";
import { quantile, type Row, table } from "./table.ts";

/** Rounds of each measurement; the median one counts. */
const ROUNDS = 5;
/** Appends of one round, over all producers. */
const APPENDS: Readonly<Record<number, number>> = { 1: 500, 8: 1_600, 64: 1_600 };
/** Events read by one replay. */
const REPLAY = 20_000;
/** A short message: what is measured is the log, not the disk under a long text. */
const TEXT = "Fish swim in the bowl.";

interface Round {
  /** Milliseconds from the call to the acknowledgement, of each append. */
  readonly acks: number[];
  readonly perSecond: number;
}

/** `producers` loops that each wait for an acknowledgement before they append again. */
async function round(
  producers: number,
  appends: number,
  start: (producer: number) => () => Promise<void>,
): Promise<Round> {
  const acks: number[] = [];
  const ready = Array.from({ length: producers }, (_, producer) => start(producer));
  const begun = performance.now();
  await Promise.all(ready.map(async (append) => {
    for (let i = 0; i < appends / producers; i++) {
      const asked = performance.now();
      await append();
      acks.push(performance.now() - asked);
    }
  }));
  return { acks, perSecond: acks.length / (performance.now() - begun) * 1_000 };
}

let serial = 0;

function throughLog(log: StoreLog): () => () => Promise<void> {
  return () => {
    const stream = `s${++serial}`;
    let head: Head = { seq: 0, hash: "", stamp: null };
    return async () => {
      const result = await log.append({ stream, head, events: [said(`${stream}/${head.seq}`, TEXT)] });
      if (!result.ok) throw new Error(result.reason);
      head = result.head;
    };
  };
}

const encoder = new TextEncoder();

/** What one append writes into its stream: the bytes of its row, and of what leaves the row. */
interface Written {
  readonly stream: string;
  readonly seq: number;
  readonly row: Uint8Array;
  /** The event's text, and the row before it is compressed. */
  readonly text: string;
  readonly open: Uint8Array;
  readonly runs: readonly { readonly first: number; readonly bytes: Uint8Array }[];
}

/** The mutations of `count` such appends to a new stream, made ahead. */
function readyMade(count: number, hurried: boolean): Written[] {
  const stream = `s${++serial}`;
  const written: Written[] = [];
  let row = emptyRow(stream);
  for (let seq = 1; seq <= count; seq++) {
    const head = { seq: row.seq, hash: row.hash, stamp: "0".repeat(20) };
    const added = encodeAppend(stream, head, [said(`${stream}/${seq - 1}`, TEXT)], realEnvironment.salt);
    const { row: after, bytes, runs } = extended(row.tail, head, added, {}, hurried);
    row = after;
    written.push({
      stream,
      seq,
      row: bytes,
      text: added.entries[0]?.text ?? "",
      open: encoder.encode(JSON.stringify(opened(bytes))),
      runs: runs.map((run) => ({ first: run.first, bytes: runBytes(run, hurried) })),
    });
  }
  return written;
}

function put(atomic: Deno.AtomicOperation, { stream, row, runs }: Written, stamp: string | null): void {
  atomic.check({ key: streamKey(stream), versionstamp: stamp }).set(streamKey(stream), row);
  for (const { first, bytes } of runs) atomic.set(eventsKey(stream, first), bytes);
}

async function committed(
  kv: Deno.Kv,
  atomic: Deno.AtomicOperation,
  written: readonly Written[],
): Promise<string> {
  const ranges = written.map(({ stream, seq }) => [stream, seq, seq]);
  atomic.set(allKey(kv.commitVersionstamp()), encoder.encode(JSON.stringify(ranges)));
  const result = await atomic.commit();
  if (!result.ok) throw new Error("refused");
  return result.versionstamp;
}

/**
 * What the form asks of the platform before a commit, and nothing else: a salt, the hash of the words and that of the
 * chain, the row compressed where it is longer than a cell, and a look before and behind whether the file is still there.
 */
const FORM_CALLS = {
  /** For one append. */
  of({ text, row, open }: Written, hurried: boolean): void {
    randomBytes(16).toString("base64url");
    hash("sha256", text, "base64url");
    hash("sha256", text, "base64url");
    if (row.length < open.length) deflated(open, hurried);
  },
  /** For one commit, before and behind it. */
  look(path: string): void {
    Deno.statSync(path);
  },
};

/**
 * The mutations of such an append, ready made and without the log.
 * @param path of the file, where the platform's calls that the form asks for are made as well
 */
function raw(kv: Deno.Kv, appends: number, hurried: boolean, path?: string): () => () => Promise<void> {
  return () => {
    const written = readyMade(Math.ceil(appends), hurried);
    let next = 0;
    let stamp: string | null = null;
    return async () => {
      const one = written[next++];
      if (!one) throw new Error("There is no more.");
      if (path) {
        FORM_CALLS.of(one, hurried);
        FORM_CALLS.look(path);
      }
      const atomic = kv.atomic();
      put(atomic, one, stamp);
      stamp = await committed(kv, atomic, [one]);
      if (path) FORM_CALLS.look(path);
    };
  };
}

/**
 * What no log on this store can surpass: the same mutations of many appends, ready made, in one atomic.
 * @param path of the file, where the platform's calls that the form asks for are made as well
 */
async function ceiling(kv: Deno.Kv, producers: number, appends: number, path?: string): Promise<Round> {
  const each = appends / producers;
  const hurried = producers >= 64;
  const streams = Array.from({ length: producers }, () => readyMade(each, hurried));
  let stamp: string | null = null;
  let next = 0;
  return await round(1, each, () => async () => {
    const atomic = kv.atomic();
    const written = streams.flatMap((stream) => stream[next] ?? []);
    if (path) { for (const one of written) FORM_CALLS.of(one, hurried); }
    for (const one of written) put(atomic, one, stamp);
    next++;
    if (path) FORM_CALLS.look(path);
    stamp = await committed(kv, atomic, written);
    if (path) FORM_CALLS.look(path);
  });
}

const middle = (rounds: readonly Round[], of: (round: Round) => number): number =>
  quantile(rounds.map(of), 0.5);
const ms = (value: number): string => `${value.toFixed(2)} ms`;
const rate = (value: number): string => `${Math.round(value).toLocaleString("en")}/s`;

/** The rounds of each way to append, in turn. */
interface Ways {
  readonly logged: Round[];
  readonly bare: Round[];
  /** One commit for all producers together; with one producer as `bare`. */
  readonly ready: Round[];
  /** The same with the platform's calls that the form asks for: what a log of this form can reach at most. */
  readonly least: Round[];
}

async function rounds(log: StoreLog, kv: Deno.Kv, path: string, producers: number): Promise<Ways> {
  const count = APPENDS[producers] ?? 0;
  const hurried = producers >= 64;
  const ways: Ways = { logged: [], bare: [], ready: [], least: [] };
  const alone = (appends: number, file?: string) =>
    round(producers, appends, raw(kv, appends / producers, hurried, file));
  const together = (file?: string) =>
    producers > 1 ? ceiling(kv, producers, count, file) : alone(count, file);
  await round(producers, count / 4, throughLog(log));
  await alone(count / 4);
  for (let i = 0; i < ROUNDS; i++) {
    ways.bare.push(await alone(count));
    ways.logged.push(await round(producers, count, throughLog(log)));
    ways.ready.push(await together());
    ways.least.push(await together(path));
  }
  return ways;
}

async function appends(log: StoreLog, kv: Deno.Kv, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  let oneCommit = NaN;
  for (const producers of Object.keys(APPENDS).map(Number)) {
    const { logged, bare, ready, least } = await rounds(log, kv, path, producers);
    const p50 = (of: Round[]) => middle(of, ({ acks }) => quantile(acks, 0.5));
    const p99 = (of: Round[]) => middle(of, ({ acks }) => quantile(acks, 0.99));
    const perSecond = (of: Round[]) => middle(of, (round) => round.perSecond);
    if (producers === 1) oneCommit = p50(bare);
    const name = `append, ${producers} producer${producers > 1 ? "s" : ""}`;
    const of = (what: string, how: string, show: (value: number) => string, value: number, to: number) => ({
      what: `${name}: ${what}`,
      measured: show(value),
      against: `${how} ${show(to)}`,
      ratio: value / to,
    });
    const atOnce = producers > 1 ? producers : 1;
    const most = "form’s calls";
    rows.push(
      {
        ...of("ack p50", "raw", ms, p50(logged), p50(bare)),
        ...(producers === 1 && { target: { atMost: 1.15 } }),
      },
      of("the same", most, ms, p50(logged), p50(least)),
      {
        ...of("ack p99 to one raw commit p50", "raw", ms, p99(logged), oneCommit),
        ...(producers === 64 && { target: { atMost: 10 } }),
      },
      of("the same", most, ms, p99(logged), p99(least)),
      {
        ...of("events a second", "raw", rate, perSecond(logged), perSecond(bare)),
        ...(producers === 64 && { target: { atLeast: 12 } }),
      },
      of("the same", "one atomic", rate, perSecond(logged), atOnce * perSecond(ready)),
      of("the same", most, rate, perSecond(logged), atOnce * perSecond(least)),
    );
  }
  return rows;
}

/** A stream against the same events with one row each, as JSON. */
async function replay(log: StoreLog, kv: Deno.Kv): Promise<Row> {
  let head: Head = { seq: 0, hash: "", stamp: null };
  while (head.seq < REPLAY) {
    const from = head.seq;
    const events = Array.from({ length: 200 }, (_, i) => said(`replay/${from + i}`, TEXT));
    const result = await log.append({ stream: "replay", head, events });
    if (!result.ok) throw new Error(result.reason);
    head = result.head;
  }
  await log.packing.idle();
  const events = await readAll(log, "replay");
  for (let from = 0; from < events.length; from += 200) {
    const atomic = kv.atomic();
    for (const event of events.slice(from, from + 200)) {
      atomic.set(["e", "replay", event.seq], encoder.encode(JSON.stringify(event)));
    }
    await atomic.commit();
  }
  const through: number[] = [];
  const bare: number[] = [];
  const decoder = new TextDecoder();
  for (let i = 0; i < ROUNDS + 1; i++) {
    let begun = performance.now();
    let count = 0;
    for await (const { value } of kv.list<Uint8Array>({ prefix: ["e", "replay"] }, { batchSize: 500 })) {
      count += JSON.parse(decoder.decode(value)).seq > 0 ? 1 : 0;
    }
    bare.push(count / (performance.now() - begun) * 1_000);
    begun = performance.now();
    count = 0;
    for await (const batch of log.read("replay")) count += batch.length;
    through.push(count / (performance.now() - begun) * 1_000);
  }
  const [fast, slow] = [quantile(through.slice(1), 0.5), quantile(bare.slice(1), 0.5)];
  return {
    what: `replay of ${REPLAY} events`,
    measured: rate(fast),
    against: `raw ${rate(slow)}`,
    ratio: fast / slow,
    target: { atLeast: 1.5 },
  };
}

export async function storeBench(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/log.db`;
  let log = await openLog({ path });
  const kv = await Deno.openKv(`${folder}/raw.db`);
  try {
    const rows = await appends(log, kv, path);
    const { events, bytes } = log.stats();
    rows.push(size("bytes on disk per event, with the write-ahead log", bytes ?? 0, events));
    await log.close();
    // That log is of one size however much is stored, and gone when nobody has the store open.
    rows.push({
      ...size("bytes on disk per event", Deno.statSync(path).size, events),
      target: { atMost: 350 / JSON_BYTES },
    });
    log = await openLog({ path });
    rows.push(await replay(log, kv));
    return rows;
  } finally {
    await log.close();
    kv.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Such an event as JSON, with the hash before it. */
const JSON_BYTES = 264;

const size = (what: string, bytes: number, events: number): Row => ({
  what,
  measured: `${Math.round(bytes / events)} B`,
  against: `JSON ${JSON_BYTES} B`,
  ratio: bytes / events / JSON_BYTES,
});

if (import.meta.main) console.log(table("The log against the raw store", await storeBench()));
