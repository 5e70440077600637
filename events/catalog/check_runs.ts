/**
 * Conversations as named checks, and runs of them. A run is a conversation of its own: what is going to be asked in it
 * stands in its log from the beginning, and each question is said in the commit that ends the answers to the one before.
 */
import { z } from "zod";
import { Attachment } from "./attachment.ts";
import { event, Id } from "./envelope.ts";
import { ExpectationKind } from "./expectations.ts";
import { joinedFields } from "./joined.ts";
import { CHECK_NAME_CODE_POINTS, EXPECTATIONS, PARTICIPANTS, PROMPT_CODE_POINTS } from "./limits.ts";
import { words } from "./words_mark.ts";

const atMost = (most: number) => (text: string): boolean => [...text].length <= most;

/** The name of a check, as somebody gives it. */
export const CheckName = words(
  z.string().trim().refine(atMost(CHECK_NAME_CODE_POINTS), {
    message: `must be at most ${CHECK_NAME_CODE_POINTS} characters`,
  }),
);
/** The conversation is a check of this name from now on, or is none any more. */
export const CheckNamed = event("CheckNamed", 1, () => ({ check: z.boolean(), name: CheckName }));

/** An agent as it takes part in a run. */
export const RunAgent = z.strictObject({
  agentId: Id,
  version: z.int().min(1),
  /** The model that it answers with. */
  model: z.string().max(200),
  /** It has another model or another prompt there than in the settings: what comes of it says nothing of its version. */
  changed: z.literal(true).optional(),
}).meta({ id: "RunAgent" });

/** In the log of what is checked: it is run again, as the conversation that is named. */
export const CheckRunBegun = event("CheckRunBegun", 2, () => ({
  conversationId: Id,
  agents: z.array(RunAgent).max(PARTICIPANTS),
  /** Who judges in it what answers must be like; absent: nobody. */
  judge: RunAgent.omit({ changed: true }).optional(),
}));

/** In the log of a run: what will be said in it. The messages are said one after the other, in this order. */
export const QuestionPlanned = event("QuestionPlanned", 1, () => ({
  /** Id of the message-to-be. */
  messageId: Id,
  content: words(z.string()),
  attachments: words(z.array(Attachment)).optional(),
  /** Participants that it is meant for alone. */
  mentions: z.array(Id).max(PARTICIPANTS).optional(),
  /** It counts for nothing once it is answered, as in the conversation that is run again. */
  left: z.literal(true).optional(),
}));

/** How an agent answers in a run, where that is otherwise than the settings say. */
export const SeatCast = event("SeatCast", 1, () => ({
  participantId: Id,
  providerId: Id.optional(),
  model: z.string().max(200).optional(),
  systemPrompt: words(
    z.string().refine(atMost(PROMPT_CODE_POINTS), {
      message: `must be at most ${PROMPT_CODE_POINTS} characters`,
    }),
  ).optional(),
}));

/**
 * In the log of a run, or of the room in which a panel is judged: who judges in it. It takes no part in what is said, is
 * told nothing of it but what it judges, and is asked when everything is answered.
 */
export const JudgeSeated = event("JudgeSeated", 1, () => joinedFields);

/** Of a turn: what of which answer it judges, or which of two answers is better, in the order of their letters. */
export const Judged = z.union([
  z.strictObject({ expectationId: Id, messageId: Id }),
  z.strictObject({ answers: z.tuple([Id, Id]) }),
]);

export const RunEnd = z.enum(["ended", "stopped", "capped"]);
export const CheckOutcome = z.enum(["held", "failed", "open"]).meta({ id: "CheckOutcome" });
export const CheckWhy = z.enum([
  /** Nobody gave the answer. */
  "no_answer",
  /** The turn failed or was stopped. */
  "not_answered",
  "not_said",
  "said",
  "not_called",
  "over",
  "unlike",
  "not_judged",
  /** The judge was asked, and gave no verdict. */
  "judge_failed",
  "unknown_price",
  "erased",
]).meta({ id: "CheckWhy" });
export type CheckOutcome = z.infer<typeof CheckOutcome>;
export type CheckWhy = z.infer<typeof CheckWhy>;
/** What came of one expectation. */
export const RunResult = z.strictObject({
  expectationId: Id,
  kind: ExpectationKind,
  outcome: CheckOutcome,
  why: CheckWhy.nullable(),
  /** Tokens, US dollars or seconds, where there is a bound. */
  measured: z.number().nullable(),
}).meta({ id: "RunResult" });

/** Nothing more is asked in the run; `results`: what of its expectations holds at this moment. */
export const ChecksEnded = event("ChecksEnded", 2, () => ({
  how: RunEnd,
  results: z.array(RunResult).max(EXPECTATIONS),
}));

export const CHECK_RUN_EVENTS = [
  CheckNamed,
  CheckRunBegun,
  QuestionPlanned,
  SeatCast,
  JudgeSeated,
  ChecksEnded,
] as const;
