/** What may be chosen as an agent's picture, and what is kept of it. */
import assert from "node:assert/strict";
import { ATTACHMENT_BYTES, IMAGE_TYPES, PICTURE_BYTES } from "../../../events/catalog/limits.ts";
import {
  middleOf,
  MOST_PIXELS,
  ON_ITS_WAY,
  PICTURE_HINT,
  SIDE,
  wrongFile,
  wrongSize,
} from "../../../ui/settings/square_picture.ts";
import { FORMS } from "../../../ui/settings/forms.ts";
import { at, wrongWith } from "../../../ui/settings/values.ts";
import { words } from "../../../ui/words/pictures.ts";
import { GIF, PNG, pngOf } from "../../pictures.ts";

Deno.test("a picture is refused by its type and its bytes before it is read, and by its pixels before it is unpacked", () => {
  for (const type of IMAGE_TYPES) assert.equal(wrongFile({ type, size: ATTACHMENT_BYTES }), "");
  assert.equal(wrongFile({ type: "image/png", size: ATTACHMENT_BYTES + 1 }), words.tooLarge(10));
  for (const type of ["image/svg+xml", "text/html", ""]) {
    assert.equal(wrongFile({ type, size: 1 }), words.noPicture, type);
  }
  assert.equal(wrongSize(pngOf(MOST_PIXELS, MOST_PIXELS)), "");
  assert.equal(wrongSize(pngOf(10_000, 10_000)), words.tooWide("8,192"));
  assert.notEqual(wrongSize(pngOf(MOST_PIXELS + 1, 1)), "");
  assert.notEqual(wrongSize(pngOf(1, MOST_PIXELS + 1)), "");
  assert.equal(wrongSize(GIF), "");
  for (const none of [new Uint8Array(), PNG.subarray(1), pngOf(0, 1)]) {
    assert.equal(wrongSize(none), words.unreadable);
  }
});

Deno.test("of a picture its middle is kept, and that never has more bytes than the server takes", () => {
  assert.deepEqual(middleOf(300, 100), { left: 100, top: 0, side: 100 });
  assert.deepEqual(middleOf(101, 300), { left: 0, top: 99, side: 101 });
  assert.deepEqual(middleOf(7, 7), { left: 0, top: 0, side: 7 });
  // Four bytes a pixel, as if nothing of it could be packed.
  assert.ok(SIDE * SIDE * 4 * 1.1 < PICTURE_BYTES);
});

Deno.test("the form names the bounds, and is not saved while a picture is on its way", () => {
  for (const bound of ["PNG, JPEG, GIF or WebP", "10 MB", "8,192 × 8,192", `${SIDE} × ${SIDE}`]) {
    assert.ok(PICTURE_HINT.includes(bound), bound);
  }
  const field = FORMS.agents.fields.find(({ key }) => key === "picture") ?? assert.fail("no field");
  assert.equal(wrongWith(field, ON_ITS_WAY), words.onItsWay);
  assert.equal(wrongWith(field, undefined), "");
  assert.equal(at({ picture: "x" }, field.key), "x");
});
