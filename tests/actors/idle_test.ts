/** What sleeps because nobody needs it wakes when somebody does. */
import assert from "node:assert/strict";
import { IDLE_MS } from "../../actors/runtime/actor.ts";
import type { Live } from "../../actors/system.ts";
import type { EventLog } from "../../events/store/types.ts";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { accepted, inWorld, ROOM } from "./world.ts";

Deno.test("settings change, and a conversation goes on, after any idle time", () =>
  inWorld({}, async (world, room) => {
    const { system } = room.engine;
    await room.open([{ name: "Critic", model: "echo" }]);
    for (const idle of [IDLE_MS - 1, IDLE_MS, IDLE_MS + 1, 1.5 * IDLE_MS]) {
      await world.scheduler.sleep(idle);
      const id = `role_${idle}`;
      accepted(
        await system.changeWorkspace(() => ({
          ok: true,
          answer: { id },
          events: [{ type: "RoleCreated", data: { id, name: id, description: "", prompt: "" } }],
        }), { by: SYSTEM }),
      );
      assert.ok((await system.workspace()).roles[id], id);
      await room.post(`after ${idle} ms`);
      await room.rest();
      assert.equal((await room.turnOf("Critic"))?.status, "completed");
    }
  }));

Deno.test("a store in which nothing waits and nobody writes is not looked into; what time alone changes is seen", async () => {
  let [looks, written] = [0, true];
  const counting = (log: EventLog): EventLog => ({
    ...log,
    written: () => written,
    work: Object.assign(Object.create(log.work), {
      all: () => {
        looks++;
        return log.work.all();
      },
    }),
  });
  await inWorld({ log: counting }, async (world, room) => {
    await room.open([{ name: "Critic", model: "echo" }]);
    await room.post("Hello");
    await room.rest();
    const during = async (ms: number) => {
      const before = looks;
      await world.scheduler.sleep(ms);
      return looks - before;
    };
    assert.ok(await during(10_000) >= 9, "while somebody may have written");
    written = false;
    await during(2_000);
    assert.equal(await during(60_000), 0);
    written = true;
    assert.ok(await during(2_000) >= 1);
    accepted(await room.engine.system.execute(ROOM, { type: "delete" }, { by: SYSTEM }));
    await during(2_000);
    written = false;
    assert.ok(await during(7_000) >= 6, "a deletion waits");
    await world.until(async () => (await room.engine.log.due.list(1)).length === 0);
    await during(3_000);
    assert.equal(await during(60_000), 0);
  });
});

Deno.test("a store that cannot be read for a while is looked into afterwards, though nobody writes any more", async () => {
  let [written, broken, looks] = [true, false, 0];
  const failing = (log: EventLog): EventLog => ({
    ...log,
    written: () => written,
    work: Object.assign(Object.create(log.work), {
      all: () => {
        looks++;
        return broken ? Promise.reject(new Error("not now")) : log.work.all();
      },
    }),
  });
  await inWorld({ log: failing }, async (world, room) => {
    await room.open([{ name: "Critic", model: "echo" }]);
    await room.post("Hello");
    await room.rest();
    await world.scheduler.sleep(3_000);
    broken = true;
    await world.scheduler.sleep(3_000);
    [written, broken, looks] = [false, false, 0];
    await world.scheduler.sleep(3_000);
    assert.ok(looks > 0, "what was written before is found");
  });
});

Deno.test("where nobody answers nobody looks more often than for work, however many listen", () => {
  let sleeps = 0;
  return inWorld({ slept: () => sleeps++ }, async (world, room) => {
    await room.open([{ name: "Critic", model: "echo" }]);
    await room.post("Hello");
    await room.rest();
    await world.scheduler.sleep(10_000);
    sleeps = 0;
    await world.scheduler.sleep(60_000);
    assert.ok(sleeps > 0 && sleeps <= 65, `${sleeps} times in a minute`);
  });
});

Deno.test("what another process begins to write is shown as soon as its beginning is heard, not at the next look", () =>
  inWorld({ tokenMs: 100 }, async (world, room) => {
    const other = await world.engine();
    await room.open([{ name: "Critic", model: "echo" }]);
    // Between two looks, wherever these fall.
    for (const rest of [7_000, 7_250, 7_500, 7_750]) {
      await world.scheduler.sleep(rest);
      const began = other.live.length;
      await room.post("One two three four five six seven eight nine ten.");
      await world.until(() => other.live.slice(began).some(isStart));
      const heard = world.scheduler.now;
      await world.until(() => other.live.slice(began).some(({ type }) => type === "drafts"));
      assert.ok(world.scheduler.now - heard < 450, `${world.scheduler.now - heard} ms of the world`);
      await room.rest();
    }
  }));

const isStart = (live: Live) =>
  live.type === "commit" && live.commit.events.some(({ event }) => event.type === "TurnStarted");
