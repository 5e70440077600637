/** Words to begin with stand before what one wrote, and in the place of one another. */
import "../page.ts";
import assert from "node:assert/strict";
import { begunWith } from "../../../ui/home/starters.tsx";

const starters = [
  { name: "One", icon: "swords", text: "One begins so.\n\n" },
  { name: "Two", icon: "swords", text: "Two begins so.\n\nA: " },
] as const;
const after = (at: 0 | 1, written: string) => begunWith(starters[at].text, written, starters);

Deno.test("a starter stands before what was written, and nothing of that is lost", () => {
  assert.equal(after(0, ""), "One begins so.\n\n");
  assert.equal(after(0, "My words."), "One begins so.\n\nMy words.");
});

Deno.test("another starter takes the place of the first, the same one changes nothing", () => {
  assert.equal(after(1, after(0, "My words.")), "Two begins so.\n\nA: My words.");
  assert.equal(after(0, after(1, "My words.")), "One begins so.\n\nMy words.");
  assert.equal(after(0, after(0, "My words.")), after(0, "My words."));
});
