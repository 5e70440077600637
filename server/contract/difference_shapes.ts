/** Two turns against each other: what is asked, and what is answered. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { Id } from "../../events/catalog/envelope.ts";
import { Count, type Wire } from "./values.ts";

/** Messages told of each side; `count` says how many there are. */
export const DIFFERING_MESSAGES = 200;

export const DifferenceQuery = z.object({
  /** The turn to set against the one in the path. */
  turn: Id,
  /** Its conversation; absent: the same one. */
  conversation: Id.optional(),
});

const Side = lazy(() =>
  z.strictObject({
    conversationId: Id,
    turnId: Id,
    messageId: Id,
    /** Who was asked. */
    name: z.string(),
    /** Of the last call; null where none was made. */
    model: z.string().nullable(),
    sha256: z.string().nullable(),
    /** Tokens the provider had of it and took from its cache; null where it told nothing. */
    input: Count.nullable(),
    cacheRead: Count.nullable(),
    /** Messages that the other was not sent, in their order. */
    only: z.strictObject({
      count: Count,
      messages: z.array(z.strictObject({ messageId: Id, name: z.string(), preview: z.string() }))
        .max(DIFFERING_MESSAGES),
    }),
  }).meta({ id: "ComparedTurn" })
);

export const TurnDifference = lazy(() =>
  z.strictObject({
    left: Side,
    right: Side,
    /** Messages both were sent. */
    both: Count,
    /** What both were sent stands in another order. */
    moved: z.boolean(),
    /** How the requests of the last calls begin alike; null where one cannot be had: none was made, or words are gone. */
    request: z.strictObject({
      same: z.boolean(),
      /** UTF-8 bytes that both begin with. */
      bytes: Count,
      /** The same as tokens, an estimate. */
      tokens: Count,
      /** The value in which they part, such as `messages[3].content`; null where it has no name, or they are the same. */
      path: z.string().nullable(),
    }).nullable(),
    /** How much both answers begin with, in UTF-16 units; null where the words of one are gone. */
    answers: z.strictObject({ same: z.boolean(), units: Count }).nullable(),
  }).meta({ id: "TurnDifference" })
);
export type TurnDifference = Wire<typeof TurnDifference>;
