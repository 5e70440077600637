/** What each row on the left of the sheet says. */
import assert from "node:assert/strict";
import "../page.ts";
import { ANN, BEN, History } from "../../history.ts";
import type { Listed } from "../../../ui/saw/listed.ts";
import { factsOf, linesOfRow, settingThatLeftOut } from "../../../ui/saw/row_facts.ts";
import type { SentPiece } from "../../../ui/saw/sent_pieces.ts";

const ME = { ...ANN, id: "local", name: "User" };
const sent = (piece: Partial<SentPiece>): Listed => ({
  kind: "sent",
  key: "k",
  tokens: 1,
  piece: { kind: "message", key: "m1", text: "", start: 0, end: 0, tokens: 1, ...piece },
});
function room(): History {
  return new History().started().joined("Ada", "Ben").posted("m1", "Is **bread** food?", ME)
    .requested("Ada", "m1").claimed("t_Ada").completed("t_Ada", "Yes.").posted("m2", "And so?", BEN)
    .requested("Ada", "m2", { turnId: "t2" }).claimed("t2");
}
function facts(row: Listed, text: string | null = null) {
  const state = room().state();
  return factsOf(state, state.turns["t2"] ?? assert.fail(), row, () => text);
}

Deno.test("a message says who, in which role, and its words without the name before them and without marks", () => {
  const own = facts(sent({ text: "[User]: Is **bread** food?" }));
  assert.deepEqual([own.name, own.role, own.text], ["You", "user, named", "Is bread food?"]);
  const ben = facts(sent({ key: "m2", text: "[Ben]: And so?" }));
  assert.deepEqual([ben.name, ben.role, ben.text], ["Ben", "user, named", "And so?"]);
  const ada = facts(sent({ key: "m_t_Ada", text: "Yes." }));
  assert.deepEqual([ada.name, ada.role, ada.text, ada.participantId], ["Ada", "assistant", "Yes.", "p_Ada"]);
});

Deno.test("what is no message is called by what it is", () => {
  assert.deepEqual([facts(sent({ kind: "instructions", text: "You are Ada." })).name], ["Instructions"]);
  assert.equal(facts(sent({ kind: "result", text: "Blue." })).role, "tool");
});

Deno.test("what was left out has its words where they are known, and says so where they are not", () => {
  const out: Listed = { kind: "left out", key: "o", messageId: "m1", why: "excluded" };
  assert.equal(facts(out, "Is **bread** food?").text, "Is bread food?");
  assert.equal(facts(out).text, "Its words are not read here.");
  assert.equal(facts(out).role, "not sent");
});

Deno.test("a row has as many lines as its words need, two at most", () => {
  const state = room().state();
  assert.equal(linesOfRow(state, sent({})), 1);
  assert.equal(linesOfRow(state, sent({ kind: "added", text: "x".repeat(300) })), 2);
  assert.equal(linesOfRow(state, { kind: "many", key: "k", count: 3, why: "window" }), 0);
});

Deno.test("the setting that left a message out is the last one before the turn that did", () => {
  const history = room();
  const set = (included: boolean, participantIds?: string[]) => {
    history.add("InclusionSet", { messageId: "m1", included, ...(participantIds ? { participantIds } : {}) });
    return history.seq;
  };
  set(false);
  set(true);
  const general = set(false);
  const own = set(false, ["p_Ada"]);
  const later = set(false);
  const message = history.state().messages["m1"] ?? assert.fail();
  const found = (why: "excluded" | "excluded_for_agent", inclusionThrough: number, id = "p_Ada") =>
    settingThatLeftOut(message, id, why, { inclusionThrough });
  assert.equal(found("excluded", own), general);
  assert.equal(found("excluded", later), later);
  assert.equal(found("excluded_for_agent", later), own);
  assert.equal(found("excluded_for_agent", later, "p_Ben"), undefined);
});
