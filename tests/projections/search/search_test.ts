/** Words are found in any case, with or without accents, and shown where they stand. */
import { draws } from "../../effort.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { anyText } from "../../any_text.ts";
import { foldPlain, foldText } from "../../../projections/search/folded_text.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { parseQuery } from "../../../projections/search/query.ts";
import { matchText, searchConversation } from "../../../projections/search/search.ts";
import { hitsIn } from "./searched.ts";
import { History } from "../../history.ts";

const searchWords = (query: string) => parseQuery(query).terms;
const needle = searchWords("needle");

const shown = (text: string, query: string) => {
  const match = matchText(text, searchWords(query));
  return match && match.marks.map(([start, end]) => match.snippet.slice(start, end));
};

Deno.test("all words must be there, in any order, case and accent", () => {
  assert.deepEqual(shown("Crème brûlée, please", "BRULEE creme"), ["Crème", "brûlée"]);
  assert.deepEqual(shown("Zoe", "zoë"), ["Zoe"]);
  assert.deepEqual(shown("ΟΔΟΣ και οδός", "οδος"), ["ΟΔΟΣ", "οδός"]);
  assert.equal(shown("Crème only", "creme brulee"), null);
});

Deno.test("a snippet that would begin or end inside a character leaves it out", () => {
  const match = matchText(`${"👋".repeat(30)}needle ${"👋".repeat(90)}`, needle);
  assert.ok(match && match.snippet.isWellFormed());
  assert.ok(match.snippet.includes("needle 👋"));
});

Deno.test("quoted words are looked for as they stand together", () => {
  assert.deepEqual(shown("to be or not to be", '"not to"'), ["not to"]);
  assert.equal(shown("not, to", '"not to"'), null);
});

Deno.test("a snippet is cut around the first hit, on one line, and its marks still fit", () => {
  const text = `${"before ".repeat(40)}the\nNeedle 👋 and needle${" after".repeat(60)}`;
  const match = matchText(text, needle);
  assert.ok(match && match.snippet.startsWith("…") && match.snippet.endsWith("…"));
  assert.ok(match.snippet.length < 170 && !match.snippet.includes("\n"));
  assert.deepEqual(match.marks.map(([a, b]) => match.snippet.slice(a, b)), ["Needle", "needle"]);
});

Deno.test("a snippet never splits a character and its marks always show a word", () => {
  const text = fc.array(fc.constantFrom("👋", "é", "e\u0301", "needle ", "İ", "ﬁ", "\n", "x", " "), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(text, (pieces) => {
      const content = pieces.join("");
      const match = matchText(content, needle);
      // "ﬁ" and "İ" are letters too: behind one of them no word begins.
      const begins = /(?<![\p{L}\p{N}])needle/u.test(foldPlain(content, true));
      assert.equal(match !== null, begins);
      if (!match) return;
      assert.ok(match.snippet.isWellFormed());
      assert.ok(match.marks.length > 0);
      for (const [start, end] of match.marks) {
        const word = match.snippet.slice(start, end);
        assert.ok("needle".startsWith(foldPlain(word, true)), word);
      }
    }),
    { numRuns: draws(500) },
  );
});

Deno.test("both ways of folding a text agree, and the way back leads to where a character began", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const { text: folded, offsets } = foldText(text, true);
      assert.equal(folded, foldPlain(text, true));
      assert.equal(offsets.length, folded.length + 1);
      assert.equal(offsets.at(-1), text.length);
    }),
    { numRuns: draws(1_000) },
  );
});

Deno.test("a conversation is searched from its newest message, its title first, its notices not at all", () => {
  const history = new History().started({ title: "On bread" }).joined("Ada")
    .answered("m1", "Bread?", { Ada: "Bread!" }).add("MessagePosted", {
      messageId: "n1",
      author: { kind: "system", id: "system", name: "System" },
      role: "system",
      content: "bread",
    });
  const state = history.state();
  assert.deepEqual(hitsIn(state, parseQuery("bread")).map((hit) => hit.messageId), [
    null,
    "m_t_Ada_m1",
    "m1",
  ]);
  const [, answer] = hitsIn(state, parseQuery("bread"), 2);
  assert.deepEqual(answer, {
    conversationId: "conv_1",
    messageId: "m_t_Ada_m1",
    seq: state.messages["m_t_Ada_m1"]?.seq,
    title: "On bread",
    author: { kind: "agent", id: "a_Ada", name: "Ada" },
    at: state.messages["m_t_Ada_m1"]?.at,
    snippet: "Bread!",
    marks: [[0, 5]],
  });
  assert.deepEqual(hitsIn(state, parseQuery("")), []);
});

Deno.test("a long conversation is looked through in pieces, as it was when that began", () => {
  const [most, units] = [40, 25_000];
  const history = new History().started({ title: "On bread" }).joined("Ada");
  for (let n = 0; n < most; n++) history.posted(`m${n}`, `${n} bread ${"and ".repeat(units / 4)}`);
  const state = history.state();
  const bread = parseQuery("bread");
  const whole = hitsIn(state, bread);
  assert.equal(whole.length, most + 1);
  const looking = searchConversation(state, bread);
  let pieces = 0;
  for (let step = looking.next();; step = looking.next(), pieces++) {
    if (step.done) {
      assert.deepEqual(step.value, whole);
      break;
    }
    // Others go on with the fold meanwhile.
    conversation.evolve(state, history.posted(`later${pieces}`, "bread").events.at(-1) ?? assert.fail());
  }
  assert.equal(hitsIn(state, bread).length, most + 1 + pieces, "the fold has gone on");
  assert.ok(pieces >= 4, `${pieces} turns for others in ${most * units} units`);
});

Deno.test("a hit far inside a long text is shown as one in a short text, whatever stands before it", () => {
  const words = searchWords("lighthouse");
  const near = `${"before ".repeat(20)}the old lighthouse, and ${"after ".repeat(40)}`;
  for (const filler of ["a", "é", "e\u0301", "\u{1d400}", "ß", "İ", "ς "]) {
    for (const units of [3_990, 4_000, 4_010, 8_000, 50_001]) {
      const far = matchText(`${filler.repeat(units)} ${near}`, words);
      const [start, end] = far?.marks[0] ?? [0, 0];
      assert.equal(far?.snippet.slice(start, end), "lighthouse", `${filler} ${units}`);
      assert.ok(far?.snippet.includes("the old lighthouse, and after"), `${filler} ${units}`);
    }
  }
});
