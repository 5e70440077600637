/** The id of a conversation as tools take it: written out where it is used, for many clients follow no reference. */
import { z } from "zod";
import { Id } from "../../events/catalog/envelope.ts";

export const ConversationId = z.string().refine(
  (text) => Id.safeParse(text).success,
  "is no id of a conversation",
);
