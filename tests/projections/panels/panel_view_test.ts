import assert from "node:assert/strict";
import { seenBy } from "../../../projections/context/requests.ts";
import { contextOfTurn, History } from "../../history.ts";
import { given } from "../../actors/given.ts";
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
} from "../../panels.ts";

/** What every open turn is sent, by the name of its agent. */
function sent(history: History) {
  const turns = openTurns(history);
  const now = turns.reduce(claimed, history);
  const state = now.state();
  return new Map(turns.map((turn) => {
    const context = contextOfTurn(state, turn.id);
    if (!context) throw new Error("it was not claimed");
    return [nameOf(now, turn), context] as const;
  }));
}
const contents = (history: History, name: string): string[] =>
  sent(history).get(name)?.messages.map(({ role, content }) => `${role}: ${content}`) ?? [];
const closing = (history: History, name: string): string => sent(history).get(name)?.closing ?? "";

const talk = () => council().answered("m0", "Hello", { Ada: "Ada here", Bob: "Bob says hi to Ada" });
const asked = (history = talk()) => put(history, asking(format("council"), COUNCIL)).next;
const critique = () => round(asked(), (name) => `${name}'s answer. Not like Bob or Robert.`);

Deno.test("alone a member sees the talk and the question, its own words as its own, and nothing of the others' answers", () => {
  assert.deepEqual(contents(asked(), "Ada"), [
    "user: [Ann]: Hello",
    "assistant: Ada here",
    "user: [Bob]: Bob says hi to Ada",
    "user: [Ann]: Which?",
  ]);
  const half = answered(asked(), openTurns(asked()).at(-1) ?? fail(), "Cyd was quick").next;
  assert.equal(contents(half, "Ada").some((one) => one.includes("quick")), false);
  assert.match(
    closing(asked(), "Ada"),
    /Stage 1 of 3, Alone\. You sit as Member\.\n\nAnswer the question by yourself/,
  );
});

const fail = (): never => assert.fail();

Deno.test("unnamed answers stand under letters in the order that was drawn, one's own among them, and no name is sent", () => {
  const now = critique();
  const { order = [] } = panelIn(now.state()).rounds[1] ?? {};
  const letters = new Map(
    panelIn(now.state()).seats.map(({ seat, participantId }) =>
      [participantId?.slice(2) ?? "", String.fromCharCode(65 + order.indexOf(seat))] as const
    ),
  );
  for (const name of ["Ada", "Bob", "Cyd"]) {
    const said = contents(now, name);
    assert.deepEqual(said.slice(0, 4), [
      "user: [Ann]: Hello",
      `user: [Agent]: ${letters.get("Ada")} here`,
      `user: [Agent]: ${letters.get("Bob")} says hi to ${letters.get("Ada")}`,
      "user: [Ann]: Which?",
    ]);
    const expected = [...letters].filter(([one]) => one !== "Chair").sort(([, a], [, b]) => a < b ? -1 : 1)
      .map(([, letter]) =>
        `user: [Answer ${letter}]: ${letter}'s answer. Not like ${letters.get("Bob")} or Robert.`
      );
    assert.deepEqual(said.slice(4), expected);
    assert.doesNotMatch([...said, closing(now, name)].join("\n"), /\b(Ada|Bob|Cyd|Chair)\b/);
  }
  const seats = panelIn(now.state()).seats.map(({ seat }) => seat);
  assert.deepEqual(order.toSorted(), seats.toSorted());
});

Deno.test("of a name that two seats have no letter is told, and who joins later has none", () => {
  const now = critique();
  const before = contents(now, "Ada");
  assert.deepEqual(contents(now.joined("Robert"), "Ada"), before, "nobody was called so when it was asked");
  const twice = asking(format("council"), { member: ["Ada", "Ada", "Bob"], chair: ["Chair"] });
  const asked = round(put(council(), twice).next, () => "As Ada and Bob know.");
  for (const context of sent(asked).values()) {
    const answers = context.messages.slice(1).map(({ content }) => content);
    assert.equal(answers.length, 3);
    for (const one of answers) assert.match(one, /As an agent and [A-D] know\.$/);
  }
});

Deno.test("of those who answer side by side nobody is shown what another said in that round, however quick it was", () => {
  const now = critique();
  const quick = answered(now, openTurns(now)[0] ?? fail(), "I was quick").next;
  const slow = openTurns(quick).map((turn) => nameOf(quick, turn));
  assert.equal(slow.length, 2);
  for (const name of slow) assert.deepEqual(contents(quick, name), contents(now, name));
});

Deno.test("who is shown all has names, each answer's stage, and is told who is missing and why", () => {
  let now = asked(council());
  const [ada, bob, cyd] = openTurns(now);
  assert.ok(ada && bob && cyd);
  now = failed(now, bob).next;
  now = answered(now, ada, "One").next;
  now = answered(now, cyd, "Three").next;
  now = round(now, (name) => `${name} doubts`);
  assert.deepEqual(contents(now, "Chair"), [
    "user: [Ann]: Which?",
    "user: [Ada, Answer]: One",
    "user: [Cyd, Answer]: Three",
    "user: [Ada, Critique]: Ada doubts",
    "user: [Bob, Critique]: Bob doubts",
    "user: [Cyd, Critique]: Cyd doubts",
  ]);
  assert.match(
    closing(now, "Chair"),
    /Above stand, in this order: 1 is \[Ada, Answer\], 2 is \[Cyd, Answer\], 3 is \[Ada, Critique\]/,
  );
  assert.match(closing(now, "Chair"), /\n\nMissing: Answer of Bob \(it failed\)\.\n\nYou chair this council/);
});

Deno.test("own answers come as one's own where all are shown; in turn who speaks later sees who spoke before", () => {
  const seats = { for: ["Ada"], against: ["Bob"], judge: ["Cyd"] };
  let now = put(table("Ada", "Bob", "Cyd"), asking(format("debate"), seats)).next;
  now = round(now, (name) => `${name} opens`);
  assert.deepEqual(contents(now, "Ada"), [
    "user: [Ann]: Which?",
    "assistant: Ada opens",
    "user: [Bob, Opening]: Bob opens",
  ]);
  now = round(now, () => "Ada replies");
  assert.deepEqual(contents(now, "Bob").slice(2), [
    "assistant: Bob opens",
    "user: [Ada, Reply]: Ada replies",
  ]);
  assert.match(closing(now, "Bob"), /^.*\n\nYou argue against what the question proposes/);
  assert.match(closing(now, "Bob"), /2 is your own, \[Bob, Opening\]/);
});

Deno.test("what is missing of a round that goes on is told nobody of that round, also where its request is made again later", () => {
  const seats = { for: ["Ada", "Dan"], against: ["Bob"], judge: ["Cyd"] };
  const debate = format("debate");
  const roles = debate.roles.map((role) => role.id === "for" ? { ...role, many: true as const } : role);
  let now = put(table("Ada", "Dan", "Bob", "Cyd"), asking({ ...debate, roles }, seats)).next;
  now = round(now, (name) => `${name} opens`);
  for (const does of ["replies", "fails"]) {
    const [turn] = openTurns(now);
    assert.ok(turn);
    now = (does === "fails" ? failed(now, turn) : answered(now, turn, `${nameOf(now, turn)} replies`)).next;
  }
  const [last] = openTurns(now);
  assert.ok(last);
  const closingOf = (history: History) => contextOfTurn(history.state(), last.id)?.closing ?? "";
  const told = closingOf(claimed(now, last));
  assert.match(told, /, Reply\]/);
  now = answered(now, last, "So be it").next;
  assert.match(closing(now, "Cyd"), /Missing: Reply of/);
  assert.equal(closingOf(now), told);
});

Deno.test("a summary has the spread and the reasons without names, and one's own estimate as one's own", () => {
  const estimate = (name: string) =>
    JSON.stringify({ estimate: { Ada: 2, Bob: 4, Cyd: 9 }[name], reason: `${name} knows` });
  const seats = { expert: ["Ada", "Bob", "Cyd"], facilitator: ["Chair"] };
  const now = round(put(council(), asking(format("delphi"), seats)).next, estimate);
  assert.deepEqual(contents(now, "Bob"), ["user: [Ann]: Which?", `assistant: ${estimate("Bob")}`]);
  const text = closing(now, "Bob");
  assert.match(text, /estimate: 3 given, from 2 to 9, median 4, the middle half from 3 to 6\.5\./);
  assert.equal(text.match(/\[Estimate [A-D]\]: reason: [A-D] knows/g)?.length, 3);
  assert.doesNotMatch(text, /\b(Ada|Bob|Cyd|Chair)\b/);
  const state = openTurns(now).reduce(claimed, now).state();
  const first = panelIn(state).rounds[0]?.turns ?? {};
  const ofAda = Object.values(first).map((id) => state.turns[id]?.messageId ?? "")[0] ?? "";
  assert.equal(seenBy(state, ofAda).length, 3, "who is told of an answer has seen it");
});

Deno.test("the question alone is what its stage says: nothing of the talk, nothing of the panel", () => {
  const base = format("council");
  const blind = {
    ...base,
    stages: base.stages.map((stage) =>
      stage.id === "alone" ? { ...stage, sees: "question" as const } : stage
    ),
  };
  const now = put(talk(), asking(blind, COUNCIL)).next;
  assert.deepEqual(contents(now, "Ada"), ["user: [Ann]: Which?"]);
  const omitted = sent(now).get("Ada")?.omitted.map(({ messageId, why }) => [messageId, why]) ?? [];
  assert.deepEqual(omitted.filter(([id]) => id === "m0"), [["m0", "not_shown"]]);
});

Deno.test("what a turn was shown is told the same for ever: whatever is asked again, left out or added later", () => {
  let now = critique();
  const [turn] = openTurns(now);
  assert.ok(turn);
  now = claimed(now, turn);
  const before = contextOfTurn(now.state(), turn.id);
  const first = panelIn(now.state()).rounds[0];
  const [firstTurn = ""] = Object.values(first?.turns ?? {});
  let later = given(now).when({
    type: "complete",
    data: {
      turnId: turn.id,
      attempt: 1,
      messageId: turn.messageId,
      content: "Done",
      finishReason: "stop",
      usage: null,
      model: "echo",
      providerMessageId: null,
      toolsUsed: [],
      timing: { firstTextMs: null, totalMs: 1 },
    },
  }).next;
  later = round(later, () => "More");
  later = round(later, () => "The end");
  assert.equal(panelIn(later.state()).how, "completed");
  later = given(later).when({ type: "retry", turnId: firstTurn }).next;
  const retried = openTurns(later).find(({ retryOf }) => retryOf === firstTurn);
  assert.ok(retried);
  later = answered(later, retried, "Quite another answer").next;
  const after = contextOfTurn(later.state(), turn.id);
  assert.deepEqual(after?.messages, before?.messages);
  assert.equal(after?.closing, before?.closing);
  // Asked again when all is over, it is sent what it was sent then.
  const again = given(later).when({ type: "retry", turnId: turn.id }).next;
  const second = openTurns(again).find(({ retryOf }) => retryOf === turn.id);
  assert.ok(second);
  const repeated = contextOfTurn(claimed(again, second).state(), second.id);
  assert.deepEqual(repeated?.messages, before?.messages);
});

Deno.test("an answer that a person leaves out is out for the next stage, and one that is erased too", () => {
  let now = asked(council());
  const [ada, bob] = openTurns(now);
  assert.ok(ada && bob);
  now = answered(now, ada, "One").next;
  now = given(now).when({ type: "include", messageId: ada.messageId, included: false }).next;
  now = round(now, (name) => name);
  const answers = contents(now, "Cyd").filter((one) => one.includes("[Answer "));
  assert.equal(answers.length, 2);
  assert.equal(answers.some((one) => one.includes("One")), false);
});
