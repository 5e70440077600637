/** Notes as the settings keep them: how many there may be, and one that an agent asked to be kept. */
import type { Actor } from "../../events/catalog/envelope.ts";
import { NOTES } from "../../events/catalog/limits.ts";
import type { Note } from "../../events/catalog/memory.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
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
  /** Which call it was: the same again keeps nothing more. */
  readonly call: { readonly turnId: string; readonly callId: string };
}

/** The note that a call keeps. Nothing of what it says is in its id, which stays where the words are erased. */
export const noteOfCall = (
  { conversationId }: Pick<NonNullable<Note["source"]>, "conversationId">,
  { turnId, callId }: Remembered["call"],
): string => `note_${sha256(`${conversationId} ${turnId} ${callId}`).slice(0, 24)}`;

/** Its id, and where other notes have that: a model may call two things the same. */
const numbered = (id: string, number: number): string => number === 1 ? id : `${id}_${number}`;

/** @returns what the agent is told where it was not kept */
export async function rememberNote(
  change: System["changeWorkspace"],
  { text, agentId, projectId, source, call }: Remembered,
  by: Actor,
): Promise<string | null> {
  const first = noteOfCall(source, call);
  const kept = await change((state) => {
    let number = 1;
    const other = (there?: { text: string }) => there !== undefined && there.text !== text;
    while (other(state.notes[numbered(first, number)])) number++;
    const id = numbered(first, number);
    if (state.notes[id]) return { ok: true, events: [], answer: { id } };
    const full = fullOfNotes(state);
    if (full) return { ok: false, code: "conflict", detail: full };
    const whose = agentId === undefined ? projectId === undefined ? {} : { projectId } : { agentId };
    const note: Note = { id, version: 1, text, source, ...whose };
    return { ok: true, events: [{ type: "NoteCreated", data: note }], answer: { id } };
  }, { by });
  return kept.ok ? null : `It was not kept: ${kept.detail}`;
}

/** Whether a call kept this note. */
export function isNoteOfCall(id: string, conversationId: string, call: Remembered["call"]): boolean {
  const own = noteOfCall({ conversationId }, call);
  return id === own || id.startsWith(`${own}_`);
}
