/** What is said to a conversation when words of it are to go. */
import type { DataOf } from "../../events/catalog/conversation.ts";

/** The words of a message are erased, or of one use of a tool in it: those of the events `seqs`. */
export interface EraseCommand {
  readonly type: "erase";
  readonly messageId: string;
  readonly use?: DataOf<"ContentErased">["use"];
  readonly why?: string;
  readonly seqs: readonly number[];
  /** The title it has is among them. */
  readonly retitled?: true;
  /** The message stands in another conversation, that has to do with this one: it is titles here that repeat it. */
  readonly elsewhere?: true;
  /** It stands in the room of a comparison, whose own words go: also while nobody is told of that. */
  readonly inRoom?: true;
  /** The title it has went only because of what was told beside it: it is given anew. */
  readonly title?: string;
  /** The last event of the log in which they were found. */
  readonly through: number;
}
