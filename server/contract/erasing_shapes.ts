/** Erasing words: what is asked, and what is answered. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { Id, Seq } from "../../events/catalog/envelope.ts";
import { CALL_ID_CHARS, ERASED_WHY_UNITS } from "../../events/catalog/limits.ts";
import { Message } from "./conversation_shapes.ts";
import { flag, listOf, whole, type Wire } from "./values.ts";

export const EraseQuery = z.object({
  /** The id of a tool call in the message: it alone, and what it gave. Absent: all words of the message. */
  call: z.string().min(1).max(CALL_ID_CHARS).optional(),
  /** Where several calls have that id. */
  attempt: whole(1).optional(),
  round: whole(1).optional(),
  /** Also where the message stands in conversations that were made of this one, or this one of them. */
  copies: flag.optional(),
  /** Told with the erasure; not the place for what is erased. */
  why: z.string().max(ERASED_WHY_UNITS).optional(),
});
export type EraseQuery = z.output<typeof EraseQuery>;

/** More conversations have to do with this one than were looked through: the message may stand in others yet. */
const Partial = z.literal(true).exactOptional();

const Place = { conversationId: Id, messageId: Id };
export const ErasedMessage = lazy(() =>
  z.strictObject({
    message: Message,
    seq: Seq,
    /** The other messages that lost their words, too. */
    copies: z.array(z.strictObject(Place)),
    /** The notes that were kept of them, and went with them. */
    notes: z.array(Id),
    partial: Partial,
  }).meta({ id: "ErasedMessage" })
);
export type ErasedMessage = Wire<typeof ErasedMessage>;

export const CopiesList = lazy(() =>
  listOf(
    z.strictObject({ conversationId: Id, title: z.string(), messageIds: z.array(Id) })
      .meta({ id: "MessageCopy" }),
  ).extend({ partial: Partial })
);
export type MessageCopies = Wire<typeof CopiesList>;
