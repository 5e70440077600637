import assert from "node:assert/strict";
import { includedAt, versionsOf } from "../../../projections/conversation/versions.ts";
import { History } from "../../history.ts";

const begun = () => new History().started().joined("Ada", "Bob").posted("m1", "Hi");
const again = (history: History, name: string, turnId: string, retryOf: string) =>
  history.requested(name, turnId, { turnId, retryOf });

Deno.test("an answer asked for again is a version of the first, however often, and each names the first", () => {
  const history = begun().requested("Ada", "m1").claimed("t_Ada").completed("t_Ada", "One");
  again(history, "Ada", "t_2", "t_Ada").claimed("t_2").completed("t_2", "Two");
  again(history, "Ada", "t_3", "t_2");
  const { messages, answers } = history.state();
  assert.deepEqual(messages["m_t_Ada"]?.versions, ["m_t_Ada", "m_t_2", "m_t_3"]);
  assert.deepEqual([messages["m_t_2"]?.versionOf, messages["m_t_3"]?.versionOf], ["m_t_Ada", "m_t_Ada"]);
  assert.equal(messages["m_t_Ada"]?.versionOf, undefined);
  assert.deepEqual(answers["m1"], ["m_t_Ada", "m_t_2", "m_t_3"]);
  for (const id of ["m_t_Ada", "m_t_2"]) {
    const message = messages[id];
    assert.deepEqual(message && versionsOf({ messages }, message), ["m_t_Ada", "m_t_2", "m_t_3"]);
  }
});

Deno.test("an answer that was never asked for again is its own only version, and keeps no list of it", () => {
  const { messages } = begun().requested("Ada", "m1").state();
  const message = messages["m_t_Ada"];
  assert.deepEqual(message && versionsOf({ messages }, message), ["m_t_Ada"]);
  assert.equal(message?.versions, undefined);
});

Deno.test("a turn that names another agent's, or one that never was, is no version", () => {
  const history = begun().requested("Ada", "m1").claimed("t_Ada").completed("t_Ada", "One");
  again(again(history, "Bob", "t_2", "t_Ada"), "Bob", "t_3", "t_none");
  const { messages } = history.state();
  assert.deepEqual([messages["m_t_2"]?.versionOf, messages["m_t_3"]?.versionOf], [undefined, undefined]);
  assert.equal(messages["m_t_Ada"]?.versions, undefined);
});

Deno.test("a version answers what the first answered, though other things were said since", () => {
  const history = begun().requested("Ada", "m1").claimed("t_Ada").completed("t_Ada", "One").posted(
    "m2",
    "And?",
  );
  again(history, "Ada", "t_2", "t_Ada").requested("Bob", "t_Bob");
  const { messages, answers } = history.state();
  assert.equal(messages["m_t_2"]?.question, "m1");
  assert.equal(messages["m_t_Bob"]?.question, "m2", "who is asked now answers what was said last");
  assert.deepEqual(answers, { m1: ["m_t_Ada", "m_t_2"], m2: ["m_t_Bob"] });
});

Deno.test("who is asked before anybody said anything answers nothing", () => {
  const { messages, answers } = new History().started().joined("Ada").requested("Ada", "t_Ada").state();
  assert.equal(messages["m_t_Ada"]?.question, undefined);
  assert.deepEqual(answers, {});
});

Deno.test("a checkbox is told as of an event: set by then, else as the answer ended", () => {
  const history = begun().requested("Ada", "m1").claimed("t_Ada").completed("t_Ada", "One");
  const before = history.seq;
  history.add("InclusionSet", { messageId: "m_t_Ada", included: false })
    .add("InclusionSet", { messageId: "m_t_Ada", included: true, participantIds: ["p_Bob"] });
  const message = history.state().messages["m_t_Ada"];
  assert.ok(message);
  assert.deepEqual([before, before + 1, before + 2].map((seq) => includedAt(message, seq)), [
    true,
    false,
    false,
  ]);
  assert.equal(includedAt({ ...message, inclusion: [], status: "failed" }, before), false);
  assert.equal(includedAt({ ...message, inclusion: [], passed: true }, before), false);
});
