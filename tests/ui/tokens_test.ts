/** The colours of the interface are told apart by everyone: each text on each ground, in both themes. */
import assert from "node:assert/strict";

const css = await Deno.readTextFile(new URL("../../ui/parts/tokens.css", import.meta.url));

/** WCAG 2.2 AA for text of ordinary size. */
const ENOUGH = 4.5;
const GROUNDS = ["bg", "side", "card", "soft", "accent-soft"];
const TEXTS = ["text", "dim", "accent", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"];
const ON: readonly (readonly [text: string, ground: string])[] = [
  ["accent-text", "accent"],
  ["text", "mark"],
  ["bad", "bg"],
  ["bad", "card"],
  ["bad", "bad-soft"],
  ["text", "bad-soft"],
  ...["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "dim"].map((color) => ["on-who", color] as const),
  ...GROUNDS.flatMap((ground) => TEXTS.map((text) => [text, ground] as const)),
];

function hex(name: string, theme: 0 | 1): string {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css);
  assert.ok(found, `--${name} has a colour for each theme`);
  return found[theme + 1] ?? "";
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

for (const [theme, name] of [[0, "light"], [1, "dark"]] as const) {
  // Shows S0-79.
  Deno.test(`every text is readable on every ground in the ${name} theme`, () => {
    const weak = ON.map(([text, ground]) => ({
      pair: `${text} on ${ground}`,
      ratio: contrast(hex(text, theme), hex(ground, theme)),
    })).filter(({ ratio }) => ratio < ENOUGH);
    assert.deepEqual(weak, []);
  });
}

Deno.test("the contrast of black on white is 21, of a grey on itself 1", () => {
  assert.equal(Math.round(contrast("#000000", "#ffffff")), 21);
  assert.equal(contrast("#777777", "#777777"), 1);
});
