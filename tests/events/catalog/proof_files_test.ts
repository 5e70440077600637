import assert from "node:assert/strict";
import { blobsOfEvent, hashesIn } from "../../../events/catalog/proof_files.ts";

const [A, B, C] = ["a".repeat(64), "b".repeat(64), "c".repeat(64)];

Deno.test("an event names its long texts, its files, and what its request was made of; a hash that somebody wrote is none", () => {
  const words = {
    data: { content: A, calls: [{ args: "" }, { args: B }], attachments: [{ sha256: C }], by: 1 },
  };
  const named = (structure: unknown, words: unknown) =>
    blobsOfEvent(JSON.stringify(structure), JSON.stringify(words));
  assert.deepEqual(named({}, words), [C]);
  assert.deepEqual(named({ spilled: [["calls", 1, "args"], ["content"]] }, words), [B, A, C]);
  assert.deepEqual(named({ spilled: [["__proto__", "x"], ["none", 0], []] }, words), [C]);
  assert.deepEqual(named({}, { data: { shellBlob: A } }), [A]);
  assert.deepEqual(named(null, null), []);
  assert.deepEqual(hashesIn([JSON.stringify(words), `-${A}${B}`]), [A, B, C, A, B]);
});

Deno.test("an event that is no JSON names nothing and is told apart", () => {
  assert.equal(blobsOfEvent("{}", "no"), null);
  assert.equal(blobsOfEvent("", "{}"), null);
});
