/** Letters under very many marks. */
import assert from "node:assert/strict";
import { type ComponentChildren, Fragment, isValidElement, type VNode } from "preact";
import { drawn } from "../rich/drawn.tsx";
import { MARKS, unpiled } from "../../../ui/parts/piled_marks.tsx";
import { PIECE_UNITS, RawText } from "../../../ui/parts/raw_text.tsx";

const ACUTE = "\u0301";
const marks = (text: string): number => text.split(ACUTE).length - 1;

/** What of a text is shown, and how it is written. */
function told(node: ComponentChildren): { shown: string; written: string } {
  const whole = Array.isArray(node) ? node.map(told) : null;
  if (whole) {
    return {
      shown: whole.map((one) => one.shown).join(""),
      written: whole.map((one) => one.written).join(""),
    };
  }
  if (!isValidElement(node)) return { shown: String(node ?? ""), written: String(node ?? "") };
  const { type, props } = node as VNode<Record<string, unknown>>;
  const inside = told(props["children"] as ComponentChildren);
  const written = type === Fragment ? undefined : props["data-md"];
  return written === undefined ? inside : { shown: inside.shown, written: String(written) };
}

Deno.test("of a letter with very many marks some are shown, the others are told of, and copied with it", () => {
  const pile = `b${ACUTE.repeat(MARKS + 1_234)}`;
  const text = `before a${ACUTE} ${pile} and behind ${pile}`;
  const { shown, written } = told(unpiled(text));
  assert.equal(marks(shown), 2 * MARKS + 1);
  assert.match(
    shown,
    /^before a\u0301 b\u0301{30} \[more marks on this letter are not shown\] and behind b/,
  );
  assert.equal(written, text);
});

Deno.test("marks that go on with a letter in the piece before are none of that piece's last sign", () => {
  const { shown, written } = told(unpiled(`${ACUTE.repeat(8_000)} and behind`));
  assert.equal(shown, "… and behind");
  assert.equal(written, `${ACUTE.repeat(8_000)} and behind`);
});

Deno.test("a letter with as many marks as are shown, and those of any script, stay as they are", () => {
  for (const text of [`a${ACUTE.repeat(MARKS)} b`, "क्षेत्रीय", "ང་ཚོ་བརྒྱུད", "👩🏽‍❤️‍💋‍👨🏿", "", "plain"]) {
    assert.equal(unpiled(text), text);
  }
});

Deno.test("an answer of marks alone is shown with few, formatted or as it was written, in words and in code", () => {
  const pile = `a${ACUTE.repeat(100_000)}`;
  for (
    const text of [
      pile,
      `*${pile}*`,
      `\`${pile}\``,
      `| a |\n|---|\n| ${pile} |`,
      pile.slice(0, 20_000),
      `\`a${ACUTE.repeat(5_000)}\``,
    ]
  ) {
    for (const writing of [true, false]) {
      const count = marks(drawn(text, writing));
      assert.ok(count > 0 && count <= 2 * MARKS, `${text.slice(0, 20)}: ${count}`);
    }
  }
  for (const text of [pile, pile.slice(0, PIECE_UNITS)]) {
    const count = marks(told(RawText({ text })).shown);
    assert.ok(count > 0 && count <= MARKS, String(count));
  }
});
