/** A language is one folder, a list of what is in it, and a line in each of two: nothing else of the page knows which languages there are. */
import assert from "node:assert/strict";
import { catalogueOf } from "../../../ui/words/chosen.ts";
import { german } from "../../../ui/words/german.ts";
import { LANGUAGES } from "../../../ui/words/language.ts";
import { sources, withoutComments } from "../../sources.ts";

Deno.test("the words of a language are loaded whole, by its name, and where they do not come it is English", async () => {
  const loads = { xx: () => Promise.resolve(german), yy: () => Promise.reject(new Error("gone")) };
  assert.equal(await catalogueOf("xx", loads), german);
  assert.equal(await catalogueOf("yy", loads), null);
  assert.equal(await catalogueOf("en", loads), null);
  assert.equal(await catalogueOf("toString", loads), null);
});

Deno.test("another language is one folder, its name, and where it is: no other file of the page knows of one", () => {
  const page = sources("ui/")
    .map(({ path, text }) => ({ path, text: withoutComments(text) }));
  const where = (told: RegExp) =>
    page.filter(({ path, text }) => told.test(text) && !path.startsWith("ui/words/german/"))
      .map(({ path }) => path).toSorted();
  assert.deepEqual(where(/german/i), ["ui/words/chosen.ts", "ui/words/german.ts"]);
  assert.deepEqual(where(/Deutsch|\bde: /), ["ui/words/chosen.ts", "ui/words/language.ts"]);
  assert.deepEqual(where(/[äöü]/i), [], "German words stand in its folder alone");
  assert.deepEqual(Object.keys(LANGUAGES), ["en", "de"]);
});
