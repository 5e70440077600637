/** The colours of the interface are told apart by everyone: each text on each ground, in both themes. */
import assert from "node:assert/strict";

const css = await Deno.readTextFile(new URL("../../ui/parts/tokens.css", import.meta.url));

/** WCAG 2.2 AA for text of ordinary size, and for what is only seen. */
const ENOUGH = 4.5;
const SEEN = 1.8;
const GROUNDS = ["deep", "water", "card", "raised", "sunk", "bubble"];
const AGENTS = ["coral", "amber", "violet", "blue", "pink", "green", "plum", "clay", "slate"];
const TEXTS = ["text", "soft", "faint", "accent", "danger", "warn", "ok", ...AGENTS];
const ON: readonly (readonly [text: string, ground: string])[] = [
  ["on-accent", "accent-fill"],
  ["on-danger", "danger-fill"],
  ["text", "mark"],
  ["text", "accent-tint"],
  ["accent", "accent-tint"],
  ["danger", "danger-tint"],
  ["warn", "warn-tint"],
  ["ok", "ok-tint"],
  ...["danger-tint", "warn-tint", "ok-tint"].map((ground) => ["text", ground] as const),
  ...GROUNDS.flatMap((ground) => TEXTS.map((text) => [text, ground] as const)),
];

function hex(name: string, theme: 0 | 1): string {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css);
  assert.ok(found, `--${name} has a colour for each theme`);
  return found[theme + 1] ?? "";
}

const fill = (name: string): string => new RegExp(`--${name}-fill: (#[0-9a-f]{6})`).exec(css)?.[1] ?? "";

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

  Deno.test(`every mark is seen on every ground in the ${name} theme, and its motif on the mark`, () => {
    const weak = AGENTS.flatMap((agent) => [
      ...GROUNDS.map((ground) => ({
        pair: `${agent} on ${ground}`,
        ratio: contrast(fill(agent), hex(ground, theme)),
      })),
      { pair: `white on ${agent}`, ratio: contrast("#ffffff", fill(agent)) },
    ]).filter(({ ratio }) => ratio < SEEN);
    assert.deepEqual(weak, []);
  });
}

Deno.test("each agent's colour is said by its number, and teal is none of them", () => {
  const numbered = [
    ...css.matchAll(/\[data-color="(\d)"\] \{\s+--who: var\(--(\w+)\);\s+--who-fill: var\(--(\w+)-fill\)/g),
  ];
  assert.deepEqual(
    numbered.map(([, number, word, fill]) => [number, word, fill]),
    AGENTS.map((name, at) => [`${at + 1}`, name, name]),
  );
  assert.ok(!AGENTS.some((name) => [hex(name, 0), fill(name)].includes(hex("accent-fill", 0))));
});

Deno.test("the contrast of black on white is 21, of a grey on itself 1", () => {
  assert.equal(Math.round(contrast("#000000", "#ffffff")), 21);
  assert.equal(contrast("#777777", "#777777"), 1);
});
