/** What a person fills in for a server of tools: what stands there first, and what of it is given. */
import assert from "node:assert/strict";
import "../page.ts";
import type { InputField } from "../../../events/catalog/inputs.ts";
import { firstFilled, shownValue, valuesOf, wordsOf } from "../../../ui/message/asked_values.ts";

const text = { kind: "text", name: "who", label: "Who", required: false } as const;
const number = { kind: "number", name: "n", label: "How many", required: false, whole: true } as const;
const choice = {
  kind: "choice",
  name: "c",
  label: "Which",
  required: false,
  many: false,
  options: [{ value: "a", label: "Apple" }, { value: "b", label: "Bread" }],
} as const satisfies InputField;

Deno.test("what a server proposes stands in its form first, and given back unchanged it is the same", () => {
  const at = "2026-11-20T08:30:00.000Z";
  const proposed: InputField[] = [
    { ...text, default: "Ada" },
    { ...text, name: "at", format: "date-time", default: at },
    { ...number, default: 3 },
    { kind: "boolean", name: "yes", label: "Yes?", required: true, default: true },
    { ...choice, default: ["b"] },
    { ...choice, name: "several", many: true, default: ["a", "b"] },
  ];
  const filled = firstFilled(proposed);
  assert.deepEqual(filled["several"], ["a", "b"]);
  assert.equal(filled["c"], "b");
  assert.equal(filled["n"], "3");
  assert.deepEqual(valuesOf(proposed, filled), {
    who: "Ada",
    at,
    n: 3,
    yes: true,
    c: "b",
    several: ["a", "b"],
  });
});

Deno.test("of a field that was left empty nothing is given, and a box that nobody ticked says no", () => {
  const fields: InputField[] = [
    text,
    number,
    choice,
    { ...choice, name: "several", many: true },
    { kind: "boolean", name: "yes", label: "Yes?", required: false },
  ];
  assert.deepEqual(valuesOf(fields, firstFilled(fields)), { yes: false });
  assert.deepEqual(valuesOf([{ ...choice, many: true, required: true }], { c: [] }), { c: [] });
});

Deno.test("what is no number and no time stays the text that was typed, so that it is told as not fitting", () => {
  const when: InputField = { ...text, name: "at", format: "date-time" };
  assert.deepEqual(valuesOf([number, when], { n: "three", at: "noon" }), { n: "three", at: "noon" });
  assert.equal(firstFilled([{ ...when, default: "noon" }])["at"], "");
});

Deno.test("a fault names its bound, and a choice is read by what it is called", () => {
  assert.equal(wordsOf({ ...text, min: 2 }, "short"), "At least 2 characters.");
  assert.equal(wordsOf({ ...number, max: 9 }, "large"), "At most 9.");
  assert.equal(wordsOf({ ...text, format: "date" }, "format"), "A day.");
  assert.equal(wordsOf(text, "missing"), "Fill this in.");
  assert.equal(shownValue(choice, "b"), "Bread");
  assert.equal(shownValue({ ...choice, many: true }, ["b", "gone"]), "Bread, gone");
  assert.equal(shownValue(number, 3), "3");
});
