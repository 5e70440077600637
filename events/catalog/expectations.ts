/** What a conversation is checked for when it is run again: set on an answer, on what a person said, or on the whole. */
import { z } from "zod";
import { event, Id } from "./envelope.ts";
import { EXPECTATION_CODE_POINTS } from "./limits.ts";
import { words } from "./words_mark.ts";

/** `says`, `says_not`: a text; `calls`: a tool; `like`: what a judge is told; the others are bounds. */
export const ExpectationKind = z.enum(["says", "says_not", "calls", "like", "tokens", "usd", "seconds"])
  .meta({ id: "ExpectationKind" });
export type ExpectationKind = z.infer<typeof ExpectationKind>;

export const expectationFields = {
  /** The answer it is about, or what a person said: then every answer to that. Absent: every answer. */
  messageId: Id.optional(),
  kind: ExpectationKind,
  /** What is to be said or not, the name of the tool, or what the answer is to be like. */
  text: words(
    z.string().trim().min(1).refine((text) => [...text].length <= EXPECTATION_CODE_POINTS, {
      message: `must be at most ${EXPECTATION_CODE_POINTS} characters`,
    }),
  ).optional(),
  /** At most so many tokens or US dollars, of all these answers together; or seconds, of each. */
  most: z.number().positive().max(1_000_000_000).optional(),
};

export const ExpectationSet = event("ExpectationSet", 2, () => ({
  expectationId: Id,
  ...expectationFields,
  /** In a run, where no answer is there yet: of those to the message only that of this participant. */
  participantId: Id.optional(),
}));
export const ExpectationRemoved = event("ExpectationRemoved", 1, () => ({ expectationId: Id }));

export const EXPECTATION_EVENTS = [ExpectationSet, ExpectationRemoved] as const;
