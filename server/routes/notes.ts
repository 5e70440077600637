/** Notes: what people and agents had kept for later conversations. */
import { z } from "zod";
import { fullOfNotes } from "../../actors/workspace/notes.ts";
import { Note, NoteSource } from "../../events/catalog/memory.ts";
import { ChangeNote, CreateNote, NoteView } from "../contract/resources.ts";
import { Nothing } from "../contract/values.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { carried, param } from "../http/commands.ts";
import { Problem, wrongField } from "../http/problem.ts";
import { type Route, route } from "../http/route.ts";
import { resource } from "./resource.ts";

const SourceIn = z.object({ source: NoteSource });

const notes = resource({
  named: "notes",
  event: "Note",
  create: CreateNote,
  change: ChangeNote,
  // One whose words are gone is read, too.
  whole: Note.extend({ text: z.string() }).strip(),
  answer: NoteView,
  first: () => ({ version: 1 }),
  next: ({ version }) => ({ version: version + 1 }),
  /** A source that is named has to be there. */
  async sought({ body, services }) {
    const { source } = SourceIn.safeParse(body).data ?? {};
    if (!source) return undefined;
    const from = await services.system.conversation(source.conversationId);
    const message = from?.messages[source.messageId ?? ""];
    if (!from || (source.messageId !== undefined && !message)) {
      throw wrongField("source", "there is no such message");
    }
    // With them it would stand here what was to be forgotten.
    if (message?.erased) throw wrongField("source", "its words were erased");
    return undefined;
  },
  check(state, { agentId, projectId }, { before }) {
    if (agentId !== undefined && projectId !== undefined) {
      return { path: "agentId", message: "a note is for a project or for an agent, not for both" };
    }
    if (agentId !== undefined && agentId !== before?.agentId && state.agents[agentId]?.archived !== false) {
      return { path: "agentId", message: "there is no such agent" };
    }
    if (projectId !== undefined && projectId !== before?.projectId && !isInUse(state, projectId)) {
      return { path: "projectId", message: "there is no such project" };
    }
    const full = before ? null : fullOfNotes(state);
    return full === null ? null : { path: "text", message: full };
  },
  show(_, { id }, { notes }) {
    const { seqs: __, ...note } = notes[id] ?? missing();
    return note;
  },
});

const isInUse = ({ projects }: Pick<WorkspaceState, "projects">, id: string): boolean =>
  projects[id]?.archived === false;

function missing(): never {
  throw new Problem("not_found", "There is no such note.");
}

export const noteRoutes: Route[] = [
  ...notes,
  route("DELETE", "/api/notes/:id/content", {
    summary: "Erase the words of a note, in all its versions; nobody can have them back",
    status: 204,
    answer: Nothing,
    async handle(call) {
      carried(await call.services.system.eraseWords({ kind: "note", id: param(call, "id") }, call.by));
    },
  }),
];
