/** What a log says of words that were erased: everything but these words. */
import { z } from "zod";
import { type AnyEvent, event, Id, Seq } from "./envelope.ts";
import { CALL_ID_CHARS, ERASED_EVENTS, ERASED_WHY_UNITS } from "./limits.ts";
import { words } from "./words_mark.ts";

export const CallId = z.string().min(1).max(CALL_ID_CHARS);

/** Words were erased: of a message, or of one use of a tool in it. The message itself stays, its author and its time. */
export const ContentErased = event("ContentErased", 1, () => ({
  messageId: Id,
  /** That use alone. */
  use: z.strictObject({ attempt: z.int().min(1), round: z.int().min(1), callId: CallId }).optional(),
  /** The events that lost theirs: what the log holds of each is its structure, and the digest of what was said. */
  seqs: z.array(Seq.min(1)).min(1).max(ERASED_EVENTS),
  /** The title that the conversation had went with them. */
  retitled: z.literal(true).optional(),
  /** What whoever said it was called in it; an answer is its agent’s. */
  author: words(z.string().max(400)).optional(),
  /** In the words of whoever erased it. */
  why: words(z.string().max(ERASED_WHY_UNITS)).optional(),
}));

/** Whether an event of this type tells of erased words. */
export const isErasure = (type: string): boolean => type === "ContentErased";

/**
 * What an erasure says where only the events 2 to `last` are: of these alone, for the first is told anew. Null where it
 * erased none of them.
 */
export function erasureWithin(
  { data }: Pick<AnyEvent, "data">,
  last: number,
): Record<string, unknown> | null {
  const { retitled: _, ...told } = ContentErased.shape.data.parse(data);
  const seqs = told.seqs.filter((seq) => seq > 1 && seq <= last);
  return seqs.length === 0 ? null : { ...told, seqs };
}
