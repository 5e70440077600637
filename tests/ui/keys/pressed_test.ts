/** What was pressed, on keyboards of several places. */
import assert from "node:assert/strict";
import { pressedOf, type Stroke } from "../../../ui/keys/pressed.ts";

const stroke = (key: string, code: string, more: Partial<Stroke> = {}): Stroke => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});
const press = (one: Stroke, mac = false) => pressedOf(one, mac)?.press;

Deno.test("a letter is what it writes, and in a script without Latin letters what stands there elsewhere", () => {
  assert.equal(press(stroke("k", "KeyK")), "K");
  assert.equal(press(stroke("k", "KeyV")), "K", "moved, as on Dvorak");
  assert.equal(press(stroke("л", "KeyK")), "K");
  assert.equal(press(stroke("л", "KeyK", { ctrlKey: true })), "Mod+K");
  assert.equal(press(stroke("ö", "Semicolon")), "ö");
});

Deno.test("Mod is Ctrl, on a Mac ⌘, and the other one is no key of ours", () => {
  const [control, command] = [
    stroke("k", "KeyK", { ctrlKey: true }),
    stroke("k", "KeyK", { metaKey: true }),
  ];
  assert.equal(press(control), "Mod+K");
  assert.equal(press(control, true), undefined, "deletes to the end of the line there");
  assert.equal(press(command), undefined);
  assert.equal(press(command, true), "Mod+K");
  assert.equal(press(stroke("O", "KeyO", { ctrlKey: true, shiftKey: true })), "Mod+Shift+O");
});

Deno.test("Ctrl with Alt writes characters on some layouts, so it is no key of ours", () => {
  assert.equal(press(stroke("\\", "Minus", { ctrlKey: true, altKey: true })), undefined);
});

Deno.test("a digit is told by its place where Alt or the layout makes another character of it", () => {
  assert.deepEqual(pressedOf(stroke("3", "Digit3"), false), { press: "Digit", digit: 3 });
  assert.deepEqual(pressedOf(stroke("¡", "Digit1", { altKey: true }), true), {
    press: "Alt+Digit",
    digit: 1,
  });
  assert.deepEqual(pressedOf(stroke("&", "Digit1"), false), { press: "Digit", digit: 1 }, "as in France");
  assert.deepEqual(pressedOf(stroke("7", "Numpad7"), false), { press: "Digit", digit: 7 });
  assert.equal(press(stroke("!", "Digit1", { shiftKey: true })), "!");
  assert.equal(press(stroke("0", "Digit0")), "0");
  assert.equal(press(stroke("1", "Digit1", { ctrlKey: true })), "Mod+1", "the browser's tabs");
});

Deno.test("which signs need Shift is the layout's affair", () => {
  assert.equal(press(stroke("?", "Slash", { shiftKey: true })), "?");
  assert.equal(press(stroke("?", "Minus", { shiftKey: true })), "?");
  assert.equal(press(stroke("/", "Digit7", { shiftKey: true })), "/");
});

Deno.test("the backslash is where it is elsewhere when a layout needs a second key for it", () => {
  assert.equal(press(stroke("\\", "Backslash", { ctrlKey: true })), "Mod+\\");
  assert.equal(press(stroke("#", "Backslash", { ctrlKey: true })), "Mod+\\");
  assert.equal(press(stroke("#", "Backslash")), "#");
});

Deno.test("arrows and Escape have their names; modifiers alone and other named keys are nothing", () => {
  assert.equal(press(stroke("ArrowLeft", "ArrowLeft")), "ArrowLeft");
  assert.equal(press(stroke("ArrowLeft", "ArrowLeft", { shiftKey: true })), "Shift+ArrowLeft");
  assert.equal(press(stroke("Escape", "Escape")), "Escape");
  assert.equal(press(stroke("Shift", "ShiftLeft", { shiftKey: true })), undefined);
  assert.equal(press(stroke("F5", "F5")), undefined);
});
