/** The rows of S1-22: every agent's own list, the two copies of an utterance linked. */
import { draws } from "../../effort.ts";
import assert from "node:assert/strict";
import { agencyMessages, systemRow } from "../../../projections/conversation/agency_messages.ts";
import fc from "fast-check";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { foldAll } from "../../../projections/fold.ts";
import { arbitraryHistory, sampleHistories } from "../../arbitrary_history.ts";
import { History } from "../../history.ts";

function exchange(): History {
  const history = new History().started().joined("manager", "coder").managed("manager")
    .posted("m1", "A game, please.", undefined, { to: "p_manager" });
  const turn = (name: string, id: string, content: string, to: string) =>
    history.requested(name, "m1", { turnId: id, mode: "manager" }).claimed(id).completed(id, content, { to });
  turn("manager", "t1", "Can you?", "p_coder");
  turn("coder", "t2", "In a day.", "p_manager");
  turn("manager", "t3", "Tomorrow.", "person");
  return history;
}

// Shows S1-9, S1-20, S1-21, S1-22, S1-23, S1-24, S1-25, C-12.
Deno.test("each utterance is two linked rows, the person's only one", () => {
  const rows = agencyMessages(exchange().state());
  const short = rows.map(({ messageId, agentId, role, linkedMessageId, data }) => [
    messageId,
    agentId,
    role,
    linkedMessageId,
    data.from,
    data.to,
    data.text,
  ]);
  assert.deepEqual(short, [
    ["m1", 101, "user", null, null, 101, "A game, please."],
    ["m_t1", 101, "assistant", "m_t1_102", 101, 102, "Can you?"],
    ["m_t1_102", 102, "user", "m_t1", 101, 102, "Can you?"],
    ["m_t2", 102, "assistant", "m_t2_101", 102, 101, "In a day."],
    ["m_t2_101", 101, "user", "m_t2", 102, 101, "In a day."],
    ["m_t3", 101, "assistant", null, 101, null, "Tomorrow."],
  ]);
  for (const row of rows) {
    assert.equal(row.conversationId, "conv_1");
    assert.ok(!Number.isNaN(Date.parse(row.dateCreated)));
  }
});

// Shows S1-22.
Deno.test("the first row of an agent's list is a system message to it from nobody, linked to nothing", () => {
  const state = exchange().state();
  const coder = state.participants.find(({ name }) => name === "coder");
  assert.ok(coder);
  assert.deepEqual(systemRow(state, coder, "Be brief."), {
    messageId: "system_p_coder",
    conversationId: "conv_1",
    agentId: 102,
    role: "system",
    linkedMessageId: null,
    data: { from: null, to: 102, text: "Be brief." },
    dateCreated: state.createdAt,
  });
});

Deno.test("what is still being written, and conversations without a manager, have no rows", () => {
  const open = exchange().requested("coder", "m1", { turnId: "t4", mode: "manager" });
  assert.equal(agencyMessages(open.state()).length, 6);
  assert.deepEqual(agencyMessages(new History().started().joined("Ada").posted("m1", "Hi").state()), []);
});

// Shows S1-18.
Deno.test("words to nobody are one row, the program's answer to them another", () => {
  const history = new History().started().joined("manager", "coder").managed("manager")
    .requested("manager", "m1", { turnId: "t1", mode: "manager" }).claimed("t1")
    .completed("t1", "You there?", { to: "p_manager" }).add("MessagePosted", {
      messageId: "n1",
      author: { kind: "system", id: "system", name: "System" },
      role: "user",
      content: "There is no other agent #7.",
      to: "p_manager",
    });
  const rows = agencyMessages(history.state());
  assert.deepEqual(rows.map((row) => [row.messageId, row.role, row.linkedMessageId, row.data.from]), [
    ["m_t1", "assistant", null, 101],
    ["n1", "user", null, null],
  ]);
});

// Shows S1-10, S1-25.
Deno.test("whatever happened, an agent's list has only what is to or from it, and links point at each other", () => {
  const rowsIn = (events: readonly AnyEvent[]) =>
    agencyMessages(foldAll(conversation, conversation.initial("conv_1"), events));
  fc.assert(
    fc.property(arbitraryHistory, (events) => {
      const rows = rowsIn(events);
      const byId = new Map(rows.map((row) => [row.messageId, row]));
      assert.equal(byId.size, rows.length, "every row has an id of its own");
      for (const row of rows) {
        const { agentId, role, data } = row;
        if (role === "assistant") assert.equal(data.from, agentId);
        else assert.equal(data.to, agentId);
        if (row.linkedMessageId === null) continue;
        const other = byId.get(row.linkedMessageId);
        assert.equal(other?.linkedMessageId, row.messageId);
        assert.deepEqual(other?.data, data, "one utterance, two copies");
        assert.notEqual(other?.agentId, agentId);
        assert.deepEqual(new Set([role, other?.role]), new Set(["assistant", "user"]));
      }
    }),
    { numRuns: draws(300) },
  );
  // The same histories each time: chance alone would leave them out now and then.
  assert.ok(
    sampleHistories().some((events) =>
      rowsIn(events).some(({ linkedMessageId }) => linkedMessageId !== null)
    ),
    "some histories have agents that talk to one another",
  );
});
