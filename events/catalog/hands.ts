/**
 * Raised hands: where nobody answers until a person asks, each agent may be asked whether it has something to add, and
 * says it in one line. Off until somebody sets it, and up to what.
 */
import { z } from "zod";
import { event } from "./envelope.ts";
import { HANDS_CALLS, HANDS_USD } from "./limits.ts";

/** From here on agents are asked; what was used before counts no more. */
export const HandsSet = event("HandsSet", 1, () => ({
  /** Agents that may be asked before it ends by itself, one call each. */
  calls: z.int().min(HANDS_CALLS.min).max(HANDS_CALLS.max),
  /** US dollars, as far as prices are known; absent: calls alone count. */
  usd: z.number().min(HANDS_USD.min).max(HANDS_USD.max).optional(),
}));
/** `off`: somebody ended it; `calls`, `usd`: it has used what it may; `imported`: it was set elsewhere. */
export const HandsEnded = event(
  "HandsEnded",
  1,
  () => ({ why: z.enum(["off", "calls", "usd", "imported"]) }),
);

export const HANDS_EVENTS = [HandsSet, HandsEnded] as const;

/** What a turn asks for that is no answer: `hand`, whether the agent has something to add. It is in nobody's context. */
export const Asks = z.enum(["hand"]).meta({ id: "Asks" });
export type Asks = z.infer<typeof Asks>;
