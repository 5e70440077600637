import assert from "node:assert/strict";
import { FORMS } from "../../ui/components/forms.ts";
import { ProviderFields } from "../../events/workspace.ts";
import { workspace } from "../../projections/workspace.ts";

const state = workspace.initial("workspace");

Deno.test("S0-3 S2-28 every setting that the API takes of a provider can be made in its form", () => {
  const offered = FORMS.providers.fields.map(({ key }) => key).sort();
  assert.deepEqual(offered, [...Object.keys(ProviderFields.shape), "apiKey"].sort());
  const header = FORMS.providers.fields.find(({ key }) => key === "keyHeader");
  const values = header?.options?.(state, {}).map(({ value }) => value);
  assert.deepEqual(values, ["", ...ProviderFields.shape.keyHeader.unwrap().options]);
});

Deno.test("S2-28 the list of providers says which have a key, and nothing of it", () => {
  const one = { id: "p", kind: "openai", baseUrl: "http://localhost:11434/v1" };
  assert.equal(FORMS.providers.summary(one, state), "openai · http://localhost:11434/v1");
  const { summary } = FORMS.providers;
  assert.equal(summary({ id: "p", kind: "openai" }, { ...state, keys: { p: true } }), "openai · with a key");
});
