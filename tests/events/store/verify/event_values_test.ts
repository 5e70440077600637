/** Values of events beside ones that the store cannot give are all found, and where those are is told. */
import assert from "node:assert/strict";
import { eventValues } from "../../../../events/store/verify/event_values.ts";
import type { Entry, Kv } from "../../../../events/store/kv/kv.ts";

/** Values under these seqs; a batch with a damaged one in it does not come. */
function kvWith(firsts: readonly number[], damaged: readonly number[], failures = 0): Kv {
  let left = failures;
  const list = async function* (
    selector: { start?: Deno.KvKey; end?: Deno.KvKey },
    options: { batchSize?: number; limit?: number } = {},
  ) {
    const [from, end] = [Number(selector.start?.[2] ?? 0), Number(selector.end?.[2] ?? Infinity)];
    const found = firsts.filter((first) => first >= from && first < end).slice(0, options.limit);
    while (found.length > 0) {
      const batch = found.splice(0, options.batchSize ?? 100);
      if (batch.some((first) => damaged.includes(first))) throw new TypeError("the value cannot be read");
      if (left > 0 && left--) throw new TypeError("the disk is away");
      for (const first of batch) {
        yield { key: ["e", "s", first], value: first, versionstamp: "1" } as unknown as Entry;
      }
      await Promise.resolve();
    }
  };
  return { list } as unknown as Kv;
}

const found = (kv: Kv) =>
  Array.fromAsync(eventValues(kv, "s"), (value) => "broken" in value ? -value.first : value.first);

Deno.test("each value is found in order, and each that cannot be read is told where it is", async () => {
  const firsts = Array.from({ length: 300 }, (_, index) => 1 + 7 * index);
  assert.deepEqual(await found(kvWith(firsts, [])), firsts);
  const last = firsts.at(-1) ?? 0;
  for (const damaged of [[1], [8], [last], [1, 8, 15], [8, 204, 211, last]]) {
    assert.deepEqual(
      await found(kvWith(firsts, damaged)),
      firsts.map((first) => damaged.includes(first) ? -first : first),
    );
  }
  assert.deepEqual(await found(kvWith([], [])), []);
});

Deno.test("a listing that breaks off for another reason is taken up again, and no value is blamed; not for ever", async () => {
  const firsts = [1, 5, 9, 14];
  assert.deepEqual(await found(kvWith(firsts, [], 1)), firsts);
  await assert.rejects(found(always()), /away/);
});

/** A store that gives nothing from the beginning on but says of single looks that they are fine. */
function always(): Kv {
  const list = async function* (_: unknown, options: { limit?: number } = {}) {
    await Promise.resolve();
    if (options.limit === undefined) throw new TypeError("the disk is away");
    yield* [];
  };
  return { list } as unknown as Kv;
}
