/** The tokens of a JSON text, and the texts in it. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { jsonTexts, jsonTokens, jsonValues } from "../../../projections/context/json_tokens.ts";

/** Every text of a value, with the way to it. */
function textsIn(value: unknown, path: readonly (string | number)[] = []): [string, string][] {
  if (typeof value === "string") return [[path.join("/"), value]];
  if (Array.isArray(value)) return value.flatMap((one, index) => textsIn(one, [...path, index]));
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, one]) => textsIn(one, [...path, JSON.stringify(key).slice(1, -1)]))
    : [];
}

Deno.test("every text is found where it stands, by the names and numbers that lead to it", () => {
  fc.assert(fc.property(fc.jsonValue(), fc.nat(3), (value, space) => {
    const json = JSON.stringify(value, null, space);
    const found = jsonTexts(json).map((
      { path, start, end },
    ) => [path.join("/"), JSON.parse(`"${json.slice(start, end)}"`)]);
    assert.deepEqual(found, textsIn(JSON.parse(json)));
  }));
});

Deno.test("objects and lists are found too, each from its first sign to its last", () => {
  const json = '{"a":[{"b":"c"},[]],"d":"e"}';
  assert.deepEqual(jsonValues(json).map(({ path, start, end }) => [path.join("/"), json.slice(start, end)]), [
    ["", json],
    ["a", '[{"b":"c"},[]]'],
    ["a/0", '{"b":"c"}'],
    ["a/0/b", "c"],
    ["a/1", "[]"],
    ["d", "e"],
  ]);
});

Deno.test("the tokens together are the whole text but for its white space", () => {
  fc.assert(fc.property(fc.jsonValue(), fc.nat(3), (value, space) => {
    const json = JSON.stringify(value, null, space);
    const told = jsonTokens(json).map(({ start, end }) => json.slice(start, end)).join("");
    assert.equal(told, JSON.stringify(JSON.parse(json)));
  }));
});

Deno.test("a text that lies deeper than anybody looks is left out", () => {
  const nested = (depth: number) => `${"[".repeat(depth)}"a"${"]".repeat(depth)}`;
  assert.equal(jsonTexts(nested(32)).length, 1);
  assert.equal(jsonTexts(nested(33)).length, 0);
});

Deno.test("what is cut or no JSON at all has tokens, and nothing is thrown", () => {
  const kinds = (text: string) => jsonTokens(text).map(({ kind }) => kind).join(" ");
  assert.equal(kinds('{"a":"b'), "open key colon text");
  assert.equal(kinds('{"a\\":1'), "open text");
  assert.equal(kinds("]][,"), "close close open comma");
  assert.equal(kinds(""), "");
  assert.deepEqual(jsonTexts(']"a"'), [{ path: [], start: 2, end: 3 }]);
});
