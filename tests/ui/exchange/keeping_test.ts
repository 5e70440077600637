/** Whether one answer of several was kept, and which can be written together. */
import "../page.ts";
import assert from "node:assert/strict";
import { History } from "../../history.ts";
import { answersOf, exchangesOf } from "../../../ui/exchange/grouping.ts";
import { aloneIn, mergeable } from "../../../ui/exchange/keeping.ts";

const story = () =>
  new History().started().joined("Ada", "Ben", "Cleo")
    .answered("m1", "Why?", { Ada: "So.", Ben: "Thus.", Cleo: "Hence." });
const out = (history: History, ...names: string[]) => {
  for (const name of names) history.add("InclusionSet", { messageId: `m_t_${name}_m1`, included: false });
  return history;
};
const alone = (history: History) => {
  const state = history.state();
  const [exchange] = exchangesOf(state, state.order);
  return exchange && aloneIn(state, answersOf(exchange))?.versions[0];
};

Deno.test("an answer is kept when it alone counts and others could", () => {
  assert.equal(alone(story()), undefined);
  assert.equal(alone(out(story(), "Ada")), undefined, "two count");
  assert.equal(alone(out(story(), "Ada", "Cleo")), "m_t_Ben_m1");
  assert.equal(alone(out(story(), "Ada", "Ben", "Cleo")), undefined, "none counts");
  const single = new History().started().joined("Ada").answered("m1", "Why?", { Ada: "So." });
  assert.equal(alone(single), undefined, "there was no choice");
});

Deno.test("while one is still written, or only one did not fail, nobody has kept anything", () => {
  const error = { code: "auth", message: "No.", retryable: false } as const;
  const pair = new History().started().joined("Ada", "Ben").posted("m1", "Why?").requested("Ada", "m1")
    .requested("Ben", "m1")
    .claimed("t_Ada").completed("t_Ada", "So.").claimed("t_Ben");
  assert.equal(alone(pair), undefined);
  pair.add("TurnFailed", { turnId: "t_Ben", attempt: 1, error });
  assert.equal(alone(pair), undefined);
});

Deno.test("of the tries of a kept answer one counts", () => {
  const tried = story().requested("Ben", "r1", { turnId: "r1", retryOf: "t_Ben_m1" }).claimed("r1").completed(
    "r1",
    "Anew.",
  );
  out(tried, "Ada", "Ben", "Cleo");
  assert.equal(alone(tried), "m_t_Ben_m1", "by its first try");
});

Deno.test("what said something and has ended can be written together", () => {
  const state = story().posted("m2", "And?").requested("Ada", "m2", { turnId: "t2" }).claimed("t2").state();
  assert.deepEqual(mergeable(state, ["m_t_Ada_m1", "m_t2", "m_t_Ben_m1", "unknown"]), [
    "m_t_Ada_m1",
    "m_t_Ben_m1",
  ]);
});
