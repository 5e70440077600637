import assert from "node:assert/strict";
import { FORMS } from "../../../ui/settings/forms.ts";
import { wrongWith } from "../../../ui/settings/values.ts";
import {
  AgencyFields,
  AgentFields,
  PersonalityFields,
  ProviderFields,
  RoleFields,
} from "../../../events/catalog/workspace.ts";
import { fetchUrl } from "../../../actors/tools/fetch_url.ts";
import { renameConversation } from "../../../actors/tools/rename_conversation.ts";
import { createToolbox, currentTime } from "../../../actors/tools/toolbox.ts";
import { workspace } from "../../../projections/workspace.ts";

const state = workspace.initial("workspace");

// Shows S0-3, S2-28.
Deno.test("every setting that the API takes of a provider can be made in its form", () => {
  const offered = FORMS.providers.fields.map(({ key }) => key).sort();
  assert.deepEqual(offered, [...Object.keys(ProviderFields.shape), "apiKey", "headers"].sort());
  const header = FORMS.providers.fields.find(({ key }) => key === "keyHeader");
  const values = header?.options?.(state, []).map(({ value }) => value);
  assert.deepEqual(values, ["", ...ProviderFields.shape.keyHeader.unwrap().options]);
});

// Shows S2-28.
Deno.test("the list of providers says which have a key, and nothing of it", () => {
  const { summary } = FORMS.providers;
  const one = { id: "p", kind: "openai", baseUrl: "http://models.lab/v1" };
  assert.equal(summary(one, state), "OpenAI format · models.lab");
  assert.equal(summary({ id: "p", kind: "openai" }, { ...state, keys: { p: true } }), "OpenAI · with a key");
  assert.equal(summary({ id: "p", kind: "mock" }, state), "practice, no key");
});

Deno.test("the list of agents tells numbers where two have one name, and nowhere else", () => {
  const { summary } = FORMS.agents;
  const agent = (number: number, name: string) => ({
    ...{ id: `a${number}`, number, name, model: "m", providerId: "p", color: 1 },
    ...{ systemPrompt: "", tools: [], params: {}, archived: false, version: 1 },
  });
  const agents = { a1: agent(1, "Ada"), a2: agent(2, "Ben"), a3: agent(3, "Ada") };
  const told = [agents.a1, agents.a2, agents.a3].map((one) => summary(one, { ...state, agents }));
  assert.deepEqual(told, ["#1 · ? · m", "? · m", "#3 · ? · m"]);
});

// Shows S0-4.
Deno.test("no form sends what the API refuses: its fields and its first values are those of the resource", () => {
  const shapes = {
    providers: { ...ProviderFields.shape, apiKey: true, headers: true },
    agents: AgentFields.shape,
    roles: RoleFields.shape,
    personalities: PersonalityFields.shape,
    agencies: AgencyFields.shape,
  };
  for (const [name, form] of Object.entries(FORMS)) {
    const known = Object.keys(shapes[form.named]);
    for (const { key } of form.fields) {
      const [first = ""] = key.split(".");
      assert.ok(known.includes(first), `${name} ${key}`);
    }
    for (const key of Object.keys(form.initial)) assert.ok(known.includes(key), `${name} begins with ${key}`);
  }
  const params = Object.keys(AgentFields.shape.params.shape);
  const set = FORMS.agents.fields.flatMap(({ key }) => key.startsWith("params.") ? [key.slice(7)] : []);
  assert.deepEqual(set.sort(), params.sort());
});

// Shows S0-3.
Deno.test("a new provider's limits are shown before they are kept, and none can be left empty", () => {
  const { fields, initial } = FORMS.providers;
  for (const key of ["maxConcurrent", "requestsPerMinute", "timeoutSeconds"] as const) {
    const field = fields.find((one) => one.key === key);
    assert.ok(field);
    assert.equal(ProviderFields.shape[key].safeParse(initial[key]).success, true, key);
    assert.equal(wrongWith(field, initial[key]), "");
    assert.equal(wrongWith(field, undefined), "This is needed.", `${key}: the API takes no null for it`);
  }
});

// Shows S4-39.
Deno.test("the form of an agent offers every tool that the server has, by its label", () => {
  const { offered } = createToolbox([currentTime({ now: () => "" }), fetchUrl(), renameConversation]);
  const choices = FORMS.agents.fields.find(({ key }) => key === "tools")?.options?.(state, offered);
  assert.deepEqual(choices, [
    { value: "current_time", label: "Current time" },
    { value: "fetch_url", label: "Read a web page (asks for addresses that nobody gave)" },
    { value: "rename_conversation", label: "Rename the conversation (asks first)" },
  ]);
});

// Shows S2-26.
Deno.test("the forms say in words how long is waited and how long an answer may take", () => {
  const silence = FORMS.providers.fields.find(({ key }) => key === "timeoutSeconds");
  assert.match(
    silence?.hint ?? "",
    /first sign of an answer, all tries together, and for each silence after it/,
  );
  assert.match(silence?.hint ?? "", /provider asks for comes on top/);
  const longest = FORMS.agents.fields.find(({ key }) => key === "params.maxMinutes");
  assert.deepEqual([longest?.min, longest?.max], [1, 1_440]);
  assert.match(longest?.hint ?? "", /^Empty: 15\..*what it said until then is kept/);
});
