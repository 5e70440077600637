/** What a turn holds in memory: more with each text and each file of its conversation. */
import assert from "node:assert/strict";
import { TURN_BYTES, turnBytes } from "../../../actors/turn/turn_bytes.ts";
import type { Message } from "../../../projections/shapes/folds.ts";

const message = (id: string, length: number, sizes: readonly number[] = []): Message => ({
  id,
  role: "user",
  seq: 1,
  at: "2026-01-01T00:00:00.000Z",
  author: { kind: "human", id: "ann", name: "Ann" },
  status: "complete",
  included: true,
  length,
  attachments: sizes.map((size) => ({ name: "a", type: "image/png", sha256: "0".repeat(64), size })),
});

Deno.test("a turn holds something though nothing was said, its conversation as it is sent, and files as base64", () => {
  assert.equal(turnBytes({ seq: 1, messages: {} }), TURN_BYTES);
  assert.equal(
    turnBytes({ seq: 1, messages: { a: message("a", 100), b: message("b", 50) } }),
    TURN_BYTES + 300,
  );
  assert.equal(turnBytes({ seq: 1, messages: { a: message("a", 0, [1_000, 500]) } }), TURN_BYTES + 6_000);
});

Deno.test("of one fold it is counted once, until another event is in it", () => {
  let looked = 0;
  const state = {
    seq: 1,
    all: { a: message("a", 100) },
    get messages() {
      looked++;
      return this.all;
    },
  };
  assert.deepEqual([turnBytes(state), turnBytes(state), looked], [TURN_BYTES + 200, TURN_BYTES + 200, 1]);
  state.seq++;
  state.all.a = message("a", 200);
  assert.deepEqual([turnBytes(state), looked], [TURN_BYTES + 400, 2]);
});
