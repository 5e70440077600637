/** How far an answer is, as its mark shows it. */
import assert from "node:assert/strict";
import { progressOf, writingStage } from "../../../ui/message/progress.ts";
import { History } from "../../history.ts";

Deno.test("how far an answer is: waiting, writing, asking, done, stopped, failed, passed", () => {
  const story = new History().started().joined("Ada").posted("m1", "Why?").requested("Ada", "m1");
  const at = () => progressOf(story.state(), "m_t_Ada");
  assert.equal(at(), "waiting");
  story.claimed("t_Ada");
  assert.equal(at(), "writing");
  const call = { turnId: "t_Ada", attempt: 1, round: 1, callId: "c1" };
  story.add("ToolCalled", { ...call, tool: "rename", args: "{}", asks: true });
  assert.equal(at(), "asks");
  story.add("ToolDecided", { ...call, allowed: true });
  assert.equal(at(), "writing");
  const events = [...story.events];
  const ending = (add: (again: History) => History) => {
    const again = new History();
    again.events.push(...events);
    return progressOf(add(again).state(), "m_t_Ada");
  };
  assert.equal(ending((again) => again.completed("t_Ada", "So.")), "done");
  assert.equal(ending((again) => again.completed("t_Ada", "", { passed: true })), "passed");
  assert.equal(ending((again) => again.add("TurnCancelled", { turnId: "t_Ada", why: "stopped" })), "stopped");
  assert.equal(
    ending((again) => again.add("TurnInterrupted", { turnId: "t_Ada", attempt: 1, why: "lost" })),
    "waiting",
  );
  const error = { code: "auth", message: "No.", retryable: false } as const;
  assert.equal(ending((again) => again.add("TurnFailed", { turnId: "t_Ada", attempt: 1, error })), "failed");
  assert.equal(progressOf(story.state(), "nothing"), "waiting");
});

Deno.test("an answer without a word is thought about, until its provider failed and is asked again", () => {
  const story = new History().started().joined("Ada").posted("m1", "Why?").requested("Ada", "m1").claimed(
    "t_Ada",
  );
  const stage = (wordless: boolean) => {
    const message = story.state().messages["m_t_Ada"];
    assert.ok(message);
    return writingStage(message, wordless);
  };
  assert.equal(stage(true), "thinking");
  const error = { code: "overloaded", message: "Later.", retryable: true } as const;
  story.add("ProviderCallFailed", { turnId: "t_Ada", attempt: 1, round: 1, error, retryAfterMs: 1_000 });
  assert.equal(stage(true), "retrying");
  assert.equal(stage(false), "writing");
});
