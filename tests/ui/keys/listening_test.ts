/** Where a key counts: not where the focus is on something that takes it itself. */
import "../page.ts";
import assert from "node:assert/strict";
import { countsAt, writesIn } from "../../../ui/keys/listening.ts";

/** An element in others of which `around` are what they match, and its own type. */
const element = (tagName: string, type: string | null = null, ...around: string[]) => ({
  tagName,
  getAttribute: () => type,
  closest: (selectors: string) =>
    selectors.split(", ").some((one) => around.includes(one) || one === tagName.toLowerCase())
      ? document.documentElement
      : null,
});

Deno.test("one writes in boxes of text, not on checkboxes, sliders and buttons", () => {
  for (const type of [null, "text", "search", "number", "password"]) {
    assert.equal(writesIn(element("INPUT", type)), true, String(type));
  }
  for (const type of ["checkbox", "radio", "range", "file"]) {
    assert.equal(writesIn(element("INPUT", type)), false, type);
  }
  assert.equal(writesIn(element("TEXTAREA")), true);
  assert.equal(writesIn(element("SELECT")), true, "it looks for what letters begin with");
  assert.equal(writesIn({ ...element("DIV"), isContentEditable: true }), true);
  assert.equal(writesIn(element("BUTTON")), false);
  assert.equal(writesIn(null), false);
});

Deno.test("a letter counts outside of what takes letters", () => {
  assert.equal(countsAt("keep", null), true);
  assert.equal(countsAt("keep", element("BUTTON")), true);
  assert.equal(countsAt("keep", element("INPUT", "checkbox")), true);
  assert.equal(countsAt("keep", element("TEXTAREA")), false);
  assert.equal(countsAt("keep", element("BUTTON", null, "[role=menu]")), false);
  assert.equal(countsAt("keep", element("BUTTON", null, "[role=dialog]")), false);
});

Deno.test("an arrow counts outside of what moves by arrows", () => {
  assert.equal(countsAt("next", element("BUTTON")), true);
  assert.equal(countsAt("next", element("INPUT", "range")), false);
  assert.equal(countsAt("next", element("DIV", null, "[role=tab]")), false);
});

Deno.test("Ctrl Z is the field's own where something is written, and takes back what was done where nothing is", () => {
  const field = (value: string) => ({ ...element("TEXTAREA"), value });
  assert.equal(countsAt("undo", field(""), "Mod+Z"), true);
  assert.equal(countsAt("undo", field("a"), "Mod+Z"), false);
  assert.equal(countsAt("undo", field(""), "Z"), false, "somebody begins to write");
  assert.equal(countsAt("undo", element("BUTTON"), "Z"), true);
  assert.equal(countsAt("keep", field(""), "Mod+K"), false);
});

Deno.test("what is pressed with Ctrl counts while one writes", () => {
  assert.equal(countsAt("palette", element("TEXTAREA")), true);
  assert.equal(countsAt("agent", element("TEXTAREA")), true);
});
