/** What the server says, which is English: in another language it has to be said anew. */
import type { ErrorCode } from "../../events/catalog/conversation.ts";

export const english = {
  /** Why an answer failed. */
  failure: (_code: ErrorCode, said: string) => said,
  /** What stands in a conversation because something happened in it. */
  notice: (said: string) => said,
  /** What is wrong with a field of a form, as its server says. */
  field: (said: string) => said.replace(/^must /, "It must "),
};

export type SayingWords = typeof english;
