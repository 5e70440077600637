/** The table of keys: what is pressed stands for one thing, and can be pressed at all. */
import assert from "node:assert/strict";
import { KEY_NAMES, keyFor, KEYS } from "../../../ui/keys/key_table.ts";

Deno.test("no press stands for two things", () => {
  const presses = KEY_NAMES.flatMap((name) => KEYS[name].where === "told" ? [] : [...KEYS[name].press]);
  assert.deepEqual(presses.filter((press, at) => presses.indexOf(press) !== at), []);
  assert.ok(presses.length > 20);
});

Deno.test("every way to press a key leads to it, and what a field does itself leads nowhere", () => {
  assert.equal(keyFor("/"), "write");
  assert.equal(keyFor("I"), "write");
  assert.equal(keyFor("Mod+Shift+O"), "new");
  assert.equal(keyFor("Alt+Digit"), "agent");
  assert.equal(keyFor("ArrowLeft"), "previous", "not what the timeline does with it");
  assert.equal(keyFor("Enter"), undefined);
  assert.equal(keyFor("X"), undefined);
});

Deno.test("letters and signs alone never count while one writes", () => {
  const careless = KEY_NAMES.filter((name) =>
    KEYS[name].where === "anywhere" && KEYS[name].press.some((press) => !/^(Mod|Alt)\+|^Escape$/.test(press))
  );
  assert.deepEqual(careless, []);
});
