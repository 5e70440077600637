/**
 * A deleted conversation in the whole engine: hidden at once, had back for a while, gone for good behind it, and a
 * process may be killed between any two of its steps.
 */
import assert from "node:assert/strict";
import { FAST } from "../effort.ts";
import { UNDO_SECONDS } from "../../events/catalog/limits.ts";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { encodeKey } from "../sim/sim_disk.ts";
import { inWorld, ROOM, Room, type World } from "./world.ts";

const UNDO_MS = 1_000 * UNDO_SECONDS;
const PAIR = [{ name: "Ada", model: "echo" }, { name: "Bob", model: "echo" }];
const ANN = { kind: "user" as const, id: "ann", name: "Ann" };

/** Kinds of keys that hold something of the room; its end and its place in the order stay for ever. */
function traces({ disk }: World): string[] {
  const found = disk.range(encodeKey([""]), encodeKey([true]), Infinity, false)
    .filter(({ key }) => key.slice(1).includes(ROOM)).map(({ key }) => String(key[0]));
  return [...new Set(found)].sort();
}

const conversation = ({ engine }: Room) => engine.system.conversation(ROOM);
const gone = async (world: World, room: Room) =>
  (await conversation(room)) === null && traces(world).join() === "at";

// Shows S0-31, C-17.
Deno.test("what is deleted is there for nobody, is whole again when it is had back, and else is gone", () =>
  inWorld({}, async (world, room) => {
    await room.open(PAIR);
    await room.post("Bread?");
    const before = await room.rest();
    const { answer } = await room.do({ type: "delete" });
    assert.equal(await conversation(room), null);
    assert.equal(await room.engine.log.list.get(ROOM), null);
    const [asked] = (await room.events()).filter(({ type }) => type === "DeletionRequested");
    assert.equal(Date.parse(answer.until ?? ""), Date.parse(asked?.at ?? "") + UNDO_MS);
    await world.scheduler.sleep(UNDO_MS - 1_000);
    await room.do({ type: "restore" });
    const back = await room.state();
    assert.deepEqual(back.bodies, before.bodies);
    assert.deepEqual(back.order, before.order);
    assert.ok(!traces(world).includes("due"));
    await world.scheduler.sleep(3 * UNDO_MS);
    assert.ok(await conversation(room), "nothing is due any more");
    await room.post("And butter?");
    await room.rest();

    await room.do({ type: "delete" });
    await world.until(() => gone(world, room));
    const late = await room.engine.system.execute(ROOM, { type: "restore" }, { by: ANN });
    assert.equal(late.ok ? "" : late.code, "not_found");
  }));

Deno.test("a running answer is stopped by a deletion, and stays stopped when it is had back", () =>
  inWorld({ tokenMs: 200 }, async (world, room) => {
    await room.open(PAIR);
    await room.post("Bread, and what goes with it?");
    await room.shown("Ada");
    await room.do({ type: "delete" });
    await world.until(() => room.engine.system.status().turnsRunning === 0);
    await room.do({ type: "restore" });
    const turn = await room.turnOf("Ada");
    assert.equal(turn?.status, "cancelled");
    assert.ok((await room.said("Ada")).length > 0, "what was shown is kept");
    await world.scheduler.sleep(2 * UNDO_MS);
    assert.equal((await room.state()).open.length, 0);
  }));

Deno.test("a process that begins long after a deletion finishes it at once; soon after it, the time is waited for", () =>
  inWorld({}, async (world, room) => {
    await room.open(PAIR);
    await room.do({ type: "delete" });
    room.engine.process.crash();
    await world.scheduler.sleep(UNDO_MS / 2);
    const second = new Room(world, await world.engine());
    await world.scheduler.sleep(UNDO_MS / 4);
    await second.do({ type: "restore" });
    await second.do({ type: "delete" });
    second.engine.process.crash();
    await world.scheduler.sleep(100 * UNDO_MS);
    const third = new Room(world, await world.engine());
    const began = world.scheduler.now;
    await world.until(() => gone(world, third));
    assert.ok(world.scheduler.now - began < UNDO_MS, "nobody waits for what is long due");
  }));

Deno.test("two processes that find the same deletion due carry it out once", () =>
  inWorld({}, async (world, room) => {
    await room.open(PAIR);
    const other = new Room(world, await world.engine());
    await room.do({ type: "delete" });
    await world.until(() => gone(world, other));
    const events = await room.engine.log.order.page(`${room.engine.log.epoch}.00000000000000000000.0`, 1_000);
    assert.equal(events.filter(({ event }) => event.type === "ConversationDeleted").length, 1);
    assert.equal(events.find(({ event }) => event.type === "ConversationDeleted")?.event.by.id, SYSTEM.id);
    assert.equal(await conversation(room), null);
  }));

/** Kills the process with the `nth` change of the disk by a deletion; false when there are fewer. */
async function killedAt(world: World, room: Room, nth: number): Promise<boolean> {
  let changes = 0;
  const stop = world.disk.onChange(() => {
    if (++changes === nth) room.engine.process.crash();
  });
  void room.engine.system.execute(ROOM, { type: "delete" }, { by: ANN });
  // Who is dead answers nobody: the disk is asked.
  await world.until(() => !room.engine.process.alive || traces(world).join() === "at");
  stop();
  return !room.engine.process.alive;
}

Deno.test("a kill between any two steps of a deletion leaves it undone, to be had back, or gone: nothing between", async () => {
  let points = 0;
  for (let nth = 1;; nth += FAST ? 2 : 1) {
    let killed = false;
    await inWorld({ tokenMs: 3 }, async (world, room) => {
      await room.open(PAIR);
      await room.post("Bread?");
      await room.rest();
      killed = await killedAt(world, room, nth);
      if (!killed) return;
      const heir = new Room(world, await world.engine());
      const due = await heir.engine.log.due.list(10);
      if (await conversation(heir)) {
        // The commit of the deletion is the first change.
        assert.equal(due.length, 0);
        assert.equal(nth, 1);
        return;
      }
      assert.equal(await heir.engine.log.list.get(ROOM), null);
      await world.until(() => gone(world, heir));
    });
    if (!killed) break;
    points++;
  }
  assert.ok(points >= (FAST ? 3 : 5), `killed at ${points} places only`);
});

Deno.test("a kill after a deletion, and it is had back in another process: all of it", async () => {
  await inWorld({}, async (world, room) => {
    await room.open(PAIR);
    await room.post("Bread?");
    const before = await room.rest();
    await room.do({ type: "delete" });
    room.engine.process.crash();
    const heir = new Room(world, await world.engine());
    assert.equal(await conversation(heir), null);
    await heir.do({ type: "restore" });
    assert.deepEqual((await heir.state()).bodies, before.bodies);
    await world.scheduler.sleep(3 * UNDO_MS);
    assert.ok(await conversation(heir));
  });
});

/** A program's words, of which nothing is to be kept. */
const unkept = {
  type: "post",
  content: "Bread, and what goes with it?",
  program: true,
  call: { store: false },
} as const;

Deno.test("of a program that wants nothing kept nothing is, once it is answered, failed, or nobody can answer", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }, { name: "Bob", model: "error-401" }]);
    await room.do(unkept);
    const ended = await world.until(async () =>
      (await conversation(room)) === null ? await room.engine.system.hidden(ROOM) : null
    );
    assert.deepEqual(Object.values(ended.turns).map(({ status }) => status), ["completed", "failed"]);
    await world.until(() => gone(world, room));
  }));

Deno.test("where nobody can answer it, what is not to be kept goes at once; what is said otherwise stays", () =>
  inWorld({}, async (world, room) => {
    await room.open(PAIR);
    await room.post("Keep this.");
    const { participants } = await room.rest();
    for (const { id } of participants) {
      await room.do({ type: "change_participant", participantId: id, enabled: false });
    }
    assert.ok(await conversation(room));
    await room.do(unkept);
    assert.equal(await conversation(room), null);
    await world.until(() => gone(world, room));
  }));

Deno.test("whose caller has gone, too: what was to be kept nowhere is not kept half", () =>
  inWorld({ tokenMs: 200 }, async (world, room) => {
    await room.open(PAIR);
    await room.do(unkept);
    await room.shown("Ada");
    await room.do({ type: "stop" });
    assert.equal(await conversation(room), null);
    await world.until(() => gone(world, room));
  }));

Deno.test("a process killed in mid-answer, or behind its end, leaves nothing of what was not to be kept", async () => {
  for (const when of ["in the answer", "behind it"]) {
    await inWorld({ tokenMs: 200 }, async (world, room) => {
      await room.open([{ name: "Ada", model: "echo" }]);
      await room.do(unkept);
      if (when === "in the answer") await room.shown("Ada");
      else await world.until(async () => (await conversation(room)) === null);
      room.engine.process.crash();
      const second = new Room(world, await world.engine());
      await world.until(() => gone(world, second));
    });
  }
});
