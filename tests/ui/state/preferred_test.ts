/** What a browser keeps of how the page is to look, and what style sheets are told of it. */
import assert from "node:assert/strict";
import "../page.ts";
import { storing } from "../browser.ts";

const storage = storing(new Map([["fishbowl.density", '"compact"']]));
const asked = new Map<string, { matches: boolean; tell?: () => void }>();
const matchMedia = (query: string) => {
  const media = {
    matches: false,
    tell: () => {},
    addEventListener: (_: string, listener: () => void) => (media.tell = listener),
  };
  asked.set(query, media);
  return media;
};
// Files of one process load while this one waits, and some have a `matchMedia` of their own: this page keeps its.
Object.defineProperty(globalThis, "matchMedia", { configurable: true, get: () => matchMedia, set: () => {} });
// A module of its own, for others may have loaded theirs with another page.
const apart = "../../../ui/state/preferred.ts?apart";
const { forgetPreferences, lessMotion, preferences }: typeof import("../../../ui/state/preferred.ts") =
  await import(apart);
Object.defineProperty(globalThis, "matchMedia", {
  configurable: true,
  writable: true,
  enumerable: true,
  value: matchMedia,
});
const page = document;
const { dataset } = page.documentElement;
/** As it begins, whichever test is the first. */
const begun = { density: preferences.density.value, told: { ...dataset } };
/** Other tests have other pages. */
const here = () => Reflect.set(globalThis, "document", page);

Deno.test("what was kept is taken up and told on the root; how it is at first is not", () => {
  assert.deepEqual(begun, { density: "compact", told: { density: "compact" } });
});

Deno.test("a choice is kept and told at once, and all are forgotten together", () => {
  here();
  preferences.density.value = "compact";
  preferences.contrast.value = "more";
  preferences.motion.value = "less";
  preferences.text.value = "large";
  assert.equal(lessMotion.value, true);
  assert.deepEqual({ ...dataset }, { density: "compact", contrast: "more", motion: "less", text: "large" });
  assert.equal(storage.kept.get("fishbowl.contrast"), '"more"');
  forgetPreferences();
  assert.deepEqual({ ...dataset }, {});
  assert.equal(storage.kept.get("fishbowl.contrast"), '"system"');
  assert.equal(lessMotion.value, false);
});

Deno.test("what the whole system asks for holds without a choice here, and ends when it asks no more", () => {
  here();
  forgetPreferences();
  const says = (query: string, matches: boolean) => {
    const media = asked.get(query) ?? assert.fail(query);
    media.matches = matches;
    media.tell?.();
  };
  says("(prefers-contrast: more)", true);
  says("(prefers-reduced-motion: reduce)", true);
  assert.deepEqual({ ...dataset }, { contrast: "more", motion: "less" });
  assert.equal(lessMotion.value, true);
  says("(prefers-contrast: more)", false);
  says("(prefers-reduced-motion: reduce)", false);
  assert.deepEqual({ ...dataset }, {});
});
