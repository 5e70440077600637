/** Built-in formats of panels are read in the language of the page. */
import assert from "node:assert/strict";
import { BUILT_IN_PANELS } from "../../../events/catalog/built_in_panels.ts";
import { english } from "../../../ui/words/english_panels.ts";
import { german } from "../../../ui/words/german.ts";

Deno.test("every stage of a built-in format has a name in every language", () => {
  const names = new Set(BUILT_IN_PANELS.flatMap(({ format }) => format.stages.map(({ name }) => name)));
  for (const { builtInStages } of [english, german.panels]) {
    assert.deepEqual(new Set(Object.keys(builtInStages)), names);
  }
});
