/** How turns end, and how long their first text takes. */
import assert from "node:assert/strict";
import type { Live } from "../../../actors/system.ts";
import type { ConversationEvents } from "../../../events/catalog/conversation.ts";
import { AWAITED, TurnMeter } from "../../../server/metrics/turn_meter.ts";

type Ending = "TurnRequested" | "TurnCompleted" | "TurnFailed" | "TurnCancelled";

/** One commit with these events, of each its type and its turn; nothing else of them is read. */
function commit(
  ...events: readonly (readonly [type: Ending & keyof ConversationEvents, turnId: string])[]
): Live {
  const position = `e.${"0".repeat(20)}.1`;
  const located = events.map(([type, turnId], at) => ({
    stream: "c",
    position,
    event: {
      seq: at + 1,
      id: `e${at}`,
      type,
      v: 1,
      at: "2026-01-01T00:00:00.000Z",
      by: { kind: "user" as const, id: "u", name: "User" },
      data: { turnId },
    },
  }));
  return { type: "commit", commit: { position, events: located } };
}
const drafts = (...turnIds: readonly string[]): Live => ({
  type: "drafts",
  drafts: turnIds.map((turnId) => ({
    conversationId: "c",
    turnId,
    messageId: "m",
    attempt: 1,
    at: 0,
    text: "a",
  })),
});

function meter() {
  const clock = { ms: 1_000 };
  const turns = new TurnMeter(() => clock.ms);
  return { turns, clock };
}

Deno.test("a first text is counted once, from the request on, up to each bound it kept", () => {
  const { turns, clock } = meter();
  turns.hear(commit(["TurnRequested", "t1"], ["TurnRequested", "t2"], ["TurnRequested", "t3"]));
  clock.ms += 250;
  turns.hear(drafts("t1"));
  clock.ms += 450;
  turns.hear(drafts("t1", "t2"));
  turns.hear(commit(["TurnCompleted", "t1"]));
  clock.ms += 200_000;
  turns.hear(drafts("t3"));
  const { buckets = [], count, sum } = turns.firstText;
  assert.deepEqual(buckets.slice(0, 5), [[0.1, 0], [0.25, 1], [0.5, 1], [1, 2], [2.5, 2]]);
  assert.deepEqual(buckets.at(-1), [120, 2], "what took longer is in the sum alone");
  assert.deepEqual([count, Math.round(sum * 100)], [3, 20_165]);
});

Deno.test("turns are counted by how they end; one that came in one piece had its first text then", () => {
  const { turns, clock } = meter();
  turns.hear(commit(["TurnRequested", "t1"], ["TurnRequested", "t2"], ["TurnRequested", "t3"]));
  clock.ms += 500;
  turns.hear(commit(["TurnCompleted", "t1"], ["TurnFailed", "t2"]));
  turns.hear(commit(["TurnCancelled", "t3"]));
  assert.deepEqual([...turns.ended], [["completed", 1], ["failed", 1], ["cancelled", 1]]);
  assert.deepEqual([turns.firstText.count, turns.firstText.sum], [1, 0.5], "what failed had none");
});

Deno.test("what was taken in from a file is no turn of today", () => {
  const { turns } = meter();
  turns.hear(commit(["TurnRequested", "t1"], ["TurnCompleted", "t1"], ["TurnRequested", "t2"]));
  turns.hear(drafts("t2"));
  assert.deepEqual([...turns.ended.values()], [0, 0, 0]);
  assert.equal(turns.firstText.count, 1);
});

Deno.test("of more turns than are awaited the oldest is forgotten", () => {
  const { turns } = meter();
  for (let n = 0; n <= AWAITED; n++) turns.hear(commit(["TurnRequested", `t${n}`]));
  turns.hear(drafts("t0", "t1", `t${AWAITED}`));
  assert.equal(turns.firstText.count, 2);
});
