import assert from "node:assert/strict";
import { violations } from "../../../../projections/conversation/invariants.ts";
import { dueTurns } from "../../../../projections/conversation/due.ts";
import { BEN, History } from "../../../history.ts";
import { given } from "../../given.ts";
import {
  answered,
  asking,
  claimed,
  COUNCIL,
  council,
  failed,
  format,
  nameOf,
  openTurns,
  panelIn,
  put,
  round,
  table,
} from "../../../panels.ts";

const names = (history: History) => openTurns(history).map((turn) => nameOf(history, turn));
const begun = () => put(council(), asking(format("council"), COUNCIL)).next;

Deno.test("a question that is put to a panel is answered stage by stage, each in the commit that ended the one before", () => {
  const first = put(council(), asking(format("council"), COUNCIL)).then(
    "MessagePosted",
    "PanelStarted",
    "StageBegun",
    "TurnRequested",
    "TurnRequested",
    "TurnRequested",
  );
  let now = first.next;
  assert.deepEqual(names(now), ["Ada", "Bob", "Cyd"]);
  const [ada, bob, cyd] = openTurns(now);
  assert.ok(ada && bob && cyd);
  now = answered(now, ada, "One").then("TurnCompleted").next;
  now = answered(now, bob, "Two").then("TurnCompleted").next;
  const last = answered(now, cyd, "Three").then(
    "TurnCompleted",
    "StageEnded",
    "StageBegun",
    "TurnRequested",
    "TurnRequested",
    "TurnRequested",
  );
  now = round(last.next, () => "A critique");
  assert.deepEqual(names(now), ["Chair"]);
  const [chair] = openTurns(now);
  assert.ok(chair);
  const end = answered(now, chair, "The verdict").then(
    "TurnCompleted",
    "StageEnded",
    "PanelEnded",
    ...Array.from({ length: 6 }, () => "InclusionSet" as const),
    "ExchangeCompleted",
  );
  const state = end.next.state();
  assert.deepEqual(violations(state), []);
  const panel = panelIn(state);
  assert.equal(panel.how, "completed");
  assert.deepEqual(panel.rounds.map(({ stage, why, gaps }) => [stage, why, gaps]), [
    [0, "all", []],
    [1, "all", []],
    [2, "all", []],
  ]);
  const included = state.order.filter((id) => state.messages[id]?.included);
  assert.deepEqual(included, [panel.messageId, chair.messageId], "later contexts have what came of it, once");
});

Deno.test("a member that fails, is late or is stopped is a gap that is told, and the rest goes on", () => {
  let now = begun();
  const [ada, bob, cyd] = openTurns(now);
  assert.ok(ada && bob && cyd);
  now = failed(now, ada).then("TurnFailed", "MessagePosted").next;
  now = failed(now, bob, "timeout").next;
  const end = answered(now, cyd, "Three");
  assert.deepEqual(end.one("StageEnded").gaps.map(({ why, turnId }) => [why, turnId]), [
    ["failed", ada.id],
    ["late", bob.id],
  ]);
  now = end.next;
  assert.deepEqual(names(now), ["Ada", "Bob", "Cyd"], "who failed once may speak in the next stage");
  const [one, other, again] = openTurns(now);
  assert.ok(one && other && again);
  for (const turn of [one, other]) now = answered(now, turn, "A critique").next;
  // The last of its stage: what was stopped is its seat, not the panel.
  now = given(now).when({ type: "stop", turnId: again.id })
    .then("TurnCancelled", "StageEnded", "StageBegun", "TurnRequested").next;
  assert.deepEqual(panelIn(now.state()).rounds[1]?.gaps.map(({ why }) => why), ["stopped"]);
  assert.deepEqual(names(now), ["Chair"]);
});

Deno.test("where nobody answers in a stage the panel ends, and says so", () => {
  let now = begun();
  for (const turn of openTurns(now)) now = failed(now, turn).next;
  const state = now.state();
  assert.equal(panelIn(state).how, "nobody");
  assert.deepEqual(state.open, []);
  assert.deepEqual(Object.keys(state.exchanges), []);
  const notice = state.order.findLast((id) => state.messages[id]?.notice?.code === "no_agents");
  assert.match(state.bodies[notice ?? ""]?.content ?? "", /^Nobody gave an answer/);
});

Deno.test("who is turned off or removed is a gap, also before it was asked; without its chair a panel ends", () => {
  let now = given(begun()).when({ type: "change_participant", participantId: "p_Ada", enabled: false }).next;
  now = round(now, () => "Two");
  assert.deepEqual(panelIn(now.state()).rounds[0]?.gaps.map(({ why }) => why), ["gone"]);
  assert.deepEqual(names(now), ["Bob", "Cyd"]);
  now = given(now).when({ type: "remove_participant", participantId: "p_Chair" }).next;
  now = round(now, () => "A critique");
  assert.equal(panelIn(now.state()).how, "nobody");
  assert.deepEqual(now.state().open, []);
  const rounds = panelIn(now.state()).rounds;
  const kept = Object.values(rounds[1]?.turns ?? {}).map((id) => now.state().turns[id]?.messageId ?? "");
  const left = now.state().order.filter((id) =>
    now.state().messages[id]?.turnId && now.state().messages[id]?.included
  );
  assert.deepEqual(left, kept, "of a panel that came to nothing its last whole stage counts");
});

Deno.test("Stop, a new message of the same person and a deletion end the whole panel; another person's message does not", () => {
  const stopped = given(begun()).when({ type: "stop" });
  assert.equal(stopped.one("PanelEnded").how, "stopped");
  const spoken = given(begun()).when({ type: "post", id: "m_next", content: "Never mind" });
  assert.equal(spoken.one("PanelEnded").how, "new_message");
  const deleted = given(begun()).when({ type: "delete" });
  assert.equal(deleted.one("PanelEnded").how, "deleted");
  const beside = given(begun()).when({ type: "post", id: "m_ben", content: "Hello" }, BEN);
  assert.deepEqual(beside.all("PanelEnded"), []);
  for (const one of [stopped, spoken, deleted]) {
    const panel = panelIn(one.next.state());
    assert.ok(one.next.state().open.every((id) => one.next.state().turns[id]?.panel?.panelId !== panel.id));
  }
});

Deno.test("a question that waits in the queue keeps its panel, and is put to it when its turn comes", () => {
  const busy = council().add("SettingsChanged", { onNewMessage: "queue" }).posted("m1", "Hi")
    .requested("Ada", "m1").claimed("t_Ada");
  const waiting = put(busy, asking(format("council"), COUNCIL)).then("MessagePosted", "PanelStarted");
  assert.deepEqual(panelIn(waiting.next.state()).rounds, []);
  const turn = waiting.next.state().turns["t_Ada"];
  assert.ok(turn);
  const after = given(waiting.next).when({
    type: "complete",
    data: { turnId: "t_Ada", attempt: 1, messageId: turn.messageId, ...WORDS },
  });
  assert.deepEqual(after.speakers(), ["p_Ada", "p_Bob", "p_Cyd"]);
  assert.deepEqual(after.next.state().queue, []);
});

Deno.test("in a mode in which nothing waits, the panel of a question that did is over", () => {
  const busy = council().add("SettingsChanged", { onNewMessage: "queue" }).posted("m1", "Hi")
    .requested("Ada", "m1").claimed("t_Ada");
  const waiting = put(busy, asking(format("council"), COUNCIL)).then("MessagePosted", "PanelStarted");
  const same = given(waiting.next).when({ type: "change", mode: "round_robin" });
  assert.equal(panelIn(same.next.state()).how, undefined, "it waits still");
  const after = given(waiting.next).when({ type: "change", mode: "manual" });
  assert.deepEqual(after.next.state().queue, []);
  assert.equal(panelIn(after.next.state()).how, "stopped");
});

const WORDS = {
  content: "Hello",
  finishReason: "stop",
  usage: null,
  model: "echo",
  providerMessageId: null,
  toolsUsed: [],
  timing: { firstTextMs: 1, totalMs: 2 },
};

Deno.test("two seats of one agent answer at the same time; outside a panel it answers one thing after the other", () => {
  const many =
    put(table("Ada", "Chair"), asking(format("council"), { member: ["Ada", "Ada"], chair: ["Chair"] })).next;
  assert.equal(dueTurns(many.state()).length, 2);
  const [first, second] = openTurns(many);
  assert.ok(first && second);
  const both = claimed(claimed(many, first), second);
  assert.deepEqual(openTurns(both).map(({ status }) => status), ["running", "running"]);
});

Deno.test("in turn the second speaks when the first has ended, and sees it; the seat of one who is gone is passed over", () => {
  const debate = () =>
    round(
      put(
        table("Ada", "Bob", "Cyd"),
        asking(format("debate"), { for: ["Ada"], against: ["Bob"], judge: ["Cyd"] }),
      ).next,
      (name) => `${name} opens`,
    );
  let now = debate();
  assert.deepEqual(names(now), ["Ada"]);
  now = round(now, () => "A reply");
  assert.deepEqual(names(now), ["Bob"]);
  assert.equal(panelIn(now.state()).rounds.length, 2, "it is one round still");
  now = round(now, () => "Another");
  assert.deepEqual(names(now), ["Cyd"]);
  const alone = given(debate()).when({ type: "remove_participant", participantId: "p_Bob" }).next;
  assert.deepEqual(names(round(alone, () => "A reply")), ["Cyd"]);
});

const repeated = (more: Partial<ReturnType<typeof format>["stages"][number]>) => {
  const base = format("delphi");
  const [estimate, , report] = base.stages;
  assert.ok(estimate && report);
  return { ...base, stages: [{ ...estimate, rounds: 3, ...more }, report] };
};
const EXPERTS = { expert: ["Ada", "Bob"], facilitator: ["Cyd"] };
const estimateOf = (estimate: number) =>
  JSON.stringify({ estimate, low: 1, high: 9, unit: "t", reason: "so" });

Deno.test("a stage is repeated as often as its format says, until its answers agree, or its tokens are used", () => {
  const rounds = (more: Parameters<typeof repeated>[0], say: (name: string, at: number) => string) => {
    let now = put(table("Ada", "Bob", "Cyd"), asking(repeated(more), EXPERTS)).next;
    for (let at = 1; names(now).length === 2; at++) now = round(now, (name) => say(name, at));
    return panelIn(now.state()).rounds.map(({ stage, round, why }) => [stage, round, why]);
  };
  assert.deepEqual(rounds({}, () => "x"), [[0, 1, "all"], [0, 2, "all"], [0, 3, "all"], [1, 1, undefined]]);
  const agreeing = (name: string, at: number) => estimateOf(at === 2 || name === "Ada" ? 5 : 6);
  assert.deepEqual(rounds({ agree: "estimate" }, agreeing), [[0, 1, "all"], [0, 2, "agreed"], [
    1,
    1,
    undefined,
  ]]);
  assert.deepEqual(rounds({ tokens: 100 }, () => "x").length, 4, "these answers told of no tokens");
});

Deno.test("what it may use bounds a panel: nothing more is begun, and it says why", () => {
  const now = put(council(), asking(format("council"), COUNCIL, { limits: { usd: 1 } })).next;
  let state = now;
  for (const turn of openTurns(now)) {
    const started = claimed(state, turn);
    state = given(started, undefined, undefined, 2).when({
      type: "complete",
      data: { turnId: turn.id, attempt: 1, messageId: turn.messageId, ...WORDS },
    }).next;
  }
  assert.equal(panelIn(state.state()).how, "capped");
  const notice = state.state().order.findLast((id) => state.state().messages[id]?.notice?.code === "cap");
  assert.equal(state.state().bodies[notice ?? ""]?.content, "Stopped: this panel has used its 1 US dollars.");
});

Deno.test("an answer that is asked for again stands beside, and moves nothing on", () => {
  let now = begun();
  const [ada] = openTurns(now);
  assert.ok(ada);
  now = failed(now, ada).next;
  const again = given(now).when({ type: "retry", turnId: ada.id });
  const turn = again.one("TurnRequested");
  assert.deepEqual(turn.panel, ada.panel);
  now = again.next;
  const retried = openTurns(now).find(({ retryOf }) => retryOf === ada.id);
  assert.ok(retried);
  assert.equal(retried.exchange, retried.id);
  now = answered(now, retried, "After all").next;
  assert.equal(panelIn(now.state()).rounds.length, 1);
  now = round(now, () => "An answer");
  assert.deepEqual(panelIn(now.state()).rounds[0]?.gaps.map(({ why }) => why), ["failed"]);
});

Deno.test("with the words of its question a panel loses its own, and ends", () => {
  const now = begun();
  const panel = panelIn(now.state());
  const seqs = [panel.seq - 1, panel.seq];
  const erased = given(now).when({ type: "erase", messageId: panel.messageId, seqs, through: now.seq });
  assert.equal(erased.one("PanelEnded").how, "stopped");
  const after = panelIn(erased.next.state());
  assert.equal(after.texts, undefined);
  assert.deepEqual(after.shape, panel.shape);
});

Deno.test("seats that do not fit the format, agents who are not there and a mode of one speaker are refused, and nothing is posted", () => {
  const refused = (history: History, seats: Record<string, string[]>, why: RegExp, id = "council") =>
    put(history, asking(format(id), seats)).refused("validation", why);
  refused(council(), { member: ["Ada"] }, /^Nobody sits as Chair\.$/);
  refused(council(), { member: ["Ada"], chair: ["Bob", "Cyd"] }, /^Only one agent can sit as Chair\.$/);
  refused(council(), { member: ["Ada"], chair: ["Bob"], clown: ["Cyd"] }, /role that is not in the format/);
  refused(council(), { member: ["Ada", "Zed"], chair: ["Bob"] }, /not enabled in this conversation/);
  refused(council().add("ParticipantDisabled", { participantId: "p_Bob" }), {
    member: ["Ada"],
    chair: ["Bob"],
  }, /not enabled/);
  refused(council().managed("Ada"), { member: ["Ada"], chair: ["Bob"] }, /one agent speaks for all/);
  const all = Array.from({ length: 24 }, () => "Ada");
  refused(council(), { member: all, chair: ["Bob"] }, /at most 24 seats/);
});
