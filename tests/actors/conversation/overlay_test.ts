/** A view of a fold goes on like the fold itself, and the fold it looks at never learns of it. */
import { draws } from "../../effort.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { types } from "node:util";
import { beside, COPIED_EVENTS, overlay, plain } from "../../../actors/conversation/overlay.ts";
import { checkRow } from "../../../actors/conversation/carry_out/carry_out.ts";
import type { Ports } from "../../../actors/conversation/carry_out/order.ts";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import { foldAll } from "../../../projections/fold.ts";
import { violations } from "../../../projections/conversation/invariants.ts";
import { rowOf } from "../../../projections/conversation/list.ts";
import { arbitraryHistory } from "../../arbitrary_history.ts";

const fold = (events: readonly AnyEvent[]) =>
  foldAll(conversation, conversation.initial("conv_walk"), events);

Deno.test("whatever is folded beside folds beside folds is as if it were folded, and none of them changes", () => {
  const ways = fc.constantFrom(overlay<ConversationState>, beside<ConversationState>);
  const cutAt = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(arbitraryHistory, cutAt, ways, (events, ats, way) => {
      const cuts = ats.map((at) => at % (events.length + 1)).sort((a, b) => a - b);
      let view = fold(events.slice(0, cuts[0]));
      const seen = cuts.map((cut, index) => {
        const looked = { state: view, before: JSON.stringify(view) };
        view = foldAll(conversation, way(view), events.slice(cut, cuts[index + 1]));
        return looked;
      });
      const whole = fold(events);
      assert.equal(JSON.stringify(view), JSON.stringify(whole));
      assert.deepEqual(view, whole);
      assert.equal(JSON.stringify(plain(view)), JSON.stringify(whole));
      assert.deepEqual(plain(view), whole);
      for (const { state, before } of seen) {
        assert.equal(JSON.stringify(state), before, "what it looks at changed");
      }
    }),
    { numRuns: draws(400) },
  );
});

Deno.test("a short conversation is copied, of a long one only what is touched is kept", () => {
  const isView = (seq: number) => types.isProxy(beside({ ...conversation.initial("conv_walk"), seq }));
  assert.deepEqual([COPIED_EVENTS, COPIED_EVENTS + 1].map(isView), [false, true]);
});

Deno.test("a list or a record is changed in every way beside what it shows", () => {
  const key = fc.constantFrom("a", "b", "c", "d");
  const change = fc.oneof(
    fc.record({ push: fc.nat(9) }),
    fc.record({ at: fc.nat(6), put: fc.nat(9) }),
    fc.record({ length: fc.nat(8) }),
    fc.record({ splice: fc.nat(4), count: fc.nat(2) }),
    fc.constant({ sort: true as const }),
    fc.record({ key, value: fc.nat(9) }),
    fc.record({ remove: key }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.nat(9), { maxLength: 5 }),
      fc.array(change, { maxLength: 8 }),
      (items, changes) => {
        const base = { list: items, record: Object.fromEntries(items.map((n) => ["abcd"[n] ?? "e", n])) };
        const before = JSON.stringify(base);
        const copy = structuredClone(base);
        const view = overlay(base);
        for (const { list, record } of [copy, view]) {
          for (const made of changes) {
            if ("push" in made) list.push(made.push);
            else if ("put" in made) list[made.at] = made.put;
            else if ("length" in made) list.length = made.length;
            else if ("splice" in made) list.splice(made.splice, made.count, 7);
            else if ("sort" in made) list.sort();
            else if ("remove" in made) delete record[made.remove];
            else record[made.key] = made.value;
          }
        }
        assert.equal(JSON.stringify(view), JSON.stringify(copy));
        assert.deepEqual(view, copy);
        assert.deepEqual(
          view.list.map((n) => "d" in view.record ? n : 0),
          copy.list.map((n) => "d" in copy.record ? n : 0),
        );
        assert.equal(JSON.stringify(plain(view)), JSON.stringify(copy));
        assert.deepEqual(plain(view), copy);
        for (const { list } of [copy, view]) list.push(1);
        assert.deepEqual(plain(view), copy, "what it shows now");
        assert.ok([plain(view), ...Object.values(plain(view))].every((one) => !types.isProxy(one)));
        assert.equal(JSON.stringify(base), before);
      },
    ),
    { numRuns: draws(500) },
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
    { numRuns: draws(50) },
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
    { numRuns: draws(100) },
  );
});
