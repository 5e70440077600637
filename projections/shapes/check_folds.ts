/** What the fold of a conversation tells of it as a check, and as a run of one. */
import { z } from "zod";
import { CheckRunBegun, ChecksEnded, QuestionPlanned, SeatCast } from "../../events/catalog/check_runs.ts";
import { Id, Seq, Timestamp } from "../../events/catalog/envelope.ts";
import { lasting } from "./lasting.ts";

/** That a conversation is a check, and the runs of it. */
export const Check = lasting(() =>
  z.strictObject({
    /** Absent: it is no check, or not any more; "": the name was erased. */
    name: z.string().exactOptional(),
    /** The event that gave it. */
    namedSeq: Seq.exactOptional(),
    /** The newest `CHECK_RUNS`, oldest first. */
    runs: z.array(CheckRunBegun.shape.data.extend({ at: Timestamp, by: Id })),
  }).meta({ id: "Check" })
);
export type Check = z.infer<typeof Check>;

/** What is asked in a run of a check, and what came of it. */
export const CheckRun = lasting(() =>
  z.strictObject({
    /** Who runs it: the questions are said as theirs. */
    by: Id,
    /** Ids of all its questions, in their order. */
    questions: z.array(Id),
    /** Those that are not said yet; "" where the words are gone. */
    planned: z.array(QuestionPlanned.shape.data.extend({ seq: Seq, content: z.string() })),
    /** Questions that count for nothing once they are answered. */
    left: z.array(Id),
    /** By participant, what is otherwise than in the settings. */
    cast: z.record(z.string(), SeatCast.shape.data.omit({ participantId: true }).extend({ seq: Seq })),
    /** Who judges in it, among those who are not there any more; absent: nobody. */
    judge: Id.exactOptional(),
    /** Absent: it goes on. */
    ended: ChecksEnded.shape.data.extend({ at: Timestamp }).exactOptional(),
  }).meta({ id: "CheckRun" })
);
export type CheckRun = z.infer<typeof CheckRun>;
