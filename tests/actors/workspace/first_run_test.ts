/** A fresh workspace: furnished once, whoever starts, however often, and whatever breaks on the way. */
import assert from "node:assert/strict";
import { draws } from "../../effort.ts";
import { firstRun, WELCOME_ID } from "../../../actors/workspace/first_run.ts";
import { World } from "../world.ts";

const OWNER = { id: "local", name: "User" };

// Shows S0-A19.
Deno.test("a fresh workspace talks without any key, and starting again adds nothing", async () => {
  const world = new World({});
  await world.scheduler.run((async () => {
    const { system, log } = await world.engine();
    await firstRun(system, OWNER);
    await world.until(async () => (await system.conversation(WELCOME_ID))?.open.length === 0);
    const state = await system.conversation(WELCOME_ID);
    const answers = state?.order.filter((id) => state.messages[id]?.role === "assistant") ?? [];
    assert.equal(answers.length, 3);
    for (const id of answers) assert.ok((state?.bodies[id]?.content.length ?? 0) > 20);
    const settings = (await log.head("workspace")).seq;
    await firstRun(system, OWNER);
    assert.equal((await log.head("workspace")).seq, settings);
    assert.equal((await system.conversation(WELCOME_ID))?.order.length, 4);
    await world.stop();
  })());
});

Deno.test("two processes that start at once make one workspace and one welcome", async () => {
  for (let seed = 1; seed <= draws(60); seed++) {
    const world = new World({ seed });
    await world.scheduler.run((async () => {
      const engines = [await world.engine(), await world.engine()];
      await Promise.all(engines.map(({ system }) => firstRun(system, OWNER)));
      const workspace = await engines[0]?.system.workspace();
      assert.equal(Object.keys(workspace?.agents ?? {}).length, 3);
      assert.equal(workspace?.seq, 12, `seed ${seed}`);
      const state = await engines[1]?.system.conversation(WELCOME_ID);
      assert.equal(state?.participants.length, 3);
      await world.until(async () => (await engines[0]?.log.work.all())?.length === 0);
      await world.stop();
    })());
  }
});

Deno.test("a welcome that was deleted does not come back", async () => {
  const world = new World({});
  await world.scheduler.run((async () => {
    const { system } = await world.engine();
    await firstRun(system, OWNER);
    await system.execute(WELCOME_ID, { type: "delete" }, { by: { kind: "user", ...OWNER } });
    await firstRun(system, OWNER);
    assert.equal(await system.conversation(WELCOME_ID), null);
    await world.stop();
  })());
});
