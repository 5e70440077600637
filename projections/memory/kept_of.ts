/** Which notes were kept of a message: they repeat its words, and go with them. Pure. */
import type { WorkspaceState } from "../workspace.ts";

export interface Said {
  readonly conversationId: string;
  readonly messageId: string;
}

/** The notes that were kept of a message and still have words, in use or not. */
export const notesKeptOf = (
  { notes }: Pick<WorkspaceState, "notes">,
  { conversationId, messageId }: Said,
): string[] =>
  Object.values(notes).flatMap(({ id, source, erased }) =>
    !erased && source?.conversationId === conversationId && source.messageId === messageId ? id : []
  );
