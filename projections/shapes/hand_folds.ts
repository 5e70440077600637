/** What the fold of a conversation holds of raised hands. */
import { z } from "zod";
import { Id, Seq } from "../../events/catalog/envelope.ts";
import { HandsEnded, HandsSet } from "../../events/catalog/hands.ts";
import { lasting } from "./lasting.ts";

/** What they may use, who was asked, and which may be up. */
export const Hands = lasting(() =>
  z.strictObject({
    ...HandsSet.shape.data.shape,
    /** The event that set it. */
    setSeq: Seq,
    /** Why nobody is asked any more; absent: agents are asked. */
    ended: HandsEnded.shape.data.shape.why.exactOptional(),
    /** The turns that were asked for since it was set, at most `HANDS_CALLS`. */
    turnIds: z.array(Id),
    /** Who was asked about what a person said last; absent: nobody was. */
    round: z.strictObject({
      /** What a person said. */
      question: Id,
      /** The exchange of its turns. */
      exchange: Id,
      /** Those whose hands may be up. */
      turnIds: z.array(Id),
    }).exactOptional(),
  }).meta({ id: "Hands" })
);
export type Hands = z.infer<typeof Hands>;
