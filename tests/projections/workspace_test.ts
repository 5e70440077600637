/** given(events).folds(to): what each event of the workspace changes. */
import assert from "node:assert/strict";
import { type NewWorkspaceEvent, WorkspaceEvent } from "../../events/catalog/workspace.ts";
import { type AnyEvent, SYSTEM } from "../../events/catalog/envelope.ts";
import { versions } from "../../events/catalog/upcast.ts";
import { foldAll } from "../../projections/fold.ts";
import { workspace, type WorkspaceState } from "../../projections/workspace.ts";

type Said = { [E in NewWorkspaceEvent as E["type"]]: { type: E["type"]; data: E["data"] } }[
  NewWorkspaceEvent["type"]
];

function fold(...said: Said[]): WorkspaceState {
  const events = said.map((event, index): AnyEvent => {
    const stored = {
      ...event,
      v: versions[event.type],
      id: `w/${index}`,
      at: "2026-01-01T12:00:00.000Z",
      by: SYSTEM,
    };
    WorkspaceEvent.parse(stored);
    return { ...stored, seq: index + 1 };
  });
  const state = foldAll(workspace, workspace.initial("workspace"), events);
  assert.deepEqual(JSON.parse(JSON.stringify(state)), state);
  return state;
}

const provider = {
  id: "p1",
  name: "OpenAI",
  kind: "openai" as const,
  maxConcurrent: 8,
  requestsPerMinute: 60,
  timeoutSeconds: 60,
};
const agent = {
  id: "a1",
  number: 143,
  version: 1,
  name: "programmer",
  color: 3,
  providerId: "p1",
  model: "gpt-5",
  systemPrompt: "",
  params: {},
  tools: [],
};
const role = { id: "r1", name: "Critic", description: "", prompt: "Doubt." };
const traits = { openness: 1, conscientiousness: 2, extraversion: 3, agreeableness: 4, neuroticism: 5 };
const personality = { id: "y1", name: "Dry", traits, instructions: "" };
const agency = { id: "g1", name: "Studio", managerAgentId: "a1", agentIds: ["a1"], principles: "Be kind." };

// Shows S0-3, S0-4.
Deno.test("resources are created, changed whole and archived without being lost", () => {
  const state = fold(
    { type: "ProviderCreated", data: provider },
    { type: "ProviderChanged", data: { ...provider, name: "Router" } },
    { type: "RoleCreated", data: role },
    { type: "RoleChanged", data: { ...role, prompt: "Doubt more." } },
    { type: "RoleArchived", data: { id: "r1" } },
    { type: "PersonalityCreated", data: personality },
    { type: "PersonalityChanged", data: { ...personality, name: "Drier" } },
    { type: "PersonalityArchived", data: { id: "y1" } },
    { type: "AgencyCreated", data: agency },
    { type: "AgencyChanged", data: { ...agency, principles: "Be quick." } },
    { type: "AgencyArchived", data: { id: "g1" } },
    { type: "ProviderArchived", data: { id: "p1" } },
  );
  assert.deepEqual(state.providers["p1"], { ...provider, name: "Router", archived: true });
  assert.deepEqual(state.roles["r1"], { ...role, prompt: "Doubt more.", archived: true });
  assert.deepEqual(state.personalities["y1"], { ...personality, name: "Drier", archived: true });
  assert.deepEqual(state.agencies["g1"], { ...agency, principles: "Be quick.", archived: true });
  assert.equal(state.seq, 12);
});

Deno.test("what was archived and restored is as it was, and what nobody knows is not restored", () => {
  const before = [
    { type: "ProviderCreated", data: provider },
    { type: "RoleCreated", data: role },
    { type: "PersonalityCreated", data: personality },
    { type: "AgentCreated", data: agent },
    { type: "AgencyCreated", data: agency },
  ] as const;
  const kept = fold(...before);
  const all = [["Provider", "p1"], ["Role", "r1"], ["Personality", "y1"], ["Agent", "a1"], [
    "Agency",
    "g1",
  ]] as const;
  const away = all.map(([kind, id]) => ({ type: `${kind}Archived` as const, data: { id } }));
  const back = all.map(([kind, id]) => ({ type: `${kind}Restored` as const, data: { id } }));
  const { seq: _, ...state } = fold(...before, ...away, ...back);
  assert.partialDeepStrictEqual(kept, state);
  const gone = fold(...before, ...away);
  for (const record of [gone.providers, gone.roles, gone.personalities, gone.agents, gone.agencies]) {
    assert.deepEqual(Object.values(record).map(({ archived }) => archived), [true]);
  }
  assert.deepEqual(fold(...back).roles, {});
});

// Shows P21.
Deno.test("an agent is kept as it was changed last, archived or not", () => {
  const state = fold(
    { type: "AgentCreated", data: agent },
    { type: "AgentChanged", data: { ...agent, version: 2, name: "coder" } },
    { type: "AgentArchived", data: { id: "a1" } },
  );
  assert.deepEqual([state.agents["a1"]?.name, state.agents["a1"]?.version], ["coder", 2]);
  assert.equal(state.agents["a1"]?.archived, true);
});

// Shows S1-13.
Deno.test("an agent's number is never given again, not even after it was archived", () => {
  const state = fold(
    { type: "AgentCreated", data: agent },
    { type: "AgentCreated", data: { ...agent, id: "a2", number: 7 } },
    { type: "AgentArchived", data: { id: "a1" } },
  );
  assert.equal(state.nextAgentNumber, 144);
  assert.equal(fold().nextAgentNumber, 1);
});

// Shows S0-75, S0-76.
Deno.test("of a key only that it is set is known, and that it was cleared", () => {
  const set = [{ type: "ProviderCreated", data: provider }, {
    type: "ProviderKeySet",
    data: { id: "p1" },
  }] as const;
  assert.deepEqual(fold(...set).keys, { p1: true });
  assert.deepEqual(fold(...set, { type: "ProviderKeyCleared", data: { id: "p1" } }).keys, {});
});

Deno.test("tokens are named and revoked; settings are replaced whole; a change does not bring back the archived", () => {
  const state = fold(
    { type: "TokenCreated", data: { id: "t1", name: "CI" } },
    { type: "TokenRevoked", data: { id: "t1" } },
    { type: "WorkspaceSettingsChanged", data: { prices: { "gpt-5": { input: 1, output: 2 } } } },
    { type: "WorkspaceSettingsChanged", data: {} },
    { type: "RoleCreated", data: role },
    { type: "RoleArchived", data: { id: "r1" } },
    { type: "RoleChanged", data: role },
  );
  assert.deepEqual(state.tokens["t1"], {
    id: "t1",
    name: "CI",
    createdAt: "2026-01-01T12:00:00.000Z",
    archived: true,
  });
  assert.deepEqual(state.settings, {});
  assert.equal(state.roles["r1"]?.archived, true);
});

Deno.test("an event of an unknown type moves only the workspace's position", () => {
  const state = workspace.initial("workspace");
  const event = {
    seq: 4,
    id: "x",
    type: "ThemeChosen",
    v: 1,
    at: "2026-01-01T00:00:00Z",
    by: SYSTEM,
    data: {},
  };
  assert.deepEqual(workspace.evolve(state, event), { ...workspace.initial("workspace"), seq: 4 });
});
