/** A conversation as text, in pieces and within its bound. */
import assert from "node:assert/strict";
import { conversation } from "../../../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../../../projections/shapes/folds.ts";
import { wordsOf } from "../../../../ui/state/offline/words_of.ts";

const fold = (bodies: Readonly<Record<string, string>>): ConversationState => ({
  ...conversation.initial("conversation_a"),
  order: Object.keys(bodies),
  bodies: Object.fromEntries(Object.entries(bodies).map(([id, content]) => [id, { content }])),
});
const still = { most: 1_000_000, breathe: () => {} };

Deno.test("what is written is read back as it was", async () => {
  const state = fold({ a: 'with "quotes" and ü', b: "" });
  const text = await (await wordsOf(state, still))?.text();
  assert.deepEqual(JSON.parse(text ?? ""), JSON.parse(JSON.stringify(state)));
});

Deno.test("where it is too long the oldest words are left out, and where that is not enough nothing is kept", async () => {
  const state = fold({ old: "o".repeat(500), mid: "m".repeat(500), late: "l".repeat(500) });
  const whole = (await wordsOf(state, still))?.size ?? 0;
  const exact = await wordsOf(state, { ...still, most: whole });
  assert.equal(exact?.size, whole);
  const less = await wordsOf(state, { ...still, most: whole - 1 });
  const read: ConversationState = JSON.parse(await less?.text() ?? "");
  assert.deepEqual(Object.keys(read.bodies).sort(), ["late", "mid"]);
  assert.deepEqual(read.order, state.order);
  assert.ok((less?.size ?? whole) < whole);
  assert.equal(await wordsOf(state, { ...still, most: 100 }), null);
});

Deno.test("bytes are counted, not characters", async () => {
  const state = fold({ a: "ü€".repeat(200), b: "short" });
  const whole = await wordsOf(state, still);
  assert.equal(whole?.size, new TextEncoder().encode(await whole?.text() ?? "").length);
  assert.deepEqual(
    Object.keys(
      JSON.parse(await (await wordsOf(state, { ...still, most: (whole?.size ?? 0) - 1 }))?.text() ?? "")
        .bodies,
    ),
    ["b"],
  );
});

Deno.test("a conversation that goes on while it is written is not kept half before and half after", async () => {
  const state = fold({ a: "one", b: "two" });
  let pieces = 0;
  const grows = () => {
    if (++pieces === 3) state.seq++;
  };
  assert.equal(await wordsOf(state, { ...still, breathe: grows }), null);
  assert.ok(await wordsOf(state, still));
});
