/** The comparisons that a ranking is made of. */
import assert from "node:assert/strict";
import { place } from "../tiny_document.ts";
import { render } from "preact";
import type { Ranking } from "../../../server/contract/ranking_shapes.ts";

const { Judgements } = await import("../../../ui/comparing/judgements.tsx");

Deno.test("the newest comparisons are listed; where there are more, a button leads to all", () => {
  const root = place();
  const listed = (count: number) => {
    const judged = Array.from({ length: count }, (_, n) => ({
      conversationId: "c",
      id: `c${n}`,
      at: "2026-01-01T00:00:00Z",
      seated: [],
      votes: [],
    })) as unknown as Ranking["judged"];
    render(<Judgements judged={judged} criterion={undefined} />, root);
    const [, list, button] = [...root.children[0]?.children ?? []];
    return [list?.children.length, button?.textContent];
  };
  assert.deepEqual(listed(10), [10, undefined]);
  assert.deepEqual(listed(12), [10, "All 12"]);
  render(null, root);
});
