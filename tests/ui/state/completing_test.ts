/** The rest of a conversation comes behind its end, and what happened meanwhile is in both. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { foldAll } from "../../../projections/fold.ts";
import { endOf, firstPaint } from "../../../projections/serialise.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import { told } from "../../../server/stream/frames.ts";
import { complete, wholeOf } from "../../../ui/state/completing.ts";
import { ConversationStore } from "../../../ui/state/conversation_store.ts";
import { arbitraryHistory } from "../../arbitrary_history.ts";
import { draws } from "../../effort.ts";
import { History } from "../../history.ts";

const fold = (events: readonly AnyEvent[], state = conversation.initial("conv_walk")): ConversationState =>
  foldAll(conversation, state, events);
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value));
const LIMIT = 3;

Deno.test("whatever was heard before the whole came and after it was told, the fold is that of all events", () => {
  fc.assert(
    fc.property(
      arbitraryHistory,
      fc.nat(),
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 8 }),
      (history, ...at) => {
        const events = history.map(told);
        const cut = (n: number, from: number) => from + n % (events.length + 1 - from);
        // Who hears of an erasure, or of an answer that is taken into the talk, reads everything anew.
        const anew = events.findLastIndex(({ type }) => type === "ContentErased" || type === "AnswerTaken");
        const shown = Math.max(cut(at[0], 0), anew + 1);
        const [toldAt, heard] = [cut(at[1], shown), cut(at[2], shown)];
        const known = fold(
          events.slice(shown, heard),
          copy(endOf(fold(history.slice(0, shown)), at[3], LIMIT).fold),
        );
        const whole = copy(firstPaint(fold(history.slice(0, toldAt)), LIMIT));
        const state = wholeOf(known, events.slice(shown, heard), whole, conversation);
        assert.ok(state);
        const { salts: _, bodies: all, ...rest } = fold(history.slice(0, Math.max(toldAt, heard)));
        const { bodies, ...mine } = state;
        assert.deepEqual(mine, rest);
        for (const [id, body] of Object.entries(bodies)) assert.deepEqual(body, all[id]);
        for (const id of rest.order.slice(-LIMIT)) assert.ok(bodies[id], "the end can still be read");
      },
    ),
    { numRuns: draws(300) },
  );
});

/** A story of ten messages; the page has the last three, and an answer is being written. */
function opened() {
  const history = new History().started().joined("Ada");
  for (let n = 0; n < 10; n++) history.posted(`m${n}`, `message ${n}`);
  history.requested("Ada", "m9").claimed("t_Ada");
  const { fold: end, missing } = endOf(history.state(), 3, 2);
  const store = new ConversationStore(copy(end), true, null, missing);
  const hear = () => {
    for (const event of history.events.slice(store.state.seq)) assert.ok(store.apply(event));
  };
  return { history, store, hear, whole: () => copy(firstPaint(history.state(), 2)) };
}

const answer = (fold: ConversationState) => ({ ok: true, value: { fold } }) as never;

Deno.test("what is shown stays the same object where nothing happened to it, and the whole is fetched once for all who ask", async () => {
  const { history, store, hear, whole } = opened();
  const before = store.message("m9")?.value;
  let asked = 0;
  const fetchFold = () => {
    asked++;
    const told = whole();
    // While it is on its way, one of the messages that are not known here is taken out, and the answer comes.
    history.add("InclusionSet", { messageId: "m0", included: false }).completed("t_Ada", "So it is.");
    hear();
    return Promise.resolve(answer(told));
  };
  assert.ok(store.missing.value > 0);
  assert.deepEqual(await Promise.all([complete(store, fetchFold), complete(store, fetchFold)]), [true, true]);
  assert.equal(asked, 1);
  assert.equal(store.missing.value, 0);
  assert.deepEqual(store.order.value, history.state().order);
  assert.equal(store.state.messages["m0"]?.included, false);
  assert.equal(store.message("m9")?.value, before);
  assert.equal(store.message("m_t_Ada")?.value.body?.content, "So it is.");
});

Deno.test("of an answer that ended since it was read no text is kept: it has another one now", () => {
  const { history, store, whole } = opened();
  history.completed("t_Ada", "So it is.").posted("m10", "And this?").posted("m11", "And that?");
  const told = whole();
  assert.ok(!told.bodies["m_t_Ada"], "it is older than what comes with its text");
  const known = {
    ...store.state,
    bodies: { ...store.state.bodies, m_t_Ada: { content: "So", reasoning: "" } },
  };
  assert.ok(!wholeOf(known, [], told, conversation)?.bodies["m_t_Ada"]);
});

Deno.test("where more happened than is kept the whole is fetched again; what cannot be had is asked for anew", async () => {
  const { history, store, hear, whole } = opened();
  const early = whole();
  for (let n = 0; n < 1_100; n++) history.add("ConversationRenamed", { title: `Title ${n}` });
  hear();
  const folds = [early, whole()];
  const failing = () => Promise.resolve({ ok: false } as never);
  assert.equal(await complete(store, failing), false);
  assert.ok(store.missing.value > 0);
  const fetchFold = () => Promise.resolve(answer(folds.shift() ?? whole()));
  assert.equal(await complete(store, fetchFold), true);
  assert.equal(folds.length, 0);
  assert.equal(store.state.title, "Title 1099");
});
