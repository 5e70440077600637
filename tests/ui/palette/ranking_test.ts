/** What the palette offers for what was typed. */
import assert from "node:assert/strict";
import { type Choice, doneNow, fitOf, ranked } from "../../../ui/palette/ranking.ts";

const choice = (id: string, group: Choice["group"], name: string, also?: string): Choice => ({
  id,
  group,
  name,
  also,
});
const told = (found: ReturnType<typeof ranked<Choice>>) =>
  found.map(({ group, choices }) => `${group}: ${choices.map(({ id }) => id).join(" ")}`);

const CHOICES = [
  choice("new", "page", "New conversation"),
  choice("theme", "page", "Theme: dark"),
  choice("on", "agents", "Turn Ada off"),
  choice("c1", "conversations", "Dark bread", "conversation"),
  choice("c2", "conversations", "The new theme"),
  choice("stop", "here", "Stop all answers"),
];

Deno.test("while nothing was typed each group shows its first, and what was done last stands above, once", () => {
  assert.deepEqual(told(ranked(CHOICES, " ", [])), [
    "conversations: c1 c2",
    "here: stop",
    "agents: on",
    "page: new theme",
  ]);
  assert.deepEqual(told(ranked(CHOICES, "", ["theme", "gone", "c2"])), [
    "recent: theme c2",
    "conversations: c1",
    "here: stop",
    "agents: on",
    "page: new",
  ]);
  const many = Array.from({ length: 20 }, (_, at) => choice(`m${at}`, "conversations", `m ${at}`));
  assert.equal(ranked(many, "", [])[0]?.choices.length, 5);
  assert.equal(ranked(many, "m", [])[0]?.choices.length, 7);
});

Deno.test("what begins so stands first, then whose words begin so, then what has it inside, then beside", () => {
  const fit = (name: string, query: string, also?: string) => fitOf(choice("x", "page", name, also), query);
  assert.equal(fit("New conversation", "new c"), 0);
  assert.equal(fit("New conversation", "conv new"), 1);
  assert.equal(fit("Renew", "new"), 2);
  assert.equal(fit("Dark bread", "conversation", "conversation"), 3);
  assert.equal(fit("Dark bread", "rye"), null);
  assert.equal(fit("Dark bread", "dark rye"), null, "every word");
  assert.equal(fit("Café", "cafe"), 0, "accents are not typed");
  assert.deepEqual(told(ranked(CHOICES, "theme", [])), ["page: theme", "conversations: c2"]);
  assert.deepEqual(told(ranked(CHOICES, "dark", [])), ["conversations: c1", "page: theme"]);
});

Deno.test("what was done last is remembered once, and not for ever", () => {
  assert.deepEqual(doneNow(["a", "b", "c"], "b"), ["b", "a", "c"]);
  assert.deepEqual(doneNow(["a", "b", "c"], "d"), ["d", "a", "b"]);
});
