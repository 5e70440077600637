/** In turn: what an agent is told, what ends a round early, and what an answer asked for again sets going. */
import assert from "node:assert/strict";
import { inTurn } from "../../../../actors/conversation/modes/in_turn.ts";
import { completion, History } from "../../../history.ts";
import { type Decided, given } from "../../given.ts";

const room = (rounds = 1) =>
  new History().started({ mode: "round_robin", settings: { rounds } }).joined("A", "B");

/** The one open turn completes. */
function completes(history: History): Decided {
  const state = history.state();
  const turn = state.turns[state.open[0] ?? ""];
  assert.ok(turn, "nobody is to speak");
  const claimed =
    given(history).when({ type: "claim", turnId: turn.id, owner: "p", agentVersion: 1, window: null }).next;
  return given(claimed).when({
    type: "complete",
    data: { ...completion(turn.id, "Yes"), messageId: turn.messageId },
  });
}

// Shows P13.
Deno.test("whose turn it is, is told that it may pass, alone in the room as well", () => {
  const told = /answer with the single word SKIP/;
  assert.match(inTurn.prompt(room().state(), "p_A", 1), told);
  const alone = new History().started({ mode: "round_robin" }).joined("A");
  assert.match(inTurn.prompt(alone.state(), "p_A", 1), /^When you have nothing to add/);
});

// Shows P11.
Deno.test("one answer asked for again is not followed by the rest of its round, and cannot be a pass", () => {
  const asked = given(room()).when({ type: "post", content: "Go" });
  const { turnId } = asked.one("TurnRequested");
  const over = completes(completes(asked.next).next).next;
  const again = given(over).when({ type: "retry", turnId });
  assert.equal(again.one("TurnRequested").mode, "parallel");
  assert.deepEqual(completes(again.next).speakers(), []);
});

// Shows P13.
Deno.test("a round ends where the conversation has used what it may, and the end is said", () => {
  const history = room(2).add("SettingsChanged", { limits: { tokens: 20 } });
  const asked = given(history).when({ type: "post", content: "Go" });
  const second = completes(asked.next);
  assert.deepEqual(second.speakers(), ["p_B"], "15 of 20 tokens are used");
  const stopped = completes(second.next).then("TurnCompleted", "MessagePosted", "ExchangeCompleted");
  assert.equal(stopped.one("MessagePosted").notice?.code, "cap");
});
