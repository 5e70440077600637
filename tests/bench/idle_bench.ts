/**
 * What conversations cost a server that has them, over how many there are, where each was used and nobody does now: a real
 * process on a store that was filled before, in which as many were read as it keeps open and more. `deno run -A
 * tests/bench/idle_bench.ts 300 10000 100000` for other sizes.
 */
import { openLog } from "../../events/store/log.ts";
import { STORE_FILE } from "../../server/command_line/store_files.ts";
import { ServerProcess } from "../chaos/server_process.ts";
import { fill } from "./many_bench.ts";
import { residentKib, spentMs } from "./of_process.ts";
import { type Row, table } from "./table.ts";

/** Conversations; the least of them more than a process keeps open, so that what is more is idle. */
export const IDLE: readonly number[] = [300, 3_000];
/** KiB that an idle conversation may take. */
const IDLE_KIB = 8;
/** MiB that a process with 100,000 of them may take. */
const ALL_MIB = 400;
/** Conversations that are read, so that all that can be open is. */
const READ = 600;
/** Requests at once. */
const AT_ONCE = 10;
/** Milliseconds in which a process that is at rest works less than this share of them. */
const [REST_MS, REST] = [2_000, 0.03] as const;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits until the process has made what it makes behind the log: the list, the sums, the index of words. */
async function atRest(pid: number): Promise<void> {
  for (let spent = await spentMs(pid);;) {
    await pause(REST_MS);
    const now = await spentMs(pid);
    if (spent === null || now === null || now - spent < REST * REST_MS) return;
    spent = now;
  }
}

async function readSome(address: string, count: number): Promise<void> {
  let read = 0;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (read < READ) {
      const id = `conversation_${(read++ % count).toString(36)}`;
      const answer = await fetch(`${address}/api/conversations/${id}`);
      if (!answer.ok) throw new Error(await answer.text());
      await answer.arrayBuffer();
    }
  }));
}

/** KiB of a process that has so many; null where the system does not say. */
async function withSoMany(count: number): Promise<number | null> {
  const data = await Deno.makeTempDir();
  try {
    const log = await openLog({ path: `${data}/${STORE_FILE}` });
    await fill(log, count);
    await log.close();
    const server = new ServerProcess(data);
    // What is made once for an older store is no matter of how it serves: the memory that it took then stays the process's.
    await server.start();
    await atRest(server.pid);
    await server.terminate();
    await server.start();
    try {
      await readSome(server.address ?? "", count);
      await atRest(server.pid);
      return await residentKib(server.pid);
    } finally {
      await server.kill();
    }
  } finally {
    await Deno.remove(data, { recursive: true });
  }
}

export async function idleBench(sizes: readonly number[] = IDLE): Promise<Row[]> {
  const rows: Row[] = [];
  const [least = 0, ...more] = sizes;
  const base = await withSoMany(least);
  for (const count of more) {
    const kib = await withSoMany(count);
    if (base === null || kib === null) continue;
    const each = (kib - base) / (count - least);
    const what = `${count.toLocaleString("en")} conversations`;
    rows.push({
      what: `memory of one of ${what}, beside a process with ${least}`,
      measured: `${each.toFixed(2)} KiB`,
      against: `${IDLE_KIB} KiB`,
      ratio: each / IDLE_KIB,
      target: { atMost: 1 },
    }, {
      what: `memory of the process with ${what}`,
      measured: `${(kib / 1_024).toFixed(0)} MiB`,
      against: `${ALL_MIB} MiB; ${(base / 1_024).toFixed(0)} MiB with ${least}`,
      ratio: kib / 1_024 / ALL_MIB,
      target: { atMost: 1 },
      on: {
        curve: "Memory of a process with so many conversations",
        size: count,
        of: "conversations",
        value: kib / 1_024,
        unit: "MiB",
        atMost: ALL_MIB,
      },
    });
  }
  return rows;
}

if (import.meta.main) {
  console.log(table("Idle conversations", await idleBench(Deno.args.length ? Deno.args.map(Number) : IDLE)));
  Deno.exit(0);
}
