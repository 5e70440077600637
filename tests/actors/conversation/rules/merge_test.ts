import assert from "node:assert/strict";
import { MERGE_SOURCES } from "../../../../events/catalog/limits.ts";
import { ANN, completion, contextOfTurn, History } from "../../../history.ts";
import { given } from "../../given.ts";

const four = () => new History().started().joined("Editor", "Critic", "Poet", "Judge");
const ANSWERS = { Editor: "One", Critic: "Two", Poet: "Three" };
const answered = () => four().answered("m1", "Hi", ANSWERS);
const [EDITOR, CRITIC, POET] = ["m_t_Editor_m1", "m_t_Critic_m1", "m_t_Poet_m1"];
const CLAIM = { type: "claim", owner: "process-2", agentVersion: 1, window: null } as const;

const merging = (history: History, messageIds: string[], name = "Judge") =>
  given(history).when({ type: "merge", agentId: `a_${name}`, messageIds });

Deno.test("one agent is asked for one answer from several, in reading order, and the reason names whose they are", () => {
  const decided = merging(answered(), [CRITIC, EDITOR]).then("TurnRequested");
  const turn = decided.one("TurnRequested");
  assert.equal(turn.participantId, "p_Judge");
  assert.deepEqual(turn.sources, [EDITOR, CRITIC]);
  assert.deepEqual(turn.reason, {
    code: "asked",
    text: "asked by Ann to merge the answers of Editor, Critic",
  });
  assert.equal(turn.through, answered().state().messages["m1"]?.seq, "what they answer, and all before it");
  const message = decided.next.state().messages[turn.messageId];
  assert.deepEqual([message?.sources, message?.question], [[EDITOR, CRITIC], "m1"]);
  assert.deepEqual(decided.accepted.answer, { turnId: turn.turnId, messageId: turn.messageId });
});

Deno.test("its context is what the sources answer, and the sources, whatever their checkboxes; nothing later, no sibling", () => {
  const history = answered().posted("m2", "And?").add("InclusionSet", { messageId: CRITIC, included: false });
  const { turnId } = merging(history, [EDITOR, CRITIC]).one("TurnRequested");
  const state = given(merging(history, [EDITOR, CRITIC]).next).when({ ...CLAIM, turnId }).next.state();
  const context = contextOfTurn(state, turnId);
  assert.deepEqual(context?.messages.map(({ content }) => content), [
    "[Ann]: Hi",
    "[Editor]: One",
    "[Critic]: Two",
  ]);
  assert.deepEqual(Object.fromEntries(context?.omitted.map((one) => [one.messageId, one.why]) ?? []), {
    [POET]: "not_chosen",
    m2: "after",
    [state.turns[turnId]?.messageId ?? ""]: "not_chosen",
  });
  assert.match(
    context?.closing ?? "",
    /^Write one answer from these answers above: \[Editor\], \[Critic\]\. /,
  );
});

Deno.test("who merges own answers reads them as its own, and is told how many there are", () => {
  const { turnId } = merging(answered(), [EDITOR, CRITIC], "Editor").one("TurnRequested");
  const own = given(merging(answered(), [EDITOR, CRITIC], "Editor").next).when({ ...CLAIM, turnId }).next;
  const context = contextOfTurn(own.state(), turnId);
  assert.deepEqual(context?.messages.map(({ role }) => role), ["user", "assistant", "user"]);
  assert.match(context?.closing ?? "", /above: your own, \[Critic\]\. /);
  const history = answered().requested("Critic", "t_2", { turnId: "t_2", retryOf: "t_Critic_m1" })
    .claimed("t_2").completed("t_2", "Two, better");
  const two = merging(history, [CRITIC, "m_t_2"]);
  const asked = two.one("TurnRequested");
  assert.equal(asked.reason.text, "asked by Ann to merge the answers of Critic");
  const state = given(two.next).when({ ...CLAIM, turnId: asked.turnId }).next.state();
  assert.match(contextOfTurn(state, asked.turnId)?.closing ?? "", /above: \[Critic\] \(2 answers\)\. /);
});

Deno.test("a merge that is asked for again has the same sources and context, and is a version", () => {
  const first = merging(answered(), [EDITOR, CRITIC]);
  const turn = first.one("TurnRequested");
  const claimed = given(first.next).when({ ...CLAIM, turnId: turn.turnId });
  const done = given(claimed.next).when({
    type: "complete",
    data: { ...completion(turn.turnId, "Both"), messageId: turn.messageId },
  });
  const again = given(done.next).when({ type: "retry", turnId: turn.turnId }).one("TurnRequested");
  assert.deepEqual([again.sources, again.through, again.retryOf], [turn.sources, turn.through, turn.turnId]);
  const kept = given(done.next).when({ type: "keep", messageId: turn.messageId });
  assert.deepEqual(kept.all("InclusionSet").map((set) => set.messageId), [EDITOR, CRITIC, POET]);
});

Deno.test("answers to different messages are merged after the last of these", () => {
  const history = answered().answered("m2", "And?", { Critic: "Four" });
  const turn = merging(history, ["m_t_Critic_m2", EDITOR]).one("TurnRequested");
  assert.equal(turn.through, history.state().messages["m2"]?.seq);
  const asked = new History().started({ mode: "manual" }).joined("Editor", "Critic");
  for (const name of ["Editor", "Critic"]) {
    asked.requested(name, `t_${name}`, { mode: "manual" }).claimed(`t_${name}`).completed(`t_${name}`, name);
  }
  const nobody = merging(asked, ["m_t_Editor", "m_t_Critic"], "Critic").one("TurnRequested");
  assert.equal(nobody.through, asked.state().turns["t_Critic"]?.through, "where nobody had said anything");
});

Deno.test("only answers that ended with words everybody may read can be merged, some of them, each once", () => {
  const one = (messageIds: string[], history = answered()) => merging(history, messageIds);
  one([EDITOR]).refused("validation", /From 2 to 50 different answers/);
  one([EDITOR, EDITOR]).refused("validation");
  one(Array.from({ length: MERGE_SOURCES.max + 1 }, (_, n) => `m${n}`)).refused("validation");
  one([EDITOR, "nowhere"]).refused("not_found");
  one([EDITOR, "m1"]).refused("validation", /ended with words/);
  const open = answered().posted("m2", "And?").requested("Editor", "m2").claimed("t_Editor");
  one([EDITOR, "m_t_Editor"], open).refused("validation");
  one([EDITOR, "m_t_Editor"], open.completed("t_Editor", " \n ")).refused("validation");
  const passed = answered().posted("m2", "And?").requested("Poet", "m2").claimed("t_Poet")
    .completed("t_Poet", "SKIP", { passed: true });
  one([EDITOR, "m_t_Poet"], passed).refused("validation");
  const failed = answered().posted("m2", "And?").requested("Poet", "m2").claimed("t_Poet").add("TurnFailed", {
    turnId: "t_Poet",
    attempt: 1,
    error: { code: "server", message: "It broke.", retryable: true },
    partial: "Thr",
  });
  one([EDITOR, "m_t_Poet"], failed).then("TurnRequested");
  const talk = answered().managed("Judge").posted("m2", "And?").requested("Judge", "m2", { mode: "manager" })
    .claimed("t_Judge").completed("t_Judge", "You?", { to: "p_Poet" })
    .add("ModeChanged", { mode: "parallel" });
  one([EDITOR, "m_t_Judge"], talk).refused("validation");
});

Deno.test("who merges must take part, be on, and not be answering; an agency's manager speaks alone", () => {
  merging(answered(), [EDITOR, CRITIC], "Nobody").refused("not_found", "Agent not in this conversation");
  merging(answered().add("ParticipantDisabled", { participantId: "p_Judge" }), [EDITOR, CRITIC])
    .refused("validation");
  merging(answered().requested("Judge", "m1"), [EDITOR, CRITIC]).refused("conflict");
  merging(answered().managed("Judge"), [EDITOR, CRITIC]).refused("validation", /one agent speaks for all/);
});

Deno.test("in turn, a merge is one answer and begins no round", () => {
  const history = new History().started({ mode: "round_robin" }).joined("Editor", "Critic", "Judge")
    .answered("m1", "Hi", { Editor: "One", Critic: "Two" });
  assert.equal(merging(history, [EDITOR, CRITIC]).one("TurnRequested").mode, "parallel");
});

Deno.test("a reason stays within its bound, however long the names are", () => {
  const long = { ...ANN, name: "😀".repeat(200) };
  const command = { type: "merge", agentId: "a_Judge", messageIds: [EDITOR, CRITIC] } as const;
  const { text } = given(answered()).when(command, long).then("TurnRequested").one("TurnRequested").reason;
  assert.ok(text.length <= 400 && text.isWellFormed());
  const many = new History().started().joined("A", "B", "C", "D", "Judge")
    .answered("m1", "Hi", { A: "1", B: "2", C: "3", D: "4" });
  const turn = merging(many, ["A", "B", "C", "D"].map((name) => `m_t_${name}_m1`)).one("TurnRequested");
  assert.equal(turn.reason.text, "asked by Ann to merge 4 answers");
});

const reading = (task: "gist" | "claims", messageIds: string[], history = answered()) =>
  given(history).when({ type: "merge", agentId: "a_Judge", messageIds, task });
const closingOf = (made: ReturnType<typeof reading>) => {
  const { turnId } = made.one("TurnRequested");
  const state = given(made.next).when({ ...CLAIM, turnId }).next.state();
  return { state, turnId, closing: contextOfTurn(state, turnId)?.closing ?? "" };
};

Deno.test("the gist of answers is asked for by their numbers, and the reason says what is done", () => {
  const made = reading("gist", [POET, EDITOR, CRITIC]);
  const turn = made.then("TurnRequested", "InclusionSet").one("TurnRequested");
  assert.deepEqual([turn.task, turn.sources], ["gist", [EDITOR, CRITIC, POET]]);
  assert.equal(turn.reason.text, "asked by Ann to sum up the answers of Editor, Critic, Poet");
  const { state, closing } = closingOf(made);
  assert.match(closing, /these 3 answers above say, .*: 1 is \[Editor\], 2 is \[Critic\], 3 is \[Poet\]\. /);
  assert.equal(state.messages[turn.messageId]?.task, "gist");
});

Deno.test("the claims of two answers are compared, of exactly two", () => {
  const made = reading("claims", [CRITIC, EDITOR]);
  assert.equal(
    made.one("TurnRequested").reason.text,
    "asked by Ann to compare the answers of Editor, Critic",
  );
  assert.match(closingOf(made).closing, /^Compare what .*: 1 is \[Editor\], 2 is \[Critic\]\. /);
  reading("claims", [CRITIC, EDITOR, POET]).refused("validation", /exactly two/);
});

Deno.test("what reads answers counts in no later context, until somebody puts it there", () => {
  const made = reading("gist", [EDITOR, CRITIC]);
  const { turnId, messageId } = made.one("TurnRequested");
  assert.deepEqual(made.one("InclusionSet"), { messageId, included: false });
  const claimed = given(made.next).when({ ...CLAIM, turnId });
  const done = given(claimed.next).when({
    type: "complete",
    data: { ...completion(turnId, "Agree [1]: Yes."), messageId },
  });
  const later = (history: History) => {
    const asked = history.posted("m2", "And?").requested("Poet", "m2").claimed("t_Poet");
    const context = contextOfTurn(asked.state(), "t_Poet");
    return context?.omitted.find((one) => one.messageId === messageId)?.why ?? "sent";
  };
  assert.equal(later(done.next), "excluded");
  const taken = given(done.next).when({ type: "include", messageId, included: true });
  assert.equal(later(taken.next), "sent");
});

Deno.test("a reading that is asked for again is one again; it counts where the one before was made to", () => {
  const made = reading("claims", [EDITOR, CRITIC]);
  const { turnId, messageId } = made.one("TurnRequested");
  const claimed = given(made.next).when({ ...CLAIM, turnId });
  const done = given(claimed.next).when({
    type: "complete",
    data: { ...completion(turnId, "Same"), messageId },
  });
  const again = given(done.next).when({ type: "retry", turnId }).then("TurnRequested", "InclusionSet");
  assert.deepEqual([again.one("TurnRequested").task, again.one("TurnRequested").sources], [
    "claims",
    [EDITOR, CRITIC],
  ]);
  const taken = given(done.next).when({ type: "include", messageId, included: true });
  given(taken.next).when({ type: "retry", turnId }).then("TurnRequested");
});

Deno.test("a reading is no answer: nothing is merged from it, it is not kept, and to keep an answer leaves it be", () => {
  const made = reading("gist", [EDITOR, CRITIC]);
  const { turnId, messageId } = made.one("TurnRequested");
  const claimed = given(made.next).when({ ...CLAIM, turnId });
  const done = given(claimed.next).when({
    type: "complete",
    data: { ...completion(turnId, "Agree [1]: Yes."), messageId },
  });
  merging(done.next, [EDITOR, messageId]).refused("validation", /ended with words/);
  given(done.next).when({ type: "keep", messageId }).refused("validation");
  const taken = given(done.next).when({ type: "include", messageId, included: true });
  const kept = given(taken.next).when({ type: "keep", messageId: EDITOR });
  assert.deepEqual(kept.all("InclusionSet").map((set) => set.messageId), [CRITIC, POET]);
});
