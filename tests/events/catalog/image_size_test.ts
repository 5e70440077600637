/** How large pictures say they are, by the bytes of each format. */
import assert from "node:assert/strict";
import { imageSize, isWithoutArea } from "../../../events/catalog/image_size.ts";
import { GIF, PNG } from "../../pictures.ts";

const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => typeof part === "string" ? [...part].map((one) => one.charCodeAt(0)) : part),
  );
/** Lowest byte first. */
const little = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (value >>> (8 * index)) & 0xff);
const big = (value: number, count: number): number[] => little(value, count).reverse();

const png = (width: number, height: number) =>
  bytes("\x89PNG\r\n\x1a\n", big(13, 4), "IHDR", big(width, 4), big(height, 4), [8, 6, 0, 0, 0]);
/** With a table of comments, a filler and a table of Huffman codes before its frame. */
const jpeg = (width: number, height: number, frame = 0xc2) =>
  bytes([0xff, 0xd8, 0xff, 0xfe, 0, 6], "\xff\xc0ab", [0xff, 0xff, 0xff, 0xc4, 0, 3, 9], [
    0xff,
    frame,
    0,
    11,
    8,
    ...big(height, 2),
    ...big(width, 2),
    3,
  ]);
const gif = (screen: [number, number], frame: [number, number, number, number], table = true) =>
  bytes(
    "GIF89a",
    screen.flatMap((side) => little(side, 2)),
    [table ? 0x81 : 0x01, 0, 0],
    table ? Array<number>(12).fill(0x2c) : [],
    [0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x21, 0xfe, 2],
    "hi",
    [1],
    "!",
    [0, 0x2c],
    frame.flatMap((side) => little(side, 2)),
  );
const webp = (kind: string, ...rest: (string | readonly number[])[]) =>
  bytes("RIFF", little(99, 4), "WEBP", kind, little(80, 4), ...rest);

Deno.test("a picture tells its size in its first bytes, whatever stands before it there", () => {
  const told: [string, Uint8Array, number, number][] = [
    ["image/png", PNG, 1, 1],
    ["image/png", png(30_000, 20), 30_000, 20],
    ["image/png", png(0xffff_ffff, 1), 0xffff_ffff, 1],
    ["image/gif", GIF, 1, 1],
    ["image/gif", gif([640, 480], [0, 0, 640, 480]), 640, 480],
    ["image/gif", gif([1, 1], [5, 7, 60_000, 50_000], false), 60_005, 50_007],
    ["image/jpeg", jpeg(4_000, 3_000), 4_000, 3_000],
    ["image/jpeg", jpeg(65_535, 1, 0xc0), 65_535, 1],
    // What stands between two segments, and is none, is gone over.
    ["image/jpeg", bytes([0xff, 0xd8, 0, 7, 0xff, 0, 0xff, 0xc0, 0, 11, 8, 0, 7, 0, 9]), 9, 7],
    [
      "image/webp",
      webp("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a], little(0x4000 | 300, 2), little(200, 2)),
      300,
      200,
    ],
    ["image/webp", webp("VP8L", [0x2f], little((299 | (16_383 << 14)) >>> 0, 4)), 300, 16_384],
    ["image/webp", webp("VP8X", [0, 0, 0, 0], little(16_777_215, 3), little(9, 3)), 16_777_216, 10],
  ];
  for (const [type, picture, width, height] of told) {
    assert.deepEqual(imageSize(picture, type), { width, height }, `${type} ${width} × ${height}`);
    // In the middle of other bytes, as a piece of a body is.
    const within = new Uint8Array(picture.length + 7);
    within.set(picture, 7);
    assert.deepEqual(imageSize(within.subarray(7), type), { width, height });
  }
});

Deno.test("what is cut off, has no area or is something else has no size", () => {
  const none: [string, Uint8Array][] = [
    ["image/png", png(0, 5)],
    ["image/png", png(5, 0)],
    ["image/png", bytes("\x89PNG\r\n\x1a\n", big(13, 4), "CgBI", big(5, 4), big(5, 4))],
    ["image/jpeg", jpeg(0, 7)],
    ["image/jpeg", jpeg(7, 0)],
    // Tables and what is reserved are no frames.
    ...[0xc4, 0xc8, 0xcc].map((marker): [string, Uint8Array] => ["image/jpeg", jpeg(7, 7, marker)]),
    ["image/gif", bytes("GIF89a", little(5, 2), little(5, 2), [0, 0, 0, 0x3b])],
    ["image/webp", webp("VP8 ", [0, 0, 0, 1, 2, 3], little(5, 2), little(5, 2))],
    ["image/webp", webp("VP8L", [0x2e], little(5, 4))],
    ["image/webp", webp("ALPH", little(5, 4), little(5, 4))],
    ["image/svg+xml", png(5, 5)],
  ];
  for (const [type, picture] of none) assert.equal(imageSize(picture, type), null, type);
  const empty = none.filter(([type, picture]) => isWithoutArea(picture, type));
  assert.deepEqual(
    empty,
    [...none.slice(0, 2), ...none.slice(3, 5)],
    "the others do not say how large they are",
  );
  const whole: [string, Uint8Array][] = [
    ["image/png", png(5, 5).subarray(0, 24)],
    ["image/jpeg", jpeg(5, 5).subarray(0, -1)],
    ["image/gif", gif([5, 5], [0, 0, 5, 5])],
    ["image/webp", webp("VP8X", [0, 0, 0, 0], little(5, 3), little(9, 3))],
  ];
  for (const [type, picture] of whole) {
    assert.notEqual(imageSize(picture, type), null, type);
    for (let length = 0; length < picture.length; length++) {
      assert.equal(imageSize(picture.subarray(0, length), type), null, `${type}, ${length} bytes`);
    }
  }
});
