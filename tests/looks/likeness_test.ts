/** Whether pictures look alike, and how few bytes one needs. */
import assert from "node:assert/strict";
import { difference, MAY_DIFFER, type Pixels } from "./likeness.ts";
import { pngOf } from "./palette_png.ts";

/** A white page of some blocks with what `ink` paints on it: a shade from 0 to 255. */
function page(ink: (x: number, y: number) => number, width = 480, height = 300): Pixels {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const shade = ink(pixel % width, Math.floor(pixel / width));
    data.set([shade, shade, shade, 255], 4 * pixel);
  }
  return { width, height, data };
}

/** Lines of text, as far as a blurred eye sees them, from `top` on. */
const text = (top: number) => page((x, y) => y >= top && y % 8 < 3 && x % 5 < 3 && x > 100 ? 60 : 255);

Deno.test("letters that stand a pixel off look alike; a text that begins further down does not", () => {
  const one = text(40);
  assert.equal(difference(one, one), 0);
  const shifted = page((x, y) => y >= 40 && y % 8 < 3 && (x + 1) % 5 < 3 && x > 100 ? 60 : 255);
  assert.ok(difference(one, shifted) < MAY_DIFFER);
  assert.ok(difference(one, text(120)) > 2 * MAY_DIFFER);
});

Deno.test("what is missing in one corner counts as much as elsewhere, and pictures of two sizes are never alike", () => {
  const corner = page((x, y) => x > 400 && y > 220 ? 100 : 255);
  assert.ok(difference(corner, page(() => 255)) > 2 * MAY_DIFFER);
  assert.equal(difference(page(() => 255, 480, 300), page(() => 255, 480, 299)), 1);
});

Deno.test("a kept picture is a PNG of its size with a palette, whose rows are all there", async () => {
  const png = await pngOf(page((x) => x % 200, 30, 20));
  assert.deepEqual([...png.subarray(1, 4)], [..."PNG"].map((letter) => letter.charCodeAt(0)));
  const view = new DataView(png.buffer);
  assert.deepEqual([view.getUint32(16), view.getUint32(20), png[24], png[25]], [30, 20, 8, 3]);
  const colours = view.getUint32(33) / 3;
  assert.ok(colours > 1 && colours <= 64);
  const at = 33 + 12 + 3 * colours;
  assert.equal(new TextDecoder().decode(png.subarray(at + 4, at + 8)), "IDAT");
  const packed = new Blob([png.subarray(at + 8, at + 8 + view.getUint32(at))]);
  const rows = await new Response(packed.stream().pipeThrough(new DecompressionStream("deflate"))).bytes();
  assert.equal(rows.length, (30 + 1) * 20);
});
