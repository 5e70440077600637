/** Thinking ahead: the view folds like the fold itself, and the fold it looks at never learns of it. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { ahead, foldAhead } from "../../../actors/conversation/overlay.ts";
import { checkRow, type Ports } from "../../../actors/conversation/carry_out/carry_out.ts";
import type { NewConversationEvent } from "../../../events/catalog/conversation.ts";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../../projections/conversation/state.ts";
import { foldAll } from "../../../projections/fold.ts";
import { violations } from "../../../projections/conversation/invariants.ts";
import { rowOf } from "../../../projections/conversation/list.ts";
import { arbitraryHistory } from "../../arbitrary_history.ts";

const fold = (events: readonly AnyEvent[]) =>
  foldAll(conversation, conversation.initial("conv_walk"), events);

/** What can be read of a state, by the ids of another that has them all. */
function read(state: ConversationState, ids: ConversationState) {
  const { turns, messages, bodies, ...plain } = state;
  const of = (record: Record<string, unknown>, known: object) =>
    Object.keys(known).map((id) => [id, record[id], id in record]);
  return {
    ...plain,
    turns: of(turns, ids.turns),
    messages: of(messages, ids.messages),
    bodies: of(bodies, ids.bodies),
  };
}

Deno.test("whatever is folded ahead is read as if it were folded, and changes nothing of the fold", () => {
  fc.assert(
    fc.property(arbitraryHistory, fc.nat(), (events, at) => {
      const cut = at % (events.length + 1);
      const state = fold(events.slice(0, cut));
      const before = JSON.stringify(state);
      const view = ahead(state);
      foldAhead(view, events.slice(cut) as readonly NewConversationEvent[]); // of the catalog, or passed untouched
      assert.equal(JSON.stringify(state), before, "the fold was changed");
      const whole = fold(events);
      assert.deepEqual(read(view, whole), read(whole, whole));
    }),
    { numRuns: 200 },
  );
});

Deno.test("the fold of any history is sound after each of its events", () => {
  fc.assert(
    fc.property(arbitraryHistory, (events) => {
      const state = conversation.initial("conv_walk");
      for (const event of events) {
        conversation.evolve(state, event);
        assert.deepEqual(violations(state), []);
      }
    }),
    { numRuns: 50 },
  );
});

Deno.test("each thing that must never be of a fold is told", () => {
  const spoil = (change: (state: ConversationState) => void): string[] => {
    const state = conversation.initial("conv_walk");
    const turn = { id: "t", messageId: "a" } as ConversationState["turns"][string]; // only what is looked at
    const message = { id: "a", seq: 1 } as ConversationState["messages"][string];
    Object.assign(state, { seq: 2, order: ["a"], messages: { a: message }, turns: { t: turn }, open: ["t"] });
    assert.deepEqual(violations(state), []);
    change(state);
    return violations(state);
  };
  const one = { id: "p" } as ConversationState["participants"][number];
  const spoilt: [RegExp, (state: ConversationState) => void][] = [
    [/message a is twice in the order/, (state) => state.order.push("a")],
    [/order names the message b/, (state) => state.order.push("b")],
    [/message a is not in the order/, (state) => state.order = []],
    [/message a is of event 1, after 0/, (state) => state.seq = 0],
    [/turn t is open twice/, (state) => state.open.push("t")],
    [/turn u is open and not there/, (state) => state.open.push("u")],
    [/turn t is not open/, (state) => state.open = []],
    [/turn t ended and is open/, (state) => Object.assign(state.turns["t"] ?? {}, { doneSeq: 2 })],
    [/turn t answers no message/, (state) => Object.assign(state.turns["t"] ?? {}, { messageId: "x" })],
    [/participant p is twice/, (state) => state.former.push(one, one)],
  ];
  for (const [told, change] of spoilt) {
    const found = spoil(change);
    assert.ok(found.some((line) => told.test(line)), `${told}: ${found.join("; ")}`);
  }
});

Deno.test("a stored row that is not what the fold gives is told, and only where the fold stands at it", () => {
  fc.assert(
    fc.property(arbitraryHistory, (events) => {
      const state = fold(events);
      const told: string[] = [];
      const folded = { stream: state.id, state, head: { seq: state.seq, hash: "", stamp: null } };
      const ports = { violated: (what: string) => void told.push(what) } as unknown as Ports;
      const row = state.deleted ? null : rowOf(state);
      checkRow(ports, folded, state.seq, row);
      checkRow(ports, folded, state.seq + 1, null);
      assert.deepEqual(told, []);
      checkRow(ports, folded, state.seq, row ? { ...row, messageCount: row.messageCount + 1 } : rowOf(state));
      assert.equal(told.length, 1);
    }),
  );
});
