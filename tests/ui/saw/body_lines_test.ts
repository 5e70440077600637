/** A request set out in lines, of its own characters alone. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { lineKey, linesOf, rowsOf, spaceAfter } from "../../../ui/saw/body_lines.ts";

const shown = (body: string, columns = 80): string[] =>
  linesOf(body).flatMap((line, number) => rowsOf(body, line, number, columns)).map(({ pieces, indent }) =>
    " ".repeat(indent) +
    pieces.map(({ kind, start, end }) => body.slice(start, end) + spaceAfter(kind)).join("").trimEnd()
  );

Deno.test("what is short stands on one line, the rest is set in", () => {
  const body = JSON.stringify({
    model: "m",
    messages: [{ role: "user", content: "Hello" }, { role: "user", content: "a".repeat(60) }],
    stream: true,
    none: [],
  });
  assert.deepEqual(shown(body), [
    "{",
    '  "model": "m",',
    '  "messages": [',
    '    {"role": "user", "content": "Hello"},',
    "    {",
    '      "role": "user",',
    `      "content": "${"a".repeat(60)}"`,
    "    }",
    "  ],",
    '  "stream": true,',
    '  "none": []',
    "}",
  ]);
});

Deno.test("what holds others stands on lines of its own, so that one more changes no other", () => {
  const lines = (count: number) =>
    shown(JSON.stringify({ m: Array.from({ length: count }, (_, n) => ({ a: n })) }));
  assert.deepEqual(lines(1), ["{", '  "m": [', '    {"a": 0}', "  ]", "}"]);
  assert.deepEqual(lines(2), ["{", '  "m": [', '    {"a": 0},', '    {"a": 1}', "  ]", "}"]);
});

Deno.test("a text is broken where a line of it ends, and where there is no more room", () => {
  const long = `first line\n\nsecond ${"word ".repeat(12)}end`;
  const body = JSON.stringify({ content: long, more: "x".repeat(40) });
  assert.deepEqual(shown(body, 40), [
    "{",
    '  "content": "first line\\n\\n',
    "      second word word word word word",
    "      word word word word word word",
    '      word end",',
    `  "more": "${"x".repeat(29)}`,
    `      ${"x".repeat(11)}"`,
    "}",
  ]);
});

Deno.test("whatever the request and the width, the rows together are the request, and no row is much too wide", () => {
  fc.assert(fc.property(fc.jsonValue(), fc.integer({ min: 20, max: 120 }), (value, columns) => {
    const body = JSON.stringify(value);
    const rows = linesOf(body).flatMap((line, number) => rowsOf(body, line, number, columns));
    assert.equal(
      rows.flatMap(({ pieces }) => pieces).map(({ start, end }) => body.slice(start, end)).join(""),
      body,
    );
    for (const { pieces, indent } of rows) {
      const width = pieces.reduce(
        (sum, { kind, start, end }) => sum + end - start + spaceAfter(kind).length,
        indent,
      );
      assert.ok(width <= Math.max(columns, indent + 16) + 4, `${width} in ${columns}`);
    }
  }));
});

Deno.test("no character is cut in two", () => {
  const body = JSON.stringify({ content: "😀".repeat(60) });
  for (let columns = 20; columns < 40; columns++) {
    for (const row of shown(body, columns)) assert.ok(row.isWellFormed(), row);
  }
});

Deno.test("a line that only ends otherwise is the same line", () => {
  const keys = (content: string) => {
    const body = JSON.stringify({ content, more: "a".repeat(60) });
    return linesOf(body).map((line) => lineKey(body, line));
  };
  const [, first] = keys("one");
  assert.equal(keys("one\n\ntwo")[1], first);
  assert.notEqual(keys("one more")[1], first);
});

Deno.test("what is no JSON is shown as it is", () => {
  assert.deepEqual(shown("{cut"), ["{", "  cut"]);
  assert.deepEqual(shown(""), []);
});
