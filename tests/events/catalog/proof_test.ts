/** Which keys vouch for the one that signed, and how lines are written. */
import assert from "node:assert/strict";
import {
  base64url,
  checkpointHash,
  checkpointText,
  type Occasion,
  signedBytes,
  treeOf,
} from "../../../events/catalog/checkpoint.ts";
import { hashOf } from "../../../events/catalog/checkpoint.ts";
import {
  pageBytes,
  pageText,
  ProofCheck,
  type ProofLine,
  proofLine,
  readProofLine,
  shortKey,
} from "../../../events/catalog/proof.ts";

const { subtle } = crypto;

async function keyPair() {
  const pair = await subtle.generateKey("Ed25519", true, ["sign", "verify"]) as CryptoKeyPair;
  const key = base64url(new Uint8Array(await subtle.exportKey("raw", pair.publicKey)));
  return {
    key,
    sign: async (text: string) =>
      base64url(new Uint8Array(await subtle.sign("Ed25519", pair.privateKey, signedBytes(text)))),
  };
}
type Pair = Awaited<ReturnType<typeof keyPair>>;
const AT = "2026-01-01T00:00:00.000Z";

/** A proof of one event without words, signed by one key, with these changes before. */
async function proof(
  signer: Pair,
  changes: readonly [Pair, Occasion, string?][],
  structure = "{}",
): Promise<string[]> {
  const chain = await hashOf(subtle, `${await hashOf(subtle, "fishbowl/2 c")}..${structure}`);
  const { root, path } = await treeOf(subtle, [["c", 1, chain]]);
  const prev = await checkpointHash(subtle, "");
  const text = checkpointText({ n: 9, prev, at: AT, key: signer.key, why: "export", heads: 1, root });
  const lines: ProofLine[] = [
    {
      type: "FishbowlProof",
      format: 1,
      stream: "c",
      events: 1,
      disclosed: "all",
      blobs: 0,
      changes: changes.length,
    },
    { type: "Event", seq: 1, structure, digest: "", chain },
    { type: "Checkpoint", text, signature: await signer.sign(text), path },
  ];
  for (const [index, [pair, why, next]] of changes.entries()) {
    const n = index + 2;
    const text = checkpointText({
      n,
      prev,
      at: AT,
      key: pair.key,
      why,
      heads: 0,
      root: "",
      ...(next ? { next } : {}),
    });
    lines.push({ type: "KeyChange", text, signature: await pair.sign(text) });
  }
  return lines.map(proofLine);
}

async function keysOf(lines: readonly string[]): Promise<readonly string[]> {
  const check = new ProofCheck(subtle);
  for (const line of lines) await check.line(line);
  const verdict = check.end();
  assert.ok(verdict.ok, JSON.stringify(verdict));
  return verdict.proved.keys;
}

Deno.test("a key vouches for the one it named, and so on; one that was lost ends that, and a stranger never begins it", async () => {
  const [a, b, c, stranger] = [await keyPair(), await keyPair(), await keyPair(), await keyPair()];
  assert.deepEqual(await keysOf(await proof(c, [[a, "key", b.key], [b, "key", c.key]])), [
    a.key,
    b.key,
    c.key,
  ]);
  assert.deepEqual(await keysOf(await proof(c, [[a, "key", b.key], [c, "lost"]])), [c.key]);
  assert.deepEqual(await keysOf(await proof(c, [[stranger, "key", a.key]])), [c.key]);
  assert.deepEqual(await keysOf(await proof(c, [[stranger, "key", a.key], [b, "key", c.key]])), [
    b.key,
    c.key,
  ]);
  assert.deepEqual(await keysOf(await proof(a, [[a, "key", b.key]])), [a.key], "signed before the change");
});

Deno.test("what is behind its end, before its beginning, or of a later format is refused", async () => {
  const a = await keyPair();
  const lines = await proof(a, []);
  const refused = async (given: readonly string[]) => {
    const check = new ProofCheck(subtle);
    for (const line of given) await check.line(line);
    const verdict = check.end();
    return verdict.ok ? null : verdict.refuted.detail;
  };
  const [start = "", event = "", checkpoint = ""] = lines;
  assert.equal(await refused(lines), null);
  assert.equal(await refused(await proof(a, [], "none")), "Event 1 cannot be read");
  assert.equal(await refused([event]), "The first line must say what is proved");
  assert.equal(await refused([start, start]), "It begins a second time");
  assert.equal(await refused([...lines, event]), "It stands behind the checkpoint");
  assert.equal(await refused([...lines, checkpoint]), "It is a second checkpoint");
  assert.equal(await refused([start, checkpoint]), "Event 1 is missing");
  assert.match(
    await refused([start.replace('"format":1', '"format":2')]) ?? "",
    /written by a later release/,
  );
  assert.match(await refused([start.replace('"blobs":0', '"blobs":1'), event]) ?? "", /A file is missing/);
  assert.match(
    await refused([start.replace('"changes":0', '"changes":1'), event, checkpoint]) ?? "",
    /cut short/,
  );
  assert.match(await refused([start.replace('"all"', '"some"'), event, checkpoint]) ?? "", /says otherwise/);
});

Deno.test("a line is read where it is written as we write it; a page as base64 is", () => {
  const line: ProofLine = { type: "Event", seq: 1, structure: "{}", digest: "", chain: "A".repeat(43) };
  assert.deepEqual(readProofLine(proofLine(line)), line);
  for (
    const other of [
      "",
      "{}",
      '{"type":"toString"}',
      proofLine(line).replace(":1", ": 1"),
      proofLine({ ...line, withheld: true }),
    ]
  ) {
    assert.equal(readProofLine(other), null, other);
  }
  for (let size = 0; size < 10; size++) {
    const bytes = new Uint8Array(size).fill(255);
    assert.deepEqual(pageBytes(pageText(bytes)), bytes);
    assert.equal(pageText(bytes), bytes.toBase64());
  }
  assert.equal(pageBytes("AAA"), null);
  assert.equal(shortKey("abcdefghijklmnopqrstuv"), "abcd efgh ijkl mnop");
});
