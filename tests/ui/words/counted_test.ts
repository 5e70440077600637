/** Numbers beside words, by the rules of a language. */
import assert from "node:assert/strict";
import { countingIn } from "../../../ui/words/counted.ts";

Deno.test("one is one and all else many, with the digits of the place", () => {
  const forms = { one: "# answer", other: "# answers" };
  assert.deepEqual([0, 1, 2, 1234].map((n) => countingIn("en")(n, forms)), [
    "0 answers",
    "1 answer",
    "2 answers",
    "1,234 answers",
  ]);
  assert.equal(
    countingIn("de", "de-DE")(1234, { one: "# Antwort", other: "# Antworten" }),
    "1.234 Antworten",
  );
});

Deno.test("a language with more forms than two uses those it has", () => {
  const polish = countingIn("pl");
  const forms = { one: "# plik", few: "# pliki", many: "# plików", other: "# pliku" };
  assert.deepEqual([1, 3, 5].map((n) => polish(n, forms)), ["1 plik", "3 pliki", "5 plików"]);
  assert.equal(polish(3, { other: "# x" }), "3 x");
});

Deno.test("a number that is no digit is told as such, not put together from a pattern", () => {
  assert.equal(countingIn("en")(2, { other: "# of $& files" }), "2 of $& files");
});
