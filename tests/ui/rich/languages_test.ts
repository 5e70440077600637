/** Languages of code by their names, and files by their endings. */
import assert from "node:assert/strict";
import { fileOf, labelOf } from "../../../ui/rich/languages.ts";

Deno.test("a language is called by its name, one that nobody knows as it was written, in short", () => {
  assert.equal(labelOf("ts"), "TypeScript");
  assert.equal(labelOf("TypeScript"), "TypeScript");
  assert.equal(labelOf("brainfuck"), "brainfuck");
  assert.equal(labelOf("x".repeat(100)).length, 30);
  for (const name of ["constructor", "__proto__", "toString"]) {
    assert.equal(labelOf(name), name);
    assert.equal(fileOf(name), "code.txt");
  }
  assert.equal(fileOf("python"), "code.py");
});
