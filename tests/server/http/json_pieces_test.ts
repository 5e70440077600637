/** What is read a piece at a time is what the platform reads at once, and what the platform refuses is refused. */
import assert from "node:assert/strict";
import { JSON_LEVELS, JSON_VALUES } from "../../../events/catalog/json_depth.ts";
import { decoded, parsedInPieces, PIECE, TooMuch } from "../../../server/http/json_pieces.ts";
import { turnsDuring } from "../../turns_during.ts";
import { sample } from "../../effort.ts";

const LONG = "x".repeat(PIECE + 1);
const many = (
  length: number,
  one: unknown = { role: "user", content: 'a word, [of] {many}: "é" \\ and \u2028' },
) => Array.from({ length }, () => one);

Deno.test("a large text is read as the platform reads it, wherever it is cut", async () => {
  const words = `${"\\".repeat(PIECE / 2)}"${"\n".repeat(PIECE / 2)}${
    "\u0007\u00e9\ud83d\ude00".repeat(PIECE / 8)
  }`;
  const values: unknown[] = [
    many(4_000),
    { messages: many(2_000), model: "editor", n: null, more: [[LONG], { [LONG]: LONG, a: [many(500)] }] },
    [LONG, 1, LONG, [], {}, [LONG, [LONG]], "", LONG],
    words,
    // Cut behind the first of two that stand together.
    `x${words}`,
    { a: words, b: { c: [words, 1, 2] } },
    { [LONG]: 1, b: LONG },
    many(15_000, 12_345.5e-7),
  ];
  for (const value of sample(values)) {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 1)]) {
      assert.deepEqual(await parsedInPieces(text), value);
      const shifted = `${" ".repeat(PIECE / 3)}\t${text}\n `;
      assert.deepEqual(await parsedInPieces(shifted), value);
    }
  }
  const twice = `{"a":1,"b":"${LONG}","a":"${LONG}","b":2}`;
  assert.deepEqual(await parsedInPieces(twice), JSON.parse(twice), "of two with one name the second counts");
  const blank = `[${" ".repeat(2 * PIECE)}]`;
  assert.deepEqual(await parsedInPieces(blank), []);
});

Deno.test("what is no JSON is none in pieces either", async () => {
  const text = JSON.stringify(LONG);
  const broken = [
    `[${text},]`,
    `[,${text}]`,
    `[${text},,1]`,
    `[${text} ${text}]`,
    `[1 ${text}]`,
    `[${text} 1]`,
    `[${text}}`,
    `{${text}:1]`,
    `{"a":${text},}`,
    `{,"a":${text}}`,
    `{"a" ${text}}`,
    `{"a":${text} 1}`,
    `{"a":1${text}}`,
    `{"a":-${text}}`,
    `{"a":"b":${text}}`,
    `{"a":1 "b":${text}}`,
    `{"a",${text}}`,
    `{${text}}`,
    `{:${text}}`,
    `[${text}:1]`,
    `${text}${text}`,
    `${text},${text}`,
    `[${text}`,
    `${text}]`,
    text.slice(0, -1),
    `"${"\\".repeat(2 * PIECE + 1)}"`,
    `"${"x".repeat(PIECE)}\n${LONG}"`,
    `"${"x".repeat(PIECE)}\\x${LONG}"`,
    `[${"1,".repeat(PIECE)}]`,
    " ".repeat(2 * PIECE),
  ];
  for (const one of broken) {
    assert.throws(() => JSON.parse(one), SyntaxError);
    await assert.rejects(
      parsedInPieces(one),
      (error) => error instanceof SyntaxError || error instanceof TooMuch,
    );
  }
});

Deno.test("levels and values are counted in a large text as in a small one", async () => {
  const at = async (text: string) => {
    try {
      await parsedInPieces(text);
      return null;
    } catch (error) {
      return error instanceof TooMuch ? error.of : error;
    }
  };
  for (const long of ["", LONG]) {
    const nested = (levels: number) => `${"[".repeat(levels)}"${long}"${"]".repeat(levels)}`;
    assert.equal(await at(nested(JSON_LEVELS)), null);
    assert.equal(await at(nested(JSON_LEVELS + 1)), "levels");
    const list = (values: number) => `["${long}"${",1".repeat(values - 2)}]`;
    assert.equal(await at(list(JSON_VALUES)), null);
    assert.equal(await at(list(JSON_VALUES + 1)), "values");
  }
});

Deno.test("while a large body is read others have their turn, the more often the larger it is", async () => {
  const turns = async (value: unknown) => {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    return await turnsDuring(async () => parsedInPieces(await decoded(bytes)));
  };
  for (const one of [LONG, { words: LONG.slice(0, PIECE / 8) }]) {
    const [few, more] = [await turns(many(8, one)), await turns(many(32, one))];
    assert.ok(few >= 2 && more >= 2 * few, `${few} turns, ${more} of four times as much`);
  }
  // Gone through once to find its end, and once to be read.
  const text = JSON.stringify('"'.repeat(10 * PIECE));
  const ofText = await turnsDuring(() => parsedInPieces(text));
  assert.ok(ofText >= 36, `${ofText} turns while one text was read`);
});
