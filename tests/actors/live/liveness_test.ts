/** Who runs a turn when processes die, stall, stop or race: one of them, and nothing shown is lost. */
import assert from "node:assert/strict";
import { DEAD_MS, namesOf, Observer, processesOf, processOf } from "../../../actors/live/liveness.ts";
import type { Work } from "../../../events/store/types.ts";
import { appended, happened, row } from "../../events/store/given.ts";
import { inWorld, Room, type World, type WorldOptions } from "../world.ts";

const work = (stamp: string, owner: string | null = "p"): Work => ({
  conversationId: "c",
  turnId: "t",
  stamp,
  row: { attempt: 1, owner, beat: 1, length: 0, reasoningLength: 0 },
});

Deno.test("a row that changes is alive; one that does not change for 8 s is dead", () => {
  const observer = new Observer();
  let now = 0;
  for (; now < 20_000; now += 1_000) assert.deepEqual(observer.look([work(`s${now}`)], now).dead, []);
  const since = now;
  while (observer.look([work("same")], now).dead.length === 0) now += 1_000;
  assert.equal(now - since, DEAD_MS);
});

Deno.test("time in which the observer slept does not count: it has not observed", () => {
  const observer = new Observer();
  observer.look([work("same")], 0);
  assert.deepEqual(observer.look([work("same")], 3_600_000).dead, []);
});

Deno.test("a row without an owner may be claimed at once", () => {
  assert.deepEqual(new Observer().look([work("s", null)], 0).claimable, ["c"]);
});

Deno.test("a row whose owner is known to be dead is dead at the first look, whatever the owner did last", () => {
  const gone = new Set(["0a1b"]);
  for (const owner of [namesOf("0a1b").owner, namesOf("0a1b").fenceName()]) {
    const row = work("s", owner);
    assert.deepEqual(new Observer().look([row], 0, gone).dead, [row]);
    assert.deepEqual(new Observer().look([row], 0, new Set(["0a1"])).dead, []);
  }
  assert.deepEqual(new Observer().look([work("s", null)], 0, new Set(["", "null"])).dead, []);
});

Deno.test("the process of an owner is read from what stands in the row, and from nothing else", () => {
  assert.equal(processOf(namesOf("0a1b").owner), "0a1b");
  assert.equal(processOf(namesOf("0a1b").fenceName()), "0a1b");
  for (const other of ["gone", "process_", "process_../x", "fence_0a1b", "process_0a1b_2x"]) {
    assert.equal(processOf(other), null, other);
  }
  const rows = [namesOf("a").owner, namesOf("a").fenceName(), namesOf("b").owner, "gone"].map((owner) =>
    work("s", owner)
  );
  assert.deepEqual([...processesOf([...rows, work("s", null)])], ["a", "b"]);
});

async function atPhases(
  phases: readonly number[],
  options: WorldOptions,
  body: (world: World, room: Room, phase: number) => Promise<void>,
): Promise<void> {
  for (const phase of phases) await inWorld(options, (world, room) => body(world, room, phase));
}

for (
  const { what, kind, from, to } of [
    { what: "within a second on one machine", kind: "file" as const, from: 0, to: 800 },
    { what: "when it was silent for 8 s on several", kind: "remote" as const, from: DEAD_MS, to: 12_000 },
  ]
) {
  Deno.test(`a turn of a killed process is taken over ${what}`, () =>
    // Wherever the other process is between two of its looks.
    atPhases([0, 170, 330, 510, 680, 850], { tokenMs: 60, kind }, async (world, room, phase) => {
      await room.open([{ name: "Dot", model: "story:300" }]);
      await room.post("tell me a story");
      await room.shown("Dot");
      const second = new Room(world, await world.engine());
      await world.scheduler.sleep(3_000 + phase);
      assert.equal((await second.turnOf("Dot"))?.attempt, 1);
      const killedAt = world.scheduler.now;
      room.engine.process.crash();
      await world.until(async () => (await second.turnOf("Dot"))?.attempt === 2);
      const took = world.scheduler.now - killedAt;
      assert.ok(took > from && took <= to, `${took} ms`);
    }));
}

Deno.test("a process that starts on a dead one's store goes on at once", () =>
  inWorld({ tokenMs: 60 }, async (world, room) => {
    await room.open([{ name: "Dot", model: "story:300" }]);
    await room.post("tell me a story");
    await room.shown("Dot");
    room.engine.process.crash();
    const startedAt = world.scheduler.now;
    const second = new Room(world, await world.engine());
    await world.until(async () => (await second.turnOf("Dot"))?.attempt === 2);
    assert.ok(world.scheduler.now - startedAt < 500, `${world.scheduler.now - startedAt} ms`);
  }));

Deno.test("a process that stands still is not dead: it is waited for", () =>
  inWorld({ tokenMs: 60 }, async (world, room) => {
    await room.open([{ name: "Dot", model: "story:300" }]);
    await room.post("tell me a story");
    await room.shown("Dot");
    const second = new Room(world, await world.engine());
    const before = world.scheduler.now;
    // Nothing it writes arrives any more.
    room.engine.faults.delay = [60_000, 60_000];
    await world.until(async () => (await second.turnOf("Dot"))?.attempt === 2);
    assert.ok(world.scheduler.now - before >= DEAD_MS - 2_000, `${world.scheduler.now - before} ms`);
    room.engine.faults.delay = [0, 0];
    await second.rest();
    assert.equal((await second.all("TurnInterrupted")).length, 1);
  }));

Deno.test("after kill -9 another process takes the turn over; what was shown stays, collapsed under the answer", () =>
  inWorld({ tokenMs: 60 }, async (world, room) => {
    const second = await world.engine();
    await room.open([{ name: "Dot", model: "story:60" }]);
    await room.post("tell me a story");
    const dying = await world.until(() =>
      [room.engine, second].find(({ lines }) => lines.some(({ what }) => what === "turn_started"))
    );
    const other = new Room(world, dying === room.engine ? second : room.engine);
    const shown = await world.until(() => dying.system.drafts().find((d) => d.text.length > 60));
    dying.process.crash();
    const state = await other.rest();
    const turn = await other.turnOf("Dot");
    assert.equal(turn?.status, "completed");
    assert.equal(turn.attempt, 2);
    const [cut] = await other.all("TurnInterrupted");
    assert.equal(cut?.why, "lost");
    assert.ok(cut.partial?.startsWith(shown.text));
    assert.equal(state.bodies[turn.messageId]?.cut?.[0]?.content, cut.partial);
  }));

Deno.test("after three attempts that were cut short a turn fails, and can be retried", () =>
  inWorld({ tokenMs: 60 }, async (world, room) => {
    await room.open([{ name: "Dot", model: "story:300" }]);
    await room.post("tell me a story");
    let engine = room.engine;
    for (let attempt = 1; attempt <= 3; attempt++) {
      const here = new Room(world, engine);
      await world.until(async () => (await here.turnOf("Dot"))?.attempt === attempt);
      await here.shown("Dot");
      const next = await world.engine();
      engine.process.crash();
      engine = next;
    }
    const last = new Room(world, engine);
    await last.rest();
    assert.equal((await last.all("TurnStarted")).length, 3);
    assert.equal((await last.all("TurnInterrupted")).length, 3);
    assert.equal((await last.all("TurnFailed"))[0]?.error.code, "lost");
  }));

Deno.test("a process that is told to stop gives its turns back; another goes on at once", () =>
  inWorld({ tokenMs: 60 }, async (world, room) => {
    await room.open([{ name: "Dot", model: "story:60" }]);
    await room.post("tell me a story");
    const shown = await room.shown("Dot");
    const second = new Room(world, await world.engine());
    const before = world.scheduler.now;
    await room.engine.system.stop();
    assert.ok(world.scheduler.now - before < 3_000);
    await second.rest();
    const [cut] = await second.all("TurnInterrupted");
    assert.equal(cut?.why, "shutdown");
    assert.ok(cut.partial?.startsWith(shown.text));
    assert.equal((await second.turnOf("Dot"))?.status, "completed");
    assert.ok(world.scheduler.now - before < DEAD_MS + 8_000);
  }));

Deno.test("conversations that cannot be read keep no other from being taken over", () =>
  inWorld({ tokenMs: 60 }, async (world, room) => {
    await room.open([{ name: "Dot", model: "story:60" }]);
    await room.post("tell me a story");
    await room.shown("Dot");
    for (let n = 0; n < 40; n++) {
      // Of a later release: no fold of this one may go on over it.
      const event = { ...happened(`later/${n}`, "TurnStarted"), v: 99 };
      await appended(room.engine.log, `aaa_${n}`, [event], {
        alongside: { work: [{ turnId: `t_${n}`, row: row({ owner: "gone" }) }] },
      });
    }
    const second = new Room(world, await world.engine());
    const before = world.scheduler.now;
    room.engine.process.crash();
    await world.until(async () => (await second.turnOf("Dot"))?.attempt === 2);
    assert.ok(world.scheduler.now - before < DEAD_MS + 4_000, `${world.scheduler.now - before} ms`);
  }));

Deno.test("two processes that see the same turn: one claims it, one call is made", () =>
  inWorld({}, async (world, room) => {
    await world.engine();
    await world.engine();
    await room.open([{ name: "Ada", model: "echo" }, { name: "Bob", model: "echo" }]);
    for (let n = 0; n < 5; n++) {
      await room.post(`hello ${n}`);
      await room.rest();
    }
    assert.equal((await room.all("TurnStarted")).length, 10);
    assert.equal(world.mock.requests().length, 10);
  }));

Deno.test("stop from another process takes the row first, so that what was shown is in the event", () =>
  inWorld({ tokenMs: 40 }, async (world, room) => {
    await room.open([{ name: "Dot", model: "story:100" }]);
    await room.post("tell me a story");
    await room.shown("Dot");
    const second = new Room(world, await world.engine());
    await second.do({ type: "stop" });
    const [cancelled] = await second.all("TurnCancelled");
    await world.until(() => room.engine.system.status().turnsRunning === 0, 200);
    const shown = room.engine.live.flatMap((l) => l.type === "drafts" ? l.drafts : [])
      .map((d) => d.text).join("");
    assert.ok(shown.length > 0);
    assert.ok(cancelled?.partial?.startsWith(shown), `${shown.length} > ${cancelled?.partial?.length}`);
  }));

Deno.test("drafts of one process are seen through another, in order", () =>
  inWorld({ tokenMs: 40 }, async (world, room) => {
    const second = await world.engine();
    await room.open([{ name: "Dot", model: "story:80" }]);
    await room.post("tell me a story");
    await room.rest();
    const turn = await room.turnOf("Dot");
    for (const engine of [room.engine, second]) {
      const frames = engine.live.flatMap((l) => l.type === "drafts" ? l.drafts : []);
      let text = "";
      for (const frame of frames) {
        assert.equal(frame.at, text.length);
        text += frame.text;
      }
      assert.ok(text.length > 50);
      assert.ok((await room.state()).bodies[turn?.messageId ?? ""]?.content.startsWith(text));
    }
  }));

Deno.test("a store that answers nobody for a while costs no answer", () =>
  inWorld({ tokenMs: 40 }, async (world, room) => {
    await room.open([{ name: "Dot", model: "story:100" }]);
    await room.post("tell me a story");
    await room.shown("Dot");
    room.engine.faults.locked = 1;
    await world.scheduler.sleep(4_000);
    room.engine.faults.locked = 0;
    await room.rest();
    assert.equal((await room.turnOf("Dot"))?.status, "completed");
  }));

Deno.test("a command from outside is told that the store does not answer, and may ask again", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Dot", model: "echo" }]);
    room.engine.faults.locked = 1;
    const idempotency = { caller: "ann", key: "k1", bodyHash: "b" };
    const by = { kind: "user" as const, id: "ann", name: "Ann" };
    const post = () =>
      room.engine.system.execute("conversation_room", { type: "post", content: "hello" }, {
        by,
        idempotency,
      });
    const refused = await post();
    assert.equal(refused.ok, false);
    assert.equal(!refused.ok && refused.code, "unavailable");
    room.engine.faults.locked = 0;
    const first = await post();
    const again = await post();
    assert.ok(first.ok && again.ok);
    assert.deepEqual(again.answer, first.answer);
    assert.equal(again.repeated, true);
    await world.until(async () => (await room.state()).open.length === 0);
    assert.equal((await room.all("MessagePosted")).length, 1);
    const other = await room.engine.system.execute("conversation_room", { type: "post", content: "else" }, {
      by,
      idempotency: { ...idempotency, bodyHash: "another" },
    });
    assert.equal(!other.ok && other.code, "reused_key");
  }));
