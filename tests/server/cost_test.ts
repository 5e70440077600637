/**
 * What is asked of all conversations costs what it shows, and a commit what it changes, however many there are: rows read
 * and written are counted, not time.
 */
import assert from "node:assert/strict";
import type { Atomic, Kv } from "../../events/store/kv/kv.ts";
import { openLog } from "../../events/store/log.ts";
import { fill, programOn } from "../bench/many_bench.ts";
import { FAST, FULL, sample } from "../effort.ts";
import type { Route } from "../../server/http/route.ts";
import { LOOKED_THROUGH } from "../../server/routes/all_conversations.ts";
import { routes } from "../../server/routes/table.ts";
import { replacing } from "../replacing.ts";
import { memoryKv } from "../sim/memory_kv.ts";
import { SimDisk } from "../sim/sim_disk.ts";
import { costOfWrites, missing } from "./cost_writes.ts";

/** Conversations: some and more; where there is time, 1×, 4× and 16×. */
const SIZES: readonly [number, ...number[]] = FULL ? [100, 400, 1_600] : [100, 250];
/** Messages that are posted for one figure: what is made up for behind them is among it. */
const POSTS = 128;
/** Rows by which an answer may differ: a day more has its sums. */
const SLACK = 12;
/** … and a write: up to 64 commits wait to be made up for, each of them a row of the order and one of its stream. */
const BEHIND = 2 * 64;

const PATHS = [
  "/api/conversations?limit=20",
  "/api/conversations?limit=20&archived=true",
  "/api/conversations?limit=20&cursor=2026-01-01T00:40:00.000Z_x",
  "/api/usage",
  "/api/usage?from=2026-01-01&to=2026-01-01",
  "/api/usage?conversationId=conversation_1",
  "/api/conversations/conversation_1",
];

/** Reads that are not counted here, with the reason. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "/api/events": "a stream that does not end",
  "/api/search": "of a file of its own; without it, as in memory, the newest conversations are read through",
};
/** Titles have no index: of the list by time a request looks through so many rows, and says where it ended. */
const THROUGH: Readonly<Record<string, number>> = {
  "/api/conversations?q=nobody": LOOKED_THROUGH,
};
/** Files of the interface and what is sent with it: no row of a store. */
const isFile = ({ access }: Route): boolean => access === "page";

/** Every other read of the table, the same in each store. */
const READS = sample(
  routes.filter((route) => route.method === "GET" && !isFile(route) && !(route.path in ELSEWHERE)),
  4,
);

/** As they are asked for here: of what there is none, that is looked up in vain. */
const everyRead = (ids: Readonly<Record<string, string>>): string[] =>
  READS.map(({ path }) =>
    path.replaceAll(
      /:(\w+)(\{\.\+\})?/g,
      (_, name: string) =>
        name === "id" && path.startsWith("/api/conversations/") ? "conversation_1" : ids[name] ?? "nobody",
    )
  );

/** Rows that went through a store. */
interface Counts {
  read: number;
  written: number;
}

/** A store that counts the rows that are read and written. */
function counting(kv: Kv): { kv: Kv; counts: Counts } {
  const counts: Counts = { read: 0, written: 0 };
  const counted = replacing(kv, {
    async get(key) {
      counts.read++;
      return await kv.get(key);
    },
    async getMany(keys) {
      counts.read += keys.length;
      return await kv.getMany(keys);
    },
    async *list(selector, options) {
      for await (const entry of kv.list(selector, options)) {
        counts.read++;
        yield entry;
      }
    },
    atomic() {
      const atomic: Atomic = kv.atomic();
      for (const change of ["set", "delete"] as const) {
        const plain = atomic[change].bind(atomic) as (...given: unknown[]) => Atomic;
        Object.assign(atomic, {
          [change](...given: unknown[]) {
            counts.written++;
            plain(...given);
            return atomic;
          },
        });
      }
      return atomic;
    },
  });
  return { kv: counted, counts };
}

interface Rows {
  /** Read by each path, and read and written by one posted message. */
  readonly rows: Readonly<Record<string, number>>;
  /** Read and written by each route that writes. */
  readonly writes: Readonly<Record<string, number>>;
}

/** What goes through a store of so many conversations. */
async function measured(size: number): Promise<Rows> {
  const { kv, counts } = counting(memoryKv(new SimDisk()));
  const log = await openLog({ path: ":memory:", open: () => Promise.resolve(kv) });
  await fill(log, size);
  const program = await programOn(log);
  const { get, ask, close, system } = program;
  // Somebody has read a tenth of them.
  const reads = log.side("read");
  for (let n = 0; n < size; n += 10) await reads.set(`conversation_${n.toString(36)}`, { ann: 1 });
  await log.purge();
  const rows: Record<string, number> = {};
  const { fold } = JSON.parse(await get("/api/conversations/conversation_1?view=fold"));
  const [turnId = ""] = Object.keys(fold.turns);
  const { messageId, participantId } = fold.turns[turnId];
  for (const path of [...PATHS, ...Object.keys(THROUGH), ...everyRead({ messageId, participantId })]) {
    // What is looked at for the first time is folded once.
    await ask(path);
    const before = counts.read;
    await ask(path);
    rows[path] = counts.read - before;
  }
  // Before anything is written: what is made up for behind that is read in the same moment.
  for (const what of ["a copy, read", "another of the same title, read"]) {
    const before = counts.read;
    const { status, text } = await ask("/api/conversations/conversation_1/fork", { seq: 3 });
    assert.equal(status, 201, text);
    rows[what] = counts.read - before;
  }
  const meta = { by: { kind: "user" as const, id: "ann", name: "Ann" } };
  const started = await system.execute("new", {
    type: "start",
    title: "",
    mode: "manual",
    settings: {},
    agents: [{ agentId: "a", agentVersion: 1, number: 1, name: "Ada", color: 1, model: "echo" }],
  }, meta);
  assert.ok(started.ok, JSON.stringify(started));
  const before = { ...counts };
  for (let n = 0; n < POSTS; n++) {
    const posted = await system.execute("new", { type: "post", content: "Hello" }, meta);
    assert.ok(posted.ok, JSON.stringify(posted));
  }
  rows["a message, read"] = (counts.read - before.read) / POSTS;
  rows["a message, written"] = (counts.written - before.written) / POSTS;
  const writes = FAST ? {} : await costOfWrites(program, () => counts.read + counts.written);
  await close();
  await log.close();
  return { rows, writes };
}

Deno.test("every route that writes is part of what is counted, or it is known why not", () => {
  assert.deepEqual(missing(), []);
});

Deno.test("every read and every write goes through the same rows, however many conversations there are", async () => {
  const found: Rows[] = [];
  for (const size of SIZES) found.push(await measured(size));
  const [least, ...more] = found;
  const first = least?.rows ?? {};
  const told = JSON.stringify(found, null, 1);
  for (const [index, { rows, writes }] of more.entries()) {
    const size = SIZES[index + 1] ?? 0;
    for (const [route, count] of Object.entries(writes)) {
      const fewer = least?.writes[route] ?? 0;
      assert.ok(count <= fewer + BEHIND, `${route}: ${count}, not ${fewer} as of fewer\n${told}`);
    }
    for (const [what, count] of Object.entries(rows)) {
      const through = Math.min(size, THROUGH[what] ?? 0) - Math.min(SIZES[0], THROUGH[what] ?? 0);
      const room = what.startsWith("a message") ? 1 : SLACK + through;
      const most = (first[what] ?? 0) + room;
      assert.ok(count <= most, `${what}: ${count}, not ${first[what]} as of fewer\n${told}`);
    }
  }
  // A page of 20 rows and a few that say where it begins; two rows for each message, its own and its place in the order.
  assert.ok((first["/api/conversations?limit=20"] ?? Infinity) < 80, told);
  assert.ok((first["a message, written"] ?? Infinity) < 3, told);
});
