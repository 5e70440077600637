/**
 * All of a store gone through, as commands do it beside a server, over how many conversations there are: each of them exported,
 * one after the other, and `verify`. `deno run -A tests/bench/whole_bench.ts 300 5000` for other sizes; with `--store FILE`
 * of a store that is there.
 */
import { parseArgs } from "node:util";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { exportStream } from "../../events/store/transfer/transfer.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { derivedRows } from "../../server/command_line/derived_rows.ts";
import { CONVERSATIONS, fill, programOn } from "./many_bench.ts";
import { type Row, table } from "./table.ts";

/** How much more one of ten times as many may take. */
const GROWTH = 1.5;

async function exported(log: StoreLog): Promise<number> {
  let conversations = 0;
  for await (const rows of log.list.all()) {
    for (const { id } of rows) {
      const lines = await exportStream(log, id);
      if (!lines) throw new Error(`${id} is not there.`);
      for await (const _ of lines);
      conversations++;
    }
  }
  return conversations;
}

async function verified(log: StoreLog): Promise<number> {
  const { streams, problems: [problem] } = await verify(log, derivedRows);
  // Of what looks wrong it looks again, for somebody may write meanwhile: that is no figure.
  if (problem) throw new Error(`${problem.stream}: ${problem.detail}`);
  return streams;
}

/** What is done, by what it is called, and of how many it was. */
const WAYS: Readonly<Record<string, (log: StoreLog) => Promise<number>>> = {
  "each conversation exported": exported,
  "the store verified": verified,
};

/** Milliseconds of all, and of how many it was. */
interface Cost {
  readonly ms: number;
  readonly count: number;
}

async function costsOf(log: StoreLog): Promise<ReadonlyMap<string, Cost>> {
  const costs = new Map<string, Cost>();
  for (const [what, go] of Object.entries(WAYS)) {
    const begun = performance.now();
    const count = await go(log);
    costs.set(what, { ms: performance.now() - begun, count });
  }
  return costs;
}

/** Of a store that was filled and used: what is made behind the log is there. */
async function withSoMany(size: number): Promise<ReadonlyMap<string, Cost>> {
  const folder = await Deno.makeTempDir();
  const log = await openLog({ path: `${folder}/whole.db` });
  try {
    // Calls that are made up name no prompt, which would be found to be wrong.
    await fill(log, size, (event) => [event]);
    const { get, system, close } = await programOn(log);
    await log.purge();
    await get("/api/usage");
    await system.signing.sign("demand");
    await close();
    return await costsOf(log);
  } finally {
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
}

function rowsOf(costs: ReadonlyMap<string, Cost>, before: ReadonlyMap<string, Cost> | null): Row[] {
  return [...costs].map(([what, { ms, count }]) => {
    const each = ms / count;
    const smaller = before?.get(what);
    const base = smaller && smaller.ms / smaller.count;
    return {
      what: `${what}, of ${count.toLocaleString("en")}`,
      measured: `${(ms / 1_000).toFixed(2)} s, ${each.toFixed(3)} ms each`,
      ...(base !== undefined && {
        against: `of ${smaller?.count.toLocaleString("en")}: ${base.toFixed(3)} ms each`,
        ratio: each / base,
        target: { atMost: GROWTH },
      }),
    };
  });
}

export async function wholeBench(sizes: readonly number[] = CONVERSATIONS): Promise<Row[]> {
  const rows: Row[] = [];
  let before: ReadonlyMap<string, Cost> | null = null;
  for (const size of sizes) {
    const costs = await withSoMany(size);
    rows.push(...rowsOf(costs, before));
    before = costs;
  }
  return rows;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { store: { type: "string" } },
  });
  const rowsHere = async (path: string) => {
    const log = await openLog({ path });
    try {
      return rowsOf(await costsOf(log), null);
    } finally {
      await log.close();
    }
  };
  const sizes = positionals.length > 0 ? positionals.map(Number) : CONVERSATIONS;
  const rows = values.store === undefined ? await wholeBench(sizes) : await rowsHere(values.store);
  console.log(table("All of a store, gone through", rows));
  Deno.exit(0);
}
