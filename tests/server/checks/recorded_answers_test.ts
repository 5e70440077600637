/** Recorded answers are known again by the bytes they answered, whatever names their cache. */
import assert from "node:assert/strict";
import type { System } from "../../../actors/system.ts";
import { RecordedAnswers, requestKey } from "../../../server/checks/recorded_answers.ts";
import { History } from "../../history.ts";

Deno.test("the key of a cache names a conversation, and makes no request another; a word does", () => {
  const body = (key: string, word: string) =>
    `{"model":"m","prompt_cache_key":"fishbowl-${key}","input":"${word}"}`;
  const [one, two] = ["0".repeat(32), "f".repeat(32)];
  assert.equal(requestKey(body(one, "a")), requestKey(body(two, "a")));
  assert.notEqual(requestKey(body(one, "a")), requestKey(body(one, "b")));
});

Deno.test("what was called in an attempt that was given up is not called again, and a call that failed was answered by nothing", async () => {
  const called = (attempt: number, callId: string) =>
    ({ turnId: "t_Ada", attempt, round: 1, callId, tool: "look_up", args: "{}" }) as const;
  const talk = new History().started().joined("Ada").posted("q0", "Where?").requested("Ada", "q0")
    .claimed("t_Ada", 1).add("ToolCalled", called(1, "lost"))
    .claimed("t_Ada", 2).add("ToolCalled", called(2, "kept"))
    .completed("t_Ada", "There.", { attempt: 2 });
  const calls = [{ body: "failed", error: {} }, { body: "first" }, { body: "then" }];
  const system = { requestOf: () => Promise.resolve({ calls }) } as unknown as System; // all that it asks for
  const answers = await RecordedAnswers.of(system, talk.state());
  const told = (body: string) =>
    answers.answer(0, "1 Ada", body)?.map((part) =>
      part.type === "tool" ? part.callId : part.type === "text" ? part.text : part.type
    );
  assert.deepEqual([told("first"), told("then")], [["kept", "finish"], ["There.", "finish"]]);
  assert.equal(told("failed"), undefined);
  assert.equal(answers.misfits.size, 0);
});
