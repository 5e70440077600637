/** Pictures that are their own addresses. */
import assert from "node:assert/strict";
import { ATTACHMENT_BYTES } from "../../../events/catalog/limits.ts";
import { heldFile, isHeld, withoutPictures } from "../../../projections/moving_in/held_files.ts";
import { pixel } from "./given.ts";

const HELD = `data:image/png;base64,${pixel().toBase64()}`;

Deno.test("an address that holds a picture is that picture, by its own bytes, and nothing else is", () => {
  const found = heldFile(HELD.replace("png", "webp"), "");
  assert.ok(typeof found !== "string");
  assert.deepEqual([found.type, found.name, found.bytes.length], [
    "image/png",
    "picture.png",
    pixel().length,
  ]);
  assert.equal(heldFile("data:image/png;base64,@@@", ""), "other_files");
  assert.equal(heldFile("data:audio/wav;base64,AAEC", ""), "other_files");
  assert.equal(
    heldFile(`data:;base64,${"A".repeat(Math.ceil(ATTACHMENT_BYTES / 3) * 4 + 8)}`, ""),
    "large_files",
  );
  assert.equal(heldFile(`data:;base64,${"A".repeat(ATTACHMENT_BYTES * 2)}`, ""), "large_files");
  assert.deepEqual(
    [HELD, "data:image/svg+xml;charset=utf-8;base64,AA", "data:text/plain,a", "https://example.com/a.png", ""]
      .map(isHeld),
    [true, true, false, false, false],
  );
});

Deno.test("pictures among words are taken out of them, others stay", () => {
  const { words, files } = withoutPictures(`One ![a](${HELD}) two ![](${HELD}) three`);
  assert.deepEqual([words, files.map(({ held }) => held)], ["One  two  three", [HELD, HELD]]);
  for (
    const text of [
      "",
      `[a](${HELD})`,
      `![a](${HELD}`,
      "![a](data:image/png,AA)",
      "](data:image/png;base64,AA)",
    ]
  ) assert.deepEqual(withoutPictures(text), { words: text, files: [] });
});
