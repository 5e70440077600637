/** What stays in a browser after signing out. */
import assert from "node:assert/strict";
import { forgetWritten } from "../../../../ui/state/offline/leaving.ts";

Deno.test("after signing out how the page looks stays, and of what was said nothing", () => {
  const kept = new Map([
    ["fishbowl.theme", "dark"],
    ["fishbowl.draft.conversation_a", "secret"],
    ["fishbowl.outbox", "{}"],
    ["fishbowl.start", "{}"],
    ["fishbowl.files.conversation_a", "[]"],
    ["fishbowl.seen", "{}"],
    ["fishbowl.anything", "made later"],
    ["of another program", "1"],
  ]);
  forgetWritten({
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
  });
  assert.deepEqual([...kept.keys()], ["fishbowl.theme", "of another program"]);
});
