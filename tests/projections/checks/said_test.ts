/** Whether a text says what it must. */
import assert from "node:assert/strict";
import { says } from "../../../projections/checks/said.ts";

Deno.test("case, white space and the form of quotes make no difference, letters do", () => {
  assert.ok(says("The  Crust\nis “good”", 'the crust is "GOOD"'));
  assert.ok(says("a\u00a0b", "a b"));
  assert.ok(says("ﬁne", "fine"));
  assert.ok(!says("The crust is good", "crumb"));
  assert.ok(!says("crus", "crust"));
});

Deno.test("an ellipsis stands for anything between its parts, which come in their order and never share a letter", () => {
  assert.ok(says("First salt, then water.", "salt … water"));
  assert.ok(!says("First water, then salt.", "salt … water"));
  assert.ok(!says("salt", "sal…alt"));
  assert.ok(says("salt alt", "sal…alt"));
  assert.ok(says("anything", "…any…"));
});

Deno.test("what has no letter says nothing, and is never said", () => {
  assert.ok(!says("all of it", "…"));
  assert.ok(!says("", "a"));
});

Deno.test("a part is found where its beginning repeats itself", () => {
  assert.ok(says("aabaabaaab", "aabaaa"));
  assert.ok(says("abababac", "ababac"));
  assert.ok(!says("ababab", "ababac"));
});
