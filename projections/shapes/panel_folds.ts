/** What the fold of a conversation holds of its panels. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { type Lasting, lasting } from "./lasting.ts";
import { Id, Seq, Timestamp } from "../../events/catalog/envelope.ts";
import { Gap, PanelEnded, PanelStarted, StageBegun, StageEnded } from "../../events/catalog/panels.ts";

/** One round of one stage. */
const Round = lazy(() =>
  StageBegun.shape.data.omit({ panelId: true }).extend({
    /** Of its `StageBegun`. */
    seq: Seq,
    /** The turns that were asked for in it, by seat; never one that repeats another. */
    turns: z.record(z.string(), Id),
    /** What it goes on without; of a round that has ended. */
    gaps: z.array(Gap),
    /** Of its `StageEnded`, and why it was the last; absent: it goes on. */
    endedSeq: Seq.exactOptional(),
    why: StageEnded.shape.data.shape.why.exactOptional(),
  })
);
export type PanelRound = Lasting<z.infer<typeof Round>>;

export const Panel = lasting(() =>
  z.strictObject({
    ...PanelStarted.shape.data.omit({ panelId: true }).shape,
    id: Id,
    /** Of its `PanelStarted`. */
    seq: Seq,
    at: Timestamp,
    /** Every round that was begun, in their order. */
    rounds: z.array(Round),
    /** It has ended, and how; absent: it goes on, or waits for its turn. */
    how: PanelEnded.shape.data.shape.how.exactOptional(),
    endedSeq: Seq.exactOptional(),
    endedAt: Timestamp.exactOptional(),
  }).meta({ id: "Panel" })
);
export type Panel = z.infer<typeof Panel>;
