/** One answer from several, and readings of several, in the whole engine: what was sent is what is told, and proven. */
import assert from "node:assert/strict";
import { inWorld, ROOM, Room } from "./world.ts";

const scripts = {
  one: [{ text: "Flour." }, { text: "Flour and water, and a little salt." }],
  two: [{ text: "Water." }],
  judge: [{ text: "Yes." }, { text: "Flour and water." }],
};

Deno.test("a merge is sent its sources and what they answer, is asked by name, and its bytes are proven", () =>
  inWorld({ scripts }, async (world, room) => {
    await room.open([
      { name: "Ada", model: "script:one" },
      { name: "Bob", model: "script:two" },
      { name: "Cyd", model: "script:judge" },
    ]);
    await room.post("Bread?");
    const { order } = await room.rest();
    const [question = "", first = "", second = ""] = order;
    // Left out of what comes later, and a source all the same.
    await room.do({ type: "include", messageId: second, included: false });
    const { answer } = await room.do({ type: "merge", agentId: "agent_3", messageIds: [second, first] });
    const state = await room.rest();
    assert.equal(await room.said("Cyd"), "Flour and water.");
    assert.deepEqual(state.messages[answer.messageId ?? ""]?.sources, [first, second]);
    const request = await room.engine.system.requestOf(ROOM, answer.turnId ?? "");
    assert.deepEqual(request?.messageIds, [question, first, second]);
    const [call] = request?.calls ?? [];
    assert.equal(call?.proof, "proven");
    const received = new TextDecoder().decode(world.mock.requests().at(-1)?.body);
    assert.equal(received, call?.body);
    for (const part of ["[Ann]: Bread?", "[Ada]: Flour.", "[Bob]: Water.", "answers above: [Ada], [Bob]."]) {
      assert.ok(received.includes(part), part);
    }
    assert.ok(!received.includes("Yes."), "its own sibling was not chosen");
    const seen = request?.omitted.map(({ why }) => why);
    assert.deepEqual(seen, ["not_chosen", "not_chosen"], "its answer of then, and the one it writes");
  }));

Deno.test("a merge whose process dies is written by another, from the same", () =>
  inWorld({ scripts, tokenMs: 400 }, async (world, room) => {
    await room.open([{ name: "Ada", model: "script:one" }, { name: "Bob", model: "script:two" }]);
    await room.post("Bread?");
    const { order } = await room.rest();
    const sources = order.slice(1, 3);
    const { answer } = await room.do({ type: "merge", agentId: "agent_1", messageIds: sources });
    await room.shown("Ada");
    room.engine.process.crash();
    const other = new Room(world, await world.engine());
    const state = await other.rest();
    const turn = state.turns[answer.turnId ?? ""];
    assert.deepEqual([turn?.status, turn?.attempt, turn?.sources], ["completed", 2, sources]);
    const request = await other.engine.system.requestOf(ROOM, answer.turnId ?? "");
    const bodies = new Set(request?.calls.map(({ body }) => body));
    assert.equal(bodies.size, 1, "the same bytes in both attempts");
    assert.deepEqual(request?.calls.map(({ proof }) => proof), ["proven", "proven"]);
  }));

Deno.test("a reading is sent the answers and by their numbers what to make of them, its bytes are proven, and nobody hears of it", () =>
  inWorld({ scripts }, async (_world, room) => {
    await room.open([
      { name: "Ada", model: "script:one" },
      { name: "Bob", model: "script:two" },
      { name: "Cyd", model: "script:judge" },
    ]);
    await room.post("Bread?");
    const [question = "", first = "", second = ""] = (await room.rest()).order;
    const { answer } = await room.do({
      type: "merge",
      agentId: "agent_3",
      messageIds: [first, second],
      task: "gist",
    });
    const state = await room.rest();
    assert.equal(state.messages[answer.messageId ?? ""]?.included, false);
    const request = await room.engine.system.requestOf(ROOM, answer.turnId ?? "");
    assert.deepEqual(request?.messageIds, [question, first, second]);
    assert.deepEqual(request?.calls.map(({ proof }) => proof), ["proven"]);
    assert.ok(request?.calls[0]?.body?.includes("numbered in their order: 1 is [Ada], 2 is [Bob]."));
    const later = await room.engine.system.wouldSend(ROOM, state.participants[0]?.id ?? "", state.seq);
    assert.deepEqual(later?.omitted, [{ messageId: answer.messageId, why: "excluded" }]);
  }));
