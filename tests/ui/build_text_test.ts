import assert from "node:assert/strict";
import { textInRem } from "../../ui/build_text.ts";

Deno.test("sizes of text follow the chosen size, all other measures stay as they are", () => {
  assert.equal(
    textInRem("a{font:600 14px/20px var(--font);padding:16px;font-size:12.5px;line-height: 24px}"),
    "a{font:600 0.875rem/1.25rem var(--font);padding:16px;font-size:0.78125rem;line-height: 1.5rem}",
  );
  assert.equal(
    textInRem(":root{--type-h1: 700 27px/34px var(--font);--r-card:12px}"),
    ":root{--type-h1: 700 1.6875rem/2.125rem var(--font);--r-card:12px}",
  );
  assert.equal(textInRem("a{\n  font-size: 16px;\n}"), "a{\n  font-size: 1rem;\n}");
  assert.equal(
    textInRem("a{font-size:16PX;min-height:44px;line-height:1.5;font-size:1em}"),
    "a{font-size:16PX;min-height:44px;line-height:1.5;font-size:1em}",
  );
  assert.equal(
    textInRem("@media (width < 600px){a{border:1px solid}}"),
    "@media (width < 600px){a{border:1px solid}}",
  );
});
