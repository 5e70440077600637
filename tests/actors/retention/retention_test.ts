/** Conversations that nobody touches, in the whole engine: what goes, what stays, when, and what a crash leaves. */
import assert from "node:assert/strict";
import { sample } from "../../effort.ts";
import { RETENTION, SYSTEM } from "../../../events/catalog/envelope.ts";
import { RETENTION_GRACE_HOURS } from "../../../events/catalog/limits.ts";
import type { EventLog } from "../../../events/store/types.ts";
import { accepted, type Engine, inWorld, ROOM, Room, type World } from "../world.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ANN = { kind: "user" as const, id: "ann", name: "Ann" };
const SOLO = [{ name: "Ada", model: "echo" }];
/** Looks come so often that years pass in minutes: a day of the clock takes two of them. */
const LOOKING = { retentionPace: { first: 100, looks: 300, deletions: 10, rows: 20 } };
const TICK = 1_000;
const nowOf = (world: World) => Date.UTC(2026, 0, 1) + world.scheduler.now + world.wallAhead;

/** Lets the clock go on, and servers look: no more than a day lies between two looks. */
async function pass(world: World, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    world.wallAhead += DAY - TICK;
    await world.scheduler.sleep(TICK);
  }
}

async function choose({ system }: Engine, world: World, days: number | null): Promise<void> {
  const from = new Date(nowOf(world) + RETENTION_GRACE_HOURS * HOUR).toISOString();
  const data = days === null ? {} : { retention: { days, from } };
  accepted(
    await system.changeWorkspace(
      () => ({ ok: true, answer: { id: "" }, events: [{ type: "WorkspaceSettingsChanged", data }] }),
      { by: ANN },
    ),
  );
}

async function begin({ system }: Engine, id: string): Promise<void> {
  const start = { type: "start", title: id, mode: "parallel", settings: {}, agents: [] } as const;
  accepted(await system.execute(id, start, { by: ANN }));
}
const there = async ({ system }: Engine, ids: readonly string[]) => {
  const found = await Promise.all(ids.map(async (id) => await system.conversation(id) ? [id] : []));
  return found.flat();
};

/** Tells of nothing, for ever. */
async function* never(): AsyncGenerator<never> {
  await new Promise<never>(() => {});
  yield* [];
}

Deno.test("nothing is ever deleted by itself where nobody chose that", () =>
  inWorld(LOOKING, async (world, room) => {
    await room.open(SOLO);
    await pass(world, 400);
    assert.ok(await room.engine.system.conversation(ROOM));
    assert.equal(await room.engine.system.retention.last(), null);
  }));

// Shows P28.
Deno.test("what nobody touched goes after the grace, by the retention; what is pinned or was touched stays", () =>
  inWorld(LOOKING, async (world, room) => {
    const { engine } = room;
    await room.open(SOLO);
    for (const id of ["pinned", "archived", "touched"]) await begin(engine, id);
    await room.rest();
    await engine.system.execute("pinned", { type: "change", pinned: true }, { by: ANN });
    await engine.system.execute("archived", { type: "change", archived: true }, { by: ANN });
    await pass(world, 40);
    await engine.system.execute("touched", { type: "change", labels: ["kept"] }, { by: ANN });
    const all = [ROOM, "pinned", "archived", "touched"];
    const preview = await engine.system.retention.preview(30);
    assert.deepEqual(preview?.oldest.map(({ id }) => id).sort(), ["archived", ROOM].sort());
    assert.equal(preview?.count, 2);

    await choose(engine, world, 30);
    await world.scheduler.sleep(3 * TICK);
    assert.deepEqual(await there(engine, all), all, "not before the time that was told");
    assert.equal((await engine.system.retention.last())?.soon, 2);
    const events = new Set<string>();
    engine.system.subscribe((live) => {
      if (live.type !== "commit") return;
      for (const { stream, event } of live.commit.events) {
        events.add(`${stream} ${event.type} ${event.by.id}`);
      }
    });
    await pass(world, 2);
    await world.until(async () => (await there(engine, all)).length === 2);
    assert.deepEqual(await there(engine, all), ["pinned", "touched"]);
    await world.until(() => events.has(`archived ConversationDeleted ${SYSTEM.id}`));
    assert.ok(events.has(`${ROOM} DeletionRequested ${RETENTION.id}`));
    const last = await engine.system.retention.last();
    assert.deepEqual([last?.soon, last?.more], [0, false]);
  }));

Deno.test("turned off while many go, it deletes no more", () =>
  inWorld({ retentionPace: { ...LOOKING.retentionPace, deletions: 5_000 } }, async (world, room) => {
    const { engine } = room;
    await room.open(SOLO);
    for (const id of ["b", "c"]) await begin(engine, id);
    const all = [ROOM, "b", "c"];
    await choose(engine, world, 3);
    await pass(world, 4);
    await world.until(async () => (await there(engine, all)).length === 2);
    await choose(engine, world, null);
    await pass(world, 30);
    assert.equal((await there(engine, all)).length, 2);
  }));

Deno.test("of many some are looked at in each look, and all that are due go", () =>
  inWorld({ retentionPace: { ...LOOKING.retentionPace, rows: 3 } }, async (world, room) => {
    const { engine } = room;
    await room.open(SOLO);
    const kept = ["kept_0", "kept_1", "kept_2"];
    for (const id of kept) {
      await begin(engine, id);
      await engine.system.execute(id, { type: "change", pinned: true }, { by: ANN });
    }
    const ids = Array.from({ length: 8 }, (_, n) => `talk_${n}`);
    for (const id of ids) await begin(engine, id);
    await pass(world, 4);
    const preview = await engine.system.retention.preview(3);
    assert.deepEqual([preview?.more, preview?.count], [true, 1]);
    await choose(engine, world, 3);
    await pass(world, 3);
    assert.deepEqual(await there(engine, [ROOM, ...ids, ...kept]), kept);
  }));

Deno.test("what is had back was touched, and stays for as long again", () =>
  inWorld(LOOKING, async (world, room) => {
    await room.open(SOLO);
    await choose(room.engine, world, 3);
    await pass(world, 3);
    await world.until(async () => (await room.engine.log.list.get(ROOM)) === null);
    await room.do({ type: "restore" });
    await pass(world, 2);
    assert.ok(await room.engine.system.conversation(ROOM));
    await pass(world, 2);
    assert.equal(await room.engine.system.conversation(ROOM), null);
  }));

Deno.test("what was turned off in the grace deletes nothing, and what is longer less", () =>
  inWorld(LOOKING, async (world, room) => {
    await room.open(SOLO);
    await pass(world, 20);
    await choose(room.engine, world, 10);
    await world.scheduler.sleep(5 * TICK);
    await choose(room.engine, world, null);
    await pass(world, 5);
    assert.equal(await room.engine.system.retention.last(), null);
    await choose(room.engine, world, 100);
    await pass(world, 70);
    assert.ok(await room.engine.system.conversation(ROOM));
  }));

Deno.test("a clock that runs a year ahead takes nothing, also over a restart, when it stays so and when it is set right", () =>
  inWorld(LOOKING, async (world, room) => {
    const YEAR = 365 * DAY;
    await room.open(SOLO);
    await choose(room.engine, world, 30);
    await pass(world, 3);
    world.wallAhead += YEAR;
    await world.scheduler.sleep(5 * TICK);
    room.engine.process.crash();
    const second = new Room(world, await world.engine());
    await pass(world, 5);
    assert.ok(await second.engine.system.conversation(ROOM), "the year was not seen to pass");
    assert.equal((await second.engine.system.retention.preview(30))?.count, 0);
    assert.equal((await second.engine.system.retention.preview(8))?.count, 1);
    world.wallAhead -= YEAR;
    await pass(world, 20);
    assert.ok(await second.engine.system.conversation(ROOM));
    await pass(world, 10);
    assert.equal(await second.engine.system.conversation(ROOM), null, "time goes by again");
  }));

Deno.test("what a store holds that nobody served for a year has the days it had left, from then on", () =>
  inWorld(LOOKING, async (world, room) => {
    await room.open(SOLO);
    await pass(world, 20);
    await begin(room.engine, "young");
    await choose(room.engine, world, 30);
    await pass(world, 3);
    room.engine.process.crash();
    world.wallAhead += 365 * DAY;
    const { engine } = new Room(world, await world.engine());
    await pass(world, 6);
    assert.deepEqual(await there(engine, [ROOM, "young"]), [ROOM, "young"]);
    await pass(world, 3);
    assert.deepEqual(await there(engine, [ROOM, "young"]), ["young"]);
    await pass(world, 15);
    assert.deepEqual(await there(engine, ["young"]), ["young"]);
    await pass(world, 5);
    assert.deepEqual(await there(engine, ["young"]), []);
  }));

Deno.test("what is said while its deletion is decided stays", () =>
  inWorld(LOOKING, async (world, room) => {
    const { engine } = room;
    await room.open(SOLO);
    await choose(engine, world, 3);
    await pass(world, 2);
    // Heard before the row of the list is read, decided before the deletion is.
    const read = engine.log.read.bind(engine.log);
    let said = false;
    Object.assign(engine.log, {
      async *read(stream: string, after?: number, until?: number) {
        yield* read(stream, after, until);
        if (stream !== ROOM || until !== undefined || said || after === undefined) return;
        said = true;
        await room.post("Wait!");
      },
    });
    await pass(world, 2);
    assert.ok(said, "it was looked at");
    assert.ok(await engine.system.conversation(ROOM));
  }));

Deno.test("what another process turned off is off, also for who has not heard of it", () => {
  let deaf = false;
  const log = (log: EventLog): EventLog => {
    if (deaf) Object.assign(log.order, { follow: () => never() });
    return log;
  };
  return inWorld({ ...LOOKING, log }, async (world, room) => {
    await room.open(SOLO);
    await choose(room.engine, world, 3);
    deaf = true;
    const second = await world.engine();
    await pass(world, 1);
    assert.equal((await second.system.workspace()).settings.retention?.days, 3);
    await choose(room.engine, world, null);
    room.engine.process.crash();
    await pass(world, 9);
    assert.deepEqual(await there(second, [ROOM]), [ROOM]);
  });
});

/** Kills the process with the `nth` change of the disk while something becomes due; false where there are fewer. */
async function killedAt(world: World, room: Room, nth: number): Promise<boolean> {
  let changes = 0;
  const stop = world.disk.onChange(() => {
    if (++changes === nth) room.engine.process.crash();
  });
  await pass(world, 4);
  stop();
  return changes >= nth;
}

Deno.test("a kill anywhere between finding and deleting takes nothing that is not due, and all that is", async () => {
  let last = 0;
  for (const nth of sample(Array.from({ length: 60 }, (_, at) => at + 1))) {
    let killed = false;
    await inWorld(LOOKING, async (world, room) => {
      await room.open(SOLO);
      await begin(room.engine, "other");
      await choose(room.engine, world, 10);
      await pass(world, 8);
      await begin(room.engine, "young");
      killed = await killedAt(world, room, nth);
      if (killed) last = nth;
      const second = killed ? new Room(world, await world.engine()) : room;
      await pass(world, 3);
      assert.deepEqual(await there(second.engine, [ROOM, "other"]), []);
      assert.deepEqual(await there(second.engine, ["young"]), ["young"]);
      await world.until(async () => (await second.engine.log.due.list(1)).length === 0);
    });
    if (!killed) break;
  }
  assert.ok(last > 10, `killed up to place ${last} only`);
});
