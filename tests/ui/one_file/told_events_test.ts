/** Events of a proof as the fold takes them. */
import assert from "node:assert/strict";
import { pageText, type ProofEvent } from "../../../events/catalog/proof.ts";
import { blanks } from "../../../events/catalog/words.ts";
import { eventOf, textsOf } from "../../../ui/one_file/told_events.ts";

const structure = JSON.stringify({
  id: "p/0",
  type: "MessagePosted",
  v: 1,
  at: "2026-01-01T00:00:00.000Z",
  by: { kind: "user", id: "ann" },
  data: { messageId: "m", author: { kind: "user", id: "ann" }, role: "user" },
});
const words = JSON.stringify({ by: "Ann", data: { author: { name: "Ann" }, content: "Hello" } });
const line: ProofEvent = { type: "Event", seq: 3, structure, salt: "s", words, digest: "d", chain: "c" };

Deno.test("structure and words come together again; where words are not told, something blank stands there", () => {
  const whole = eventOf(line, new Map(), blanks());
  assert.deepEqual(whole?.by, { kind: "user", id: "ann", name: "Ann" });
  assert.deepEqual(whole?.data, {
    messageId: "m",
    author: { kind: "user", id: "ann", name: "Ann" },
    role: "user",
    content: "Hello",
  });
  assert.equal(whole?.erased, undefined);
  const { salt: _, words: __, ...bare } = line;
  const gone = eventOf(bare, new Map(), blanks());
  assert.equal(gone?.erased, true);
  assert.deepEqual(gone?.data, {
    messageId: "m",
    author: { kind: "user", id: "ann", name: "" },
    role: "user",
    content: "",
  });
});

Deno.test("a text that was too long for its event is put back, of as many pages as it has", () => {
  const long = new TextEncoder().encode("ä".repeat(50_000));
  const [first, second] = [long.subarray(0, 60 * 1024), long.subarray(60 * 1024)];
  const page = (bytes: Uint8Array, page: number) =>
    ({ type: "Blob", sha256: "x", size: long.length, page, pages: 2, data: pageText(bytes) }) as const;
  const texts = textsOf([page(first, 0), page(second, 1)]);
  const spilled = {
    ...line,
    structure: structure.replace(/}$/, ',"spilled":[["content"]]}'),
    words: JSON.stringify({ data: { author: { name: "Ann" }, content: { blob: "x", bytes: long.length } } }),
  };
  const data: unknown = eventOf(spilled, texts, blanks())?.data;
  assert.ok(typeof data === "object" && data && "content" in data);
  assert.equal(data.content, "ä".repeat(50_000));
});

Deno.test("what has not the form of an event is none, whichever of its parts it lacks", () => {
  for (const field of ["id", "type", "v", "at", "by"]) {
    const structure = JSON.stringify({ ...JSON.parse(line.structure), [field]: true });
    assert.equal(eventOf({ ...line, structure }, new Map(), blanks()), null, field);
  }
});
