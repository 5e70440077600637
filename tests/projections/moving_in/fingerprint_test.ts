/** What a text is, as everybody computes it. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { Fingerprint, madeId } from "../../../projections/moving_in/fingerprint.ts";
import { draws } from "../../effort.ts";

Deno.test("it is the SHA-256 of all that was added, in whatever parts", () => {
  const known = (text: string) => createHash("sha256").update(text).digest("hex");
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 10_000]) {
    const text = "äb".repeat(length).slice(0, length);
    assert.equal(new Fingerprint().add(text).end(), known(text), String(length));
  }
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 100 })), (parts) => {
      const print = new Fingerprint();
      for (const part of parts) print.add(part);
      assert.equal(print.end(), known(parts.join("")));
    }),
    { numRuns: draws(1_600) },
  );
  assert.equal(madeId(new Fingerprint().add("a")), `made ${known("a").slice(0, 32)}`);
});
