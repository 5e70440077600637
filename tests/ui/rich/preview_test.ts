/** What a preview is given: a page as it was written, a drawing in the middle of one. */
import assert from "node:assert/strict";
import { isPage, pageOf } from "../../../ui/rich/preview.tsx";

Deno.test("HTML and SVG can be previewed, whatever their letters; other code cannot", () => {
  for (const language of ["html", "HTML", "svg", "xhtml"]) assert.ok(isPage(language), language);
  for (const language of ["", "js", "xml", "constructor"]) assert.ok(!isPage(language), language);
});

Deno.test("a whole page is shown as it is, a piece of one in a page of today, a drawing in its middle", () => {
  const whole = "<!-- a -->\n<!DOCTYPE html><b>a</b>";
  assert.equal(pageOf(whole, "html"), whole);
  assert.match(pageOf("<b>a</b>", "html"), /^<!doctype html>.*<b>a<\/b>$/);
  assert.match(pageOf("<svg></svg>", "SVG"), /^<!doctype html>.*place-items:center.*<svg><\/svg>$/);
});
