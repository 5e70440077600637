/** Any command on any conversation: what it decides is what the fold will say, and the fold it looks at stays. */
import { draws } from "../../effort.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Command } from "../../../actors/conversation/commands.ts";
import { decide } from "../../../actors/conversation/decide.ts";
import { COPIED_EVENTS } from "../../../actors/conversation/overlay.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import { rowOf } from "../../../projections/conversation/list.ts";
import { arbitrarySteps, walk } from "../../arbitrary_history.ts";
import { ANN, History } from "../../history.ts";
import { watched } from "../../sim/invariants.ts";
import { given } from "../given.ts";

Deno.test("a decision changes nothing it was given, and foresees what the fold says of its events", () => {
  fc.assert(
    fc.property(arbitrarySteps, (steps) => {
      walk(steps, { decide: watched(decide, assert.fail) });
    }),
    { numRuns: draws(100) },
  );
});

Deno.test("a decision that changes its state, foresees something else or lets a view out is told", () => {
  const told = (spoil: (...of: Parameters<typeof decide>) => ReturnType<typeof decide>): string[] => {
    const found: string[] = [];
    const history = new History().started({ mode: "manager" }).joined("ada").managed("ada");
    watched(spoil, (what) => found.push(what))({ type: "change", title: "Tea" }, history.state(), {
      by: ANN,
      commandId: "command",
      at: "2026-01-01T13:00:00.000Z",
      hex: () => "0123456789ab",
      salt: () => "s".repeat(22),
    });
    return found;
  };
  assert.deepEqual(told(decide), []);
  const [changed] = told((command, state, deciding) => {
    state.order.push("m1");
    return decide(command, state, deciding);
  });
  assert.match(changed ?? "", /changed the fold/);
  const [other] = told((command, state, deciding) => {
    const decision = decide(command, state, deciding);
    if (decision.ok) decision.after.queue.push("m1");
    return decision;
  });
  assert.match(other ?? "", /foresees/);
  const [view] = told((command, state, deciding) => {
    const decision = decide(command, state, deciding);
    if (!decision.ok) return decision;
    const events = decision.events.map((event) => ({ ...event, by: new Proxy(event.by, {}) }));
    return { ...decision, events };
  });
  assert.match(view ?? "", /view/);
});

/** How often anything of `state` and its containers was looked at, and a state that counts. */
function counted(state: ConversationState): { state: ConversationState; looks: () => number } {
  let looks = 0;
  const handler: ProxyHandler<object> = {
    get: (target, key) => (looks++, Reflect.get(target, key)),
    has: (target, key) => (looks++, Reflect.has(target, key)),
    getOwnPropertyDescriptor: (target, key) => (looks++, Reflect.getOwnPropertyDescriptor(target, key)),
    ownKeys(target) {
      const keys = Reflect.ownKeys(target);
      looks += keys.length;
      return keys;
    },
  };
  const wrapped = Object.fromEntries(
    Object.entries(state).map(([key, value]) => [
      key,
      typeof value === "object" && value !== null ? new Proxy<object>(value, handler) : value,
    ]),
  ) as unknown as ConversationState; // the same, looked at through a counter
  return { state: new Proxy<object>(wrapped, handler) as ConversationState, looks: () => looks };
}

Deno.test("what a decision looks at does not grow with the conversation", () => {
  const looked = (messages: number, command: (state: ConversationState) => Command): number => {
    const history = new History().started().joined("ada", "bob");
    for (let n = 0; n < messages; n++) history.posted(`m${n}`, "Hello.");
    const turns = given(history).when({ type: "post", content: "What now?" }).next;
    const state = turns.state();
    const { state: watched, looks } = counted(state);
    const decision = decide(command(state), watched, {
      by: ANN,
      commandId: "command",
      at: "2026-01-01T13:00:00.000Z",
      hex: () => "0123456789ab",
      salt: () => "s".repeat(22),
    });
    assert.ok(decision.ok && decision.events.length > 0);
    rowOf(decision.after);
    return looks();
  };
  const commands: ((state: ConversationState) => Command)[] = [
    () => ({ type: "post", id: "posted", content: "@ada?" }),
    () => ({ type: "stop" }),
    () => ({ type: "include", messageId: "m1", included: false }),
    ({ open }) => ({ type: "claim", turnId: open[0] ?? "", owner: "me", agentVersion: 1, window: null }),
    () => ({ type: "delete" }),
  ];
  for (const command of commands) {
    // Of a shorter one all is copied, which is bounded by that.
    const looks = looked(COPIED_EVENTS, command);
    assert.ok(looks > 0);
    assert.equal(looked(1_000, command), looks);
  }
});
