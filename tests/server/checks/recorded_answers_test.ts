/** Recorded answers are known again by the bytes they answered, whatever names their cache. */
import assert from "node:assert/strict";
import type { ProviderAdapter, SendOptions } from "../../../actors/providers/types.ts";
import type { System } from "../../../actors/system.ts";
import { offline, RecordedAnswers, requestKey } from "../../../server/checks/recorded_answers.ts";
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

Deno.test("to another request each answer of a seat is given once, in turn, and told as one that does not fit", async () => {
  const talk = new History().started().joined("Ada", "Ben").posted("q0", "Where?").requested("Ada", "q0")
    .claimed("t_Ada").add("ToolCalled", {
      turnId: "t_Ada",
      attempt: 1,
      round: 1,
      callId: "c",
      tool: "look_up",
      args: "{}",
    })
    .completed("t_Ada", "There.").requested("Ben", "q0").claimed("t_Ben").completed("t_Ben", "Nowhere.")
    .add("ContentErased", { messageId: "m_t_Ben", seqs: [] });
  const system = { requestOf: () => Promise.resolve(null) } as unknown as System; // all that it asks for
  const answers = await RecordedAnswers.of(system, talk.state());
  const told = (seat: string) => answers.answer(0, seat, "another")?.map(({ type }) => type) ?? null;
  assert.equal(told("1 Ben"), null, "its words are gone");
  assert.equal(answers.misfits.size, 0, "nothing was given");
  assert.deepEqual([told("1 Ada"), told("1 Ada"), told("1 Ada")], [
    ["tool", "finish"],
    ["text", "finish"],
    null,
  ]);
  assert.deepEqual([...answers.misfits], ["0 1 Ada"]);
});

Deno.test("offline nobody is asked: what was recorded for whose provider it is comes, and nothing else", async () => {
  const talk = new History().started().joined("Ada", "Ben").answered("q0", "Tea?", {
    Ada: "Yes.",
    Ben: "No.",
  });
  const system = { requestOf: () => Promise.resolve(null) } as unknown as System; // all that it asks for
  const answers = await RecordedAnswers.of(system, talk.state());
  const asked = () => assert.fail("somebody was asked");
  const real = { kind: "mock", renderer: null, send: asked, models: asked } as unknown as ProviderAdapter; // never asked
  const seats = new Map([["provider_1", "1 Ada"], ["provider_2", "1 Ben"]]);
  const adapter = offline(real, () => answers, { question: () => Promise.resolve(0), seats });
  const said = async (id: string) => {
    const call = { config: { id }, body: new Uint8Array() } as unknown as SendOptions; // all that is read of it
    const parts = await Array.fromAsync(adapter.send(call));
    return parts.flatMap((part) => part.type === "text" ? [part.text] : []);
  };
  assert.deepEqual([await said("provider_2"), await said("provider_1")], [["No."], ["Yes."]]);
  await assert.rejects(said("provider_3"), { code: "not_found", retryable: false });
});
