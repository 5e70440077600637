/**
 * More processes on one store: a turn costs as many commits as in one process, and none of them more reads; who is posted
 * to answers, and many turns are shared evenly, wherever they were asked for.
 */
import assert from "node:assert/strict";
import { joiningOf } from "../../actors/conversation/rules/joining.ts";
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import { AHEAD, STEP_MS } from "../../actors/live/shares.ts";
import type { EventLog } from "../../events/store/types.ts";
import type { Kv } from "../../events/store/kv/kv.ts";
import { FAST, sample } from "../effort.ts";
import { replacing } from "../replacing.ts";
import { accepted, type Engine, inWorld, ROOM, Room, type World } from "./world.ts";

const ANN = { by: { kind: "user" as const, id: "ann", name: "Ann" } };
/** Processes on one store. */
const PROCESSES = FAST ? [1, 4] : [1, 2, 4];
/** Virtual milliseconds after which all know of each other. */
const KNOWN_MS = 9_000;
/** Turns for one figure, where all are asked for in one moment; as many for each process. */
const TURNS = 40;
/** The same where they are asked for one after the other: each is as the one before. */
const IN_ROW = 20;

/** What one process asked of the store. */
interface Counts {
  commits: number;
  reads: number;
}

/** A store that counts what is asked of it. */
function counting(kv: Kv): { kv: Kv; counts: Counts } {
  const counts: Counts = { commits: 0, reads: 0 };
  const counted = replacing(kv, {
    get(key) {
      counts.reads++;
      return kv.get(key);
    },
    getMany(keys) {
      counts.reads++;
      return kv.getMany(keys);
    },
    list(selector, options) {
      counts.reads++;
      return kv.list(selector, options);
    },
    atomic() {
      const begun = kv.atomic();
      const commit = begun.commit.bind(begun);
      begun.commit = () => {
        counts.commits++;
        return commit();
      };
      return begun;
    },
  });
  return { kv: counted, counts };
}

/** Stores of several processes, and what a turn costs between `begin` and the call of what it gives: all commits, each one's reads. */
function countedStores(turns: number) {
  const all: Counts[] = [];
  return {
    kv(real: Kv): Kv {
      const { kv, counts } = counting(real);
      all.push(counts);
      return kv;
    },
    begin() {
      const before = all.map((counts) => ({ ...counts }));
      return () => {
        const spent = (what: keyof Counts) =>
          all.map((counts, at) => (counts[what] - (before[at]?.[what] ?? 0)) / turns);
        return { commits: spent("commits").reduce((sum, one) => sum + one, 0), reads: spent("reads") };
      };
    },
  };
}

/** So many processes, of which `first` is one. */
async function beside(world: World, first: Engine, processes: number): Promise<Engine[]> {
  const engines = [first];
  while (engines.length < processes) engines.push(await world.engine());
  return engines;
}

/** How many turns of these conversations each process answered. */
async function shares({ log }: Engine, streams: readonly string[]): Promise<number[]> {
  const found = new Map<string, number>();
  for (const stream of streams) {
    for await (const batch of log.read(stream)) {
      for (const { type, data } of batch as ConversationEvent[]) {
        if (type === "TurnStarted") found.set(data.owner, (found.get(data.owner) ?? 0) + 1);
      }
    }
  }
  return [...found.values()];
}

/** What turns cost that are asked for in one process after the other: by the turn, all commits, and of each process its reads. */
async function costs(processes: number): Promise<{ commits: number; reads: number[]; shared: number[] }> {
  const { kv, begin } = countedStores(IN_ROW);
  let found = { commits: NaN, reads: [NaN], shared: [NaN] };
  await inWorld({ kind: "remote", kv }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    const rooms = (await beside(world, room.engine, processes)).map((engine) => new Room(world, engine));
    const spent = begin();
    for (let n = 0; n < IN_ROW; n++) {
      const here = rooms[n % processes] ?? room;
      await here.post(`Hello ${n}`);
      await here.rest();
    }
    found = { ...spent(), shared: await shares(room.engine, [ROOM]) };
  });
  return found;
}

Deno.test("turns that are asked for evenly are answered evenly, by as many commits, and no process reads more for one than one alone", async () => {
  const [alone, ...more] = await Promise.all(PROCESSES.map(costs));
  assert.ok(alone);
  const told = JSON.stringify([alone, ...more]);
  assert.deepEqual(alone.shared, [IN_ROW]);
  // The message with its claim and the first call, some pieces, the end.
  assert.ok(alone.commits < 5, told);
  // The key of its provider is not among them.
  assert.ok((alone.reads[0] ?? NaN) < 12.7, told);
  for (const [index, { commits, reads, shared }] of more.entries()) {
    const processes = PROCESSES[index + 1] ?? NaN;
    assert.deepEqual(shared, Array(processes).fill(IN_ROW / processes), told);
    assert.ok(commits <= alone.commits + 0.5, told);
    // Each is told of all that happens, once.
    for (const one of reads) assert.ok(one <= (alone.reads[0] ?? NaN) + 2, told);
  }
});

/** What turns cost that are all asked for in the first process, each in a conversation of its own; by the turn. */
async function asked(
  { kind, processes, together, turnBytes }: {
    readonly kind: EventLog["kind"];
    readonly processes: number;
    /** All in one moment; else one after the other. */
    readonly together: boolean;
    readonly turnBytes?: number;
  },
): Promise<{ commits: number; reads: number[]; shared: number[] }> {
  const turns = together ? TURNS : IN_ROW;
  const { kv, begin } = countedStores(turns);
  let found = { commits: NaN, reads: [NaN], shared: [NaN] };
  await inWorld({ kind, kv, ...(turnBytes ? { turnBytes } : {}) }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await beside(world, room.engine, processes);
    const { system, live } = room.engine;
    const agent = (await system.workspace()).agents["agent_1"] ?? assert.fail("no agent");
    const streams = Array.from({ length: turns }, (_, n) => `conversation_${n}`);
    for (const id of streams) {
      accepted(
        await system.execute(id, {
          type: "start",
          title: "",
          mode: "parallel",
          settings: {},
          agents: [joiningOf(agent)],
        }, ANN),
      );
    }
    await world.scheduler.sleep(KNOWN_MS);
    const spent = begin();
    // What is told anyway: to look would be counted.
    const ended = () =>
      live.flatMap((one) => one.type === "commit" ? one.commit.events : [])
        .filter(({ event }) => event.type === "TurnCompleted").length;
    const post = async (id: string) =>
      accepted(await system.execute(id, { type: "post", content: "Hello" }, ANN));
    if (together) await Promise.all(streams.map(post));
    for (const [index, id] of together ? [] : streams.entries()) {
      await post(id);
      await world.until(() => ended() > index);
    }
    await world.until(() => ended() === turns);
    found = { ...spent(), shared: await shares(room.engine, streams) };
  });
  return found;
}

for (const kind of sample(["file", "remote"] as const, 2)) {
  Deno.test(`${kind}: one turn after the other is begun where it is asked for, by as many commits and reads as in one process; the others read what they are told`, async () => {
    const [alone, ...more] = await Promise.all(
      PROCESSES.map((processes) => asked({ kind, processes, together: false })),
    );
    assert.ok(alone);
    const told = JSON.stringify([alone, ...more]);
    // As it waits for the end of each, one of another may be a poll later.
    const [most, others] = kind === "file" ? [8.5, 2.5] : [10.5, 7];
    for (const { commits, reads: [here = NaN, ...there], shared } of [alone, ...more]) {
      assert.deepEqual(shared, [IN_ROW], told);
      assert.ok(commits < 3.5, told);
      assert.ok(here <= most, told);
      for (const one of there) assert.ok(one <= others, told);
    }
  });

  Deno.test(`${kind}: many turns that are asked for in one process are begun evenly by all`, async () => {
    for (const processes of PROCESSES) {
      const { commits, reads, shared } = await asked({ kind, processes, together: true });
      const told = JSON.stringify([commits, reads, shared]);
      assert.equal(shared.reduce((sum, one) => sum + one, 0), TURNS, told);
      assert.equal(shared.length, processes, told);
      assert.ok(Math.max(...shared) - Math.min(...shared) <= 3 * AHEAD, told);
      // Turns of one moment share commits, more in one process; never is one dearer than alone.
      assert.ok(commits < 3.5, told);
      for (const one of reads) assert.ok(one <= 12.5, told);
    }
  });
}

Deno.test("what one process writes the others show as it goes; where there are none its rows stay as they are", async () => {
  for (const processes of [1, 2]) {
    await inWorld({ tokenMs: 40 }, async (world, room) => {
      await room.open([{ name: "Ada", model: "echo" }]);
      const [here, there] = await beside(world, room.engine, processes);
      await world.scheduler.sleep(KNOWN_MS);
      await room.post("word ".repeat(100));
      const drafts = ({ live }: Engine) => live.filter(({ type }) => type === "drafts").length;
      const rows = new Set<string>();
      for (let ms = 0; ms < 3_000; ms += 10) {
        for (const { stamp } of await room.engine.log.work.all()) rows.add(stamp);
        await world.scheduler.sleep(10);
      }
      assert.ok(here && drafts(here) > 40, `${here && drafts(here)} shown here`);
      if (there) assert.ok(drafts(there) > 15, `${drafts(there)} shown by the other`);
      else assert.ok(rows.size <= 4, `${rows.size} times a row was written`);
      await room.rest();
    });
  }
});

Deno.test("what a process has no memory for is begun by the others", async () => {
  const { shared } = await asked({ kind: "remote", processes: 4, together: true, turnBytes: 2_000_000 });
  assert.equal(shared.reduce((sum, one) => sum + one, 0), TURNS, "each was begun once");
  assert.equal(shared.length, 4, `by all of them: ${shared}`);
  assert.ok(Math.max(...shared) <= TURNS * 2 / 3, `by none most of them: ${shared}`);
});

Deno.test("what is left to a process that died meanwhile is begun by the next in line", () =>
  inWorld({ kind: "remote" }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    const [, second] = await beside(world, room.engine, 3);
    await world.scheduler.sleep(KNOWN_MS);
    second?.process.crash();
    const { system } = room.engine;
    const agent = (await system.workspace()).agents["agent_1"] ?? assert.fail("no agent");
    const streams = Array.from({ length: TURNS }, (_, n) => `conversation_${n}`);
    const start = {
      type: "start",
      title: "",
      mode: "parallel",
      settings: {},
      agents: [joiningOf(agent)],
    } as const;
    await Promise.all(streams.map(async (id) => accepted(await system.execute(id, start, ANN))));
    await Promise.all(
      streams.map(async (id) => accepted(await system.execute(id, { type: "post", content: "Hello" }, ANN))),
    );
    const before = world.scheduler.now;
    await world.until(async () => {
      const states = await Promise.all(streams.map((id) => system.conversation(id)));
      return states.every((state) => state?.open.length === 0);
    });
    assert.ok(world.scheduler.now - before < 4 * STEP_MS, `${world.scheduler.now - before} ms`);
    assert.equal((await shares(room.engine, streams)).length, 2);
  }));
