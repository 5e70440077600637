import assert from "node:assert/strict";
import { NOTES_GIVEN, NOTES_GIVEN_TOKENS } from "../../../events/catalog/limits.ts";
import type { Note } from "../../../events/catalog/memory.ts";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import { estimateTokens } from "../../../projections/context/tokens.ts";
import { notesFor, notesText, questionAt, type Reader } from "../../../projections/memory/notes.ts";
import { workspace } from "../../../projections/workspace.ts";
import { ANN, History } from "../../history.ts";

type Said = Partial<Note> & { readonly text: string };

/** The settings with these notes, kept one after the other; ids are `n1`, `n2` … */
function kept(...notes: readonly Said[]) {
  let state = workspace.initial("workspace");
  notes.forEach((note, index) => {
    const data = { id: `n${index + 1}`, version: 1, ...note };
    state = workspace.evolve(state, happened(state.seq + 1, "NoteCreated", data));
  });
  return state;
}
const happened = (seq: number, type: string, data: unknown, more: Partial<AnyEvent> = {}): AnyEvent => ({
  seq,
  id: `w/${seq}`,
  type,
  v: 1,
  at: new Date(Date.UTC(2026, 0, 1) + seq * 1_000).toISOString(),
  by: ANN,
  data,
  ...more,
});

const given = (state: ReturnType<typeof kept>, question = "", reader: Reader = { agentId: "a_Ada" }) =>
  notesFor(state, reader, question).map(({ id }) => id);

Deno.test("what shares words with the question comes first, the most about it before the rest, then the newest", () => {
  const state = kept(
    { text: "The oven is old and the bread takes an hour." },
    { text: "Sundays are closed." },
    { text: "Rye bread, rye flour, rye starter." },
    { text: "Ann prefers short answers." },
  );
  assert.deepEqual(given(state), ["n4", "n3", "n2", "n1"]);
  assert.deepEqual(given(state, "How long does RYE bread take?"), ["n3", "n1", "n4", "n2"]);
  assert.deepEqual(given(state, "How long does RYE bread take?"), ["n3", "n1", "n4", "n2"], "again the same");
});

Deno.test("a note of an agent or of a project is for that one alone", () => {
  const state = kept(
    { text: "For all" },
    { text: "For Ada", agentId: "a_Ada" },
    { text: "For the garden", projectId: "project_1" },
  );
  assert.deepEqual(given(state), ["n2", "n1"]);
  assert.deepEqual(given(state, "", { agentId: "a_Ben" }), ["n1"]);
  const inProject = { agentId: "a_Ben", projectId: "project_1" };
  assert.deepEqual(given(state, "", inProject), ["n3", "n1"]);
  assert.deepEqual(given(state, "", { ...inProject, projectId: "project_2" }), ["n1"]);
});

Deno.test("what was put away or erased is given to nobody, and what came back is", () => {
  const state = kept({ text: "One" }, { text: "Two" });
  const then = (type: string, data: unknown) => workspace.evolve(state, happened(state.seq + 1, type, data));
  then("NoteArchived", { id: "n1" });
  assert.deepEqual(given(state), ["n2"]);
  then("NoteRestored", { id: "n1" });
  assert.deepEqual(given(state), ["n2", "n1"]);
  then("NoteErased", { id: "n1", seqs: [1] });
  then("NoteRestored", { id: "n1" });
  assert.deepEqual(given(state), ["n2"]);
  assert.deepEqual([state.notes["n1"]?.text, state.notes["n1"]?.archived], ["", true]);
});

Deno.test("a change is another version, by its own event; who kept it and when stays", () => {
  const state = kept({ text: "One" });
  workspace.evolve(state, happened(2, "NoteChanged", { id: "n1", version: 2, text: "Two" }));
  const { version, text, seq, seqs, at, changedAt, by } = state.notes["n1"] ?? assert.fail();
  assert.deepEqual({ version, text, seq, seqs, by: by.id }, {
    version: 2,
    text: "Two",
    seq: 2,
    seqs: [1, 2],
    by: "ann",
  });
  assert.ok(changedAt && changedAt > at);
});

Deno.test(`at most ${NOTES_GIVEN} notes are given`, () => {
  const all = (n: number) => given(kept(...Array.from({ length: n }, (_, at) => ({ text: `Note ${at}` }))));
  assert.equal(all(NOTES_GIVEN).length, NOTES_GIVEN);
  assert.equal(all(NOTES_GIVEN + 1).length, NOTES_GIVEN);
  assert.ok(!all(NOTES_GIVEN + 1).includes("n1"), "the oldest is not");
});

Deno.test(`at most ${NOTES_GIVEN_TOKENS} tokens of notes are given; what does not fit is passed over`, () => {
  const long = (units: number) => "word".repeat(units / 4);
  const half = long(NOTES_GIVEN_TOKENS * 2);
  assert.equal(estimateTokens(half) * 2, NOTES_GIVEN_TOKENS);
  assert.deepEqual(given(kept({ text: half }, { text: half })), ["n2", "n1"]);
  assert.deepEqual(given(kept({ text: "short" }, { text: half }, { text: `${half}word` })), ["n3", "n1"]);
});

Deno.test("the question is what a person said last, as far as the turn reads", () => {
  const history = new History().started().joined("Ada").answered("m1", "Why?", { Ada: "Because." });
  const { seq } = history;
  history.posted("m2", "And when?");
  assert.equal(questionAt(history.state(), seq), "Why?");
  assert.equal(questionAt(history.state(), history.seq), "And when?");
  assert.equal(questionAt(new History().started().state(), 1), "");
});

Deno.test("a note of several lines stays one in the list", () => {
  assert.equal(notesText([]), "");
  assert.deepEqual(notesText(["One\n- two", "Three"]).split("\n").slice(1), ["- One", "  - two", "- Three"]);
});
