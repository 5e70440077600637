/** Notes as the settings keep them: how many there may be, and one that an agent asked to be kept. */
import type { Actor } from "../../events/catalog/envelope.ts";
import { NOTES } from "../../events/catalog/limits.ts";
import type { Note } from "../../events/catalog/memory.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { System } from "../system.ts";

/** Why no more notes can be kept, for people and agents; null: there is room. */
export function fullOfNotes({ notes }: Pick<WorkspaceState, "notes">): string | null {
  const there = Object.values(notes).filter(({ archived }) => !archived).length;
  return there < NOTES ? null : `there are ${NOTES} notes already: remove one first`;
}

/** What an agent asks to be kept, and where. */
export interface Remembered {
  readonly text: string;
  /** For this agent alone; absent: for all. */
  readonly agentId?: string;
  /** For the conversations of this project alone. */
  readonly projectId?: string;
  readonly source: NonNullable<Note["source"]>;
  /** Says which call it was: the same again keeps nothing more. */
  readonly key: string;
}

/** @returns what the agent is told where it was not kept */
export async function rememberNote(
  change: System["changeWorkspace"],
  { text, agentId, projectId, source, key }: Remembered,
  by: Actor,
): Promise<string | null> {
  const id = `note_${key}`;
  const kept = await change((state) => {
    if (state.notes[id]) return { ok: true, events: [], answer: { id } };
    const full = fullOfNotes(state);
    if (full) return { ok: false, code: "conflict", detail: full };
    const whose = agentId === undefined ? projectId === undefined ? {} : { projectId } : { agentId };
    const note: Note = { id, version: 1, text, source, ...whose };
    return { ok: true, events: [{ type: "NoteCreated", data: note }], answer: { id } };
  }, { by });
  return kept.ok ? null : `It was not kept: ${kept.detail}`;
}
