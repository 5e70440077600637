/** What is refused in comparisons, and what is fixed by their digest. */
import assert from "node:assert/strict";
import { COMPARISONS } from "../../../../events/catalog/limits.ts";
import type { Command } from "../../../../actors/conversation/commands.ts";
import { decide } from "../../../../actors/conversation/decide.ts";
import { digestOf } from "../../../../actors/conversation/rules/comparisons.ts";
import { conversation } from "../../../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../../../projections/shapes/folds.ts";
import { saltNumber } from "../../../arbitrary_history.ts";

const ANN = { kind: "user" as const, id: "ann", name: "Ann" };
const seated = ["one", "two"].map((agentId) => ({ agentId, agentVersion: 1, model: "echo" }));
const SALT = saltNumber(7);

/** A conversation that takes commands; what each of them came to. */
function talk() {
  let state: ConversationState = conversation.initial("conversation_1");
  let minted = 0;
  const run = (command: Command): string => {
    const decided = decide(command, state, {
      by: ANN,
      commandId: `command_${minted++}`,
      at: "2026-01-01T00:00:00.000Z",
      hex: () => (minted++).toString(16).padStart(12, "0"),
      salt: () => saltNumber(minted++),
    });
    if (!decided.ok) return decided.code;
    for (const event of decided.events) state = conversation.evolve(state, { ...event, seq: state.seq + 1 });
    return "done";
  };
  run({ type: "start", title: "", mode: "parallel", settings: {}, agents: [] });
  return { run, now: () => state, put: (next: ConversationState) => (state = next) };
}

const begun = (comparisonId: string): Command => ({
  type: "begin_comparison",
  comparisonId,
  roomId: `sealed_${comparisonId}`,
  content: "Which bread?",
  seats: 2,
  digest: digestOf(SALT, seated),
});
const answered = (comparisonId: string): Command => ({
  type: "answer_comparison",
  comparisonId,
  answers: [{ content: "Rye." }, { content: "White." }],
});
const reveal = (comparisonId: string, salt = SALT, who = seated): Command => ({
  type: "reveal_comparison",
  comparisonId,
  salt,
  seated: who,
  colors: [1, 2],
  names: ["One", "Two"],
});

Deno.test("only the seats and the salt that the digest was made of are revealed", () => {
  const { run, now } = talk();
  run(begun("c"));
  assert.equal(run(reveal("c")), "conflict", "nothing is there yet");
  run(answered("c"));
  assert.equal(run(reveal("c", SALT, seated.toReversed())), "conflict");
  assert.equal(run(reveal("c", saltNumber(8))), "conflict");
  assert.equal(run(reveal("c", SALT, seated.slice(0, 1))), "conflict");
  const { seq } = now();
  assert.equal(run(reveal("c")), "done");
  assert.equal(run(reveal("c")), "done");
  assert.equal(now().seq, seq + 1, "once");
  const [first, second] = now().comparisons?.["c"]?.answers ?? [];
  assert.deepEqual(
    [first, second].map((one) => now().messages[one?.messageId ?? ""]?.author.name),
    ["One", "Two"],
  );
});

Deno.test("in a copy nothing is judged or revealed that was begun before it", () => {
  const { run, now, put } = talk();
  run(begun("c"));
  run(answered("c"));
  put({ ...now(), lineage: { conversationId: "conversation_0", seq: now().seq, kind: "fork" } });
  assert.equal(run({ type: "vote_comparison", comparisonId: "c", best: 0 }), "conflict");
  assert.equal(run(reveal("c")), "conflict");
});

Deno.test("a conversation has so many comparisons and no more, and none twice", () => {
  const { run, now } = talk();
  for (let n = 0; n < COMPARISONS; n++) assert.equal(run(begun(`c${n}`)), "done");
  const { seq } = now();
  assert.equal(run(begun("c0")), "done");
  assert.equal(now().seq, seq);
  assert.equal(run(begun("more")), "validation");
});
