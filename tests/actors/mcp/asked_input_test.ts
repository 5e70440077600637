/** What servers ask people for, as far as it is taken: within bounds, as it was asked, or not at all. */
import assert from "node:assert/strict";
import { takeAsked } from "../../../actors/mcp/asked_input.ts";
import {
  ADDRESS_CHARS,
  INPUT_FIELDS,
  INPUT_LABEL_UNITS,
  INPUT_MESSAGE_UNITS,
  INPUT_NAME_UNITS,
  INPUT_OPTIONS,
} from "../../../events/catalog/limits.ts";

const SECRET = "swordfish-7Kq2";
const clean = (text: string) => text.replaceAll(SECRET, "[redacted]");
const form = (properties: object, more: object = {}) => ({
  message: "Please",
  requestedSchema: { type: "object", properties, ...more },
});
const taken = (properties: object, more: object = {}) => takeAsked(form(properties, more), clean)?.fields;
const string = { type: "string" };
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, string]));

Deno.test("each kind of field is taken as the protocol has it, with what is required and what stands there first", () => {
  assert.deepEqual(
    taken({
      mail: {
        type: "string",
        title: "E-mail",
        description: "Yours",
        format: "email",
        minLength: 3,
        maxLength: 50,
      },
      age: { type: "integer", minimum: 1, maximum: 120, default: 30 },
      price: { type: "number" },
      ok: { type: "boolean", default: true },
      one: { type: "string", enum: ["a", "b"], enumNames: ["A", "B"], default: "b" },
      titled: { type: "string", oneOf: [{ const: "x", title: "X!" }] },
      some: {
        type: "array",
        items: { type: "string", enum: ["a", "b"] },
        minItems: 1,
        maxItems: 2,
        default: ["a"],
      },
      named: { type: "array", items: { anyOf: [{ const: "x", title: "X!" }] } },
    }, { required: ["mail", "nobody"] }),
    [
      {
        name: "mail",
        label: "E-mail",
        description: "Yours",
        required: true,
        kind: "text",
        format: "email",
        min: 3,
        max: 50,
      },
      {
        name: "age",
        label: "age",
        required: false,
        kind: "number",
        whole: true,
        min: 1,
        max: 120,
        default: 30,
      },
      { name: "price", label: "price", required: false, kind: "number", whole: false },
      { name: "ok", label: "ok", required: false, kind: "boolean", default: true },
      {
        name: "one",
        label: "one",
        required: false,
        kind: "choice",
        options: [{ value: "a", label: "A" }, { value: "b", label: "B" }],
        many: false,
        default: ["b"],
      },
      {
        name: "titled",
        label: "titled",
        required: false,
        kind: "choice",
        options: [{ value: "x", label: "X!" }],
        many: false,
      },
      {
        name: "some",
        label: "some",
        required: false,
        kind: "choice",
        options: [{ value: "a", label: "a" }, { value: "b", label: "b" }],
        many: true,
        min: 1,
        max: 2,
        default: ["a"],
      },
      {
        name: "named",
        label: "named",
        required: false,
        kind: "choice",
        options: [{ value: "x", label: "X!" }],
        many: true,
      },
    ],
  );
  assert.deepEqual(taken({}), [], "nothing but a yes");
});

Deno.test("a form that is too large, or has a field of no kind that is asked for, is not asked at all", () => {
  assert.equal(taken(many(INPUT_FIELDS))?.length, INPUT_FIELDS);
  const options = (count: number) => ({
    a: { type: "string", enum: Array.from({ length: count }, (_, n) => `o${n}`) },
  });
  assert.ok(taken(options(INPUT_OPTIONS)));
  const edge = { ["n".repeat(INPUT_NAME_UNITS)]: { ...string, title: "t".repeat(INPUT_LABEL_UNITS) } };
  assert.ok(taken(edge));
  for (
    const properties of [
      many(INPUT_FIELDS + 1),
      many(10_000),
      options(INPUT_OPTIONS + 1),
      { ["n".repeat(INPUT_NAME_UNITS + 1)]: string },
      { a: { ...string, title: "t".repeat(INPUT_LABEL_UNITS + 1) } },
      { a: { type: "object", properties: {} } },
      { a: { type: "string", enum: [] } },
      { a: { type: "string", enum: ["x", "x"] } },
      { a: { type: "string", enum: ["x"], default: "y" } },
      { a: { type: "string", format: "password" } },
      { a: { type: "array", items: { type: "string" } } },
      { a: null },
      { constructor: string },
    ]
  ) assert.equal(taken(properties), undefined, JSON.stringify(properties).slice(0, 80));
  for (const sent of [null, 1, [], {}, { message: 1, requestedSchema: { type: "object", properties: {} } }]) {
    assert.equal(takeAsked(sent, clean), null);
  }
  const said = (units: number) => takeAsked({ ...form({}), message: "m".repeat(units) }, clean);
  assert.ok(said(INPUT_MESSAGE_UNITS));
  assert.equal(said(INPUT_MESSAGE_UNITS + 1), null);
});

Deno.test("a secret that a server repeats does not come in, also not as a name or a value that would go back", () => {
  const asked = takeAsked({
    ...form({ a: { ...string, title: SECRET, description: `Say ${SECRET}` } }),
    message: SECRET,
  }, clean);
  assert.ok(!JSON.stringify(asked).includes(SECRET));
  assert.equal(asked?.message, "[redacted]");
  assert.equal(taken({ [SECRET]: string }), undefined);
  assert.equal(taken({ a: { type: "string", enum: [SECRET] } }), undefined);
});

Deno.test("what misleads is shown as what it is: text turned around, and signs that are not seen", () => {
  const [field] = taken({ a: { ...string, title: "pay\u202eexe", description: "one\ntwo" } }) ?? [];
  assert.deepEqual([field?.label, field?.description], ["pay\ufffdexe", "one\ufffdtwo"]);
});

Deno.test("an address to open is one of the web, whole, and shows where it leads", () => {
  const asks = (url: string) =>
    takeAsked({ mode: "url", message: "Open", url, elicitationId: "1" }, clean)?.url;
  assert.equal(asks("https://a.example/sign?x=1#y"), "https://a.example/sign?x=1#y");
  assert.equal(asks("https://bücher.example"), "https://xn--bcher-kva.example/");
  const long = (units: number) => `https://a.example/${"p".repeat(units - 18)}`;
  assert.ok(asks(long(ADDRESS_CHARS)));
  for (
    const url of [
      long(ADDRESS_CHARS + 1),
      "javascript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "https://bank.example@evil.example/",
      `https://a.example/${SECRET}`,
      "",
    ]
  ) assert.equal(asks(url), undefined, url);
});
