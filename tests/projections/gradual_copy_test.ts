/** A copy that is made while the fold goes on: it is the fold as it was. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { conversation } from "../../projections/conversation/conversation.ts";
import { foldAll } from "../../projections/fold.ts";
import { copyAtOnce, GradualCopy } from "../../projections/gradual_copy.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { arbitraryHistory } from "../arbitrary_history.ts";
import { draws } from "../effort.ts";

const folded = (events: Parameters<typeof foldAll>[2]): ConversationState =>
  foldAll(conversation, conversation.initial("conv_walk"), events);

Deno.test("a copy is what the fold was as it began, whatever is folded before it is whole and after", () => {
  fc.assert(
    fc.property(
      arbitraryHistory,
      fc.nat(),
      fc.array(fc.record({ step: fc.boolean(), entries: fc.integer({ min: 1, max: 5 }) }), {
        minLength: 5,
        maxLength: 40,
      }),
      (events, at, acts) => {
        const cut = at % (events.length + 1);
        const later = events.slice(cut);
        const state = folded(events.slice(0, cut));
        const before = JSON.stringify(state);
        const copying = new GradualCopy(state);
        for (const { step, entries } of acts) {
          if (step) copying.step(entries);
          else {
            const event = later.shift();
            if (event) assert.equal(conversation.evolve(copying.writing, event), copying.writing);
          }
        }
        while (!copying.step(1));
        // The order of what is listed, too.
        assert.equal(JSON.stringify(copying.copy), before);
        foldAll(conversation, state, later);
        assert.deepEqual(state, folded(events));
        assert.equal(JSON.stringify(copying.copy.messages), JSON.stringify(JSON.parse(before).messages));
      },
    ),
    { numRuns: draws(200) },
  );
});

Deno.test("what is added, changed and removed is not in the copy, wherever the copying stands", () => {
  for (const steps of [0, 1, 2, 3, 4]) {
    const state: { record: Record<string, number>; list: number[] } = {
      record: { a: 1, b: 2, c: 3, d: 4 },
      list: [1, 2],
    };
    const copying = new GradualCopy(state);
    for (let n = 0; n < steps; n++) copying.step(1);
    const { writing } = copying;
    writing.record["b"] = 20;
    writing.record["b"] = 21;
    delete writing.record["c"];
    writing.record["e"] = 5;
    writing.list.push(3);
    while (!copying.step(1));
    assert.equal(JSON.stringify(copying.copy), '{"record":{"a":1,"b":2,"c":3,"d":4},"list":[1,2]}');
    assert.deepEqual(state, { record: { a: 1, b: 21, d: 4, e: 5 }, list: [1, 2, 3] });
  }
});

Deno.test("a record that takes the place of another while it is copied is the fold's alone", () => {
  const state: Record<string, Record<string, number>> = { one: { a: 1 }, other: { b: 2 } };
  const copying = new GradualCopy(state);
  const { writing } = copying;
  writing["one"] = writing["other"] ?? {};
  (writing["one"] ?? {})["c"] = 3;
  while (!copying.step(1));
  assert.deepEqual(copying.copy, { one: { a: 1 }, other: { b: 2 } });
  assert.deepEqual(state, { one: { b: 2, c: 3 }, other: { b: 2, c: 3 } });
  assert.equal(state["one"], state["other"], "no view is left in the fold");
});

Deno.test("a step copies no more than it is told, over all records", () => {
  const record = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
  const copying = new GradualCopy({ first: record(30), second: record(30), third: record(30) });
  let steps = 1;
  while (!copying.step(20)) steps++;
  assert.equal(steps, 5);
  assert.deepEqual(copyAtOnce({ a: { b: 1 }, c: [2] }), { a: { b: 1 }, c: [2] });
});
