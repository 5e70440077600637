/** What an error of the store says: damage stays, anything else may be a matter of the moment. */
import assert from "node:assert/strict";
import type { Kv } from "../../../../events/store/kv/kv.ts";
import { rowOrDamage } from "../../../../events/store/kv/kv.ts";

Deno.test("a row that is damaged is none; where the store does not answer, nothing is known of it", async () => {
  const failing = (error: Error): Pick<Kv, "get"> => ({ get: () => Promise.reject(error) });
  const damage = [
    new RangeError("Offset is outside the bounds"),
    new TypeError("could not deserialize value"),
    new Error("invalid utf-8 while decoding"),
  ];
  for (const error of damage) assert.equal(await rowOrDamage(failing(error), ["a"]), null);
  await assert.rejects(() => rowOrDamage(failing(new Error("database is locked")), ["a"]), /locked/);
});
