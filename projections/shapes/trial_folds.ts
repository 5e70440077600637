/** What the fold of a conversation holds of answers beside the talk. */
import { z } from "zod";
import { Id, Seq, Timestamp } from "../../events/catalog/envelope.ts";
import { TrialStarted } from "../../events/catalog/trials.ts";
import { lasting } from "./lasting.ts";

/** Answers asked for beside the talk, to be compared. */
export const Trial = lasting(() =>
  z.strictObject({
    ...TrialStarted.shape.data.omit({ trialId: true }).shape,
    id: Id,
    /** The event that began it, and when. */
    seq: Seq,
    at: Timestamp,
    /** Its turns, in the order in which they were asked for. */
    turnIds: z.array(Id),
    /** Nothing more of it is to come. */
    ended: z.literal(true).exactOptional(),
    /** Answers that were taken into the talk. */
    taken: z.array(Id).exactOptional(),
  }).meta({ id: "TrialHeader" })
);
export type Trial = z.infer<typeof Trial>;
