import assert from "node:assert/strict";
import { areWholeClaims, claimsOf, gistOf, isWholeGist } from "../../../ui/exchange/about_lines.ts";

Deno.test("the lines of a gist are told by their word, their numbers and what they say", () => {
  const text = "Agree [1][2][3]: It is cold.\nAlone [2]: It rains.\nOpen [1][3]: Who goes out: you?";
  assert.deepEqual(gistOf(text, 3), [
    { kind: "agree", of: [0, 1, 2], text: "It is cold." },
    { kind: "alone", of: [1], text: "It rains." },
    { kind: "open", of: [0, 2], text: "Who goes out: you?" },
  ]);
});

Deno.test("signs of Markdown, other ways to number and other dashes are the same line", () => {
  for (
    const line of [
      "- **Agree** [1][2]: Yes.",
      "* agree [1, 2]: Yes.",
      "> Agree [1] [2] — Yes.",
      "**Agree [1][2]:** Yes.",
      "AGREE (1)(2): **Yes.**",
      "Agree 1, 2: Yes.",
    ]
  ) assert.deepEqual(gistOf(line, 2), [{ kind: "agree", of: [0, 1], text: "Yes." }], line);
});

Deno.test("a line of no form, of no answer there is, or without words is left out, and the others stand", () => {
  const text =
    "Here is the gist.\nAgree [7]: No.\nAgree: Nobody.\nAlone [1]:\nAgreeable [1]: x\nAlone [1] x\n" +
    "Alone [1][9]: Kept.";
  assert.deepEqual(gistOf(text, 2), [{ kind: "alone", of: [0], text: "Kept." }]);
});

Deno.test("what two say, neither says alone", () => {
  assert.deepEqual(gistOf("Alone [1][2]: Both.", 2), [{ kind: "agree", of: [0, 1], text: "Both." }]);
});

Deno.test("while it is written, the line that is not whole yet shows what is there", () => {
  assert.deepEqual(gistOf("Agree [1]", 2), []);
  assert.deepEqual(gistOf("Agree [1][2]: It i", 2), [{ kind: "agree", of: [0, 1], text: "It i" }]);
});

Deno.test("more lines than anybody reads are left out", () => {
  assert.equal(gistOf("Alone [1]: x\n".repeat(41), 2).length, 40);
});

Deno.test("claims stand below their word, each as its answer puts it", () => {
  const text =
    "Contradiction\n1: It is cold.\n2: It is warm.\n\nSame\n1: Wind.\n2: Much wind.\n\nAlone\n2: Rain.";
  assert.deepEqual(claimsOf(text), [
    { kind: "contradiction", left: "It is cold.", right: "It is warm." },
    { kind: "same", left: "Wind.", right: "Much wind." },
    { kind: "right", right: "Rain." },
  ]);
});

Deno.test("quotation marks and signs of Markdown around a claim are not its words", () => {
  const text = '**Contradiction**\n- 1: “It is *cold*.”\n- 2. "It is warm."\n### Alone:\n1) **Snow.**';
  assert.deepEqual(claimsOf(text), [
    { kind: "contradiction", left: "It is *cold*.", right: "It is warm." },
    { kind: "left", left: "Snow." },
  ]);
});

Deno.test("a claim whose other side is missing stands alone; what is said alone twice is two", () => {
  assert.deepEqual(claimsOf("Contradiction\n1: Cold."), [{ kind: "left", left: "Cold." }]);
  assert.deepEqual(claimsOf("Alone\n1: Cold.\n2: Warm."), [{ kind: "left", left: "Cold." }, {
    kind: "right",
    right: "Warm.",
  }]);
  assert.deepEqual(claimsOf("1: Cold.\n2: Warm."), [], "no word above");
});

Deno.test("what says something besides its lines is not whole: then all of it is shown", () => {
  const gist = "Agree [1]: Yes.\n\nOpen [1][2]: No?\n";
  assert.ok(isWholeGist(gist, gistOf(gist, 2)));
  assert.ok(!isWholeGist(`Here it is:\n${gist}`, gistOf(`Here it is:\n${gist}`, 2)));
  const claims = "Same\n1: Cold.\n2: Cold.\n\nAlone\n2: Rain.";
  assert.ok(areWholeClaims(claims, claimsOf(claims)));
  assert.ok(!areWholeClaims(`${claims}\n\nI hope this helps.`, claimsOf(claims)));
});
