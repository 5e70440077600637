/** What is told of two turns that are set against each other. */
import assert from "node:assert/strict";
import { place } from "../tiny_document.ts";
import { render } from "preact";
import type { TurnDifference } from "../../../server/contract/difference_shapes.ts";

const { Difference } = await import("../../../ui/saw/difference.tsx");

const side = (name: string, more: Partial<TurnDifference["left"]> = {}): TurnDifference["left"] => ({
  conversationId: "c",
  turnId: `t_${name}`,
  messageId: `m_${name}`,
  name,
  model: "echo",
  sha256: null,
  input: null,
  cacheRead: null,
  only: { count: 0, messages: [] },
  ...more,
});
const ALIKE: TurnDifference = {
  left: side("Ada"),
  right: side("Ben"),
  both: 3,
  moved: false,
  request: { same: true, bytes: 90, tokens: 20, path: null },
  answers: { same: true, units: 9 },
};

/** Each line of it. */
function told(more: Partial<TurnDifference>): (string | null)[] {
  const root = place();
  render(<Difference found={{ ...ALIKE, ...more }} />, root);
  const lines = [...root.children[0]?.children ?? []].map(({ textContent }) => textContent);
  render(null, root);
  return lines;
}

Deno.test("of two turns that are alike it is told that they are, and of what parts where it does", () => {
  assert.deepEqual(told({}), [
    "Both were sent 3 messages.",
    "Their requests are the same, byte for byte.",
    "Their answers are the same.",
  ]);
  const parts = {
    moved: true,
    request: { same: false, bytes: 70, tokens: 17, path: "messages[1]" },
    answers: { same: false, units: 1 },
  };
  assert.deepEqual(told(parts), [
    "Both were sent 3 messages. They stand in another order.",
    "Their requests part after byte 70, in messages[1].",
    "They begin with the same 17 tokens, about.",
    "Their answers part after 1 character.",
  ]);
  const [left, right] = [side("Ada", { input: 20, cacheRead: 0 }), side("Ben", { input: 20 })];
  assert.equal(
    told({ ...parts, left, right })[2],
    "They begin with the same 17 tokens, about. Ada: 0 of 20 tokens came from the cache.",
    "of who told nothing of it nothing is told",
  );
});

Deno.test("what cannot be compared any more says so", () => {
  assert.deepEqual(told({ request: null, answers: null }).slice(1), [
    "Their requests can no longer be compared: words of one are gone, or none was made.",
    "The words of one answer are erased.",
  ]);
});

Deno.test("what one of them alone was sent is shown by its first messages, and how many there are", () => {
  const messages = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ messageId: `m${n}`, name: "You", preview: `word ${n}` }));
  const only = (count: number) =>
    told({ left: side("Ada", { only: { count, messages: messages(count) } }) })[1];
  assert.equal(only(1), "Only Ada was sent 1 message: You word 0");
  assert.match(only(5) ?? "", /You word 4$/);
  assert.match(only(7) ?? "", /You word 4 and 2 more\.$/);
});
