/** The text of a checkpoint, the tree over heads, and what may stand behind what. */
import assert from "node:assert/strict";
import {
  base64url,
  type Checkpoint,
  CHECKPOINT_HEADS,
  checkpointHash,
  checkpointText,
  fromBase64url,
  type Head,
  readCheckpoint,
  rootBy,
  type Signed,
  signedBytes,
  treeOf,
  wrongBehind,
} from "../../../events/catalog/checkpoint.ts";

const { subtle } = crypto;
const HASH = base64url(new Uint8Array(32).fill(1));

async function keyPair() {
  const pair = await subtle.generateKey("Ed25519", true, ["sign", "verify"]) as CryptoKeyPair;
  const key = base64url(new Uint8Array(await subtle.exportKey("raw", pair.publicKey)));
  const sign = async (fields: Partial<Checkpoint>): Promise<Signed & { checkpoint: Checkpoint }> => {
    const checkpoint: Checkpoint = {
      n: 1,
      prev: "",
      at: "2026-01-01T00:00:00.000Z",
      key,
      why: "demand",
      heads: 0,
      root: "",
      ...fields,
    };
    const text = checkpointText(checkpoint);
    const signature = base64url(
      new Uint8Array(await subtle.sign("Ed25519", pair.privateKey, signedBytes(text))),
    );
    return { checkpoint, text, signature };
  };
  return { key, sign };
}

Deno.test("base64url is read where it is what would be written, and nowhere else", () => {
  for (let size = 0; size < 70; size++) {
    const bytes = Uint8Array.from({ length: size }, (_, index) => index * 37 + size);
    assert.deepEqual(fromBase64url(base64url(bytes)), bytes);
  }
  for (const text of ["A", "AB", "AA=", "+A", "/w", "AA A", "ÄÄ"]) {
    assert.equal(fromBase64url(text), null, text);
  }
});

Deno.test("each head leads to the root by its path, and no other does", async () => {
  for (const size of [1, 2, 3, 4, 5, 7, 8, 9, 33]) {
    const heads = Array.from({ length: size }, (_, n): Head => [`c${n}`, n + 1, HASH]);
    for (const [index, head] of heads.entries()) {
      const { root, path } = await treeOf(subtle, heads, index);
      assert.equal(await rootBy(subtle, head, path), root, `${index} of ${size}`);
      const [stream, seq, hash] = head;
      assert.notEqual(await rootBy(subtle, [stream, seq + 1, hash], path), root);
      if (size > 1) assert.notEqual(await rootBy(subtle, heads[index ? 0 : 1] ?? head, path), root);
    }
  }
  assert.deepEqual(await treeOf(subtle, []), { root: "", path: [] });
  assert.ok(CHECKPOINT_HEADS > 0);
});

Deno.test("a checkpoint is read where each of its fields is one, and it is written as we write it", async () => {
  const { sign } = await keyPair();
  const whole: Partial<Checkpoint>[] = [
    {},
    { n: 2, prev: HASH, heads: 3, root: HASH },
    { why: "key", next: HASH },
    { why: "restore", lost: { n: 7, hash: HASH } },
  ];
  for (const fields of whole) {
    const { text, checkpoint } = await sign(fields);
    assert.deepEqual(
      JSON.parse(JSON.stringify(readCheckpoint(text))),
      JSON.parse(JSON.stringify(checkpoint)),
    );
    assert.equal(readCheckpoint(` ${text}`), null);
  }
  const wrong: Partial<Record<keyof Checkpoint, unknown>>[] = [
    { n: 0 },
    { n: 1.5 },
    { prev: HASH },
    { n: 2 },
    { key: HASH.slice(1) },
    { why: "because" },
    { heads: 1 },
    { root: HASH },
    { heads: -1 },
    { next: HASH },
    { why: "key" },
    { lost: { n: 0, hash: HASH } },
    { lost: { n: 1, hash: "" } },
    { at: 1 },
    { at: "" },
    { at: "\u001b[2K2026-01-01T00:00:00.000Z" },
    { at: "2026-01-01T00:00:00.000Z by your own key" },
  ];
  for (const fields of wrong) {
    const { text } = await sign(fields as Partial<Checkpoint>);
    assert.equal(readCheckpoint(text), null, JSON.stringify(fields));
  }
  for (const text of ["", "{", "null", "[]", "1"]) assert.equal(readCheckpoint(text), null);
});

Deno.test("behind a checkpoint stands the next one, by the same key or the one it named", async () => {
  const [one, other] = [await keyPair(), await keyPair()];
  const first = await one.sign({});
  const prev = await checkpointHash(subtle, first.text);
  assert.equal(await wrongBehind(subtle, first, null), null);
  assert.equal(await wrongBehind(subtle, await one.sign({ n: 2, prev }), first), null);
  assert.equal(await wrongBehind(subtle, await other.sign({ n: 2, prev }), first), "another key signed it");
  assert.equal(await wrongBehind(subtle, await other.sign({ n: 2, prev, why: "lost" }), first), null);
  assert.equal(await wrongBehind(subtle, await one.sign({ n: 3, prev }), first), "it is not the next");
  const astray = await one.sign({ n: 2, prev: HASH });
  assert.equal(await wrongBehind(subtle, astray, first), "it does not follow the one before");
  const unsigned = { ...await one.sign({ n: 2, prev }), signature: first.signature };
  assert.equal(await wrongBehind(subtle, unsigned, first), "its signature is not that of its key");
  const change = await one.sign({ n: 2, prev, why: "key", next: other.key });
  const behind = { n: 3, prev: await checkpointHash(subtle, change.text) };
  assert.equal(await wrongBehind(subtle, await other.sign(behind), change), null);
  assert.equal(await wrongBehind(subtle, await one.sign(behind), change), "another key signed it");
});
