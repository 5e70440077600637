/** Which pictures the page of a talk shows: those whose bytes are in it and are what they say, as far as there is room. */
import assert from "node:assert/strict";
import { IMAGE_MOST_SIDE, IMAGE_TYPES } from "../../../events/catalog/limits.ts";
import { picturesOf, sourceOf } from "../../../ui/one_file/shown_pictures.ts";
import { PNG, pngOf } from "../../pictures.ts";

const hash = (digit: string) => digit.repeat(64);
const file = (digit: string, type = "image/png") => ({ sha256: hash(digit), name: "a", type, size: 1 });
const png = (width: number) => pngOf(width, 1);

/** A talk in which a tool gave some files, and a message has some. */
const talk = (given: ReturnType<typeof file>[], attached: ReturnType<typeof file>[] = []) =>
  ({
    order: ["m1", "m2"],
    messages: { m1: {}, m2: { attachments: attached } },
    bodies: { m1: { content: "", tools: [{ attachments: given }, {}] } },
  }) as unknown as Parameters<typeof picturesOf>[0];

Deno.test("pictures of tools and of messages are shown by the bytes that stand in the file, and none that do not", () => {
  const texts = new Map([[hash("a"), png(3)], [hash("b"), png(4)]]);
  const { shown, left } = picturesOf(talk([file("a"), file("c")], [file("b"), file("a")]), texts);
  assert.deepEqual([...shown].map(([sha, { width }]) => [sha, width]), [[hash("a"), 3], [hash("b"), 4]]);
  assert.equal(left.size, 0);
});

Deno.test("what is no picture of its type, of no type that is shown, or too wide, is not shown", () => {
  const text = new TextEncoder().encode("<svg onload=alert(1)></svg>");
  const texts = new Map([[hash("a"), text], [hash("b"), png(IMAGE_MOST_SIDE + 1)], [hash("c"), png(3)]]);
  for (const type of [...IMAGE_TYPES, "image/svg+xml", "text/html", 'image/png" onerror="x']) {
    assert.equal(picturesOf(talk([file("a", type)]), texts).shown.size, 0, type);
  }
  for (const type of ["image/svg+xml", "image/jpeg", 'image/png;x="'].map((type) => file("c", type))) {
    assert.equal(picturesOf(talk([type]), texts).shown.size, 0);
  }
  assert.equal(picturesOf(talk([file("b")]), texts).shown.size, 0);
  texts.set(hash("b"), png(IMAGE_MOST_SIDE));
  assert.equal(picturesOf(talk([file("b")]), texts).shown.size, 1);
});

Deno.test("pictures are shown in the order of the talk as far as there is room, each counted once, and the rest is told", () => {
  const texts = new Map(["a", "b", "c"].map((digit, n) => [hash(digit), png(n + 1)]));
  const all = talk([file("a"), file("a"), file("b")], [file("c"), file("c")]);
  const size = PNG.length;
  assert.equal(picturesOf(all, texts, 3 * size).left.size, 0);
  const { shown, left } = picturesOf(all, texts, 3 * size - 1);
  assert.deepEqual([...shown.keys()], [hash("a"), hash("b")]);
  assert.deepEqual([...left], [hash("c")]);
});

Deno.test("a picture's address holds its bytes, and nothing that ends it", () => {
  const source = sourceOf({ type: "image/png", bytes: Uint8Array.from({ length: 256 }, (_, n) => n) });
  assert.match(source, /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/);
  const bytes = Uint8Array.fromBase64(source.slice(source.indexOf(",") + 1));
  assert.deepEqual([...bytes], Array.from({ length: 256 }, (_, n) => n));
});
