/** How the fish in the frame is, by what goes on in all conversations. */
import assert from "node:assert/strict";
import { type Bowl, bowlAfter, STILL } from "../../../ui/sidebar/bowl_mood.ts";

const row = (id: string, answering: number, saidSeq: number) => ({ id, answering, saidSeq });
const after = (...lists: readonly (readonly ReturnType<typeof row>[])[]): Bowl =>
  lists.reduce<Bowl>(bowlAfter, STILL);
const moods = (...lists: readonly (readonly ReturnType<typeof row>[])[]) =>
  lists.map((_, at) => after(...lists.slice(0, at + 1)).mood);

Deno.test("the fish swims while anybody answers, leaps when the last is done, and rests where nothing happens", () => {
  assert.deepEqual(
    moods(
      [row("a", 0, 9)],
      [row("a", 2, 11)],
      [row("a", 1, 12)],
      [row("a", 0, 13)],
      [row("a", 0, 13), row("b", 0, 1)],
      [row("a", 0, 13), row("b", 1, 2)],
    ),
    ["rests", "swims", "swims", "leaps", "leaps", "swims"],
  );
});

Deno.test("the fish leaps for what came first, though the last of them failed, and not where nothing came", () => {
  assert.equal(after([row("a", 2, 11)], [row("a", 1, 12)], [row("a", 0, 12)]).mood, "leaps");
  assert.equal(after([row("a", 2, 11)], [row("a", 1, 11)], [row("a", 0, 11)]).mood, "rests");
});

Deno.test("what is said elsewhere is no reason to leap", () => {
  assert.equal(after([row("a", 1, 11), row("b", 0, 3)], [row("a", 0, 11), row("b", 0, 4)]).mood, "rests");
  assert.equal(after([row("a", 1, 11)], [row("a", 0, 12), row("b", 1, 5)], [row("b", 0, 5)]).mood, "rests");
});
