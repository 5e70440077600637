/**
 * Conversations that were held in other products. Whoever reads their files makes these lines of them: first what the
 * conversation is, then each message; the server knows no product's format.
 */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { isClear, NOT_CLEAR } from "../../events/catalog/clear_text.ts";
import { Attachment, GivenTitle } from "../../events/catalog/conversation.ts";
import { GivenName } from "../../events/catalog/envelope.ts";
import { ATTACHMENTS_PER_MESSAGE, MOVED_MESSAGE_UNITS, MOVED_MESSAGES } from "../../events/catalog/limits.ts";
import { Count } from "./folds.ts";

/** What the other product calls it. */
const SourceId = z.string().min(1).max(200);
/** Always with milliseconds, in UTC: lists are sorted by it as it is written. */
const Moment = z.iso.datetime({ precision: 3 });

/** Names a conversation of another product, up to one of its messages: the same one is taken in once. */
export const MovedKey = lazy(() =>
  z.strictObject({
    /** The product's name, as it is shown. */
    from: z.string().trim().min(1).max(40).refine(isClear, { message: NOT_CLEAR }),
    id: SourceId,
    /** The last message: what has grown since is another conversation. */
    head: SourceId,
  }).meta({ id: "MovedKey" })
);
export type MovedKey = z.infer<typeof MovedKey>;

/** The first line. */
export const MovedTalk = lazy(() =>
  MovedKey.unwrap().extend({
    title: GivenTitle.optional(),
    /** When it was begun. */
    at: Moment,
    /** How many lines follow. */
    messages: z.int().min(1).max(MOVED_MESSAGES),
    /** It begins as another does, with so many of its messages. */
    fork: z.strictObject({ id: SourceId, head: SourceId, messages: Count }).optional(),
  }).refine(({ id, head, fork }) => fork?.id !== id || fork.head !== head, {
    path: ["fork"],
    message: "must name another conversation than its own",
  }).meta({ id: "MovedTalk" })
);
export type MovedTalk = z.infer<typeof MovedTalk>;

/** Each line behind it. */
export const MovedMessage = lazy(() =>
  z.strictObject({
    role: z.enum(["user", "assistant"]),
    /** Who said it; a person without a name is whoever imports. */
    name: GivenName.optional(),
    at: Moment,
    content: z.string().max(MOVED_MESSAGE_UNITS),
    /** Uploaded before. */
    attachments: z.array(z.strictObject({ sha256: Attachment.shape.sha256, name: z.string().max(255) }))
      .max(ATTACHMENTS_PER_MESSAGE).optional(),
  }).meta({ id: "MovedMessage" })
);
export type MovedMessage = z.infer<typeof MovedMessage>;
