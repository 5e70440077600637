import assert from "node:assert/strict";
import { INCLUSIONS_AT_ONCE } from "../../../../events/catalog/limits.ts";
import type { Included } from "../../../../actors/conversation/commands.ts";
import { completion, contextOfTurn, History } from "../../../history.ts";
import { type Decided, given } from "../../given.ts";

const three = () => new History().started().joined("Editor", "Critic", "Researcher");

// Shows S0-19, S0-21, S0-A9.
Deno.test("the checkbox of any earlier message can be changed, and again", () => {
  const history = three().answered("m1", "Hi", { Editor: "Hello", Critic: "No" });
  const off = given(history).when({ type: "include", messageId: "m_t_Critic_m1", included: false })
    .then("InclusionSet");
  given(off.next).when({ type: "include", messageId: "m_t_Critic_m1", included: false }).then();
  const on = given(off.next).when({ type: "include", messageId: "m_t_Critic_m1", included: true })
    .then("InclusionSet");
  assert.equal(on.next.state().messages["m_t_Critic_m1"]?.included, true);
  given(history).when({ type: "include", messageId: "m1", included: false }).then("InclusionSet");
});

// Shows S0-35, S0-40, C-6.
Deno.test("a system message cannot be put into the context", () => {
  const history = new History().started().posted("m1", "Hi").add("MessagePosted", {
    messageId: "notice",
    author: { kind: "system", id: "system", name: "System" },
    role: "system",
    content: "No agents are enabled for this conversation.",
  });
  given(history).when({ type: "include", messageId: "notice", included: true }).refused("validation");
  given(history).when({ type: "include", messageId: "nowhere", included: true }).refused("not_found");
});

// Shows P5.
Deno.test("a message can be hidden from one agent; unknown agents are refused", () => {
  const history = three().posted("m1", "Hi");
  const hide = { type: "include", messageId: "m1", included: false, participantIds: ["p_Critic"] } as const;
  const hidden = given(history).when(hide).then("InclusionSet");
  given(hidden.next).when(hide).then();
  given(history).when({ ...hide, participantIds: ["p_Nobody"] }).refused("not_found");
});

const CLAIM = { type: "claim", owner: "process-2", agentVersion: 1, window: null } as const;
const ERROR = { code: "server", message: "It broke.", retryable: true } as const;

/** A message that Editor and Critic have answered. */
const answered = () => three().answered("m1", "Hi", { Editor: "One", Critic: "Two" });
const OLD = "m_t_Editor_m1";
const SIBLING = "m_t_Critic_m1";

/** Editor is asked again for `turnId`, and writes. */
function writing(history: History, turnId = "t_Editor_m1"): { history: History; turnId: string; id: string } {
  const asked = given(history).when({ type: "retry", turnId });
  const turn = asked.one("TurnRequested");
  const claimed = given(asked.next).when({ ...CLAIM, turnId: turn.turnId });
  return { history: claimed.next, turnId: turn.turnId, id: turn.messageId };
}

const done = ({ turnId, id }: ReturnType<typeof writing>, content = "Better") =>
  ({ type: "complete", data: { ...completion(turnId, content), messageId: id } }) as const;

const boxes = (history: History): Record<string, boolean> => {
  const { messages, order } = history.state();
  return Object.fromEntries(order.map((id) => [id, messages[id]?.included ?? false]));
};

const setting = (history: History, messageId: string, included: boolean) =>
  given(history).when({ type: "include", messageId, included }).then("InclusionSet").next;

// Shows P11, S3-1.
Deno.test("a version that is whole leaves the one before it out in the same commit, and each stays a message", () => {
  const second = writing(answered());
  const ended = given(second.history).when(done(second))
    .then("TurnCompleted", "InclusionSet", "ExchangeCompleted");
  assert.deepEqual(ended.one("InclusionSet"), { messageId: OLD, included: false });
  assert.deepEqual(boxes(ended.next), { m1: true, [OLD]: false, [SIBLING]: true, [second.id]: true });
  const third = writing(ended.next, second.turnId);
  const again = given(third.history).when(done(third, "Best"));
  assert.deepEqual(again.all("InclusionSet"), [{ messageId: second.id, included: false }]);
  const state = again.next.state();
  assert.equal(state.bodies[OLD]?.content, "One");
  assert.deepEqual(state.messages[OLD]?.versions, [OLD, second.id, third.id]);
});

// Shows P11.
Deno.test("what was left out by a version is put back by its checkbox, and both count then", () => {
  const second = writing(answered());
  const back = setting(given(second.history).when(done(second)).next, OLD, true);
  assert.deepEqual(boxes(back), { m1: true, [OLD]: true, [SIBLING]: true, [second.id]: true });
  const asked = given(back).when({ type: "post", content: "And?" });
  const [turn] = asked.all("TurnRequested");
  const claimed = given(asked.next).when({ ...CLAIM, turnId: turn?.turnId ?? "" });
  const sent = contextOfTurn(claimed.next.state(), turn?.turnId ?? "")?.messages.map((m) => m.content);
  assert.deepEqual(sent, ["[Ann]: Hi", "One", "[Critic]: Two", "Better", "[Ann]: And?"]);
});

Deno.test("a version that fails, is stopped, passes or says nothing never counts: the one before it goes on to", () => {
  const second = writing(answered());
  const { turnId, history } = second;
  for (
    const command of [
      { type: "fail", data: { turnId, attempt: 1, error: ERROR, partial: "Bet" } },
      { type: "stop" },
      { ...done(second, "SKIP"), data: { ...done(second, "SKIP").data, passed: true } },
      done(second, "  "),
    ] as const
  ) {
    const ended = given(history).when(command);
    assert.deepEqual(ended.all("InclusionSet"), [], command.type);
    assert.equal(boxes(ended.next)[OLD], true);
  }
});

Deno.test("a failed answer that somebody included is left out by a version of it that is whole", () => {
  const history = three().posted("m1", "Hi").requested("Editor", "m1").claimed("t_Editor")
    .add("TurnFailed", { turnId: "t_Editor", attempt: 1, error: ERROR, partial: "On" });
  const byHand = setting(history, "m_t_Editor", true);
  const second = writing(byHand, "t_Editor");
  const ended = given(second.history).when(done(second));
  assert.deepEqual(boxes(ended.next), { m1: true, m_t_Editor: false, [second.id]: true });
});

Deno.test("what a person put in after asking again stays in; what was in and was only touched goes", () => {
  const out = setting(answered(), OLD, false);
  const second = writing(out);
  const chosen = given(setting(second.history, OLD, true)).when(done(second));
  assert.deepEqual(chosen.all("InclusionSet"), [], "chosen since it was asked for");
  const plain = writing(answered());
  const touched = setting(setting(plain.history, OLD, false), OLD, true);
  const ended = given(touched).when(done(plain));
  assert.deepEqual(ended.all("InclusionSet"), [{ messageId: OLD, included: false }], "as it stood before");
});

Deno.test("a version that somebody leaves out while it is written leaves none out", () => {
  const second = writing(answered());
  const ended = given(setting(second.history, second.id, false)).when(done(second));
  assert.deepEqual(ended.all("InclusionSet"), []);
  assert.deepEqual(boxes(ended.next), { m1: true, [OLD]: true, [SIBLING]: true, [second.id]: false });
});

Deno.test("an answer whose box was taken out and put back while it was written counts only when it is whole", () => {
  const { history, turnId } = writing(answered());
  const id = history.state().turns[turnId]?.messageId ?? "";
  const back = setting(setting(history, id, false), id, true);
  for (
    const command of [
      { type: "fail", data: { turnId, attempt: 1, error: ERROR, partial: "Bet" } },
      { type: "stop" },
    ] as const
  ) {
    const ended = given(back).when(command);
    assert.deepEqual(ended.one("InclusionSet"), { messageId: id, included: false });
    assert.equal(boxes(ended.next)[id], false);
  }
});

/** Carries out what an answer tells of what stood before. */
const undone = (decided: Decided): Decided => {
  const { changed = [] } = decided.accepted.answer;
  return given(decided.next).when({ type: "include_all", changes: changed as Included[] });
};

// Shows S0-A10.
Deno.test("keeping an answer leaves those beside it out in one commit, and its inverse restores what was", () => {
  const second = writing(answered());
  const history = given(second.history).when(done(second)).next;
  const before = boxes(history);
  const kept = given(history).when({ type: "keep", messageId: OLD }).then(
    "InclusionSet",
    "InclusionSet",
    "InclusionSet",
  );
  assert.deepEqual(boxes(kept.next), { m1: true, [OLD]: true, [SIBLING]: false, [second.id]: false });
  assert.deepEqual(kept.accepted.answer, {
    messageId: OLD,
    changed: [
      { messageId: OLD, included: false },
      { messageId: SIBLING, included: true },
      { messageId: second.id, included: true },
    ],
  });
  given(kept.next).when({ type: "keep", messageId: OLD }).then();
  const back = undone(kept);
  assert.deepEqual(boxes(back.next), before);
  assert.deepEqual(boxes(undone(back).next), boxes(kept.next), "and the inverse of that does it again");
});

Deno.test("keeping counts answers still being written too, and undone leaves no trace in how they end", () => {
  const second = writing(answered());
  const kept = given(second.history).when({ type: "keep", messageId: SIBLING });
  const whole = given(kept.next).when(done(second));
  assert.deepEqual(boxes(whole.next), { m1: true, [OLD]: false, [SIBLING]: true, [second.id]: false });
  const back = undone(kept).next;
  const failed = given(back).when({
    type: "fail",
    data: { turnId: second.turnId, attempt: 1, error: ERROR, partial: "Bet" },
  });
  const counted = (history: History) =>
    Object.entries(boxes(history)).filter(([, is]) => is).map(([id]) => id);
  assert.deepEqual(counted(failed.next), ["m1", OLD, SIBLING]);
  assert.deepEqual(counted(given(back).when(done(second)).next), ["m1", SIBLING, second.id]);
});

Deno.test("only answers to the same message stand beside one another", () => {
  const history = answered().answered("m2", "And?", { Editor: "Three", Critic: "Four" });
  const kept = given(history).when({ type: "keep", messageId: "m_t_Editor_m2" });
  assert.deepEqual(kept.all("InclusionSet"), [{ messageId: "m_t_Critic_m2", included: false }]);
});

Deno.test("on request, what was asked for after a message answers it", () => {
  const manual = new History().started({ mode: "manual" }).joined("Editor", "Critic").posted("m1", "Hi");
  for (const name of ["Editor", "Critic"]) {
    manual.requested(name, `t_${name}`, { mode: "manual" }).claimed(`t_${name}`).completed(`t_${name}`, name);
  }
  const kept = given(manual).when({ type: "keep", messageId: "m_t_Critic" });
  assert.deepEqual(kept.all("InclusionSet"), [{ messageId: "m_t_Editor", included: false }]);
});

Deno.test("what is no answer beside others cannot be kept: a person's words, a pass, an agency's talk", () => {
  const passed = three().posted("m1", "Hi").requested("Editor", "m1").claimed("t_Editor")
    .completed("t_Editor", "SKIP", { passed: true });
  given(passed).when({ type: "keep", messageId: "m_t_Editor" }).refused("validation");
  given(answered()).when({ type: "keep", messageId: "m1" }).refused("validation");
  given(answered()).when({ type: "keep", messageId: "nowhere" }).refused("not_found");
  const agency = three().managed("Editor").posted("m1", "Hi")
    .requested("Editor", "m1", { mode: "manager" }).claimed("t_Editor");
  given(agency).when({ type: "keep", messageId: "m_t_Editor" }).refused("validation");
  given(agency.completed("t_Editor", "Hello", { to: "person" })).when({
    type: "keep",
    messageId: "m_t_Editor",
  }).refused("validation");
});

Deno.test("several checkboxes are set together or not at all, each once, within a bound", () => {
  const history = answered();
  const changes = [{ messageId: OLD, included: false }, { messageId: "m1", included: true }];
  const set = given(history).when({ type: "include_all", changes }).then("InclusionSet");
  assert.deepEqual(set.accepted.answer.changed, [{ messageId: OLD, included: true }]);
  const all = (more: Included[]) =>
    given(history).when({ type: "include_all", changes: [...changes, ...more] });
  all([{ messageId: "nowhere", included: true }]).refused("not_found");
  all([{ messageId: OLD, included: true }]).refused("validation", "Each message may be named once.");
  const many = Array.from({ length: INCLUSIONS_AT_ONCE }, (_, n) => ({ messageId: `m${n}`, included: true }));
  all(many).refused("validation", /At most 500/);
});
