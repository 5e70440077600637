/** Long texts leave an event by what they take of it in bytes, and no more of them than must. */
import assert from "node:assert/strict";
import { spill } from "../../../../events/store/form/spill.ts";

const jsonBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** Spilled until at most `limit` bytes are left: how many texts went, and what is left. */
function spilled(data: unknown, limit: number) {
  const { data: left, texts } = spill(data, jsonBytes(data), limit);
  return { gone: texts.length, left: jsonBytes(left) };
}

Deno.test("texts are counted as they are stored: letters of three bytes, and those that JSON escapes", () => {
  for (const letter of ["a", "水", '"', "\n"]) {
    const data = { first: letter.repeat(3_000), second: letter.repeat(2_000), third: letter.repeat(1_000) };
    const [whole, one, two] = [0, 1, 2].map((gone) => {
      const texts = Object.entries(data).slice(0, gone);
      return jsonBytes(data) - texts.reduce((sum, [, text]) => sum + jsonBytes(text), 0);
    });
    assert.ok(whole && one && two);
    // A reference to a blob takes up to 100 bytes.
    assert.equal(spilled(data, whole).gone, 0, "it fits");
    assert.equal(spilled(data, one + 100).gone, 1, `the largest alone: ${JSON.stringify(letter)}`);
    assert.equal(spilled(data, one - 1).gone, 2);
    assert.equal(spilled(data, two + 200).gone, 2);
    assert.ok(spilled(data, two + 200).left <= two + 200);
  }
});
