/** What is shown of what a model says: never more than may stay, whatever the pieces it comes in. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { anyText } from "../../any_text.ts";
import { AddressedText, parseAddressed } from "../../../actors/turn/addressed_text.ts";
import { isSkip, PlainText, type Shown } from "../../../actors/turn/shown_text.ts";

function shownOf(shown: Shown, text: string, cuts: readonly number[]): string {
  let result = "";
  let from = 0;
  for (const cut of [...cuts].map((c) => c % (text.length + 1)).sort((a, b) => a - b)) {
    result += shown.push(text.slice(from, cut));
    from = cut;
  }
  return result + shown.push(text.slice(from)) + shown.end();
}
const cuts = fc.array(fc.nat(500), { maxLength: 12 });

// Shows P7.
Deno.test("an echoed own name is dropped, however the stream is cut", () => {
  fc.assert(fc.property(fc.string(), cuts, (said, at) => {
    const text = `[Ada]: a${said}`;
    assert.equal(shownOf(new PlainText("Ada", false), text, at), `a${said}`);
  }));
});

Deno.test("any other beginning is shown as it is, however the stream is cut", () => {
  const others = fc.constantFrom("[Bob]: ", "[Ada] ", "[", "[Ad", "Ada: ", "SK", "SKIPPING ", "");
  fc.assert(fc.property(others, fc.string(), cuts, (start, said, at) => {
    const text = `${start}x${said}`;
    assert.equal(shownOf(new PlainText("Ada", true), text, at), text);
  }));
});

Deno.test("nothing of a lone SKIP is shown before it is clear, and it is known as one", () => {
  const shown = new PlainText("Ada", true);
  assert.equal(shown.push("[Ada]: SK"), "");
  assert.equal(shown.push("IP."), "");
  assert.equal(shown.end(), "");
  assert.ok(isSkip("SKIP.") && isSkip(" SKIP\n") && !isSkip("SKIP it") && !isSkip("skipping"));
});

// Shows S1-16.
Deno.test("the words inside the JSON are shown as they come, decoded, however the stream is cut", () => {
  fc.assert(fc.property(fc.nat(9_999), anyText(), cuts, (to, context, at) => {
    const raw = JSON.stringify({ to, context });
    assert.equal(shownOf(new AddressedText(), raw, at), context);
    assert.deepEqual(parseAddressed(raw), { to, context });
  }));
});

// Shows C-13.
Deno.test("JSON in another order, in a fence or with words around it is read at its end", () => {
  for (
    const raw of [
      '{"context": "hi", "to": 7}',
      'Sure!\n```json\n{"to": 7, "context": "hi"}\n```',
      '{"to": "#7", "content": "hi"}',
      '{"to": 7, "text": "hi"} I hope this helps.',
    ]
  ) {
    assert.deepEqual(parseAddressed(raw), { to: 7, context: "hi" }, raw);
    assert.equal(shownOf(new AddressedText(), raw, [3, 9, 20]), "hi", raw);
  }
});

Deno.test("what is not the JSON asked for is not guessed at", () => {
  for (
    const raw of ["", "hello", '{"to": 0', '{"to": -1, "context": "x"}', '{"context": "x"}', "[1]", "{}"]
  ) {
    assert.equal(parseAddressed(raw), null, raw);
  }
});

// Shows S4-31.
Deno.test("structured content is kept as JSON text", () => {
  assert.deepEqual(parseAddressed('{"to": 0, "context": {"a": [1]}}'), { to: 0, context: '{"a":[1]}' });
});

Deno.test("an opening of JSON with too many blanks in it is not shown as it comes, but at the end, whole", () => {
  for (const blanks of [200, 299, 300, 301, 5_000]) {
    const raw = `{${" ".repeat(blanks)}"to": 0, "context": "hi"}`;
    assert.equal(shownOf(new AddressedText(), raw, [3, 9, 320, 310]), "hi", `${blanks}`);
  }
  const shown = new AddressedText();
  assert.equal(
    shown.push(`${" ".repeat(5_000)}\n`) + shown.push('{"to": 0, "context": "h'),
    "h",
    "blanks before it do not count",
  );
});

Deno.test("a SKIP that goes on for ever with nothing is one; with words after all it is shown whole", () => {
  const tail = [". ", "\n", "!", ".."];
  const passing = new PlainText("Ada", true);
  assert.equal(["SKIP", ...tail].map((piece) => passing.push(piece)).join("") + passing.end(), "");
  const talking = new PlainText("Ada", true);
  assert.equal(
    ["SKIP", ...tail, "the", " rest"].map((piece) => talking.push(piece)).join("") + talking.end(),
    `SKIP${tail.join("")}the rest`,
  );
});
