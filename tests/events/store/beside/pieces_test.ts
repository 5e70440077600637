/** A state that is written and read in pieces is the one that JSON would have made of it at once. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { realEnvironment } from "../../../../events/store/environment.ts";
import { openLog } from "../../../../events/store/log.ts";
import { draws } from "../../../effort.ts";
import { inFolder } from "../../../in_folder.ts";
import { assembled, PIECE_UNITS, piecesOf } from "../../../../events/store/beside/pieces.ts";

const whole = (state: object): unknown => JSON.parse(JSON.stringify(state));
const again = (state: object): unknown =>
  [...piecesOf(state)].reduce((made, { text }) => assembled(made, JSON.parse(text)), {});

Deno.test("of any state the pieces together are what JSON makes of it", () => {
  const large = fc.oneof(
    fc.array(fc.jsonValue(), { maxLength: 300, size: "max" }),
    fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 300, size: "max" }),
  );
  const state = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), large, fc.constant(undefined)));
  fc.assert(
    fc.property(state, (given) => assert.deepEqual(again(given), whole(given))),
    { numRuns: draws(400) },
  );
});

Deno.test("what is absent in a state is absent in its pieces, in lists and objects of any length", () => {
  for (const length of [1, 64, 65, 1_000]) {
    const absent = Array.from({ length }, (_, n) => n % 3 ? n : undefined);
    const state = { list: absent, object: { ...absent }, gone: undefined };
    assert.deepEqual(again(state), whole(state), `${length}`);
  }
});

Deno.test("no piece is much longer than the bound, but for one entry that is", () => {
  const text = "x".repeat(1_000);
  const bodies = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`m${n}`, { text }]));
  const long = "y".repeat(3 * PIECE_UNITS);
  const state = { order: Object.keys(bodies), bodies: { ...bodies, long: { text: long } } };
  const pieces = [...piecesOf(state)].map(({ text }) => text);
  assert.ok(pieces.length > 20);
  const over = pieces.filter(({ length }) => length > 1.3 * PIECE_UNITS);
  assert.equal(over.length, 1);
  assert.ok(over[0]?.includes(long));
  assert.ok((over[0]?.length ?? 0) < 4.3 * PIECE_UNITS);
  assert.deepEqual(again(state), state);
});

Deno.test("a state of before, whole in one piece, is read as it is", () => {
  const state = { n: 1, list: [1, 2] };
  assert.deepEqual(assembled({}, whole(state)), state);
});

Deno.test("a snapshot of a long conversation is written and read with a rest after each piece", () =>
  inFolder(async (folder) => {
    let rests = 0;
    const environment = { ...realEnvironment, breathe: () => (rests++, realEnvironment.breathe()) };
    const log = await openLog({ path: `${folder}/log.db`, environment });
    try {
      const text = "bread ".repeat(200);
      const state = { bodies: Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`m${n}`, text])) };
      const pieces = [...piecesOf(state)].length;
      assert.ok(pieces > 5);
      rests = 0;
      await log.snapshots.put("f", 1, "c", 1, state);
      assert.ok(rests >= pieces, `${rests} rests while ${pieces} pieces were written`);
      rests = 0;
      assert.deepEqual((await log.snapshots.get("f", 1, "c"))?.state, state);
      assert.ok(rests >= pieces, `${rests} rests while ${pieces} pieces were read`);
    } finally {
      await log.close();
    }
  }));
