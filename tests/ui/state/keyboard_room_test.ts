/** How much of the page lies under a phone's keyboard. */
import assert from "node:assert/strict";
import { covered } from "../../../ui/state/keyboard_room.ts";

Deno.test("what lies over the page's foot is made room for, and what is no keyboard is not", () => {
  assert.equal(covered(844, { height: 508, offsetTop: 0, scale: 1 }), 336);
  // The browser has moved the page up already.
  assert.equal(covered(844, { height: 508, offsetTop: 36, scale: 1 }), 300);
  assert.equal(covered(844, { height: 844, offsetTop: 0, scale: 1 }), 0);
  // A bar of the browser.
  assert.equal(covered(844, { height: 790, offsetTop: 0, scale: 1 }), 0);
  // Zoomed in with two fingers.
  assert.equal(covered(844, { height: 422, offsetTop: 0, scale: 2 }), 0);
  // The page was made smaller by the browser itself.
  assert.equal(covered(508, { height: 508, offsetTop: 0, scale: 1 }), 0);
});
