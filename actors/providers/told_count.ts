/**
 * A count of tokens as a provider tells it: what is none, or more than any call can have come to, is not told. The log would
 * keep it for good, and a number that its catalog does not know keeps a conversation out of every other store.
 */
import { z } from "zod";

/** A thousand times the largest context window. */
const MOST = 1_000_000_000;

export const toldCount = z.number().min(0).max(MOST).nullish().catch(undefined);

export const isTold = (told: z.infer<typeof toldCount>): told is number => typeof told === "number";
