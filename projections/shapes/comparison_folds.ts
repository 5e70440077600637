/** What the fold of a conversation holds of its comparisons. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import {
  ComparisonAnswered,
  ComparisonBegun,
  ComparisonJudged,
  ComparisonReady,
  ComparisonRevealed,
  ComparisonVoted,
  PanelJudged,
  RoomSealed,
} from "../../events/catalog/comparisons.ts";
import { Id, Seq, Timestamp } from "../../events/catalog/envelope.ts";
import { type Lasting, lasting } from "./lasting.ts";

/** One question to several agents, whose answers are told under letters until it is revealed. */
export const Comparison = lasting(() =>
  z.strictObject({
    ...ComparisonBegun.shape.data.omit({ comparisonId: true, content: true, author: true, attachments: true })
      .shape,
    id: Id,
    /** The event that began it, and when. */
    seq: Seq,
    at: Timestamp,
    /** In the order of the letters; none before all of them are there. */
    answers: z.array(ComparisonAnswered.shape.data.pick({ messageId: true, gap: true, names: true })),
    /** The event with which its answers were there; absent: they are waited for. */
    ready: Seq.exactOptional(),
    shared: ComparisonReady.shape.data.shape.shared.unwrap().exactOptional(),
    /** The last judgement of each person. */
    votes: z.array(
      ComparisonVoted.shape.data.omit({ comparisonId: true })
        .extend({ by: Id, at: Timestamp, seq: Seq }),
    ),
    revealed: ComparisonRevealed.shape.data.omit({ comparisonId: true }).extend({ seq: Seq, at: Timestamp })
      .exactOptional(),
  }).meta({ id: "ComparisonHeader" })
);
export type Comparison = z.infer<typeof Comparison>;

/** What was judged in a comparison, with the event of the settings that holds it. */
export const JudgedComparison = lazy(() =>
  ComparisonJudged.shape.data.extend({
    seq: Seq,
    at: Timestamp,
    /** Its question is gone, or its conversation: it counts no more. */
    erased: z.literal(true).exactOptional(),
  }).meta({ id: "JudgedComparison" })
);
export type JudgedComparison = Lasting<z.infer<typeof JudgedComparison>>;

/** What became of a panel that was judged beside one agent alone. */
export const JudgedPanel = lazy(() => PanelJudged.shape.data.extend({ at: Timestamp }));
export type JudgedPanel = Lasting<z.infer<typeof JudgedPanel>>;

/** The conversation is the room of a comparison; `sealed`: nobody is given anything of it. */
export const ComparisonRoom = lazy(() =>
  RoomSealed.shape.data.extend({
    sealed: z.literal(true).exactOptional(),
    /** Who judges in it, among those who are not there any more; absent: people alone. */
    judge: Id.exactOptional(),
  })
    .meta({ id: "ComparisonRoom" })
);
