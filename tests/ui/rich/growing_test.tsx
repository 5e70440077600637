/** A text that gets longer: it is made as if it were read at once, and what is closed of it costs nothing any more. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { drawn } from "./drawn.tsx";
import { Growth, PASSAGE_PARTS } from "../../../ui/rich/growing.tsx";
import { GrowingOutline, outlineOf } from "../../../ui/rich/outline.ts";
import { partsOf } from "../../../ui/rich/rich_text.tsx";
import { draws } from "../../effort.ts";

/** Lines that begin, go on with and end what Markdown has, and blanks, which close it. */
const LINES = [
  ..."|||||words|more *words*|# one|### two|- item|  - within|1. one|2. two|> quote|> [!NOTE]|```|```js|~~~|    code"
    .split("|"),
  ..."| a | b |;|---|---|;---;===;**2.** strong;*;[r] and [^n];[r]: https://x.example;[^n]: a note;  goes on;[^m]: b;$x$;$$;\\["
    .split(";"),
];
const written = fc.array(fc.constantFrom(...LINES), { maxLength: 40 }).map((lines) => lines.join("\n"));
/** Where a text is cut into pieces. */
const pieces = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 30 });

/** The beginnings of a text, each longer than the one before by one of some lengths in turn. */
function* beginnings(text: string, lengths: readonly number[]): Generator<string> {
  for (let end = 0, turn = 0; end < text.length; turn++) {
    end += lengths[turn % lengths.length] ?? 1;
    yield text.slice(0, end);
  }
}

Deno.test("however a text is cut into pieces, with each of them it looks as if it were read at once", () => {
  fc.assert(
    fc.property(written, pieces, (text, lengths) => {
      const growth = new Growth();
      for (const read of beginnings(text, lengths)) {
        assert.equal(drawn(read, true, growth), drawn(read, true), JSON.stringify(read));
      }
      assert.equal(drawn(text, false, growth), drawn(text), JSON.stringify(text));
    }),
    { numRuns: draws(2_000) },
  );
});

Deno.test("however it is cut, the same is closed and defined in it", () => {
  const told = ({ ends, links, notes }: ReturnType<typeof outlineOf>) => ({
    ends: [...ends],
    links: [...links],
    notes: [...notes],
  });
  fc.assert(
    fc.property(written, pieces, (text, lengths) => {
      const outline = new GrowingOutline();
      for (const read of beginnings(text, lengths)) {
        assert.deepEqual(told(outline.read(read, true)), told(outlineOf(read, true)), JSON.stringify(read));
      }
      assert.deepEqual(told(outline.read(text, false)), told(outlineOf(text)), JSON.stringify(text));
    }),
    { numRuns: draws(5_000) },
  );
});

Deno.test("a text that is another one, is shorter, or goes on behind its end is made anew", () => {
  const growth = new Growth();
  const told: [string, boolean][] = [
    ["one\n\ntwo\n\nthr", true],
    ["one\n\ntwo\n", true],
    ["four\n\nfive\n\nsix", true],
    ["four\n\nfive\n\nsix", false],
    ["four\n\nfive\n\nsix and seven\n\neight", true],
    ["four\n\nfive\n\nsix and seven\n\neight", false],
    ["four\n\nfive\n\nsix and seven\n\neight and nine", false],
  ];
  for (const [text, writing] of told) assert.equal(drawn(text, writing, growth), drawn(text, writing), text);
});

const BLOCKS = 20 * PASSAGE_PARTS;

Deno.test("of very many closed blocks all but the last passage stay what they are with each piece, and are few", () => {
  const growth = new Growth();
  const block = "```\n```\n\n";
  let text = "begin\n\n".repeat(PASSAGE_PARTS);
  let before = partsOf(text, true, undefined, growth).elements;
  for (let n = 0; n < BLOCKS; n++) {
    text += `${block}and`;
    const now = partsOf(text, true, undefined, growth).elements;
    for (const [at, element] of before.slice(0, -1).entries()) {
      assert.equal(now[at], element, `${at} at ${n}`);
    }
    text += ` so on ${n}\n\n`;
    before = now;
  }
  assert.ok(before.length <= PASSAGE_PARTS + 2 * BLOCKS / PASSAGE_PARTS + 1, String(before.length));
});

Deno.test("lines that nothing can change any more are read once", () => {
  const outline = new GrowingOutline();
  /** The text as it is read: how much of it is asked for. */
  let most = 0;
  const watched = (text: string) =>
    Object.assign(new String(text), {
      slice(from: number) {
        most = Math.max(most, text.length - from);
        return text.slice(from);
      },
    }) as unknown as string;
  const lines = ["# one", "", "[r]: https://x.example", "```", "code", "", "```", "[^n]: note", "", "words"];
  const text = `${lines.join("\n")}\n`.repeat(50);
  for (const read of beginnings(text, [7])) outline.read(watched(read), true);
  assert.ok(most > 0 && most < 3 * 25, String(most));
});
