/** Notes as the settings keep them: one that an agent asked to be kept, and having one gone for good. */
import type { Actor } from "../../events/catalog/envelope.ts";
import { ERASED_EVENTS, NOTES } from "../../events/catalog/limits.ts";
import type { Note } from "../../events/catalog/memory.ts";
import type { EventLog } from "../../events/store/types.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { type Logger, safely } from "../runtime/logger.ts";
import type { System, WorkspaceOutcome } from "../system.ts";

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
  readonly source: NonNullable<Note["source"]>;
  /** Says which call it was: the same again keeps nothing more. */
  readonly key: string;
}

/** @returns what the agent is told where it was not kept */
export async function rememberNote(
  change: System["changeWorkspace"],
  { text, agentId, source, key }: Remembered,
  by: Actor,
): Promise<string | null> {
  const id = `note_${key}`;
  const kept = await change((state) => {
    if (state.notes[id]) return { ok: true, events: [], answer: { id } };
    const full = fullOfNotes(state);
    if (full) return { ok: false, code: "conflict", detail: full };
    const note: Note = { id, version: 1, text, source, ...(agentId === undefined ? {} : { agentId }) };
    return { ok: true, events: [{ type: "NoteCreated", data: note }], answer: { id } };
  }, { by });
  return kept.ok ? null : `It was not kept: ${kept.detail}`;
}

/** Takes the words of a note out of the log, of all its versions, and resolves when they are gone. */
export async function eraseNote(
  { change, log, logger }: {
    readonly change: System["changeWorkspace"];
    readonly log: Pick<EventLog, "erase">;
    readonly logger: Logger;
  },
  id: string,
  by: Actor,
): Promise<WorkspaceOutcome> {
  const outcome = await change<undefined>(({ notes }) => {
    const note = notes[id];
    if (!note) return { ok: false, code: "not_found", detail: "There is no such note." };
    const events = [];
    for (let at = 0; !note.erased && at < note.seqs.length; at += ERASED_EVENTS) {
      const data = { id, seqs: note.seqs.slice(at, at + ERASED_EVENTS) };
      events.push({ type: "NoteErased" as const, data });
    }
    return { ok: true, events, answer: { id } };
  }, { by });
  if (outcome.ok) {
    await log.erase().catch((error) => logger("error", "erasing_failed", { note: id, ...safely(error) }));
  }
  return outcome;
}
