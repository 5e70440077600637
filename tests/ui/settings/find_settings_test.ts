import assert from "node:assert/strict";
import { findSettings, FOUND, type Place, plainly } from "../../../ui/settings/find_settings.ts";

const place = (label: string, path: string[] = [], also = ""): Place => ({
  label,
  path,
  also,
  href: `/${label}`,
});
const index = [
  place("Providers"),
  place("Text size", ["Preferences"], "large small"),
  place("Context window", ["Agents"], "how much it can read"),
  place("Zoe", ["Agents"]),
  place("Größe der Schrift", ["Vorlieben"]),
];
const found = (query: string) => findSettings(index, query).map(({ label }) => label);

Deno.test("a setting is found by its name, by where it stands and by words that lead to it", () => {
  assert.deepEqual(found("text"), ["Text size", "Context window"], "what begins so comes first");
  assert.deepEqual(found("agents zoe"), ["Zoe"]);
  assert.deepEqual(found("large"), ["Text size"]);
  assert.deepEqual(found("size of"), []);
  assert.deepEqual(found(""), []);
  assert.deepEqual(found("   "), []);
});

Deno.test("accents and capitals do not matter", () => {
  assert.deepEqual(found("grosse"), ["Größe der Schrift"]);
  assert.deepEqual(found("GRÖSSE schrift"), ["Größe der Schrift"]);
  assert.equal(plainly("Éva Straße"), "eva strasse");
});

Deno.test("no more is shown than one reads", () => {
  const many = Array.from({ length: 50 }, (_, n) => place(`Agent ${n}`));
  assert.equal(findSettings(many, "agent").length, FOUND);
  assert.equal(findSettings(many, "agent")[0]?.label, "Agent 0");
});
