/** Keys as people read them. */
import assert from "node:assert/strict";
import { capsOf, shortcut } from "../../../ui/keys/told.ts";

Deno.test("keys stand as they stand on the machine's keyboard", () => {
  assert.deepEqual(capsOf("Mod+Shift+O", false), ["Ctrl", "Shift", "O"]);
  assert.deepEqual(capsOf("Mod+Shift+O", true), ["⌘", "⇧", "O"]);
  assert.deepEqual(capsOf("Alt+Digit", false), ["Alt", "1 … 9"]);
  assert.deepEqual(capsOf("ArrowUp"), ["↑"]);
  assert.equal(shortcut("new", false), "Ctrl ⇧O");
  assert.equal(shortcut("new", true), "⌘⇧O");
  assert.equal(shortcut("sidebar", false), "Ctrl \\");
});
