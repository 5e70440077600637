/** What is told of rooms whose rows stand at the start of a process. */
import assert from "node:assert/strict";
import { HalfBrought, type HalfPorts } from "../../../actors/live/half_brought.ts";
import type { EventLog, Located } from "../../../events/store/types.ts";

const [OPENED, SEALED] = ["sealed_opened", "sealed_still"];

const messageIn = (stream: string): Located => ({
  stream,
  position: "e.1.0",
  event: {
    id: "x",
    seq: 9,
    type: "TurnRequested",
    v: 1,
    at: "2026-01-01T00:00:00.000Z",
    by: { kind: "system", id: "system", name: "Fishbowl" },
    data: { turnId: "t", participantId: "p", messageId: "m" },
  },
});

/** A store whose rows say of two rooms that they are sealed: of one that is not true any more. */
function store(): HalfPorts & { readonly log: Pick<EventLog, "due" | "side"> } {
  const rows = [OPENED, SEALED].map((id) => ({ id, value: {} }));
  const log = {
    list: { get: () => Promise.resolve(undefined) },
    due: { list: () => Promise.resolve([]) },
    side: () => ({ between: () => Promise.resolve(rows) }),
  };
  return {
    log: log as unknown as Pick<EventLog, "list" | "due" | "side">,
    withheld: (id) => Promise.resolve(id === SEALED),
  };
}

Deno.test("a room that was opened as its process ended is told of, one that is sealed is not", async () => {
  const half = new HalfBrought();
  await half.learn(store());
  const told = half.told([messageIn(OPENED), messageIn(SEALED)]);
  assert.deepEqual(told.map(({ stream }) => stream), [OPENED]);
});
