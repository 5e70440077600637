/** The bar of what a call was made of, and what is told beside it. */
import assert from "node:assert/strict";
import { ofClass, place } from "../tiny_document.ts";
import { render } from "preact";
import type { Turn } from "../../../projections/shapes/folds.ts";
import type { TurnRequest } from "../../../server/contract/conversation_shapes.ts";
import { TokenBar } from "../../../ui/saw/token_bar.tsx";
import type { SentPiece } from "../../../ui/saw/sent_pieces.ts";
import { History } from "../../history.ts";

const usage = { input: 30, cacheRead: 10, cacheWrite: 0, output: 5, reasoning: 0 };
const state = new History().started().joined("ada").posted("m1", "One?").requested("ada", "m1").claimed(
  "t_ada",
)
  .completed("t_ada", "one", { usage }).state();
const turn = Object.values(state.turns)[0] ?? assert.fail();

/** Of so many pieces: how many parts the bar has, and what is told. */
function bar(
  count: number,
  { omitted = [], of = turn, exact = false }: {
    omitted?: TurnRequest["omitted"];
    of?: Turn;
    exact?: boolean;
  } = {},
) {
  const piece = (n: number): SentPiece => ({
    kind: "added",
    key: `${n}`,
    text: "",
    start: n,
    end: n,
    tokens: 2,
  });
  const pieces = Array.from({ length: count }, (_, n) => piece(n));
  const request = { messageIds: ["m1"], omitted } as unknown as TurnRequest;
  const root = place();
  const tokens = pieces.map(() => 2);
  render(
    <TokenBar
      state={state}
      turn={of}
      request={request}
      pieces={pieces}
      tokens={tokens}
      exact={exact}
    />,
    root,
  );
  const found = [ofClass(root, "saw-parts")[0]?.children.length, root.textContent];
  render(null, root);
  return found;
}

Deno.test("each piece is a part of the bar; where they are too many to be told apart, those of one colour are one", () => {
  assert.deepEqual([bar(3)[0], bar(80)[0], bar(81)[0]], [3, 80, 1]);
});

Deno.test("beside it stands how much was sent, and how many of the messages there were", () => {
  assert.equal(bar(3)[1], "about 6 tokens in · 1 of 1 message");
  assert.equal(bar(3, { exact: true })[1], "6 tokens in · 1 of 1 message");
  const omitted = (why: string) => [{ messageId: "m0", why }] as unknown as TurnRequest["omitted"];
  assert.equal(bar(1, { omitted: omitted("excluded") })[1], "about 2 tokens in · 1 of 2 messages");
  assert.equal(bar(1, { omitted: omitted("erased") })[1], "about 2 tokens in · 2 of 2 messages");
  assert.equal(bar(1, { omitted: omitted("after") })[1], "about 2 tokens in · 1 of 1 message", "said later");
});

Deno.test("what a whole turn used and cost is told as its provider counted it; of several calls the last one is estimated", () => {
  const free = { ...turn, calls: 1, provider: "mock" };
  assert.equal(
    bar(3, { of: free })[1],
    "40 tokens in · 10 of them from cache · 1 of 1 message · 5 out · free",
  );
  assert.equal(bar(3, { of: { ...free, calls: 2 } })[1], "about 6 tokens in · 1 of 1 message · 5 out · free");
});
