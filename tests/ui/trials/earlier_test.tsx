/** Trials that were made before. */
import assert from "node:assert/strict";
import { ofClass, place } from "../tiny_document.ts";
import { signal } from "@preact/signals";
import { render } from "preact";
import type { Trial } from "../../../projections/shapes/folds.ts";
import { Earlier } from "../../../ui/trials/earlier.tsx";

Deno.test("among several trials one chooses; of one there is nothing to choose", () => {
  const root = place();
  const offered = (count: number) => {
    const of = Array.from(
      { length: count },
      (_, n) => ({ id: `t${n}`, at: "2026-01-01T00:00:00Z" }) as Trial,
    );
    render(<Earlier of={of} shown={of[0]} chosen={signal("")} />, root);
    return ofClass(root, "trial-earlier")[0]?.children[0]?.children.length;
  };
  assert.deepEqual([0, 1, 2, 3].map(offered), [undefined, undefined, 2, 3]);
  render(null, root);
});
