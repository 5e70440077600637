/**
 * More processes on one store: a turn costs as many commits as in one process, and none of them more reads; who is posted
 * to answers, and what it has no place for is answered by the others.
 */
import assert from "node:assert/strict";
import { joiningOf } from "../../actors/conversation/rules/joining.ts";
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import type { Kv } from "../../events/store/kv/kv.ts";
import { replacing } from "../replacing.ts";
import { accepted, type Engine, inWorld, ROOM, Room, type World } from "./world.ts";

const ANN = { by: { kind: "user" as const, id: "ann", name: "Ann" } };
/** Processes on one store. */
const PROCESSES = [1, 2, 4] as const;
/** Turns for one figure; as many for each process. */
const TURNS = 40;

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
  const all: Counts[] = [];
  const kv = (real: Kv) => {
    const { kv, counts } = counting(real);
    all.push(counts);
    return kv;
  };
  let found = { commits: NaN, reads: [NaN], shared: [NaN] };
  await inWorld({ kind: "remote", kv }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    const rooms = (await beside(world, room.engine, processes)).map((engine) => new Room(world, engine));
    const before = all.map((counts) => ({ ...counts }));
    for (let n = 0; n < TURNS; n++) {
      const here = rooms[n % processes] ?? room;
      await here.post(`Hello ${n}`);
      await here.rest();
    }
    const spent = (what: keyof Counts) =>
      all.map((counts, at) => (counts[what] - (before[at]?.[what] ?? 0)) / TURNS);
    const commits = spent("commits").reduce((sum, one) => sum + one, 0);
    found = { commits, reads: spent("reads"), shared: await shares(room.engine, [ROOM]) };
  });
  return found;
}

Deno.test("turns that are asked for evenly are answered evenly, by as many commits, and no process reads more for one than one alone", async () => {
  const [alone, ...more] = await Promise.all(PROCESSES.map(costs));
  assert.ok(alone);
  const told = JSON.stringify([alone, ...more]);
  assert.deepEqual(alone.shared, [TURNS]);
  // The message with its claim and the first call, some pieces, the end.
  assert.ok(alone.commits < 5, told);
  // The key of its provider is not among them.
  assert.ok((alone.reads[0] ?? NaN) < 12.7, told);
  for (const [index, { commits, reads, shared }] of more.entries()) {
    const processes = PROCESSES[index + 1] ?? NaN;
    assert.deepEqual(shared, Array(processes).fill(TURNS / processes), told);
    assert.ok(commits <= alone.commits + 0.5, told);
    // Each is told of all that happens, once.
    for (const one of reads) assert.ok(one <= (alone.reads[0] ?? NaN) + 2, told);
  }
});

Deno.test("of turns that are all asked for in one process the others answer what it has no place for", () =>
  inWorld({ kind: "remote", turnBytes: 2_000_000 }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await beside(world, room.engine, 4);
    const { system } = room.engine;
    const agent = (await system.workspace()).agents["agent_1"] ?? assert.fail("no agent");
    const streams = Array.from({ length: TURNS }, (_, n) => `conversation_${n}`);
    await Promise.all(streams.map(async (id) => {
      const start = {
        type: "start",
        title: "",
        mode: "parallel",
        settings: {},
        agents: [joiningOf(agent)],
      } as const;
      accepted(await system.execute(id, start, ANN));
    }));
    await Promise.all(streams.map(async (id) => {
      accepted(await system.execute(id, { type: "post", content: "Hello" }, ANN));
    }));
    await world.until(async () => {
      const states = await Promise.all(streams.map((id) => system.conversation(id)));
      return states.every((state) => state?.open.length === 0);
    });
    const shared = await shares(room.engine, streams);
    assert.equal(shared.reduce((sum, one) => sum + one, 0), TURNS, "each was begun once");
    assert.equal(shared.length, 4, `by all of them: ${shared}`);
    assert.ok(Math.max(...shared) <= TURNS / 2, `by none most of them: ${shared}`);
  }));
