/** Whose a key is: the room that was said last is asked first, and one with nothing to do leaves it to others. */
import assert from "node:assert/strict";
import { act, isSaid, onKeys } from "../../../ui/keys/acts.ts";

Deno.test("who said it last is asked first, and false leaves it to those before", () => {
  const done: string[] = [];
  const page = onKeys({ escape: () => void done.push("page"), copy: () => false });
  const card = onKeys({ escape: ({ digit }) => digit === 1 && void done.push("card") });
  assert.equal(act("escape", { digit: 1, target: null }), true);
  assert.equal(act("escape"), true);
  assert.deepEqual(done, ["card", "page"]);
  assert.equal(act("copy"), false, "nobody had anything to do");
  card();
  act("escape", { digit: 1, target: null });
  assert.deepEqual(done, ["card", "page", "page"]);
  page();
});

Deno.test("a key nobody says anything of does nothing", () => {
  assert.equal(isSaid("keep"), false);
  assert.equal(act("keep"), false);
  const room = onKeys({ keep: () => {} });
  assert.equal(isSaid("keep"), true);
  room();
  assert.equal(isSaid("keep"), false);
});
