/** Turns that begin with the commit that asks for them begin with no other. */
import assert from "node:assert/strict";
import { Beginning } from "../../../../actors/conversation/carry_out/claimed_with.ts";
import type { Accepted } from "../../../../actors/conversation/commands.ts";

Deno.test("what was made ready for a try that the store refused begins with no other, though that asks for nothing", async () => {
  const heard: string[] = [];
  const ready = { claims: [], begun: () => heard.push("begun"), leave: () => heard.push("left") };
  const beginning = new Beginning({ begin: () => Promise.resolve(ready) } as never);
  const decided = (...types: string[]) =>
    ({ events: types.map((type) => ({ type })), after: {} }) as unknown as Accepted;
  const state = { seq: 1 };
  // In the first try an answer is asked for; then somebody else was first, and the message has to wait.
  await beginning.add(state, decided("MessagePosted", "TurnRequested"));
  await beginning.add({ seq: 2 }, decided("MessagePosted"));
  assert.deepEqual(heard, ["left"]);
  beginning.begun("stamp");
  assert.deepEqual(heard, ["left"], "nobody is asked with what was not stored");
  await beginning.add(state, decided("MessagePosted", "TurnRequested"));
  beginning.begun("stamp");
  assert.deepEqual(heard, ["left", "begun"]);
});
