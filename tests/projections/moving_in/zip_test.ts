/** Archives as products write them, and as nobody should. */
import assert from "node:assert/strict";
import {
  ZIP_FILES,
  ZIP_PIECE,
  ZIP_RATIO,
  ZIP_SMALL,
  zipBytes,
  ZipError,
  zipFiles,
} from "../../../projections/moving_in/zip.ts";
import { type GivenFile, sourceOf, zipOf } from "./given.ts";

const read = async (bytes: Uint8Array, name = "a.txt") => {
  const source = sourceOf(bytes);
  const file = (await zipFiles(source)).find((one) => one.name === name);
  assert.ok(file);
  const parts = await Array.fromAsync(zipBytes(source, file), (part) => part.slice());
  return { text: await new Blob(parts).text(), largest: source.largest, parts };
};
const fault = (work: Promise<unknown>, wanted: string) =>
  assert.rejects(work, (error) => error instanceof ZipError && error.fault === wanted);
const of = (...files: GivenFile[]) => zipOf(files);

Deno.test("files are read packed or stored, with a comment, with folders, and in the form of large archives", async () => {
  const files = [{ name: "folder/", content: "" }, { name: "a.txt", content: "naïve 😀" }];
  for (const more of [{}, { wide: true }, { comment: "PK\x05\x06 said somebody".repeat(50) }]) {
    const bytes = await zipOf(files, more);
    assert.equal((await read(bytes)).text, "naïve 😀");
    assert.equal((await zipFiles(sourceOf(bytes))).length, 1);
  }
  assert.equal((await read(await of({ name: "a.txt", content: "as it is", stored: true }))).text, "as it is");
});

Deno.test("of a large file a piece at a time is held", async () => {
  const content = crypto.getRandomValues(new Uint8Array(60_000)).toHex().repeat(40);
  const { text, largest, parts } = await read(await of({ name: "a.txt", content }));
  assert.equal(text.length, content.length);
  assert.ok(largest <= 256 * 1024, `${largest}`);
  assert.ok(Math.max(...parts.map(({ length }) => length)) <= ZIP_PIECE);
});

Deno.test("what unpacks to far more than it lies there is not unpacked; small files may", async () => {
  await fault(of({ name: "a.txt", content: "x".repeat(2 * ZIP_SMALL) }).then((bytes) => read(bytes)), "bomb");
  assert.equal(
    (await read(await of({ name: "a.txt", content: "x".repeat(ZIP_SMALL) }))).text.length,
    ZIP_SMALL,
  );
  const size = ZIP_SMALL + 1;
  const source = sourceOf(new Uint8Array(0));
  const file = { name: "a", packed: Math.floor(size / ZIP_RATIO), size, stored: false, sum: 0, at: 0 };
  await fault(zipBytes(source, file).next(), "bomb");
  await fault(zipBytes(source, { ...file, packed: file.packed + 1 }).next(), "cut");
});

Deno.test("a file is never more than it was said to be, and less is a fault too", async () => {
  const content = "x".repeat(1_000);
  await fault(of({ name: "a.txt", content, says: { size: 999 } }).then((bytes) => read(bytes)), "false_size");
  await fault(of({ name: "a.txt", content, says: { size: 1_001 } }).then((bytes) => read(bytes)), "cut");
});

Deno.test("bytes that were changed on their way are a fault, of a file that lies there as it is, too", async () => {
  const content = "Bread rises. ".repeat(5_000);
  for (const stored of [true, false]) {
    assert.equal((await read(await of({ name: "a.txt", content, stored }))).text, content);
    await fault(of({ name: "a.txt", content, stored, says: { sum: 1 } }).then((bytes) => read(bytes)), "cut");
  }
  const whole = await of({ name: "a.txt", content, stored: true });
  whole[whole.length - 1_000] = "x".charCodeAt(0);
  await fault(read(whole), "cut");
});

Deno.test("locked, packed otherwise, and too many files are refused by name", async () => {
  await fault(of({ name: "a.txt", content: "x", says: { flags: 1 } }).then((bytes) => read(bytes)), "locked");
  await fault(
    of({ name: "a.txt", content: "x", says: { method: 14 } }).then((bytes) => read(bytes)),
    "packing",
  );
  const wide = await zipOf([{ name: "a.txt", content: "x" }], { wide: true });
  const view = new DataView(wide.buffer);
  // Both counts stand in the large end, which comes before 20 bytes of its place and 22 of the old end.
  view.setBigUint64(wide.length - 42 - 24, BigInt(ZIP_FILES + 1), true);
  await fault(read(wide), "many");
});

Deno.test("cut anywhere or changed anywhere, it is a fault in words, never another error or an endless reading", async () => {
  const whole = await of({ name: "a.txt", content: "Bread. ".repeat(50) }, {
    name: "b",
    content: "b",
    stored: true,
  });
  const given = new Set(["Bread. ".repeat(50), "b"]);
  for (let length = 0; length < whole.length; length += 3) {
    await assert.rejects(read(whole.slice(0, length)), ZipError, `${length}`);
  }
  for (let at = 0; at < whole.length; at++) {
    const changed = whole.slice();
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    try {
      const source = sourceOf(changed);
      for (const file of await zipFiles(source)) {
        const pieces = await Array.fromAsync(zipBytes(source, file), (piece) => piece.slice());
        assert.ok(given.has(await new Blob(pieces).text()), `byte ${at} changed the words`);
      }
    } catch (error) {
      assert.ok(error instanceof ZipError, `byte ${at}: ${error}`);
    }
  }
});
