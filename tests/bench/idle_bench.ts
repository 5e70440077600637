/**
 * What conversations cost a server that has them, over how many there are, where each was used and nobody does now: a real
 * process on a store that was filled before, in which as many were read as it keeps open and more; how soon it listens, tells
 * the list, finds words and takes a message; and what it takes of a core over a minute in which nobody asks anything. Beside it
 * the platform alone, a bare server that is as idle for as long: below its memory no server of this platform comes.
 * `deno run -A tests/bench/idle_bench.ts 300 10000 100000` for other sizes; with `--stores FOLDER` the
 * filled stores stay there, and are measured again in seconds.
 */
import { parseArgs } from "node:util";
import { openLog } from "../../events/store/log.ts";
import { STORE_FILE } from "../../server/command_line/store_files.ts";
import { ServerProcess } from "../chaos/server_process.ts";
import { fill } from "./many_bench.ts";
import { filesKib, residentKib, spentMs } from "./of_process.ts";
import { bareServer } from "./socket_client.ts";
import { type Place, quantile, type Row, table } from "./table.ts";

/** Conversations; the least of them more than a process keeps open, so that what is more is idle. */
export const IDLE: readonly number[] = [300, 3_000];
/** KiB that an idle conversation may take. */
const IDLE_KIB = 8;
/** MB that an idle process may take, and MiB that one with 100,000 of them may. */
const [IDLE_MB, ALL_MIB] = [80, 400] as const;
/** Milliseconds to listening, of the first 100 of the list, and of a search. */
const [START_MS, LIST_MS, SEARCH_MS] = [500, 5, 50] as const;
/** Starts, and times that the list, words and for a message to be taken are asked for; the middle one is told. */
const [STARTS, ASKED] = [5, 25] as const;
/** Times that the list is asked for once more, when that was done. */
const LATER = 100;
/** Milliseconds since anybody asked something, those that are looked at then, and the share of a core that they may take. */
const [UNUSED_MS, IDLE_MS, IDLE_SHARE] = [120_000, 60_000, 0.002] as const;
/** Conversations that are read, so that all that can be open is. */
const READ = 600;
/** A word that is said in each of them. */
const SOUGHT = "bakery";
/** Requests at once. */
const AT_ONCE = 10;
/** Milliseconds in which a process that is at rest works less than this share of them, thrice in a row. */
const [REST_MS, REST, RESTS] = [2_000, 0.03, 3] as const;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits until the process has made what it makes behind the log: the list, the sums, the index of words. */
async function atRest(pid: number): Promise<void> {
  for (let spent = await spentMs(pid), rests = 0; rests < RESTS;) {
    await pause(REST_MS);
    const now = await spentMs(pid);
    if (spent === null || now === null) return;
    rests = now - spent < REST * REST_MS ? rests + 1 : 0;
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

/** Whether a store was filled before, and is there to be measured again. */
const isThere = (path: string) => Deno.stat(path).then(() => true, () => false);

/** What a process cost that has so many. */
interface Cost {
  readonly kib: number;
  /** Of that, files as they lie on disk. */
  readonly ofFiles: number;
  /** KiB of a bare server of the same platform. */
  readonly bareKib: number;
  /** Milliseconds from the start of the process to listening, and of what it is asked: the middle of some. */
  readonly startMs: number;
  readonly listMs: number;
  /** The same once it was asked for some times. */
  readonly laterMs: number;
  readonly searchMs: number;
  readonly postMs: number;
  /** Of a core, while nobody asks anything. */
  readonly idleShare: number;
}

/** Starts it again and again; milliseconds to listening, the middle of them. It runs afterwards. */
async function started(server: ServerProcess): Promise<number> {
  const took: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    if (server.running) await server.terminate();
    const begun = performance.now();
    await server.start();
    took.push(performance.now() - begun);
  }
  return quantile(took, 0.5);
}

/** Milliseconds of one request, the middle of so many. */
async function asked(
  address: string,
  path: string,
  { body, times = ASKED }: { readonly body?: unknown; readonly times?: number } = {},
): Promise<number> {
  const headers = { origin: address, "content-type": "application/json" };
  const took: number[] = [];
  for (let n = 0; n < times; n++) {
    const begun = performance.now();
    const sent = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(address + path, sent);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    took.push(performance.now() - begun);
  }
  return quantile(took, 0.5);
}

/** A conversation in which nobody answers by itself. */
async function begun(address: string): Promise<string> {
  const { items }: { items: { id: string }[] } = await (await fetch(`${address}/api/agents`)).json();
  const agentIds = items.slice(0, 1).map(({ id }) => id);
  const answer = await fetch(`${address}/api/conversations`, {
    method: "POST",
    headers: { origin: address, "content-type": "application/json" },
    body: JSON.stringify({ mode: "manual", agentIds }),
  });
  const { conversation }: { conversation: { id: string } } = await answer.json();
  return conversation.id;
}

/** The share of a core that a process takes by itself; null where the system does not say. */
async function idle(pid: number): Promise<number | null> {
  await atRest(pid);
  await pause(UNUSED_MS);
  const before = await spentMs(pid);
  await pause(IDLE_MS);
  const after = await spentMs(pid);
  return before === null || after === null ? null : (after - before) / IDLE_MS;
}

/** What a process takes while nobody asks anything, beside the platform alone; null where the system does not say. */
async function atIdle(
  pid: number,
  bareStore: string,
): Promise<Pick<Cost, "kib" | "ofFiles" | "bareKib" | "idleShare"> | null> {
  const bare = await bareServer(bareStore, "", { model: "" });
  try {
    const idleShare = await idle(pid);
    const [kib, ofFiles] = [await residentKib(pid), await filesKib(pid)];
    const bareKib = await residentKib(bare.pid);
    return kib === null || ofFiles === null || bareKib === null || idleShare === null
      ? null
      : { kib, ofFiles, bareKib, idleShare };
  } finally {
    await bare.end();
  }
}

/**
 * What a process costs that has so many; null where the system does not say.
 * @param stores a folder in which stores stay, so that they are filled once; null: none does
 */
async function withSoMany(count: number, stores: string | null): Promise<Cost | null> {
  const data = stores === null ? await Deno.makeTempDir() : `${stores}/${count}`;
  const path = `${data}/${STORE_FILE}`;
  try {
    const server = new ServerProcess(data, [], { deployed: true });
    try {
      if (!await isThere(path)) {
        await Deno.mkdir(data, { recursive: true });
        const log = await openLog({ path });
        await fill(log, count);
        await log.close();
        // What is made once for an older store is no matter of how it serves: the memory that it took then stays the process's.
        await server.start();
        await atRest(server.pid);
        await server.terminate();
      }
      const startMs = await started(server);
      await atRest(server.pid);
      const address = server.address ?? "";
      const listMs = await asked(address, "/api/conversations?limit=100");
      // By then its code is compiled, as that of a process is which people use.
      const laterMs = await asked(address, "/api/conversations?limit=100", { times: LATER });
      const searchMs = await asked(address, `/api/search?q=${SOUGHT}`);
      const postMs = await asked(address, `/api/conversations/${await begun(address)}/messages`, {
        body: { content: "Fish swim in the bowl." },
      });
      await readSome(address, count);
      const rest = await atIdle(server.pid, `${data}/bare.db`);
      await server.terminate();
      return rest && { ...rest, startMs, listMs, laterMs, searchMs, postMs };
    } finally {
      await server.kill();
    }
  } finally {
    if (stores === null) await Deno.remove(data, { recursive: true });
  }
}

/** A row of what took so many milliseconds, and its place among other sizes. */
const took = (
  what: string,
  ms: number,
  atMost: number,
  { curve, size }: { curve: string; size: number },
): Row => ({
  what: `${what}, of ${size.toLocaleString("en")} conversations`,
  measured: `${ms.toFixed(1)} ms`,
  against: `${atMost} ms`,
  ratio: ms / atMost,
  target: { atMost: 1 },
  on: { curve, size, of: "conversations", value: ms, unit: "ms", atMost },
});

/** @param stores a folder in which filled stores stay, for the next time; null: each is gone afterwards */
export async function idleBench(
  sizes: readonly number[] = IDLE,
  stores: string | null = null,
): Promise<Row[]> {
  const rows: Row[] = [];
  let least: (Cost & { readonly count: number }) | null = null;
  for (const count of sizes) {
    const cost = await withSoMany(count, stores);
    if (!cost) continue;
    const { startMs, listMs, laterMs, searchMs, postMs, idleShare } = cost;
    rows.push(
      took("start of the process to listening", startMs, START_MS, {
        curve: "Start to listening",
        size: count,
      }),
      took("the first 100 of the list by a socket, among a process's first requests", listMs, LIST_MS, {
        curve: "The first 100 of the list by a socket, among a process's first requests",
        size: count,
      }),
      took("the first 100 of the list by a socket", laterMs, LIST_MS, {
        curve: "The first 100 of the list by a socket",
        size: count,
      }),
      took("a word that many say looked up by a socket", searchMs, SEARCH_MS, {
        curve: "A word looked up by a socket",
        size: count,
      }),
      {
        what: `a message that nobody answers taken, of ${count.toLocaleString("en")} conversations`,
        measured: `${postMs.toFixed(1)} ms`,
      },
      {
        what: `a minute in which nobody asks anything, of ${count.toLocaleString("en")} conversations`,
        measured: `${(100 * idleShare).toFixed(2)} % of a core`,
        against: `${100 * IDLE_SHARE} %`,
        ratio: idleShare / IDLE_SHARE,
        target: { atMost: 1 },
      },
    );
    if (least) rows.push(...memory(least, cost, count));
    else {
      least = { ...cost, count };
      rows.push(idleMemory(cost, count));
    }
  }
  return rows;
}

const CURVE = "Memory of a process with so many conversations";
const mib = (kib: number) => (kib / 1_024).toFixed(0);
const mb = (kib: number) => 1.024 * kib / 1_000;

const pointOf = ({ kib, bareKib }: Cost, size: number): Place => ({
  curve: CURVE,
  size,
  of: "conversations",
  value: kib / 1_024,
  unit: "MiB",
  atMost: ALL_MIB,
  bare: bareKib / 1_024,
});

const idleMemory = (cost: Cost, count: number): Row => ({
  what: `memory of an idle process with ${count} conversations`,
  measured: `${mb(cost.kib).toFixed(0)} MB, ${mb(cost.ofFiles).toFixed(0)} of them files as on disk`,
  against: `${IDLE_MB} MB; the platform alone ${mb(cost.bareKib).toFixed(0)}`,
  ratio: mb(cost.kib) / IDLE_MB,
  target: { atMost: 1 },
  on: pointOf(cost, count),
});

function memory(least: Cost & { readonly count: number }, cost: Cost, count: number): Row[] {
  const { kib } = cost;
  const each = (kib - least.kib) / (count - least.count);
  const what = `${count.toLocaleString("en")} conversations`;
  return [{
    what: `memory of one of ${what}, beside a process with ${least.count}`,
    measured: `${each.toFixed(2)} KiB`,
    against: `${IDLE_KIB} KiB`,
    ratio: each / IDLE_KIB,
    target: { atMost: 1 },
  }, {
    what: `memory of the process with ${what}`,
    measured: `${mib(kib)} MiB`,
    against: `${ALL_MIB} MiB; ${mib(least.kib)} MiB with ${least.count}`,
    ratio: kib / 1_024 / ALL_MIB,
    target: { atMost: 1 },
    on: pointOf(cost, count),
  }];
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { stores: { type: "string" } },
  });
  const sizes = positionals.length > 0 ? positionals.map(Number) : IDLE;
  console.log(table("Idle conversations", await idleBench(sizes, values.stores ?? null)));
  Deno.exit(0);
}
