/** The title of the page says that something happened, and what it asks for. */
import "../page.ts";
import assert from "node:assert/strict";
import type { News } from "../../../ui/state/newsworthy.ts";
import { titleOf } from "../../../ui/state/titling.ts";

const place = { conversationId: "c", title: "Bread" };
const done: News = { kind: "done", ...place, answered: 1, failed: 0 };
const waits: News = { kind: "waits", ...place, name: "Ada" };

Deno.test("the title has a mark while there is news, another one while somebody waits", () => {
  assert.equal(titleOf(null, []), "Fishbowl");
  assert.equal(titleOf("Bread", []), "Bread · Fishbowl");
  assert.equal(titleOf("Bread", [done]), "● Bread · Fishbowl");
  assert.equal(titleOf(null, [done, waits, done]), "? Fishbowl");
});
