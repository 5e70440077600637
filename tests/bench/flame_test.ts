/** A profile becomes boxes that stand on who calls them, and a picture of them. */
import assert from "node:assert/strict";
import { boxesOf, flame, type Profile } from "./flame.ts";

const node = (id: number, functionName: string, url: string, children: readonly number[] = []) => ({
  id,
  callFrame: { functionName, url },
  children,
});
const profile: Profile = {
  nodes: [
    node(1, "(root)", "", [2, 5, 6]),
    node(2, "append", "file:///somewhere/fishbowl/events/store/append.ts", [3, 4]),
    node(3, "hash", "ext:node/crypto.ts"),
    node(4, "a<b", "file:///x/node_modules/.deno/zod@4/node_modules/zod/core.js"),
    node(5, "(idle)", ""),
    node(6, "rare", ""),
  ],
  samples: [3, 4, 2, 5, 6, 3],
  timeDeltas: [400, 200, 100, 5_000, 1, 299],
};

Deno.test("boxes hold what they call, by their share of all that was not idle", () => {
  const boxes = boxesOf(profile, 0.01).map(({ name, depth, from, share }) =>
    [name, depth, from.toFixed(3), share.toFixed(3)].join(" | ")
  );
  assert.deepEqual(boxes, [
    "append events/store/append.ts | 0 | 0.000 | 0.999",
    "hash ext:node/crypto.ts | 1 | 0.000 | 0.699",
    "a<b npm:zod/core.js | 1 | 0.699 | 0.200",
  ]);
});

Deno.test("a picture names each box with its share, and holds nothing of the machine it was made on", () => {
  const svg = flame("A turn & more", boxesOf(profile, 0.01));
  assert.match(svg, /<title>a&lt;b npm:zod\/core.js: 20.0 %<\/title>/);
  assert.match(svg, /A turn &amp; more/);
  assert.doesNotMatch(svg, /somewhere|file:/);
  const narrow = flame("", [{ name: "a_long_name", depth: 0, from: 0.5, share: 0.002 }]);
  assert.doesNotMatch(narrow, /<text[^>]*>a_long/, "what has no room is told by its title alone");
});
