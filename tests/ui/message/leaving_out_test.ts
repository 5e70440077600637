/** What is left out is told, with one way back for what was left out in a row. */
import "../page.ts";
import assert from "node:assert/strict";
import { tellLeftOut, tellTakenIn } from "../../../ui/message/leaving_out.ts";
import { dismiss, toasts } from "../../../ui/state/toast.ts";

const said = () => toasts.value.map(({ text, undo }) => [text, undo !== undefined]);

Deno.test("messages left out in a row are one line, that takes all of them back", () => {
  // What other tests told stands there, too.
  for (const { id } of toasts.value) dismiss(id);
  tellLeftOut("c1", "m1");
  assert.deepEqual(said(), [["1 message is left out of later answers.", true]]);
  tellLeftOut("c1", "m2");
  assert.deepEqual(said(), [["2 messages are left out of later answers.", true]]);
  tellTakenIn("c1", "other");
  assert.equal(said().length, 1, "that was not left out just now");
  tellTakenIn("c1", "m1");
  assert.deepEqual(said(), [], "by hand");
  tellLeftOut("c1", "m3");
  assert.deepEqual(said(), [["1 message is left out of later answers.", true]], "a row of its own");
  for (const { id } of toasts.value) dismiss(id);
});
