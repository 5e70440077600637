/** A hundred expectations of sixty long answers: each answer is read once, a part at a time, and no more at a run's end. */
import assert from "node:assert/strict";
import { EXPECTATIONS } from "../../../events/catalog/limits.ts";
import { LOOKED_AT_ONCE, lookedFor, resultsOf } from "../../../projections/checks/results.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import { lookThrough } from "../../../server/checks/look_through.ts";
import { History } from "../../history.ts";

const ANSWERS = 60;
const LONG = "The quick brown fox jumps over the lazy dog. ".repeat(250);

/** Tells how many answers were read, all in all. */
function talk(answers = ANSWERS): { state: ConversationState; read: () => number } {
  const history = new History().started().joined("Ada");
  for (let n = 0; n < answers; n++) history.answered(`q${n}`, `Why ${n}?`, { Ada: `${LONG}${n}.` });
  for (let n = 0; n < EXPECTATIONS; n++) {
    const kind = n % 2 === 0 ? "says" : "says_not";
    history.add("ExpectationSet", {
      expectationId: `e${n}`,
      kind,
      text: n % 4 < 2 ? `fox … ${n} dogs` : "FOX",
    });
  }
  const state = history.state();
  let reads = 0;
  for (const [id, body] of Object.entries(state.bodies)) {
    const { content, ...rest } = body;
    state.bodies[id] = Object.defineProperty({ ...rest, content }, "content", {
      get() {
        reads++;
        return content;
      },
    });
  }
  return { state, read: () => reads };
}

Deno.test("others have their turn behind every part, an answer is read once for all that is expected, and never again", async () => {
  const { state, read } = talk();
  const texts = new Set(state.expectations?.map(({ text }) => text)).size;
  let [rests, before, most] = [0, 0, 0];
  await lookThrough(state, state, () => {
    rests++;
    most = Math.max(most, read() - before);
    before = read();
    return Promise.resolve();
  });
  assert.equal(read(), ANSWERS);
  assert.ok(most <= 1 + LOOKED_AT_ONCE / LONG.length, `${most} answers in a row`);
  const whole = ANSWERS * texts * LONG.length;
  assert.ok(rests >= Math.floor(whole / (LOOKED_AT_ONCE + LONG.length)), `${rests} rests`);
  const results = resultsOf(state, state);
  assert.equal(read(), ANSWERS, "what was found is not looked for again");
  const outcomes = (place: number) =>
    new Set(results.filter((_, at) => at % 4 === place).map((one) => one.outcome));
  assert.deepEqual([0, 1, 2, 3].map((place) => [...outcomes(place)]), [["failed"], ["held"], ["held"], [
    "failed",
  ]]);
});

Deno.test("an answer that was erased or changed is another, and is looked through anew", () => {
  const { state } = talk(2);
  assert.ok([...lookedFor(state, state)].length > 0);
  assert.deepEqual([...lookedFor(state, state)], []);
  const [, id = ""] = state.order;
  state.bodies[id] = { content: "Cats." };
  assert.equal(
    [...lookedFor(state, state)].length,
    new Set(state.expectations?.map(({ text }) => text)).size,
  );
  assert.equal(resultsOf(state, state)[2]?.outcome, "failed");
});
