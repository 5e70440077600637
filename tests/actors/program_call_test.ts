/** What a calling program wants of an answer stands with its message: whoever answers, and however often, makes the same request. */
import assert from "node:assert/strict";
import type { CallSettings } from "../../events/catalog/call_settings.ts";
import { inWorld, ROOM, Room, type World } from "./world.ts";

const call: CallSettings = { maxTokens: 4, seed: 7, user: "u1" };

/** Parameters of every request, in the order they were sent. */
const asked = (world: World) =>
  world.mock.requests().map(({ body }) => JSON.parse(new TextDecoder().decode(body)).params);

Deno.test("settings of a call go into its requests and are told with their bytes, and the next message has none", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await room.do({ type: "post", content: "one two three four five six", program: true, call });
    const state = await room.rest();
    assert.deepEqual(asked(world), [call]);
    assert.equal(await room.said("Ada"), "one two three four", "the limit held");
    const turn = await room.turnOf("Ada");
    const told = await room.engine.system.requestOf(ROOM, turn?.id ?? "");
    assert.deepEqual(told?.calls.map(({ proof }) => proof), ["proven"]);
    assert.match(told?.calls[0]?.body ?? "", /"maxTokens":4,"seed":7,"user":"u1"/);
    const [posted] = await room.all("MessagePosted");
    assert.deepEqual(posted?.call, call);
    assert.deepEqual(state.bodies[posted?.messageId ?? ""]?.call, call);
    await room.post("and now?");
    await room.rest();
    assert.deepEqual(asked(world).at(-1), {});
  }));

Deno.test("after a crash another process asks again with the settings of the call; who is asked again by a person, too", () =>
  inWorld({ scripts: { thinker: [{ text: "I", hang: true }, { text: "Done." }] } }, async (world, room) => {
    await room.open([{ name: "Ada", model: "script:thinker" }]);
    await room.do({ type: "post", content: "think", program: true, call });
    await world.until(() => world.mock.requests().length > 0);
    const second = new Room(world, await world.engine());
    room.engine.process.crash();
    await second.rest();
    const turn = await second.turnOf("Ada");
    assert.equal(turn?.status, "completed");
    await second.do({ type: "retry", turnId: turn.id });
    await second.rest();
    assert.deepEqual(asked(world), [call, call, call]);
  }));

Deno.test("in an agency the settings hold for the manager and for whom it asks", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Boss", model: "manager" }, { name: "Bob", model: "echo" }], {
      mode: "manager",
    });
    await room.do({ type: "post", content: "what do you think?", program: true, call: { seed: 7 } });
    await room.rest();
    assert.ok(asked(world).length > 1);
    for (const params of asked(world)) assert.deepEqual(params, { seed: 7 });
  }));

Deno.test("what the agent's model cannot be asked for ends the turn with a sentence, and nothing is sent", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await room.do({ type: "post", content: "think", program: true, call: { effort: "high" } });
    await room.rest();
    const [failed] = await room.all("TurnFailed");
    assert.equal(failed?.error.code, "bad_request");
    assert.match(failed.error.message, /reasoning effort/);
    assert.equal(world.mock.requests().length, 0);
  }));
