/** What a conversation is given of its project: all of it, as long as it belongs there and the project is in use. */
import assert from "node:assert/strict";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import { projectFor, projectParts } from "../../../projections/memory/project.ts";
import { workspace, type WorkspaceState } from "../../../projections/workspace.ts";

const FILE = { sha256: "a".repeat(64), name: "plan.txt", type: "text/plain", size: 4 };
const PROJECT = {
  id: "p1",
  version: 1,
  name: "Oven",
  instructions: " Use grams. ",
  files: [FILE],
  agentIds: [],
};

function settings(...told: readonly { readonly type: string; readonly data: unknown }[]): WorkspaceState {
  let state = workspace.initial("workspace");
  told.forEach((one, index) => {
    const by = { kind: "user", id: "ann", name: "Ann" } as const;
    const event: AnyEvent = {
      ...one,
      id: `e/${index}`,
      v: 1,
      at: "2026-01-01T00:00:00.000Z",
      by,
      seq: index + 1,
    };
    state = workspace.evolve(state, event);
  });
  return state;
}
const made = { type: "ProjectCreated", data: PROJECT };
const of = (state: WorkspaceState, projectId?: string) =>
  projectFor(state, projectId === undefined ? {} : { projectId });

Deno.test("a project counts in the conversations that belong to it, in no others", () => {
  const state = settings(made);
  assert.equal(of(state, "p1")?.name, "Oven");
  assert.equal(of(state), null);
  assert.equal(of(state, "p2"), null);
});

Deno.test("one that is put away counts nowhere until it is had back, and one that is erased never again", () => {
  const away = { type: "ProjectArchived", data: { id: "p1" } };
  const back = { type: "ProjectRestored", data: { id: "p1" } };
  const gone = { type: "ProjectErased", data: { id: "p1", seqs: [1] } };
  assert.equal(of(settings(made, away), "p1"), null);
  assert.equal(of(settings(made, away, back), "p1")?.seq, 1);
  const erased = settings(made, gone, back);
  assert.equal(of(erased, "p1"), null);
  const { name, instructions, files, archived } = erased.projects["p1"] ?? assert.fail("no project");
  assert.deepEqual([name, instructions, files, archived], ["", "", [], true]);
});

Deno.test("what counts is the newest version, held by the event that tells it; each is known for erasing", () => {
  const changed = { type: "ProjectChanged", data: { ...PROJECT, version: 2, instructions: "Use ounces." } };
  const { seq, version, seqs } = of(settings(made, changed), "p1") ?? assert.fail("none");
  assert.deepEqual([seq, version, seqs], [2, 2, [1, 2]]);
});

Deno.test("instructions are a part of the system prompt, files stand before what is said, and nothing is nothing", () => {
  const { text, lead } = projectParts(PROJECT);
  assert.equal(
    text,
    "Instructions of the project “Oven”, to which this conversation belongs:\nUse grams.",
  );
  assert.deepEqual(lead, {
    messageId: "",
    role: "user",
    content: "Files of the project “Oven”:",
    attachments: [FILE],
  });
  assert.deepEqual(projectParts({ ...PROJECT, instructions: " \n", files: [] }), { text: "", lead: null });
  assert.deepEqual(projectParts(null), { text: "", lead: null });
});
