/** What the page says is set as printed words are: apostrophes are round, and dots in a row are one sign (D47). */
import assert from "node:assert/strict";
import { SENTENCES } from "../../actors/providers/error_messages.ts";
import { factsOf, MODES } from "../../events/catalog/modes.ts";
import { kindFacts, PROVIDER_KINDS } from "../../events/catalog/provider_kinds.ts";
import { all, withoutComments } from "../sources.ts";

/** A straight apostrophe in a word, or three dots that end one. */
const STRAIGHT = /\p{L}'\p{L}|\p{L}\.\.\.(?=["'`<\s])/u;

Deno.test("no word of the page has a straight apostrophe or three dots", () => {
  const wrong = all.filter(({ path }) => path.startsWith("ui/")).flatMap(({ path, text }) =>
    withoutComments(text).split("\n").filter((line) => STRAIGHT.test(line)).map((line) =>
      `${path}: ${line.trim()}`
    )
  );
  assert.deepEqual(wrong, []);
});

Deno.test("nor has what the page is told of failures, modes and kinds of providers", () => {
  const labels = PROVIDER_KINDS.map(kindFacts).flatMap(({ label, speaks }) => [label, speaks]);
  const told = [
    ...Object.values(SENTENCES),
    ...MODES.flatMap((mode) => [factsOf(mode).label, factsOf(mode).help]),
    ...labels,
  ];
  assert.deepEqual(told.filter((words) => STRAIGHT.test(String(words))), []);
  assert.ok(!labels.some((label) => /mock/i.test(label)));
});

Deno.test("the reader of quotes sees what it must, and takes no code for words", () => {
  for (const words of ["the agent's model", "wait...<", 'Loading..."']) {
    assert.ok(STRAIGHT.test(words), words);
  }
  for (const code of ["the agent’s model", "[...all]", "f('a', 'b')", '"span".split("...")', "Wait…"]) {
    assert.ok(!STRAIGHT.test(code), code);
  }
});
