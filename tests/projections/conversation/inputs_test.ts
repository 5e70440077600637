/** What fits a form that a server asks to be filled in. */
import assert from "node:assert/strict";
import { fault, faultOf, type InputField } from "../../../projections/conversation/inputs.ts";

const base = { name: "a", label: "A", required: true };
const text = (more: object = {}) => ({ ...base, kind: "text", ...more }) as InputField;
const options = [{ value: "x", label: "X" }, { value: "y", label: "Y" }, { value: "z", label: "Z" }];

Deno.test("a value fits its field or is told what is wrong with it, at each edge", () => {
  const number = { ...base, kind: "number", whole: false, min: 1, max: 3 } as const;
  const some = { ...base, kind: "choice", options, many: true, min: 1, max: 2 } as const;
  const one = { ...base, kind: "choice", options, many: false } as const;
  const cases: [InputField, Parameters<typeof faultOf>[1], ReturnType<typeof faultOf>][] = [
    [text(), undefined, "missing"],
    [text({ required: false }), undefined, null],
    [text(), 1, "kind"],
    [text({ min: 2, max: 3 }), "😀", "short"],
    [text({ min: 2, max: 3 }), "😀😀", null],
    [text({ min: 2, max: 3 }), "😀😀😀", null],
    [text({ min: 2, max: 3 }), "😀😀😀😀", "long"],
    [text({ format: "email" }), "a@b", null],
    [text({ format: "email" }), "a b@c", "format"],
    [text({ format: "email" }), "a@b@c", "format"],
    [text({ format: "uri" }), "urn:isbn:1", null],
    [text({ format: "uri" }), "not one", "format"],
    [text({ format: "date" }), "2028-02-29", null],
    [text({ format: "date" }), "2027-02-29", "format"],
    [text({ format: "date" }), "27-2-9", "format"],
    [text({ format: "date-time" }), "2026-11-26T14:00:00.5+01:00", null],
    [text({ format: "date-time" }), "2026-11-26T14:00", "format"],
    [text({ format: "date-time" }), "2026-11-31T14:00:00Z", "format"],
    [text({ format: "date-time" }), "2026-11-26T25:00:00Z", "format"],
    [number, 1, null],
    [number, 3, null],
    [number, 0.9, "small"],
    [number, 3.1, "large"],
    [number, "2", "kind"],
    [{ ...number, whole: true }, 1.5, "whole"],
    [{ ...base, kind: "boolean" }, false, null],
    [{ ...base, kind: "boolean" }, "false", "kind"],
    [one, "x", null],
    [one, "w", "kind"],
    [one, ["x"], "kind"],
    [some, "x", "kind"],
    [some, ["x"], null],
    [some, ["x", "y"], null],
    [some, [], "few"],
    [some, ["x", "y", "z"], "many"],
    [some, ["x", "x"], "kind"],
    [some, ["w"], "kind"],
  ];
  for (const [field, value, wrong] of cases) {
    assert.equal(faultOf(field, value), wrong, JSON.stringify([field, value]));
  }
});

Deno.test("a form fits where each field does, and brings nothing that nobody asked for", () => {
  const fields = [text(), text({ name: "b", required: false })];
  assert.equal(fault(fields, { a: "x" }), null);
  assert.deepEqual(fault(fields, { b: "x" }), { name: "a", fault: "missing" });
  assert.deepEqual(fault(fields, { a: "x", c: "y" }), { name: "c", fault: "kind" });
  assert.deepEqual(fault([text({ name: "toString" })], {}), { name: "toString", fault: "missing" });
});
