/** Every requirement is shown by a test that names it, or waived with a reason; and the reader of tags can fail. */
import assert from "node:assert/strict";
import { filesIn, textOf } from "./repository.ts";
import { requirementsIn, shownTags, tagFaults, tagsIn, testNames, waiversIn } from "./tags.ts";

Deno.test("every requirement is shown by a test that says so, or waived with the reason", () => {
  const known = requirementsIn(textOf("docs/REQUIREMENTS.md"));
  assert.ok(known.length > 300, "the requirements were read");
  const sources = [...filesIn("tests/", /^tags(_test)?\.ts$/)].filter((path) => /\.tsx?$/.test(path));
  const shown = sources.flatMap((path) => shownTags(textOf(path)));
  assert.ok(shown.length > 400, "the lines above the tests were read");
  const waivers = waiversIn(textOf("tests/waivers.md"));
  assert.deepEqual(tagFaults(known, new Set(shown), waivers), []);
});

Deno.test("names are read from every way of registering a test, and from no comment", () => {
  const source = [
    'Deno.test("one", () => {});',
    "Deno.test(`two ${what}`, () => {});",
    'Deno.test({\n  name: "three",\n  fn() {},\n});',
    'browserTest(\n  "four \\"quoted\\" S0-1",\n  async (bowl) => {});',
    'await t.step("five", () => {});',
    'visit("visited", async (bowl) => {});',
    'const cases = [{\n    name: "six",\n    shared: true,\n    async run({ log }) {} }];',
    '// Deno.test("seven", () => {});',
    ' * Deno.test("eight", () => {});',
    'const agent = { name: "nine", model: "echo" };',
    'pattern.test("ten");',
  ].join("\n");
  assert.deepEqual(testNames(source), [
    "one",
    "two ${what}",
    "three",
    'four \\"quoted\\" S0-1',
    "five",
    "visited",
    "six",
  ]);
});

Deno.test("what a test shows stands in the line directly above it, and nowhere else", () => {
  const source = [
    "// Shows S0-1, P2; CVE-2026-1.",
    'Deno.test("one S0-9", () => {});',
    "  // Shows S4-1…3.",
    "  await t.step(`two`, () => {});",
    "// Shows P3.",
    "",
    'Deno.test("three", () => {});',
    "// It shows P4.",
    'Deno.test("four", () => {});',
    "// Shows P5.",
    "const five = 5;",
  ].join("\n");
  assert.deepEqual(shownTags(source), ["S0-1", "P2", "S4-1", "S4-2", "S4-3"]);
});

Deno.test("tags are read alone and in ranges; what only looks like one is none", () => {
  assert.deepEqual(tagsIn("S0-A14 M-8, C-3 and P17 of S2-X"), ["S0-A14", "M-8", "C-3", "P17", "S2-X"]);
  assert.deepEqual(tagsIn("S4-11…14"), ["S4-11", "S4-12", "S4-13", "S4-14"]);
  assert.deepEqual(tagsIn("S4-T1..T2 P1..P3 S0-9...S0-10"), [
    "S4-T1",
    "S4-T2",
    "P1",
    "P2",
    "P3",
    "S0-9",
    "S0-10",
  ]);
  assert.deepEqual(tagsIn("CVE-2026-82639 SHA-256, p95, P, S0, XS0-1"), []);
  assert.deepEqual(tagsIn("S0-1. S0-2.. and S0-3"), ["S0-1", "S0-2", "S0-3"]);
});

Deno.test("waivers are items of a list, over as many lines as they need", () => {
  const markdown =
    "# Head\n\nS0-1 in prose.\n\n- S0-2, S0-3: because: of this\n  and that.\n- S4-1…2,\n  S4-9: why\n- S0-7\n";
  assert.deepEqual(waiversIn(markdown), [
    { tags: ["S0-2", "S0-3"], reason: "because: of this and that." },
    { tags: ["S4-1", "S4-2", "S4-9"], reason: "why" },
    { tags: ["S0-7"], reason: "" },
  ]);
});

Deno.test("requirements are items of a list, a tag and a sentence over as many lines as it needs", () => {
  const markdown =
    "# Head\n\n**S0-1** in prose.\n\n- **S0-2** This\n  and that (S0-9).\n- **S0-3**\n- S0-4: no\n\nWords.\n";
  assert.deepEqual(requirementsIn(markdown), [
    { tag: "S0-2", sentence: "This and that (S0-9)." },
    { tag: "S0-3", sentence: "" },
  ]);
});

Deno.test("each way to be wrong is a fault: forgotten, unknown, doubled, empty, waived though shown, waived for nothing", () => {
  const waived = (tag: string, reason = "why") => [{ tags: [tag], reason }];
  const faults = (known: string[], cited: string[], waivers: ReturnType<typeof waived>) =>
    tagFaults(known.map((tag) => ({ tag, sentence: "What has to be." })), new Set(cited), waivers);
  assert.deepEqual(faults(["P1", "P2"], ["P1"], waived("P2")), []);
  assert.match(faults(["P1", "P2"], ["P1"], []).join(), /^P2 is neither/);
  assert.match(faults(["P1"], ["P1", "P9"], []).join(), /^P9 is shown by a test and unknown/);
  assert.match(faults(["P1"], ["P1"], waived("P9")).join(), /^P9 is waived and unknown/);
  assert.match(faults(["P1"], ["P1"], waived("P1")).join(), /^P1 is waived although/);
  assert.match(faults(["P1"], [], [...waived("P1"), ...waived("P1")]).join(), /^P1 is waived twice/);
  assert.match(faults(["P1", "P1"], ["P1"], []).join(), /^P1 stands twice/);
  assert.match(faults(["P1"], [], waived("P1", "")).join(), /without a reason/);
  assert.match(faults([], [], [{ tags: [], reason: "words" }]).join(), /without a tag/);
  assert.match(faults(["S0-1a"], ["S0-1a"], []).join(), /^S0-1a has not the form/);
  assert.deepEqual(tagFaults([{ tag: "P1", sentence: "" }], new Set(["P1"]), []), ["P1 says nothing"]);
});
