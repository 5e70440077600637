/** Answers held to a schema. */
import assert from "node:assert/strict";
import { checkForm, FORMED_CHARS, FORMED_WORK } from "../../../actors/turn/answer_form.ts";
import { formSize } from "../../../events/catalog/answer_form.ts";

const ITEM = {
  type: "object",
  properties: { name: { type: "string", minLength: 1, format: "email" }, price: { type: "number" } },
  required: ["name", "price"],
  additionalProperties: false,
};
const LIST = { type: "array", items: ITEM };
const wrong = async (answer: string, schema: Parameters<typeof checkForm>[0] = LIST) => {
  const checked = await checkForm(schema, answer);
  return checked.ok ? null : checked.wrong;
};

Deno.test("what fits is taken, also out of a code fence; what a text is said to be is not checked", async () => {
  const json = '[{ "name": "Bowl", "price": 3 }]';
  for (const answer of [json, `  ${json}\n`, "```json\n" + json + "\n```", "```\n" + json + "\n```"]) {
    assert.deepEqual(await checkForm(LIST, answer), { ok: true, json });
  }
});

Deno.test("what does not fit is told by its place, the innermost alone, five at most", async () => {
  assert.equal(await wrong("The bowl costs 3."), "It is no JSON.");
  assert.equal(await wrong('[{"name":"Bowl","price":3}'), "It is no JSON.");
  assert.equal(
    await wrong('[{"name":"","price":"3"},{"name":"a"},{"name":"b","price":1,"x":{"y":1}}]'),
    '#/0/name String is too short (0 < 1). #/0/price Instance type "string" is invalid. Expected "number". ' +
      '#/1 Instance does not have required property "price". #/2/x There is no such field.',
  );
  const many = JSON.stringify(Array.from({ length: 99 }, () => ({ name: 1, price: 1 })));
  assert.equal((await wrong(many))?.match(/Expected/g)?.length, 5);
  const long = JSON.stringify([{ name: "a", price: 1, [`\n${"x".repeat(9_000)}`]: 1 }]);
  assert.ok((await wrong(long) ?? "").length < 200);
});

Deno.test("references within are followed", async () => {
  const schema = { type: "object", properties: { a: { $ref: "#/$defs/item" } }, $defs: { item: ITEM } };
  assert.equal(await wrong('{"a":{"name":"x","price":1}}', schema), null);
  assert.match(await wrong('{"a":{"name":"x"}}', schema) ?? "", /#\/a Instance does not have required/);
});

Deno.test("what would take long to check is not checked", async () => {
  const large = "It is too large to be checked.";
  assert.equal(await wrong(JSON.stringify([{ name: "x".repeat(FORMED_CHARS), price: 1 }])), large);
  const rows = (count: number) =>
    JSON.stringify(Array.from({ length: count }, () => ({ name: "a", price: 1 })));
  // Three signs a row, and one around them.
  const most = Math.floor((FORMED_WORK / formSize(LIST) - 1) / 3);
  assert.equal(await wrong(rows(most)), null);
  assert.equal(await wrong(rows(most + 2)), large);
  assert.equal(await wrong("[".repeat(99) + "]".repeat(99)), large);
});
