/**
 * The log against the raw store under it, in one run: the same mutations, the same file system, the same
 * moment. Rounds alternate, so that whatever else the machine does falls on both.
 */
import { eventKey, headKey } from "../../events/store/keys.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import type { Head } from "../../events/store/types.ts";
import { said } from "../events/store/given.ts";
import { quantile, type Row, table } from "./table.ts";

/** Rounds of each measurement; the median one counts. */
const ROUNDS = 5;
/** Appends of one round, over all producers. */
const APPENDS = { 1: 500, 8: 1_600, 64: 1_600 };
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
  const begun = performance.now();
  await Promise.all(Array.from({ length: producers }, async (_, producer) => {
    const append = start(producer);
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

/** The mutations of such an append, without the log: one check, the event, the head, the entry of the order. */
function raw(kv: Deno.Kv): () => () => Promise<void> {
  const encoder = new TextEncoder();
  return () => {
    const stream = `s${++serial}`;
    let seq = 0;
    let stamp: string | null = null;
    return async () => {
      seq++;
      const event = encoder.encode(
        JSON.stringify({ seq, prev: "0".repeat(64), ...said(`${stream}/${seq}`, TEXT) }),
      );
      const result = await kv.atomic()
        .check({ key: headKey(stream), versionstamp: stamp })
        .set(eventKey(stream, seq), event)
        .set(headKey(stream), encoder.encode(JSON.stringify({ seq, hash: "0".repeat(64) })))
        .set(["all", kv.commitVersionstamp()], encoder.encode(JSON.stringify([[stream, seq, seq]])))
        .commit();
      if (!result.ok) throw new Error("refused");
      stamp = result.versionstamp;
    };
  };
}

/** What no log on this store can surpass: the same mutations of many appends, ready made, in one atomic. */
async function ceiling(kv: Deno.Kv, producers: number, appends: number): Promise<Round> {
  const encoder = new TextEncoder();
  const streams = Array.from({ length: producers }, () => `s${++serial}`);
  const event = encoder.encode(JSON.stringify({ seq: 10, prev: "0".repeat(64), ...said("s1000/10", TEXT) }));
  const head = encoder.encode(JSON.stringify({ seq: 10, hash: "0".repeat(64) }));
  let stamp: string | null = null;
  let seq = 0;
  return await round(1, appends / producers, () => async () => {
    seq++;
    const atomic = kv.atomic();
    for (const stream of streams) {
      atomic.check({ key: headKey(stream), versionstamp: stamp }).set(eventKey(stream, seq), event)
        .set(headKey(stream), head);
    }
    atomic.set(
      ["all", kv.commitVersionstamp()],
      encoder.encode(JSON.stringify(streams.map((s) => [s, seq, seq]))),
    );
    const result = await atomic.commit();
    if (!result.ok) throw new Error("refused");
    stamp = result.versionstamp;
  });
}

const middle = (rounds: readonly Round[], of: (round: Round) => number): number =>
  quantile(rounds.map(of), 0.5);
const ms = (value: number): string => `${value.toFixed(2)} ms`;
const rate = (value: number): string => `${Math.round(value).toLocaleString("en")}/s`;

async function appends(log: StoreLog, kv: Deno.Kv): Promise<Row[]> {
  const rows: Row[] = [];
  let oneCommit = NaN;
  for (const [key, count] of Object.entries(APPENDS)) {
    const producers = Number(key);
    const logged: Round[] = [];
    const bare: Round[] = [];
    const packed: Round[] = [];
    await round(producers, count / 4, throughLog(log));
    await round(producers, count / 4, raw(kv));
    for (let i = 0; i < ROUNDS; i++) {
      bare.push(await round(producers, Math.min(count, 1_600), raw(kv)));
      logged.push(await round(producers, count, throughLog(log)));
      if (producers > 1) packed.push(await ceiling(kv, producers, count));
    }
    const p50 = middle(logged, ({ acks }) => quantile(acks, 0.5));
    const p99 = middle(logged, ({ acks }) => quantile(acks, 0.99));
    const barep50 = middle(bare, ({ acks }) => quantile(acks, 0.5));
    const fast = middle(logged, ({ perSecond }) => perSecond);
    const slow = middle(bare, ({ perSecond }) => perSecond);
    if (producers === 1) oneCommit = barep50;
    const name = `${producers} producer${producers > 1 ? "s" : ""}`;
    rows.push({
      what: `append, ${name}: ack p50`,
      measured: ms(p50),
      against: `raw ${ms(barep50)}`,
      ratio: p50 / barep50,
      ...(producers === 1 && { target: { atMost: 1.3 } }),
    }, {
      what: `append, ${name}: ack p99 to one raw commit p50`,
      measured: ms(p99),
      against: `raw ${ms(oneCommit)}`,
      ratio: p99 / oneCommit,
      ...(producers === 64 && { target: { atMost: 10 } }),
    }, {
      what: `append, ${name}: events a second`,
      measured: rate(fast),
      against: `raw ${rate(slow)}`,
      ratio: fast / slow,
      ...(producers === 64 && { target: { atLeast: 12 } }),
    });
    if (producers === 1) continue;
    const most = producers * middle(packed, ({ perSecond }) => perSecond);
    rows.push({
      what: `append, ${name}: events a second`,
      measured: rate(fast),
      against: `one atomic ${rate(most)}`,
      ratio: fast / most,
    });
  }
  return rows;
}

async function replay(log: StoreLog, kv: Deno.Kv): Promise<Row> {
  let head: Head = { seq: 0, hash: "", stamp: null };
  while (head.seq < REPLAY) {
    const from = head.seq;
    const events = Array.from({ length: 200 }, (_, i) => said(`replay/${from + i}`, TEXT));
    const result = await log.append({ stream: "replay", head, events });
    if (!result.ok) throw new Error(result.reason);
    head = result.head;
    const atomic = kv.atomic();
    let seq = from;
    for await (const bytes of log.reader.stored("replay", from + 1, head.seq)) {
      atomic.set(["e", "replay", ++seq], bytes);
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
    target: { atLeast: 0.7 },
  };
}

export async function storeBench(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const log = await openLog({ path: `${folder}/log.db` });
  const kv = await Deno.openKv(`${folder}/raw.db`);
  try {
    const rows = await appends(log, kv);
    const { events, bytes } = log.stats();
    const size =
      new TextEncoder().encode(JSON.stringify({ seq: 1, prev: "0".repeat(64), ...said("s1/1", TEXT) }))
        .length;
    const perEvent = (bytes ?? 0) / events;
    rows.push({
      what: "bytes on disk per event",
      measured: `${Math.round(perEvent)} B`,
      against: `JSON ${size} B`,
      ratio: perEvent / size,
    });
    return [...rows, await replay(log, kv)];
  } finally {
    await log.close();
    kv.close();
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) console.log(table("The log against the raw store", await storeBench()));
