/** How the open conversation is being read. */
import "../page.ts";
import assert from "node:assert/strict";
import { storing } from "../browser.ts";

using _kept = storing();
const { keptAnswers, readingOf, rememberKept } = await import("../../../ui/state/reading.ts");

Deno.test("what is folded, focused and chosen is known for the open conversation, and forgotten with it", () => {
  const reading = readingOf("one");
  assert.equal(readingOf("one"), reading, "a fold fetched anew forgets nothing");
  reading.exchanges.change("m1", { focused: "a1" });
  reading.exchanges.change("m1", { folded: false });
  assert.deepEqual(
    [reading.exchanges.of("m1").value.focused, reading.exchanges.of("m1").value.folded],
    ["a1", false],
  );
  assert.equal(reading.exchanges.of("m2").value.focused, null, "each by itself");
  assert.notEqual(readingOf("two"), reading);
  assert.equal(readingOf("one").exchanges.of("m1").value.focused, null);
});

Deno.test("kept answers are remembered once each, the newest of them", () => {
  for (let n = 0; n < 250; n++) rememberKept(`m${n}`, true);
  rememberKept("m249", true);
  assert.equal(keptAnswers.value.length, 200);
  assert.deepEqual(keptAnswers.value.slice(-2), ["m248", "m249"]);
  rememberKept("m249", false);
  assert.equal(keptAnswers.value.at(-1), "m248");
});
