import assert from "node:assert/strict";
import { describedTypes, typeOf } from "../../../server/client/described_types.ts";
import { routes } from "../../../server/routes/table.ts";
import { described } from "../description.ts";

Deno.test("a schema is a type: names, choices, lists, fields that may be missing, and keys that are free or of a set", () => {
  const text = { type: "string" };
  const cases: readonly (readonly [Parameters<typeof typeOf>[0], string])[] = [
    [{ $ref: "#/components/schemas/Id" }, "Id"],
    [{ type: "string", const: "fold" }, '"fold"'],
    [{ enum: ["a", 1, null] }, '"a" | 1 | null'],
    [{ anyOf: [text, { type: "null" }, text] }, "string | null"],
    [{ type: ["string", "null"] }, "string | null"],
    [{ type: "integer", minimum: 3 }, "number"],
    [{ type: "array", items: { anyOf: [text, { type: "boolean" }] } }, "Array<string | boolean>"],
    [{ type: "array", prefixItems: [text, { type: "number" }] }, "[string, number]"],
    [
      { type: "object", properties: { a: text, "b-c": text }, required: ["a"], additionalProperties: false },
      '{ a: string; "b-c"?: string }',
    ],
    [{ type: "object", additionalProperties: text }, "{ [name: string]: string }"],
    [
      { type: "object", propertyNames: { enum: ["x", "y"] }, additionalProperties: text },
      '{ [K in "x" | "y"]?: string }',
    ],
    [{ type: "object" }, "{}"],
    [{}, "Json"],
  ];
  for (const [schema, type] of cases) assert.equal(typeOf(schema), type);
});

Deno.test("every operation that takes and answers JSON is told, with its path, its query and its body", () => {
  const text = describedTypes(described);
  assert.match(
    text,
    /"POST \/api\/conversations\/:id\/messages": \{ params: \{ id: Id \}; body: PostMessage; answer: OneMessage \};/,
  );
  assert.match(text, /"DELETE \/api\/conversations\/:id": \{ params: \{ id: Id \}; answer: undefined \};/);
  assert.match(text, /"GET \/api\/search": \{ query\?: \{ q\?: string; /);
  assert.match(text, /"POST \/api\/conversations\/:id\/stop": \{ [^\n]*; body\?: /);
  const plain = routes.filter(({ access, rawBytes }) => access !== "page" && rawBytes === undefined);
  for (const { method, path } of plain) {
    assert.ok(text.includes(`"${method} ${path.replace(/\{[^}]*\}/, "")}": `), `${method} ${path}`);
  }
});
