/**
 * What the disk is given for one posted message, in a conversation of three agents who answer on request: its rows, the
 * write-ahead log and what is later moved from it into the file. Beside it what the platform itself writes for one row.
 */
import { createSystem } from "../../actors/create_system.ts";
import { MockProvider } from "../../actors/providers/practice/mock.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import type { System } from "../../actors/system.ts";
import { createToolbox } from "../../actors/tools/toolbox.ts";
import type { Actor } from "../../events/catalog/envelope.ts";
import { openLog } from "../../events/store/log.ts";
import { ROW_BYTES } from "../../events/store/form/value.ts";
import { quantile, type Row, table } from "./table.ts";

/** Messages posted for one figure: the write-ahead log is moved into the file several times meanwhile. */
const POSTS = 1_000;
/** Messages of the conversation when they begin. */
const SIZES = [50, 8_000] as const;
/** KB for one message at most. */
const TARGET_KB = 24;
const BY: Actor = { kind: "user", id: "ann", name: "Ann" };
const CONTENT = "What do you think of the bakery that opens at six, and of its first loaves?";

/** Bytes that this process has given to the system to write, so far; null where the system does not tell. */
async function written(): Promise<number | null> {
  const text = await Deno.readTextFile("/proc/self/io").catch(() => "");
  const found = /^wchar: (\d+)$/m.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/** KB and milliseconds of one `act` of many. */
async function each(
  count: number,
  act: (n: number) => Promise<unknown>,
): Promise<{ kb: number; ms: number }> {
  const times: number[] = [];
  const before = await written();
  for (let n = 0; n < count; n++) {
    const begun = performance.now();
    await act(n);
    times.push(performance.now() - begun);
  }
  const after = await written();
  return {
    kb: before === null || after === null ? NaN : (after - before) / count / 1_024,
    ms: quantile(times, 0.5),
  };
}

async function oneRow(folder: string): Promise<{ kb: number; ms: number }> {
  const kv = await Deno.openKv(`${folder}/row.db`);
  try {
    const bytes = new TextEncoder().encode(CONTENT);
    return await each(POSTS, (n) => kv.atomic().set(["row", n], bytes).commit());
  } finally {
    kv.close();
  }
}

/**
 * The least that a posted message can be on this store: one row replaced, and one new row that says its place in the
 * order of all commits, among as many of them.
 * @param before commits made first, on top of those that are there
 */
async function twoRows(kv: Deno.Kv, before: number): Promise<{ kb: number; ms: number }> {
  const bytes = (length: number) => crypto.getRandomValues(new Uint8Array(Math.floor(length)));
  // As long as the rows of such a conversation are, before and behind the commit that empties them.
  const post = () =>
    kv.atomic().set(["at", "c"], bytes(400 + Math.random() * (ROW_BYTES - 400)))
      .set(["all", kv.commitVersionstamp()], bytes(20)).commit();
  for (let n = 0; n < before; n++) await post();
  return await each(POSTS, post);
}

async function furnished(system: System): Promise<void> {
  const agents = Array.from({ length: 3 }, (_, index) => ({
    agentId: `agent_${index}`,
    agentVersion: 1,
    number: index + 1,
    name: `Agent ${index}`,
    color: 1,
    model: "echo",
  }));
  await system.execute("c", { type: "start", title: "bench", mode: "manual", settings: {}, agents }, {
    by: BY,
  });
}

export async function diskBench(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const log = await openLog({ path: `${folder}/bench.db` });
  const bare = await Deno.openKv(`${folder}/two_rows.db`);
  const system = await createSystem({
    log,
    environment: realEnvironment,
    logger: silent,
    adapter: () => Promise.resolve(new MockProvider({ clock: realEnvironment, tokenMs: 1 })),
    tools: createToolbox([]),
    masterKey: new Uint8Array(32),
  });
  try {
    const raw = await oneRow(folder);
    await furnished(system);
    const post = () => system.execute("c", { type: "post", content: CONTENT }, { by: BY });
    const rows: Row[] = [];
    let messages = 0;
    for (const size of SIZES) {
      const more = size - messages;
      for (let n = 0; n < more; n++) await post();
      const { kb, ms } = await each(POSTS, post);
      const least = await twoRows(bare, more);
      messages = size + POSTS;
      rows.push({
        what: `a message in a conversation of ${size.toLocaleString("en")}: written to the disk, ${
          ms.toFixed(2)
        } ms`,
        measured: `${kb.toFixed(1)} KB`,
        against: `one row of ${raw.kb.toFixed(1)} KB, ${raw.ms.toFixed(2)} ms`,
        ratio: kb / TARGET_KB,
        target: { atMost: 1 },
      }, {
        what: "the same",
        measured: `${kb.toFixed(1)} KB`,
        against: `two rows of ${least.kb.toFixed(1)} KB, ${least.ms.toFixed(2)} ms`,
        ratio: kb / least.kb,
      });
    }
    return rows;
  } finally {
    bare.close();
    await system.stop();
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) console.log(table("What the disk is given", await diskBench()));
