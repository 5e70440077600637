/** Bodies that are made while they are read: whole, in pieces that are no long work, and others have their turn between. */
import assert from "node:assert/strict";
import { bodyOf, gathered, PIECE_TEXTS } from "../../../server/http/body_in_turns.ts";
import { indentedTexts, TEXT_UNITS } from "../../../server/http/long_json.ts";

Deno.test("a piece is as long as one text too many makes it, and of no more texts than may be made in a row", async () => {
  for (const text of ["", "word ", "word ".repeat(3_000)]) {
    const [made, pieces]: [number[], number] = [[0], 0];
    const texts = function* () {
      for (let n = 0; n < 3 * PIECE_TEXTS; n++) {
        made[made.length - 1] = (made.at(-1) ?? 0) + 1;
        yield text;
      }
    };
    let whole = "";
    for await (const piece of gathered(texts())) {
      assert.ok(piece.length < TEXT_UNITS + Math.max(1, text.length), `${piece.length}`);
      whole += piece;
      made.push(0);
    }
    assert.ok(Math.max(...made) <= PIECE_TEXTS, `${made}`);
    assert.equal(whole, text.repeat(3 * PIECE_TEXTS), `${pieces}`);
  }
});

Deno.test("others have their turn before each piece, also where nothing is to be sent yet", async () => {
  const texts = function* () {
    for (let n = 0; n < 4 * PIECE_TEXTS; n++) yield n < 3 * PIECE_TEXTS ? "" : "a";
  };
  let rests = 0;
  const body = bodyOf(texts(), () => Promise.resolve(void rests++));
  assert.equal(await new Response(body).text(), "a".repeat(PIECE_TEXTS));
  assert.equal(rests, 5);
});

Deno.test("a body that is not read to its end ends what makes it, and what fails breaks it", async () => {
  let isEnded = false;
  const texts = function* () {
    try {
      while (true) yield "word ".repeat(TEXT_UNITS);
    } finally {
      isEnded = true;
    }
  };
  const reader = bodyOf(texts()).getReader();
  assert.equal((await reader.read()).done, false);
  await reader.cancel();
  assert.ok(isEnded);
  const failing = function* (): Generator<string> {
    yield "word";
    throw new Error("torn");
  };
  await assert.rejects(new Response(bodyOf(failing())).text(), /torn/);
});

Deno.test("JSON for people is what the platform writes, item by item", () => {
  const object = { id: "a", nothing: undefined, list: [1, { b: "two\nlines" }] };
  for (const items of [[], [{ a: 1 }], [{ a: [] }, { text: "\n    ", b: { c: [1, 2] } }, {}]]) {
    const texts = [...indentedTexts(object, "items", items)];
    assert.equal(texts.join(""), JSON.stringify({ ...object, items }, null, 2));
    assert.equal(texts.length, items.length + 2);
    assert.equal(
      [...indentedTexts(object, "items", [null, ...items.flatMap((item) => [item, null])])].join(""),
      texts.join(""),
    );
  }
});
