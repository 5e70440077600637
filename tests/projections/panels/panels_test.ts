/** How panels are folded: what comes twice or behind an end changes nothing, whoever wrote the log. */
import assert from "node:assert/strict";
import type { ConversationEvent } from "../../../events/catalog/conversation.ts";
import { answersIn } from "../../../projections/panels/panels.ts";
import type { History } from "../../history.ts";
import { asking, COUNCIL, council, format, openTurns, panelIn, put, round } from "../../panels.ts";

const asked = () => put(council(), asking(format("council"), COUNCIL)).next;
const over = () => {
  let now = asked();
  while (openTurns(now).length > 0) now = round(now, (name) => `${name} says so`);
  return now;
};

/** The last event of this type once more. */
function again(history: History, type: ConversationEvent["type"]): History {
  const event = history.events.findLast((one) => one.type === type) ?? assert.fail(`no ${type}`);
  history.events.push({ ...event, seq: history.seq + 1, id: "again" });
  return history;
}

Deno.test("a round that is begun twice is one, and a panel that is over stays as it ended", () => {
  const before = panelIn(asked().state());
  assert.deepEqual(panelIn(again(asked(), "StageBegun").state()), before);
  const ended = panelIn(over().state());
  assert.notEqual(ended.how, undefined);
  for (const type of ["StageBegun", "StageEnded", "PanelEnded"] as const) {
    assert.deepEqual(panelIn(again(over(), type).state()), ended);
  }
});

Deno.test("an answer that an agent passed on is none of its round", () => {
  const state = round(asked(), (name) => `${name} says so`).state();
  const panel = panelIn(state);
  const [first] = panel.rounds;
  assert.ok(first);
  const given = answersIn(state, panel, first);
  assert.equal(given.length, 3);
  const { messageId = "" } = given[1] ?? {};
  const message = state.messages[messageId] ?? assert.fail();
  const messages = { ...state.messages, [messageId]: { ...message, passed: true as const } };
  assert.deepEqual(answersIn({ ...state, messages }, panel, first), [given[0], given[2]]);
});
