/** A state of which some is read later is, whatever is asked of it and done to it meanwhile, the state that was kept. */
import assert from "node:assert/strict";
import { types } from "node:util";
import fc from "fast-check";
import { piecesOf } from "../../../../events/store/beside/pieces.ts";
import { StoreCorrupt } from "../../../../events/store/errors.ts";
import { HalfRead } from "../../../../events/store/beside/half_read.ts";
import { draws, shown } from "../../../effort.ts";
import { halfRead } from "../half_read.ts";

type Records = Record<string, Record<string, unknown>>;

const id = fc.string({ minLength: 1, maxLength: 4 }).filter((key) => key !== "__proto__");
const records: fc.Arbitrary<Records> = fc.dictionary(
  id,
  fc.oneof(
    fc.dictionary(id, fc.record({ text: fc.string() }), { maxKeys: 40, size: "max" }),
    fc.dictionary(id, fc.oneof(fc.string(), fc.nat(9), fc.boolean()), { maxKeys: 20, size: "max" }),
  ),
  { maxKeys: 5 },
);
const doing = fc.array(fc.tuple(fc.constantFrom("read", "put", "remove"), fc.nat(), fc.nat()), {
  maxLength: 12,
});

Deno.test("reads, changes and removals of what is not read yet come to what they come to in the whole", () => {
  let left = 0;
  fc.assert(
    fc.property(records, doing, (given, steps) => {
      const whole: Records = JSON.parse(JSON.stringify(given));
      const { state, rest } = halfRead(given, { units: 200, many: 3 });
      const half = state as Records;
      if (rest) left++;
      for (const [what, field, at] of steps) {
        const name = Object.keys(whole).at(field % (Object.keys(whole).length || 1)) ?? "";
        const [one, other] = [half[name], whole[name]];
        if (!one || !other) continue;
        const key = Object.keys(other).at(at % (Object.keys(other).length + 1)) ?? "new";
        if (what === "read") assert.deepEqual(one[key], other[key]);
        if (what === "put") one[key] = other[key] = { text: `put ${at}` };
        if (what === "remove") assert.equal(delete one[key], delete other[key]);
        assert.deepEqual(Object.keys(one), Object.keys(other));
        assert.equal(Object.hasOwn(one, key), Object.hasOwn(other, key));
      }
      while (rest?.more(half) === false);
      for (const record of Object.values(half)) assert.equal(types.isProxy(record), false);
      assert.equal(JSON.stringify(half), JSON.stringify(whole));
    }),
    { numRuns: draws(400) },
  );
  assert.ok(left > shown(400, 1 / 4), `${left} states of which some was left`);
});

Deno.test("one entry has its own piece read and no other; what is over is the rest", () => {
  const bodies = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`m${n}`, { text: `Text ${n}` }]));
  const made = new HalfRead();
  const read: number[] = [];
  for (const [n, { text, keys }] of [...piecesOf({ bodies }, { units: 400, many: 10 })].entries()) {
    assert.ok(keys);
    made.leave(keys, () => (read.push(n), JSON.parse(text)));
  }
  const { state, rest } = made.begun();
  const half = state as { bodies: typeof bodies };
  assert.deepEqual(Object.keys(half.bodies), Object.keys(bodies));
  assert.equal(half.bodies["m100"], undefined);
  assert.deepEqual(read, []);
  assert.deepEqual(half.bodies["m99"], { text: "Text 99" });
  assert.deepEqual(half.bodies["m98"], { text: "Text 98" });
  assert.equal(read.length, 1);
  const [last = 0] = read;
  assert.ok(last > 3);
  while (rest?.more(half) === false);
  assert.deepEqual(read, [last, ...Array.from({ length: last }, (_, n) => n)]);
  assert.deepEqual(half.bodies, bodies);
});

Deno.test("where a piece has not what its keys say, nothing is told in the place of it", () => {
  const made = new HalfRead();
  made.leave([["bodies", ["m1", "m2"]]], () => [["bodies", { m1: { text: "one" } }, 1]]);
  const half = made.begun().state as Records;
  assert.deepEqual(half["bodies"]?.["m1"], { text: "one" });
  assert.throws(() => half["bodies"]?.["m2"], StoreCorrupt);
});
