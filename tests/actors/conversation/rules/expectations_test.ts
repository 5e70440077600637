/** What a conversation may be checked for, and that it changes nothing of what anybody is sent. */
import assert from "node:assert/strict";
import { decide } from "../../../../actors/conversation/decide.ts";
import type { Command } from "../../../../actors/conversation/commands.ts";
import { EXPECTATIONS } from "../../../../events/catalog/limits.ts";
import { erase } from "../../../../projections/conversation/erasing.ts";
import { ErasureOf } from "../../../../projections/conversation/erasure_of.ts";
import { conversationEvent } from "../../../../events/catalog/typed_event.ts";
import { titleFrom } from "../../../../projections/conversation/shared_steps.ts";
import { ANN, History } from "../../../history.ts";

const history = () => new History().started().joined("Ada").answered("q1", "Bread?", { Ada: "Yes." });
let minted = 0;
const on = (one: History, command: Command) =>
  decide(command, one.state(), {
    by: ANN,
    commandId: "command",
    at: "2026-01-01T00:00:00.000Z",
    hex: () => `${++minted}`.padStart(12, "0"),
    salt: () => "A".repeat(22),
  });
const refused = (command: Command, one = history()) => {
  const outcome = on(one, command);
  return outcome.ok ? "" : outcome.detail;
};

Deno.test("an expectation stands on a question, on an answer, or on the whole, with words or a number as its kind wants", () => {
  for (const messageId of ["q1", "m_t_Ada_q1"]) {
    const outcome = on(history(), { type: "expect", messageId, kind: "says", text: " rye " });
    assert.ok(outcome.ok);
    assert.deepEqual(outcome.after.expectations?.map(({ text, kind }) => [kind, text]), [["says", "rye"]]);
  }
  assert.ok(on(history(), { type: "expect", kind: "usd", most: 0.1 }).ok);
  assert.match(refused({ type: "expect", kind: "usd", text: "a" }), /A number belongs/);
  assert.match(refused({ type: "expect", kind: "says", most: 1 }), /A number belongs/);
  assert.match(refused({ type: "expect", kind: "says" }), /Words belong/);
  assert.match(refused({ type: "expect", kind: "tokens", most: 1, text: "a" }), /Words belong/);
  assert.match(refused({ type: "expect", messageId: "nobody", kind: "says", text: "a" }), /no such message/);
});

Deno.test("what nobody asked and nobody answered is no place for one", () => {
  const noticed = history().add("MessagePosted", {
    messageId: "n1",
    author: { kind: "system", id: "system", name: "System" },
    role: "system",
    content: "A notice.",
  });
  assert.match(
    refused({ type: "expect", messageId: "n1", kind: "says", text: "a" }, noticed),
    /Only what a person/,
  );
});

Deno.test("there are so many and no more; taking one back makes room, and taking it back again is fine", () => {
  const full = history();
  for (let at = 0; at < EXPECTATIONS - 1; at++) {
    full.add("ExpectationSet", { expectationId: `e${at}`, kind: "tokens", most: 1 });
  }
  assert.ok(on(full, { type: "expect", kind: "tokens", most: 1 }).ok);
  full.add("ExpectationSet", { expectationId: "last", kind: "tokens", most: 1 });
  assert.match(refused({ type: "expect", kind: "tokens", most: 1 }, full), /At most 100/);
  const taken = on(full, { type: "unexpect", expectationId: "last" });
  assert.ok(taken.ok);
  assert.equal(taken.after.expectations?.length, EXPECTATIONS - 1);
  const again = on(history(), { type: "unexpect", expectationId: "last" });
  assert.ok(again.ok);
  assert.deepEqual(again.events, []);
});

Deno.test("with the words of an answer go those that it must say, in the log and in the fold", () => {
  const one = history().add("ExpectationSet", {
    expectationId: "e",
    messageId: "m_t_Ada_q1",
    kind: "says",
    text: "my secret",
  }).add("ExpectationSet", { expectationId: "other", messageId: "q1", kind: "says", text: "kept" });
  const found = new ErasureOf({ messageId: "m_t_Ada_q1" });
  for (const event of one.events) found.add(conversationEvent(event));
  const { seqs } = found.result();
  const set = one.events.findLast(({ type, data }) =>
    type === "ExpectationSet" && (data as { expectationId: string }).expectationId === "e"
  );
  assert.ok(set && seqs.includes(set.seq));
  const state = one.state();
  erase(state, {
    id: "x/0",
    type: "ContentErased",
    v: 1,
    seq: state.seq + 1,
    at: "2026-01-01T00:00:00.000Z",
    by: ANN,
    data: { messageId: "m_t_Ada_q1", seqs: [...seqs] },
  }, titleFrom);
  assert.deepEqual(state.expectations?.map(({ text }) => text), ["", "kept"]);
});
