/** What a schema for answers may say, and how much. */
import assert from "node:assert/strict";
import {
  bareForm,
  defined,
  FORM_CHARS,
  FORM_PARTS,
  formProblem,
  formSize,
  hasBounds,
  isStrict,
} from "../../../events/catalog/answer_form.ts";

const object = (properties: unknown, more = {}) => ({ type: "object", properties, ...more });
const PRICE = { type: "number", minimum: 0 };

Deno.test("schemas as people write them are taken: nested, with choices, with their own definitions", () => {
  for (
    const schema of [
      object({}),
      {
        type: "array",
        items: object({ name: { type: ["string", "null"], title: "Name", format: "email" }, price: PRICE }),
      },
      object({ a: { anyOf: [{ const: 1 }, { enum: ["x", null] }, { not: { type: "string" } }] } }),
      object({ a: { $ref: "#/$defs/one" }, b: { $ref: "#/$defs/one" } }, {
        $defs: { one: { type: "array", prefixItems: [true], items: false, maxItems: 3 } },
      }),
      // These are names of fields.
      object({ pattern: { type: "string" }, $ref: { type: "string" }, format: PRICE }),
    ]
  ) assert.equal(formProblem(schema), null, JSON.stringify(schema));
});

Deno.test("what cannot be checked in a bounded time is refused, and said", () => {
  const told: readonly (readonly [unknown, RegExp])[] = [
    ["x", /JSON object/],
    [[object({})], /JSON object/],
    [{ type: "string" }, /type object or array/],
    [object({ a: { type: "string", pattern: "(a+)+$" } }), /must not have “pattern”/],
    [object({}, { patternProperties: {} }), /must not have “patternProperties”/],
    [object({}, { uniqueItems: true }), /must not have “uniqueItems”/],
    [object({ a: { $ref: "https://a.example/schema" } }), /its own \$defs/],
    [object({ a: { $ref: "#/$defs/none" } }), /its own \$defs/],
    [object({ a: { $ref: "#" } }), /its own \$defs/],
    [object({ a: { $defs: {} } }), /\$defs at its top/],
    [object([]), /object as properties/],
    [object({ a: 7 }), /each schema/],
    [object({ a: { type: "text" } }), /another value of type/],
    [object({ a: { maxLength: 0.5 } }), /another value of maxLength/],
    [object({ a: { multipleOf: 0 } }), /another value of multipleOf/],
    [object({ a: { anyOf: [] } }), /list as anyOf/],
    [object({ a: { description: "x".repeat(FORM_CHARS) } }), /at most 16000 characters/],
  ];
  for (const [schema, problem] of told) {
    assert.match(formProblem(schema) ?? "", problem, JSON.stringify(schema).slice(0, 99));
  }
});

Deno.test("levels and parts are bounded, each reference counted, so that none is within itself", () => {
  let deep: unknown = { type: "null" };
  for (let level = 0; level < 30; level++) deep = object({ a: deep });
  assert.match(formProblem(deep) ?? "", /at most 24 levels/);
  const self = { $defs: { a: object({ b: { $ref: "#/$defs/a" } }) } };
  assert.match(formProblem(object({ a: { $ref: "#/$defs/a" } }, self)) ?? "", /none of them within itself/);
  // Twice two to the tenth.
  const defs: Record<string, unknown> = { d0: { type: "null" } };
  for (let n = 1; n <= 10; n++) {
    defs[`d${n}`] = { allOf: [{ $ref: `#/$defs/d${n - 1}` }, { $ref: `#/$defs/d${n - 1}` }] };
  }
  assert.match(formProblem(object({ a: { $ref: "#/$defs/d10" } }, { $defs: defs })) ?? "", /at most 500/);
  const many = (count: number) => object({ a: { enum: Array.from({ length: count }, (_, n) => n) } });
  assert.equal(formProblem(many(FORM_PARTS - 2)), null);
  assert.match(formProblem(many(FORM_PARTS - 1)) ?? "", /at most 500/);
  assert.equal(formSize(object({ a: PRICE, b: { $ref: "#/$defs/c" } }, { $defs: { c: PRICE } })), 4);
});

Deno.test("a reference is found by its name alone", () => {
  const root = { $defs: { a: PRICE }, definitions: { "b c": PRICE } };
  assert.equal(defined(root, "#/$defs/a"), PRICE);
  assert.equal(defined(root, "#/definitions/b c"), PRICE);
  for (const ref of ["#/$defs/constructor", "#/$defs/a/type", "a", null]) {
    assert.equal(defined(root, ref), null);
  }
});

Deno.test("makers take strictly what names all of its fields and no others, and Messages nothing that is bounded", () => {
  const strict = object({
    a: { type: "array", items: object({ b: PRICE }, { required: ["b"], additionalProperties: false }) },
  }, {
    required: ["a"],
    additionalProperties: false,
  });
  assert.ok(isStrict(strict));
  assert.ok(hasBounds(strict));
  assert.ok(!isStrict(object({ a: PRICE }, { additionalProperties: false })));
  assert.ok(!isStrict(object({}, { required: [] })));
  assert.ok(!isStrict({ ...strict, $defs: { x: object({}) } }));
  assert.ok(!isStrict({ ...strict, allOf: [{}] }));
  assert.ok(!hasBounds(object({ a: { type: "string" } })));
});

Deno.test("what is for readers alone is left out of the check, fields of such a name are not", () => {
  const schema = object({ format: { type: "string", format: "regex", default: 1 } }, {
    title: "T",
    $defs: { a: { examples: [1] } },
  });
  assert.deepEqual(bareForm(schema), object({ format: { type: "string" } }, { $defs: { a: {} } }));
});
