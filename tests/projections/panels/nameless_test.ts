import assert from "node:assert/strict";
import { nameless } from "../../../projections/panels/nameless.ts";

Deno.test("a name goes where it stands as a word of its own, written as it is; the longer of two goes whole", () => {
  const names = new Map([["Ann", "A"], ["Ann Lee", "B"], ["C++ (old)", "C"], ["Ö-1", "D"], ["", "E"]]);
  assert.equal(
    nameless("Ann and Ann Lee, **Ann**: Anna, ann, C++ (old)! Ö-1; XÖ-1", names),
    "A and B, **A**: Anna, ann, C! D; XÖ-1",
  );
  assert.equal(nameless("As it was", new Map()), "As it was");
});
