import assert from "node:assert/strict";
import { offered, withLabel } from "../../../ui/dialogs/labelling.ts";

Deno.test("what one can choose from is all that is in use and all that one had, each once", () => {
  assert.deepEqual(offered(["Bread", "Home"], ["Home", "Old"], ["Home", "New"]), [
    "Bread",
    "Home",
    "Old",
    "New",
  ]);
});

Deno.test("a label is given once, and taken away wherever it stands", () => {
  assert.deepEqual(withLabel(["a"], "b", true), ["a", "b"]);
  assert.deepEqual(withLabel(["a", "b"], "a", true), ["b", "a"]);
  assert.deepEqual(withLabel(["a", "b"], "a", false), ["b"]);
});
