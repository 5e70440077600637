import assert from "node:assert/strict";
import { blobsOfEvent, hashesIn } from "../../../events/catalog/proof_files.ts";

const [A, B, C] = ["a".repeat(64), "b".repeat(64), "c".repeat(64)];

Deno.test("an event names its long texts, its files, and what its request was made of; a hash that somebody wrote is none", () => {
  const long = (blob: string) => ({ blob, bytes: 1 });
  const words = {
    data: {
      content: long(A),
      calls: [{ args: "" }, { args: long(B) }],
      attachments: [{ sha256: C, text: { sha256: B } }, { sha256: A }],
      said: A,
    },
  };
  const named = (structure: unknown, words?: unknown) =>
    blobsOfEvent(JSON.stringify(structure), words === undefined ? undefined : JSON.stringify(words));
  assert.deepEqual(named({}, words), [C, B, A]);
  const spilled = [["calls", 1, "args"], ["content"]];
  assert.deepEqual(named({ spilled }, words), [B, A, C, B, A]);
  assert.deepEqual(named({}, { data: { shellBlob: A } }), [A]);
  assert.deepEqual(named({ spilled: [["x"]], data: { x: long(C) } }, { by: "" }), [C], "it may be no word");
  for (const place of [["__proto__", "x"], ["none", 0], [], ["said"], ["constructor"], null, 1]) {
    assert.equal(named({ spilled: [place] }, words), null, `${place}: a long text is named nowhere`);
    assert.deepEqual(named({ spilled: [place] }), [], "of what is not told nothing is missing");
  }
  assert.deepEqual(named(null, null), []);
  assert.deepEqual(hashesIn([JSON.stringify(words), `-${A}${B}`]), [A, B, C, B, A, A, A, B]);
});

Deno.test("an event that is no JSON names nothing and is told apart", () => {
  assert.equal(blobsOfEvent("{}", "no"), null);
  assert.equal(blobsOfEvent("", "{}"), null);
});
