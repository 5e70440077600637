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

const fold = (...all: Message[]) => ({
  seq: all.length,
  order: all.map(({ id }) => id),
  messages: Object.fromEntries(all.map((one) => [one.id, one])),
});

Deno.test("a turn holds something though nothing was said, its conversation as it is sent, and files as base64", () => {
  assert.equal(turnBytes(fold()), TURN_BYTES);
  assert.equal(turnBytes(fold(message("a", 100), message("b", 50))), TURN_BYTES + 300);
  assert.equal(turnBytes(fold(message("a", 0, [1_000, 500]))), TURN_BYTES + 6_000);
});

Deno.test("of one fold what is whole is counted once; what is being written, again with each event", () => {
  const looked: string[] = [];
  const state = fold(message("a", 100), { ...message("b", 10), status: "streaming" });
  const { messages } = state;
  const seen = {
    get seq() {
      return state.seq;
    },
    order: state.order,
    messages: new Proxy(messages, {
      get(target, id: string) {
        looked.push(id);
        return target[id];
      },
    }),
  };
  const bytes = () => {
    looked.length = 0;
    return [turnBytes(seen) - TURN_BYTES, looked.join()];
  };
  assert.deepEqual(bytes(), [220, "a,b"]);
  assert.deepEqual(bytes(), [220, ""], "nothing has happened");
  state.seq++;
  messages["b"] = message("b", 30);
  assert.deepEqual(bytes(), [260, "b"]);
  state.seq++;
  state.order.push("c");
  messages["c"] = message("c", 5);
  assert.deepEqual(bytes(), [270, "c"]);
  state.seq++;
  assert.deepEqual(bytes(), [270, ""], "all of it is whole");
});
