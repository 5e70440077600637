/** How long an agent mostly takes is told by its own last answers, once there are some. */
import assert from "node:assert/strict";
import { usualMs } from "../../../ui/message/usual.ts";
import { History } from "../../history.ts";

/** A talk in which Ada took these seconds, one answer after the other, and Ben one each time. */
function talk(...seconds: number[]): History {
  const story = new History().started().joined("Ada", "Ben");
  for (const [n, took] of seconds.entries()) {
    for (const [name, ms] of [["Ada", took * 1_000], ["Ben", 1_000]] as const) {
      const turnId = `t_${name}_${n}`;
      story.posted(`m_${name}_${n}`, "Why?").requested(name, `m_${name}_${n}`, { turnId }).claimed(turnId)
        .completed(turnId, "So.", { timing: { firstTextMs: 10, totalMs: ms } });
    }
  }
  return story;
}

Deno.test("an agent mostly takes what the half of its last answers took at most; of two answers nothing is said", () => {
  const of = (story: History, name = "Ada") => usualMs(story.state(), `p_${name}`);
  assert.equal(of(talk(30, 90)), null);
  assert.equal(of(talk(90, 30, 31)), 31_000);
  assert.equal(of(talk(90, 30, 31), "Ben"), 1_000);
  assert.equal(of(talk(90, 30, 31), "Cleo"), null);
  assert.equal(of(talk(...Array(20).fill(900), 1, 2, 3, 4, 5, 6, 7, 8, 9)), 5_000, "the last nine");
  const waits = talk(30, 31, 32).posted("m9", "And?").requested("Ada", "m9", { turnId: "t9" }).claimed("t9");
  assert.equal(of(waits), 31_000);
});
