/** Which rows of the list are in the page. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { BESIDE } from "../../../ui/glass/windowed.ts";
import { placedIn } from "../../../ui/sidebar/rows_in_sight.ts";

const HEAD = 35;
const rowsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `${name}${n}` }));
const heightOf = ({ id }: { id: string }) => id.endsWith("7") ? 47 : 34;

Deno.test("of any number of conversations as many rows are in the page as stand in sight, wherever one is", () => {
  const most = Math.ceil((800 + 2 * BESIDE) / 34) + 2;
  for (const count of [10_000, 40_000]) {
    const groups = [rowsOf("pinned", 3), rowsOf("older", count)];
    for (const top of [0, 90_000, 34 * count]) {
      const placed = placedIn(groups, heightOf, { head: HEAD, view: { top, height: 800 }, stop: undefined });
      const drawn = placed.flatMap(({ rows }) => rows).length;
      assert.ok(drawn > 0 && drawn <= most, `${drawn} of ${count} at ${top}`);
    }
  }
});

Deno.test("what is not in the page takes its room, and no row has another's place", () => {
  const counts = fc.array(fc.nat(60), { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(counts, fc.nat(6_000), fc.nat(200), (sizes, top, at) => {
    const groups = sizes.map((size, n) => rowsOf(`${n}:`, size));
    const all = groups.flat();
    const stop = all[at % Math.max(1, all.length)]?.id;
    const placed = placedIn(groups, heightOf, { head: HEAD, view: { top, height: 400 }, stop });
    groups.forEach((rows, n) => {
      const { rows: drawn = [], rest = 0 } = placed[n] ?? {};
      const taken = drawn.reduce((sum, { row, gap }) => sum + gap + heightOf(row), rest);
      assert.equal(taken, rows.reduce((sum, row) => sum + heightOf(row), 0));
      for (const { row, place } of drawn) assert.equal(rows[place - 1], row);
    });
    assert.ok(stop === undefined || placed.some(({ rows }) => rows.some(({ row }) => row.id === stop)));
  }));
});
