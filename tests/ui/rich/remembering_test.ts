/** What was found of long texts lately. */
import assert from "node:assert/strict";
import { recent } from "../../../ui/rich/remembering.ts";

Deno.test("a long text is looked through once, as long as few others come between", () => {
  const asked: string[] = [];
  const find = recent((text) => asked.push(text.slice(0, 3)));
  const long = (n: number) => String(n).padStart(3, "0").repeat(2_000);
  assert.equal(find(long(1)), find(long(1)));
  find("abc");
  find("abc");
  assert.deepEqual(asked, ["001", "abc", "abc"]);
  for (let n = 2; n < 12; n++) find(long(n));
  find(long(1));
  for (let n = 12; n < 30; n++) find(long(n));
  assert.equal(asked.filter((one) => one === "001").length, 1);
  for (let n = 30; n < 60; n++) find(long(n));
  find(long(1));
  assert.equal(asked.filter((one) => one === "001").length, 2);
});
