/** For whom a note is: everybody, an agent, or a project. */
import assert from "node:assert/strict";
import "../page.ts";
import type { WorkspaceState } from "../../../projections/workspace.ts";
import { choicesOf, chosenOf, fieldsOf, valueOf, whoseOf } from "../../../ui/memory/whose.ts";

const state = {
  agents: {
    agent_2: { id: "agent_2", name: "Ben", archived: false },
    agent_1: { id: "agent_1", name: "Ada", archived: false },
    agent_3: { id: "agent_3", name: "Cyd", archived: true },
  },
  projects: {
    project_1: { id: "project_1", name: "Oven", archived: false },
    project_2: { id: "project_2", name: "", archived: true },
  },
} as unknown as WorkspaceState; // what is looked at here

Deno.test("a choice sets one of the two and takes the other away; one that is new sets what is chosen alone", () => {
  for (const whose of [{}, { agentId: "agent_1" }, { projectId: "project_1" }]) {
    const value = valueOf(whose);
    assert.deepEqual(fieldsOf(value), { agentId: null, projectId: null, ...whose });
    assert.deepEqual(chosenOf(value), whose);
  }
});

Deno.test("everybody, each project and each agent that is in use can be chosen, by name", () => {
  assert.deepEqual(choicesOf(state), [
    { value: "", label: "All agents" },
    { value: "project project_1", label: "In the project Oven" },
    { value: "agent agent_1", label: "Only Ada" },
    { value: "agent agent_2", label: "Only Ben" },
  ]);
  assert.deepEqual(choicesOf(null), [{ value: "", label: "All agents" }]);
});

Deno.test("for whom a note is is told also where that is there no more", () => {
  assert.equal(whoseOf(state, {}), "All agents");
  assert.equal(whoseOf(state, { agentId: "agent_3" }), "Only Cyd");
  assert.equal(whoseOf(state, { agentId: "agent_9" }), "Only an agent that is no longer there");
  const gone = "In the project that is no longer there";
  assert.equal(whoseOf(state, { projectId: "project_2" }), gone);
  assert.equal(whoseOf(state, { projectId: "project_9" }), gone);
});
