/** Turns that begin with the commit that asks for them begin with no other. */
import assert from "node:assert/strict";
import { Beginning } from "../../../../actors/conversation/carry_out/claimed_with.ts";
import type { Accepted, Deciding } from "../../../../actors/conversation/commands.ts";
import { Decision } from "../../../../actors/conversation/decision.ts";
import { SYSTEM } from "../../../../events/catalog/envelope.ts";
import { conversation } from "../../../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../../../projections/shapes/folds.ts";

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

Deno.test("claims are decided one behind the other beside what was decided, which stays as it is where one is refused", async () => {
  const claims = ["first", "second", "third"].map((commandId) => ({ commandId }));
  for (const refused of ["third", "none"]) {
    const ready = { claims, begun: () => undefined, leave: () => undefined };
    const ports = {
      begin: () => Promise.resolve(ready),
      environment: { now: () => "" },
      decide(_: unknown, state: ConversationState, { commandId, inPlace }: Deciding) {
        const { state: after, events } = new Decision(state, {
          ...deciding,
          commandId,
          ...(inPlace ? { inPlace } : {}),
        });
        after.labels.push(commandId);
        events.push({ type: "TurnStarted", id: commandId } as never);
        return commandId === refused ? { ok: false } : { ok: true, events, answer: {}, after };
      },
    };
    const deciding = { by: SYSTEM, at: "", hex: () => "", salt: () => "" };
    const decided: Accepted = {
      ok: true,
      events: [{ type: "TurnRequested", id: "post" } as never],
      answer: {},
      after: conversation.initial("conv_1"),
    };
    const { events, after } = await new Beginning(ports as never).add({ seq: 1 }, decided);
    const all = refused === "none" ? ["first", "second", "third"] : [];
    assert.deepEqual(events.map(({ id }) => id), ["post", ...all]);
    assert.deepEqual(after.labels, all);
    assert.deepEqual(decided.after.labels, [], "what was decided before them stays");
  }
});
