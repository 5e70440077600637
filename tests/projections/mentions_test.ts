/** Who is named by an @, and who is not (P18). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { codeSpans } from "../../projections/code_spans.ts";
import { findMentions } from "../../projections/mentions.ts";

const ROSTER = ["Ann", "Ann Marie", "Bob (QA)", "Jean-Luc", "Zoë", "C++ Guru", "O'Neil"].map((name) => ({
  id: name,
  name,
}));
const named = (content: string) => findMentions(content, ROSTER).participantIds;

Deno.test("P18 a name is found in any case, alone, at either end and beside punctuation", () => {
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

Deno.test("P18 the longest name wins; names may have blanks, hyphens, parentheses, marks and accents", () => {
  assert.deepEqual(named("@ann marie and @bob (qa): go"), ["Ann Marie", "Bob (QA)"]);
  assert.deepEqual(named("@Ann Mariella"), ["Ann"]);
  assert.deepEqual(named("@jean-luc @ZOË @c++ guru @o'neil"), ["Jean-Luc", "Zoë", "C++ Guru", "O'Neil"]);
  assert.deepEqual(named("@Zoe\u0308 composed otherwise"), ["Zoë"]);
});

Deno.test("P18 what only looks like a mention is plain text", () => {
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

Deno.test("P18 several names, once each, in roster order; the ranges stand in reading order", () => {
  const content = "👋 @Zoë and @Ann, then @zoë";
  const { participantIds, ranges } = findMentions(content, ROSTER);
  assert.deepEqual(participantIds, ["Ann", "Zoë"]);
  assert.deepEqual(ranges.map(({ start, end }) => content.slice(start, end)), ["@Zoë", "@Ann", "@zoë"]);
});

Deno.test("P18 @all names everybody", () => {
  assert.deepEqual(named("@All: go"), ROSTER.map(({ id }) => id));
  assert.deepEqual(findMentions("@all", []).participantIds, []);
});

Deno.test("P18 a name that two participants have names nobody and is reported", () => {
  const twins = [{ id: "1", name: "Ann" }, { id: "2", name: "ann" }, { id: "3", name: "Bob" }];
  const { participantIds, ambiguous } = findMentions("@Ann and @Bob", twins);
  assert.deepEqual(participantIds, ["3"]);
  assert.deepEqual(ambiguous, [{ start: 0, end: 4, participantIds: ["1", "2"] }]);
});

Deno.test("P18 code is never a mention: spans, fences, an open fence; after it mentions count again", () => {
  assert.deepEqual(named("`@Ann`"), []);
  assert.deepEqual(named("``a ` @Ann`` @Zoë"), ["Zoë"]);
  assert.deepEqual(named("```py\n@Ann\n```\n@Zoë"), ["Zoë"]);
  assert.deepEqual(named("~~~\n@Ann\n```\n@Ann"), []);
  assert.deepEqual(named("a ` lone backtick @Ann"), ["Ann"]);
  assert.deepEqual(named("one `\n\n@Ann ` two"), ["Ann"]);
});

Deno.test("P18 every range is an @ and the name it found, whatever the text", () => {
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
    { numRuns: 1_000 },
  );
});

Deno.test("a megabyte of backticks and at-signs is read in a moment", () => {
  // Quadratic work on this text would take minutes; the assertion is that it ends at all.
  const text = Array.from({ length: 30_000 }, (_, i) => `${"`".repeat(1 + i % 50)}@`).join("");
  assert.deepEqual(findMentions(text, ROSTER).ranges, []);
});
