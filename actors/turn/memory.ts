/**
 * What a turn is given of the workspace's memory: the project of its conversation, and notes. Its words are read from the
 * events of the settings that the turn records, when it is sent and whenever it is told again: they stand in one place,
 * from which they can be erased.
 */
import { type AnyEvent, WORKSPACE } from "../../events/catalog/envelope.ts";
import type { Memory, Note } from "../../events/catalog/memory.ts";
import type { Project } from "../../events/catalog/projects.ts";
import { workspaceEvent } from "../../events/catalog/typed_event.ts";
import type { EventLog } from "../../events/store/types.ts";
import type { ContextMessage } from "../../projections/context/context.ts";
import { notesFor, notesText, questionAt } from "../../projections/memory/notes.ts";
import { projectFor, projectParts } from "../../projections/memory/project.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { GivenMemory } from "../../projections/shapes/views.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { Shell } from "../providers/types.ts";

type Ref = Memory["notes"][number];
const refOf = ({ id, version, seq }: Ref): Ref => ({ id, version, seq });

/** What is given, and what it comes to now. */
export interface MemoryNow {
  readonly memory: Memory | undefined;
  /** What stands behind the instructions of the shell; "" for nothing. */
  readonly text: string;
  /** The project's own part of that. */
  readonly projectText: string;
  /** The message of the project's files; null for none. */
  readonly lead: ContextMessage | null;
}

/** What calls from elsewhere get: theirs is what they bring, and nothing that was kept here. */
export const NO_MEMORY: MemoryNow = { memory: undefined, text: "", projectText: "", lead: null };

const behindOneAnother = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== "").join("\n\n");

/** What is given with what was said up to `through`. */
export function memoryFor(
  workspace: WorkspaceState,
  state: ConversationState,
  agentId: string,
  through: number,
): MemoryNow {
  const project = projectFor(workspace, state);
  const question = questionAt(state, through);
  const notes = notesFor(workspace, { agentId, projectId: project?.id }, question);
  const { text, lead } = projectParts(project);
  const memory = notes.length > 0 || project
    ? { notes: notes.map(refOf), ...(project ? { project: refOf(project) } : {}) }
    : undefined;
  return {
    memory,
    text: behindOneAnother(text, notesText(notes.map((note) => note.text))),
    projectText: text,
    lead,
  };
}

/** The same, read again. */
export interface ReadMemory {
  /** What stands behind the instructions of the shell; "" for nothing. */
  readonly text: string;
  /** The message of the project's files; null for none. */
  readonly lead: ContextMessage | null;
  /** Of the words, for the hash of the request. */
  readonly salts: readonly string[];
  /** Words of it are gone, or were never here. */
  readonly gone: boolean;
  readonly given: GivenMemory;
}

const NOTHING: ReadMemory = { text: "", lead: null, salts: [], gone: false, given: { notes: [] } };

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

/** A project in the same way. */
function projectIn(event: AnyEvent | undefined, id: string): Project | null {
  if (!event || event.erased) return null;
  const { type, data } = workspaceEvent(event);
  return (type === "ProjectCreated" || type === "ProjectChanged") && data.id === id ? data : null;
}

export async function readMemory(
  log: Pick<EventLog, "read">,
  memory: Memory | undefined,
): Promise<ReadMemory> {
  if (!memory) return NOTHING;
  const refs = memory.project ? [memory.project, ...memory.notes] : memory.notes;
  const events = await Promise.all(refs.map(({ seq }) => eventAt(log, seq)));
  const project = memory.project ? projectIn(events[0], memory.project.id) : null;
  const noted = memory.project ? events.slice(1) : events;
  const notes = memory.notes.map((ref, at) => ({ ref, note: noteIn(noted[at], ref.id) }));
  const { text, lead } = projectParts(project);
  return {
    text: behindOneAnother(text, notesText(notes.flatMap(({ note }) => note ? [note.text] : []))),
    lead,
    salts: events.map((event) => event?.salt ?? ""),
    gone: (memory.project !== undefined && project === null) || notes.some(({ note }) => note === null),
    given: {
      notes: notes.map(({ ref: { id, version }, note }) => ({
        id,
        version,
        text: note?.text ?? null,
        ...(note?.source ? { source: note.source } : {}),
      })),
      ...(memory.project ? { project: givenProject(memory.project, project) } : {}),
    },
  };
}

const givenProject = (
  { id, version }: Ref,
  project: Project | null,
): NonNullable<GivenMemory["project"]> => ({
  id,
  version,
  name: project?.name ?? null,
  instructions: project?.instructions ?? null,
  files: project?.files ?? null,
});

/** The shell as it is rendered: kept is the one without. */
export const withMemory = (shell: Shell, text: string): Shell =>
  text === "" ? shell : { ...shell, system: behindOneAnother(shell.system, text) };
