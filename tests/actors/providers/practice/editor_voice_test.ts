import assert from "node:assert/strict";
import { Random } from "../../../../actors/providers/practice/chance.ts";
import { editor } from "../../../../actors/providers/practice/editor_voice.ts";

Deno.test("the editor counts one word as one, of a person's and of a colleague's", () => {
  const ada = { name: "Ada", text: "Sourdough" };
  const talk = { self: "Editor", others: [ada], own: [], last: ada, images: [], roster: [], json: false };
  const all = Array.from({ length: 60 }, (_, seed) => {
    const person = { name: "Ann", text: seed % 2 === 0 ? "Sourdough" : "Rye bread" };
    return editor({ ...talk, person }, new Random(`${seed}`));
  }).join("\n");
  assert.doesNotMatch(all, /\b1 words\b/);
  for (const words of [/^1 word, no fat\./m, /^2 words, no fat\./m, /\*\*Ada\*\* spent 1 word\./]) {
    assert.match(all, words);
  }
});
