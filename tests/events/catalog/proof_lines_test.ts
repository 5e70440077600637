import assert from "node:assert/strict";
import { NO_END, PROOF_LINE_UNITS } from "../../../events/catalog/proof.ts";
import { proofLinesOf } from "../../../events/catalog/proof_lines.ts";

const encoder = new TextEncoder();
const inPieces = (bytes: Uint8Array, size: number): Promise<string[]> =>
  Array.fromAsync(proofLinesOf((async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  })()));

Deno.test("lines are told as they were written, in whatever pieces they come, and other bytes for the same signs are no line", async () => {
  const text = 'ä\ufffd"🐟\n\nsecond\nlast';
  const bytes = encoder.encode(text);
  for (const size of [1, 2, 3, 100]) {
    assert.deepEqual(await inPieces(bytes, size), [...text.split("\n").slice(0, -1), NO_END]);
    assert.deepEqual(await inPieces(encoder.encode(`${text}\n`), size), text.split("\n"));
    const marked = await inPieces(Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes]), size);
    assert.equal(marked[0], `\ufeff${text.split("\n")[0]}`);
    const broken = await inPieces(Uint8Array.from([...bytes, 0x0a, 0x41, 0xff, 0x0a, 0x42, 0x0a]), size);
    assert.deepEqual(broken, [...text.split("\n"), "\ufffd", "B"]);
  }
  assert.deepEqual(await inPieces(new Uint8Array(), 1), []);
});

Deno.test("a line that has no end is not read to it", async () => {
  const long = new Uint8Array(3 * PROOF_LINE_UNITS).fill(0x41);
  const ended = Uint8Array.from([...long, 0x0a]);
  assert.deepEqual((await inPieces(ended, 60_000)).map((line) => line.length), [3 * PROOF_LINE_UNITS]);
  let taken = 0;
  const lines = await Array.fromAsync(proofLinesOf((async function* () {
    for (;; taken++) yield long.subarray(0, 60_000);
  })()));
  assert.deepEqual([lines, taken], [["\ufffd"], 20]);
});
