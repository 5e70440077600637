/**
 * What a turn is given of the workspace's memory. Its words are read from the events of the settings that the turn
 * records, when it is sent and whenever it is told again: they stand in one place, from which they can be erased.
 */
import { WORKSPACE } from "../../events/catalog/envelope.ts";
import type { Memory, Note } from "../../events/catalog/memory.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { workspaceEvent } from "../../events/catalog/typed_event.ts";
import type { EventLog } from "../../events/store/types.ts";
import { notesFor, notesText, questionAt } from "../../projections/memory/notes.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { GivenMemory } from "../../projections/shapes/views.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { Shell } from "../providers/types.ts";

const refOf = ({ id, version, seq }: Memory["notes"][number]) => ({ id, version, seq });

/** What is given with what was said up to `through`; `text` is what its words come to now. */
export function memoryFor(
  workspace: WorkspaceState,
  state: ConversationState,
  agentId: string,
  through: number,
): { readonly memory: Memory | undefined; readonly text: string } {
  const notes = notesFor(workspace, { agentId }, questionAt(state, through));
  const memory = notes.length > 0 ? { notes: notes.map(refOf) } : undefined;
  return { memory, text: notesText(notes.map((note) => note.text)) };
}

/** The same, read again. */
export interface ReadMemory {
  /** What stands behind the instructions of the shell; "" for nothing. */
  readonly text: string;
  /** Of the words, for the hash of the request. */
  readonly salts: readonly string[];
  /** Words of it are gone, or were never here. */
  readonly gone: boolean;
  readonly given: GivenMemory;
}

const NOTHING: ReadMemory = { text: "", salts: [], gone: false, given: { notes: [] } };

/** The event of the settings at a place; undefined where there is none. */
async function eventAt(log: Pick<EventLog, "read">, seq: number): Promise<AnyEvent | undefined> {
  for await (const [event] of log.read(WORKSPACE, seq - 1, seq)) return event;
  return undefined;
}

/** A note as it was then; null where it is gone, or is none of this workspace. */
function noteIn(event: AnyEvent | undefined, id: string): Note | null {
  if (!event || event.erased) return null;
  const { type, data } = workspaceEvent(event);
  return (type === "NoteCreated" || type === "NoteChanged") && data.id === id ? data : null;
}

export async function readMemory(
  log: Pick<EventLog, "read">,
  memory: Memory | undefined,
): Promise<ReadMemory> {
  if (!memory) return NOTHING;
  const events = await Promise.all(memory.notes.map(({ seq }) => eventAt(log, seq)));
  const notes = memory.notes.map((ref, at) => ({ ref, note: noteIn(events[at], ref.id) }));
  return {
    text: notesText(notes.flatMap(({ note }) => note ? [note.text] : [])),
    salts: events.map((event) => event?.salt ?? ""),
    gone: notes.some(({ note }) => note === null),
    given: {
      notes: notes.map(({ ref: { id, version }, note }) => ({
        id,
        version,
        text: note?.text ?? null,
        ...(note?.source ? { source: note.source } : {}),
      })),
    },
  };
}

/** The shell as it is rendered: kept is the one without. */
export const withMemory = (shell: Shell, text: string): Shell =>
  text === "" ? shell : { ...shell, system: [shell.system, text].filter((part) => part !== "").join("\n\n") };
