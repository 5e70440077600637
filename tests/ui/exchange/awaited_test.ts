/** Who will answer, and how their answers will stand. */
import assert from "node:assert/strict";
import { answering, columnsAwaited, columnsOf } from "../../../ui/exchange/awaited.ts";
import { exchangesOf } from "../../../ui/exchange/grouping.ts";
import { History } from "../../history.ts";

Deno.test("the enabled answer, or those a message names; on request nobody, in manager mode the manager", () => {
  const history = new History().started().joined("ada", "ben", "cat")
    .add("ParticipantDisabled", { participantId: "p_cat" });
  const names = (text: string) => answering(history.state(), text).map(({ name }) => name);
  assert.deepEqual(names("hello"), ["ada", "ben"]);
  assert.deepEqual(names("@ben hello"), ["ben"]);
  assert.deepEqual(names("@cat hello"), [], "who is off does not answer");
  assert.deepEqual(names("ann@example.org"), ["ada", "ben"], "an address names nobody");
  history.add("ModeChanged", { mode: "manual" });
  assert.deepEqual(names("hello"), []);
  assert.deepEqual(names("@ada hello"), ["ada"]);
  history.managed("ben");
  assert.deepEqual(names("@ada hello"), ["ben"]);
});

Deno.test("who was picked by hand is named like one whose name was typed", () => {
  const state = new History().started().joined("ada", "ben", "cat").state();
  const names = (text: string, picked: readonly string[]) =>
    answering(state, text, picked).map(({ name }) => name);
  assert.deepEqual(names("hello", ["p_cat"]), ["cat"]);
  assert.deepEqual(names("@ben hello", ["p_cat"]), ["ben", "cat"]);
});

Deno.test("answers are awaited side by side in a mode in which they stand so, as many as answer", () => {
  const history = new History().started().joined("ada", "ben", "cat");
  const columns = (text: string) => columnsAwaited(history.state(), text);
  assert.deepEqual([columns("hello"), columns("@ben @cat hello"), columns("@ben hello")], [3, 2, 1]);
  history.add("ModeChanged", { mode: "round_robin" });
  assert.equal(columns("hello"), 1);
  history.add("ModeChanged", { mode: "parallel" });
  for (const name of ["ada", "ben", "cat"]) {
    history.add("ParticipantDisabled", { participantId: `p_${name}` });
  }
  assert.equal(columns("hello"), 1, "nobody is awaited: one column all the same");
});

Deno.test("an exchange has the columns of its answers; the last one, before they come, of those it awaits", () => {
  const history = new History().started().joined("ada", "ben", "cat");
  const columns = () => {
    const state = history.state();
    const all = exchangesOf(state, state.order);
    return all.map((one, index) => columnsOf(state, one, index === all.length - 1));
  };
  history.posted("m1", "Why?");
  assert.deepEqual(columns(), [3]);
  history.requested("ada", "m1").requested("ben", "m1");
  assert.deepEqual(columns(), [2]);
  history.posted("m2", "@cat And?", undefined, { mentions: ["p_cat"] });
  assert.deepEqual(columns(), [2, 1], "the one who is named");
  history.posted("m3", "Does nobody answer?").posted("m4", "Nobody?");
  assert.deepEqual(columns(), [2, 1, 1, 3], "earlier ones wait no more");
});
