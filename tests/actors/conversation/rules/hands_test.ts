import assert from "node:assert/strict";
import { handsOf } from "../../../../projections/conversation/raised_hands.ts";
import { History } from "../../../history.ts";
import { given } from "../../given.ts";

const room = () => new History().started({ mode: "manual" }).joined("Ada", "Bob");
const asked = () =>
  given(room().add("HandsSet", { calls: 10 })).when({ type: "post", content: "What now?" }).next;
/** With a hand that is up, and one that is not asked to its end. */
function half() {
  const history = asked();
  const [turn = ""] = history.state().open;
  return history.claimed(turn).completed(turn, "I would.");
}
const up = (history: History) => handsOf(history.state()).map(({ participantId, is }) => [participantId, is]);

Deno.test("asking for hands is set where nobody answers unasked, and nowhere else", () => {
  assert.deepEqual(
    given(room()).when({ type: "set_hands", calls: 5, usd: 0.5 }).then("HandsSet").one("HandsSet"),
    { calls: 5, usd: 0.5 },
  );
  given(new History().started().joined("Ada")).when({ type: "set_hands", calls: 5 }).refused("validation");
});

Deno.test("ended, what is under way is stopped, every hand is down, and ending it again changes nothing", () => {
  const ended = given(half()).when({ type: "end_hands" })
    .then("TurnCancelled", "ExchangeCompleted", "HandsEnded");
  assert.deepEqual([ended.one("TurnCancelled").why, ended.one("HandsEnded").why], ["stopped", "off"]);
  assert.deepEqual(up(ended.next), []);
  given(ended.next).when({ type: "end_hands" }).then();
  given(room()).when({ type: "end_hands" }).then();
});

Deno.test("who is asked to speak has its hand down, and is not asked for it any more; the others keep theirs", () => {
  const ada = given(half()).when({ type: "ask", agentId: "a_Ada" }).then("TurnRequested");
  assert.equal(ada.one("TurnRequested").asks, undefined);
  assert.deepEqual(up(ada.next), [["p_Bob", "asked"]]);
  const bob = given(half()).when({ type: "ask", agentId: "a_Bob" })
    .then("TurnCancelled", "ExchangeCompleted", "TurnRequested");
  assert.deepEqual(up(bob.next), [["p_Ada", "up"]]);
});

Deno.test("an agent whose hand is asked for can be asked, and all in turn: nobody is kept waiting by it", () => {
  const all = given(asked()).when({ type: "ask_all" });
  assert.equal(all.all("TurnCancelled").length, 2);
  assert.deepEqual(all.speakers(), ["p_Ada"]);
});

Deno.test("in another mode no hand is up; who leaves or is turned off has none", () => {
  assert.deepEqual(up(half().add("ModeChanged", { mode: "parallel" })), []);
  assert.deepEqual(up(half().add("ParticipantDisabled", { participantId: "p_Ada" })), [["p_Bob", "asked"]]);
  assert.deepEqual(up(half().add("ParticipantRemoved", { participantId: "p_Ada" })), [["p_Bob", "asked"]]);
});
