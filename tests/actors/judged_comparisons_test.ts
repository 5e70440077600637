/** What was judged of agents, killed between any two writes: it is kept once, and goes with its question or conversation. */
import assert from "node:assert/strict";
import { JUDGED_COMPARISONS } from "../../events/catalog/limits.ts";
import { joiningOf } from "../../actors/conversation/rules/joining.ts";
import { SYSTEM, WORKSPACE } from "../../events/catalog/envelope.ts";
import { sample } from "../effort.ts";
import { killedAt } from "./killed_at.ts";
import { accepted, inWorld, ROOM, Room, type World } from "./world.ts";

const BY = { by: { kind: "user" as const, id: "ann", name: "Ann" } };
const ID = "comparison_1";
const LABEL = "Marzipanides";
const AGENTS = [{ name: "Ada", model: "critic" }, { name: "Bob", model: "editor" }];

const comparisonIn = async (room: Room) => (await room.engine.system.conversation(ROOM))?.comparisons?.[ID];
const judgedIn = async (room: Room) => (await room.engine.system.judged()).comparisons;

/** A comparison that waits to be revealed, judged unless `judged` is false. */
async function ready(world: World, room: Room, judged = true): Promise<string> {
  await room.open(AGENTS);
  const { agents } = await room.engine.system.workspace();
  accepted(
    await room.engine.system.comparing.compare(ROOM, {
      comparisonId: ID,
      content: "Which bread keeps longest?",
      agents: Object.values(agents).map(joiningOf),
      providers: ["provider_mock"],
      label: LABEL,
    }, BY),
  );
  await world.until(async () => (await comparisonIn(room))?.ready !== undefined);
  if (judged) await room.do({ type: "vote_comparison", comparisonId: ID, best: 1 });
  return (await comparisonIn(room))?.messageId ?? "";
}

const reveal = ({ engine: { system } }: Room) => system.comparing.reveal(ROOM, ID, BY);

async function textOf({ engine: { log } }: Room, stream: string): Promise<string> {
  const found: unknown[] = [];
  for await (const events of log.read(stream)) found.push(...events);
  return JSON.stringify(found);
}

for (const writes of sample([1, 2, 3, 4, 5, 6, 7, 8], 4)) {
  Deno.test(`what was judged is kept once where its process dies with write ${writes} of the reveal`, () =>
    inWorld({ seed: writes }, async (world, first) => {
      await ready(world, first);
      const room = await killedAt(world, first, writes, () => reveal(first));
      accepted(await reveal(room));
      await world.until(async () => (await judgedIn(room)).length > 0);
      await world.scheduler.sleep(5_000);
      const all = await judgedIn(room);
      const { revealed } = await comparisonIn(room) ?? assert.fail("it is gone");
      assert.deepEqual(
        all.map(({ id, conversationId, label, votes }) => ({ id, conversationId, label, votes })),
        [
          { id: ID, conversationId: ROOM, label: LABEL, votes: [{ best: 1 }] },
        ],
      );
      assert.deepEqual(all[0]?.seated, revealed?.seated);
      const told = (await textOf(room, WORKSPACE)).split('"ComparisonJudged"').length - 1;
      assert.equal(told, 1);
    }));

  Deno.test(`what was judged goes with its question where the process dies with write ${writes} of that`, () =>
    inWorld({ seed: writes }, async (world, first) => {
      const messageId = await ready(world, first);
      accepted(await reveal(first));
      const erase = ({ engine: { system } }: Room) => system.eraseContent(ROOM, { messageId }, BY);
      let room = await killedAt(world, first, writes, () => erase(first));
      accepted(await erase(room));
      await world.until(async () => (await judgedIn(room)).every(({ erased }) => erased));
      // And in the process after that, which reads it all anew.
      room = await killedAt(world, room, 1_000, () => Promise.resolve());
      await room.engine.log.erase();
      assert.deepEqual((await judgedIn(room)).map(({ erased }) => erased), [true]);
      assert.ok(!(await textOf(room, WORKSPACE)).includes(LABEL), "its label is gone");
    }));
}

for (const writes of sample([1, 2, 3, 4, 5, 6, 7, 8], 4)) {
  Deno.test(`what was judged goes with its conversation where the process dies with write ${writes} of that`, () =>
    inWorld({ seed: writes }, async (world, first) => {
      await ready(world, first);
      accepted(await reveal(first));
      const room = await killedAt(world, first, writes, async () => {
        await first.do({ type: "delete" });
        await world.until(async () => (await judgedIn(first)).every(({ erased }) => erased));
      });
      if (await room.engine.system.conversation(ROOM)) await room.do({ type: "delete" });
      await world.until(async () => (await judgedIn(room)).every(({ erased }) => erased));
      await room.engine.log.erase();
      assert.ok(!(await textOf(room, WORKSPACE)).includes(LABEL));
    }));
}

Deno.test("what nobody judged is not kept", () =>
  inWorld({}, async (world, room) => {
    await ready(world, room, false);
    accepted(await reveal(room));
    await world.scheduler.sleep(5_000);
    assert.deepEqual(await judgedIn(room), []);
  }));

Deno.test("of a question that went before the reveal nothing is kept", () =>
  inWorld({}, async (world, room) => {
    const messageId = await ready(world, room);
    accepted(await room.engine.system.eraseContent(ROOM, { messageId }, BY));
    accepted(await reveal(room));
    await world.scheduler.sleep(5_000);
    assert.deepEqual(await judgedIn(room), []);
  }));

Deno.test("the oldest counts no more for one more, and its words go, also where its question goes later", () =>
  inWorld({}, async (world, room) => {
    await ready(world, room);
    const events = Array.from({ length: JUDGED_COMPARISONS }, (_, n) => ({
      type: "ComparisonJudged" as const,
      data: {
        id: `old_${n}`,
        conversationId: "conversation_old",
        begun: 1,
        label: `label ${n}`,
        seated: ["agent_1", "agent_2"].map((agentId) => ({ agentId, agentVersion: 1, model: "critic" })),
        votes: [{ best: 0 }],
      },
    }));
    const change = () => ({ ok: true as const, answer: { id: "" }, events });
    accepted(await room.engine.system.changeWorkspace(change, { by: SYSTEM }));
    accepted(await reveal(room));
    await world.until(async () => (await judgedIn(room)).at(-1)?.id === ID);
    const all = await judgedIn(room);
    assert.deepEqual([all.length, all[0]?.id], [JUDGED_COMPARISONS, "old_1"]);
    await room.engine.log.erase();
    const text = await textOf(room, WORKSPACE);
    assert.deepEqual(['"label 0"', '"label 1"'].map((label) => text.includes(label)), [false, true]);
  }));
