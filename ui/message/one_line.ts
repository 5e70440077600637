/** What stands for a message where it has one line. */
import type { Attachment } from "../../events/catalog/conversation.ts";

/** Its words, or else its files by name. */
export function wordsOf(text: string, files: readonly Attachment[] | undefined): string {
  return text.trim() !== "" || !files?.length ? text : files.map(({ name }) => name).join(", ");
}
