/** What is refused in comparisons, and what is fixed by their digest. */
import assert from "node:assert/strict";
import { COMPARISONS } from "../../../../events/catalog/limits.ts";
import type { Command } from "../../../../actors/conversation/commands.ts";
import { decide } from "../../../../actors/conversation/decide.ts";
import { digestOf } from "../../../../actors/conversation/rules/comparisons.ts";
import { isRoomId } from "../../../../projections/comparisons/letters.ts";
import { conversation } from "../../../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../../../projections/shapes/folds.ts";
import { joining, saltNumber } from "../../../arbitrary_history.ts";

const ANN = { kind: "user" as const, id: "ann", name: "Ann" };
const seated = ["one", "two"].map((agentId) => ({ agentId, agentVersion: 1, model: "echo" }));
const SALT = saltNumber(7);

/** A conversation that takes commands; what each of them came to. */
function talk(id = "conversation_1") {
  let state: ConversationState = conversation.initial(id);
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
  if (!isRoomId(id)) run({ type: "start", title: "", mode: "parallel", settings: {}, agents: [] });
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

Deno.test("the judge of a room is asked once, when nobody answers any more; one without a judge asks nobody", () => {
  for (const judge of [joining(2), undefined]) {
    const { run, now } = talk("sealed_1");
    const room = { of: "conversation_1", comparisonId: "c", salt: SALT, agents: [joining(0), joining(1)] };
    run({ type: "seal", ...room, content: "Which bread?", ...(judge ? { judge } : {}) });
    run({ type: "ask_room" });
    const verdicts = () => Object.values(now().turns).filter(({ judges }) => judges);
    const ids = Object.values(now().turns).map(({ messageId }) => messageId);
    const asked: Command = { type: "judge_room", answers: [ids[0] ?? "", ids[1] ?? ""] };
    run(asked);
    assert.equal(verdicts().length, 0, "both still answer");
    const end = () => {
      for (const turnId of [...now().open]) {
        run({ type: "claim", turnId, owner: "p", agentVersion: 1, window: null });
        run({
          type: "fail",
          data: { turnId, attempt: 1, error: { code: "server", message: "Down.", retryable: true } },
        });
      }
    };
    end();
    run(asked);
    const count = judge ? 1 : 0;
    assert.equal(verdicts().length, count);
    run(asked);
    end();
    run(asked);
    assert.deepEqual([verdicts().length, now().open], [count, []], "whatever came of it");
  }
});
