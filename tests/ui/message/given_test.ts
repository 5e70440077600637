/** What a tool is given stands as lines where these show all of it, and as it was written elsewhere. */
import assert from "node:assert/strict";
import { given } from "../../../ui/message/given.ts";

Deno.test("a few short values are lines, each by its name", () => {
  assert.deepEqual(given('{"title":"Sundays in winter","keep_old":true,"days":3}'), [
    ["title", "Sundays in winter"],
    ["keep_old", "true"],
    ["days", "3"],
  ]);
});

Deno.test("what lines would not show whole stands as it was written", () => {
  const others = [
    "",
    "{",
    "[1]",
    '"a"',
    "{}",
    "null",
    '{"a":{"b":1}}',
    '{"a":null}',
    '{"a":""}',
    '{"a":"one\\ntwo"}',
    '{"a":"safe\\u202egnp.exe"}',
    '{"a":"zero\\u200bwidth"}',
    JSON.stringify({ a: "x".repeat(401) }),
    JSON.stringify(Object.fromEntries([..."abcdefg"].map((name) => [name, 1]))),
  ];
  assert.deepEqual(others.filter((args) => given(args) !== null), []);
});
