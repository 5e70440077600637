/** In which language the interface speaks. */
import assert from "node:assert/strict";
import { languageOf, localeOf } from "../../../ui/words/language.ts";

Deno.test("what was chosen counts, else the first language of the browser that there is, else English", () => {
  assert.equal(languageOf("de", ["en-GB"]), "de");
  assert.equal(languageOf("browser", ["fr-FR", "de-AT", "en"]), "de");
  assert.equal(languageOf("browser", ["en-US", "de"]), "en");
  assert.equal(languageOf("browser", ["fr"]), "en");
  assert.equal(languageOf("browser", []), "en");
  assert.equal(languageOf("klingon", ["DE-ch"]), "de");
});

Deno.test("numbers and dates are told as the browser wants them in that language", () => {
  assert.equal(localeOf("de", ["en-US", "de-CH"]), "de-CH");
  assert.equal(localeOf("en", ["de-DE", "en-GB"]), "en-GB");
  assert.equal(localeOf("de", ["en-US"]), "de");
});
