/** Who is named by an @, and who is not (P18). */
import { draws } from "../../effort.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { codeSpans } from "../../../projections/conversation/code_spans.ts";
import {
  findMentions,
  MENTION_UNITS,
  pickedIn,
  typedMention,
} from "../../../projections/conversation/mentions.ts";

const ROSTER = ["Ann", "Ann Marie", "Bob (QA)", "Jean-Luc", "Zoë", "C++ Guru", "O'Neil"].map((name) => ({
  id: name,
  name,
}));
const named = (content: string) => findMentions(content, ROSTER).participantIds;

// Shows P18.
Deno.test("a name is found in any case, alone, at either end and beside punctuation", () => {
  for (
    const content of [
      "@ann",
      "Hi @ANN!",
      "(@Ann)",
      "so, @Ann?",
      "**@Ann**",
      "@Ann's turn",
      "Done @ann.",
      "@Ann, go",
    ]
  ) {
    assert.deepEqual(named(content), ["Ann"], content);
  }
});

// Shows P18.
Deno.test("the longest name wins; names may have blanks, hyphens, parentheses, marks and accents", () => {
  assert.deepEqual(named("@ann marie and @bob (qa): go"), ["Ann Marie", "Bob (QA)"]);
  assert.deepEqual(named("@Ann Mariella"), ["Ann"]);
  assert.deepEqual(named("@jean-luc @ZOË @c++ guru @o'neil"), ["Jean-Luc", "Zoë", "C++ Guru", "O'Neil"]);
  assert.deepEqual(named("@Zoe\u0308 composed otherwise"), ["Zoë"]);
});

// Shows P18.
Deno.test("what only looks like a mention is plain text", () => {
  const texts = [
    "@dataclass",
    "@Annabel",
    "@Ann_1",
    "@Ann-Sophie",
    "@ann.example.org",
    "mail bob@ann.example",
    "x@Ann",
    "@@Ann",
    "\\@Ann",
    "npm i @ann/core",
    "https://example.org/@Ann",
    "@ Ann",
    "Ann",
    "@Bob",
    "@allow",
  ];
  for (const content of texts) assert.deepEqual(named(content), [], content);
});

// Shows P18.
Deno.test("several names, once each, in roster order; the ranges stand in reading order", () => {
  const content = "👋 @Zoë and @Ann, then @zoë";
  const { participantIds, ranges } = findMentions(content, ROSTER);
  assert.deepEqual(participantIds, ["Ann", "Zoë"]);
  assert.deepEqual(ranges.map(({ start, end }) => content.slice(start, end)), ["@Zoë", "@Ann", "@zoë"]);
});

// Shows P18.
Deno.test("@all names everybody", () => {
  assert.deepEqual(named("@All: go"), ROSTER.map(({ id }) => id));
  assert.deepEqual(findMentions("@all", []).participantIds, []);
});

// Shows P18.
Deno.test("a name that two participants have names nobody and is reported", () => {
  const twins = [{ id: "1", name: "Ann" }, { id: "2", name: "ann" }, { id: "3", name: "Bob" }];
  const { participantIds, ambiguous } = findMentions("@Ann and @Bob", twins);
  assert.deepEqual(participantIds, ["3"]);
  assert.deepEqual(ambiguous, [{ start: 0, end: 4, participantIds: ["1", "2"] }]);
});

// Shows P18.
Deno.test("code is never a mention: spans, fences, an open fence; after it mentions count again", () => {
  assert.deepEqual(named("`@Ann`"), []);
  assert.deepEqual(named("``a ` @Ann`` @Zoë"), ["Zoë"]);
  assert.deepEqual(named("```py\n@Ann\n```\n@Zoë"), ["Zoë"]);
  assert.deepEqual(named("~~~\n@Ann\n```\n@Ann"), []);
  assert.deepEqual(named("a ` lone backtick @Ann"), ["Ann"]);
  assert.deepEqual(named("one `\n\n@Ann ` two"), ["Ann"]);
});

// Shows P18.
Deno.test("every range is an @ and the name it found, whatever the text", () => {
  const piece = fc.constantFrom(
    "@",
    "Ann",
    "ann",
    " Marie",
    "Bob (QA)",
    "`",
    "```\n",
    "\n",
    " ",
    "é",
    "👋",
    ".",
    "-",
    "all",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const content = pieces.join("");
      const spans = codeSpans(content);
      for (const { start, end, participantIds } of findMentions(content, ROSTER).ranges) {
        const text = content.slice(start, end).toLowerCase();
        const expected = ROSTER.filter(({ name }) => text === `@${name.toLowerCase()}`).map(({ id }) => id);
        assert.deepEqual(participantIds, text === "@all" ? ROSTER.map(({ id }) => id) : expected);
        assert.ok(!spans.some((span) => start < span.end && end > span.start), "never in code");
      }
    }),
    { numRuns: draws(1_000) },
  );
});

// Shows P18.
Deno.test("a run of backticks is closed by the next of its length: what stands between two spans is no code", () => {
  assert.deepEqual(codeSpans("`a` b `c`"), [{ start: 0, end: 3 }, { start: 6, end: 9 }]);
  assert.deepEqual(codeSpans("``a`b`` `c"), [{ start: 0, end: 7 }]);
  assert.deepEqual(named("`a` @Ann `b`"), ["Ann"]);
});

Deno.test("a megabyte of backticks and at-signs is read in a moment", () => {
  // Quadratic work on this text would take minutes; the assertion is that it ends at all.
  const text = Array.from({ length: 30_000 }, (_, i) => `${"`".repeat(1 + i % 50)}@`).join("");
  assert.deepEqual(findMentions(text, ROSTER).ranges, []);
});

// Shows P18.
Deno.test("mentions are looked for up to a bound: one before it and at it, and none behind, however it is cut", () => {
  const standing = (start: number) => findMentions(`${" ".repeat(start)}@Ann Marie, and more`, ROSTER).ranges;
  assert.deepEqual(standing(MENTION_UNITS - 2).map(({ participantIds }) => participantIds), [["Ann Marie"]]);
  assert.deepEqual(standing(MENTION_UNITS - 1).map(({ start }) => start), [MENTION_UNITS - 1]);
  assert.deepEqual(standing(MENTION_UNITS), []);
  assert.deepEqual(standing(MENTION_UNITS + 1), []);
});

/** Names people give: with blanks, hyphens, parentheses, accents, beginnings of one another, and twins. */
const anyName = fc.oneof(
  fc.constantFrom(
    "Ann",
    "ann",
    "Ann Marie",
    "Bob (QA)",
    "Jean-Luc",
    "Zoë",
    "Zoe\u0308",
    "C++ Guru",
    "O'Neil",
    "@home",
  ),
  fc.string({ minLength: 1, maxLength: 12 }).map((s) => s.trim()).filter((s) => s !== ""),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).map((s) => s.trim()).filter((s) => s !== ""),
).filter((name) => name.toLowerCase() !== "all" && !name.includes("\n"));
const anyRoster = fc.array(anyName, { minLength: 1, maxLength: 8 })
  .map((names) => names.map((name, n) => ({ id: `p${n}`, name })));

// Shows P18.
Deno.test("who is picked from the list is who is asked, whatever the names are: typed and picked agree", () => {
  fc.assert(
    fc.property(anyRoster, fc.nat(), fc.constantFrom("", "so, ", "("), (roster, nth, before) => {
      const picked = roster[nth % roster.length];
      assert.ok(picked);
      const text = `${before}@${picked.name} please`;
      const said = findMentions(text, roster);
      const asked = new Set([...said.participantIds, ...pickedIn(text, roster, [picked])]);
      // A longer name of the roster may really be what the words say: "Ann" picked, then "please" written.
      const longer = roster.some(({ name }) =>
        text.slice(before.length + 1).toLowerCase().startsWith(name.toLowerCase()) &&
        name.length > picked.name.length
      );
      if (!longer) assert.deepEqual([...asked], [picked.id]);
      const caret = before.length + 1 + Math.min(picked.name.length, 40);
      const typing = typedMention(text, caret);
      if (!picked.name.includes("@")) assert.equal(typing?.start, before.length, "and the list opens there");
    }),
    { numRuns: draws(2_000) },
  );
});

// Shows P18.
Deno.test("the list opens where a mention can begin, and nowhere else", () => {
  const open = (text: string) => typedMention(text, text.length)?.word;
  assert.equal(open("@"), "");
  assert.equal(open("hi @an"), "an");
  assert.equal(open("(@an"), "an");
  assert.equal(open("**@Ann Ma"), "Ann Ma");
  assert.equal(open("@a @b"), "b");
  for (const text of ["", "hi", "mail ann@ex", "x@", "a/@b", "@an\nmore", `@${"x".repeat(41)}`]) {
    assert.equal(open(text), undefined, text);
  }
  assert.equal(typedMention("@ann later", 3)?.word, "an", "up to the caret");
});

// Shows P18.
Deno.test("of two with one name the picked one is asked, as long as its name still stands there", () => {
  const twins = [{ id: "1", name: "Ann" }, { id: "2", name: "Ann" }, { id: "3", name: "Bob" }];
  const picks = [{ id: "2", name: "Ann" }];
  assert.deepEqual(pickedIn("@Ann hello", twins, picks), ["2"]);
  assert.deepEqual(pickedIn("hello", twins, picks), []);
  assert.deepEqual(pickedIn("@Bob hello", twins, [{ id: "3", name: "Bob" }]), [], "the words say it already");
  assert.deepEqual(pickedIn("@Ann", [{ id: "1", name: "Ann" }], picks), []);
});
