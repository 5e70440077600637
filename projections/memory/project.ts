/**
 * What a conversation is given of its project: all of it, every time, whoever is asked. One rule: the project it belongs
 * to, as long as that is in use. Its instructions are a part of the system prompt, its files stand before what was said,
 * and its notes go by the rule of notes.
 */
import type { Attachment } from "../../events/catalog/attachment.ts";
import type { ContextMessage } from "../context/context.ts";
import { projectFilesText, projectText } from "../prompt/project_text.ts";
import type { ConversationState } from "../shapes/folds.ts";
import type { Kept, ProjectHere, WorkspaceState } from "../shapes/settings_fold.ts";

/** The project whose words and files count in a conversation; null: none does. */
export function projectFor(
  { projects }: Pick<WorkspaceState, "projects">,
  { projectId }: Pick<ConversationState, "projectId">,
): Kept<ProjectHere> | null {
  const project = projects[projectId ?? ""];
  return project && !project.archived && !project.erased ? project : null;
}

/** What of it stands in a request. */
export interface ProjectParts {
  /** Behind the agent's own instructions; "" for nothing. */
  readonly text: string;
  /** Before what was said; null where it has no files. */
  readonly lead: ContextMessage | null;
}

/** Nothing of any project. */
export const NO_PROJECT: ProjectParts = { text: "", lead: null };

/** The message of its files is nobody's: it has no id. */
export function projectParts(
  project: { name: string; instructions: string; files: readonly Attachment[] } | null,
): ProjectParts {
  if (!project) return NO_PROJECT;
  const { files } = project;
  const lead = files.length === 0
    ? null
    : { messageId: "", role: "user" as const, content: projectFilesText(project), attachments: files };
  return { text: projectText(project), lead };
}
