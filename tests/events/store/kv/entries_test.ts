/** Rows beside a damaged one are all found, from whichever end one has to come. */
import assert from "node:assert/strict";
import { entriesUnder } from "../../../../events/store/kv/entries.ts";
import type { Entry, Kv } from "../../../../events/store/kv/kv.ts";

/** Lists the rows from 1 to `count` in batches, of which none comes that has a damaged row in it. */
function kvWith(count: number, damaged: readonly number[]): Pick<Kv, "list"> {
  return {
    async *list(selector: { start?: Deno.KvKey }, options: { batchSize?: number; reverse?: boolean } = {}) {
      const from = selector.start ? Number(selector.start[1]) + 1 : 1;
      const numbers = Array.from({ length: count }, (_, index) => index + 1).filter((n) => n >= from);
      if (options.reverse) numbers.reverse();
      while (numbers.length > 0) {
        const batch = numbers.splice(0, options.batchSize ?? 100);
        if (batch.some((n) => damaged.includes(n))) throw new TypeError("the row cannot be read");
        for (const n of batch) yield { key: ["row", n], value: n, versionstamp: "1" } as unknown as Entry;
        await Promise.resolve();
      }
    },
  } as Pick<Kv, "list">;
}

async function found(count: number, damaged: readonly number[]) {
  const places: string[] = [];
  const kv = kvWith(count, damaged) as Kv;
  const rows = await Array.fromAsync(entriesUnder(kv, ["row"], (between) => places.push(between)));
  return { rows: rows.map(({ key }) => Number(key[1])), places };
}

Deno.test("rows before and behind damaged ones are found in order, and the place between is told once", async () => {
  const all = Array.from({ length: 1_200 }, (_, index) => index + 1);
  assert.deepEqual(await found(1_200, []), { rows: all, places: [] });
  for (const damaged of [[1], [600], [1_200], [600, 601, 700]]) {
    const [first = 0, last = 0] = [damaged[0], damaged.at(-1)];
    const { rows, places } = await found(1_200, damaged);
    assert.deepEqual(rows, all.filter((n) => n < first || n > last));
    const before = first === 1 ? `["row"]` : `["row",${first - 1}]`;
    const behind = last === 1_200 ? "the end" : `["row",${last + 1}]`;
    assert.deepEqual(places, [`between ${before} and ${behind}`]);
  }
});
