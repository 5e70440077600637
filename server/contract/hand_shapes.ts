/** Raised hands: whether agents are asked for them, what that may use and has used, and which are up. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { ErrorCode } from "../../events/catalog/outcome.ts";
import { Id, Seq } from "../../events/catalog/envelope.ts";
import { HandsEnded, HandsSet } from "../../events/catalog/hands.ts";
import { ExpectedUse } from "./trial_shapes.ts";
import { Count, type Given, type Wire } from "./values.ts";

export const SetHands = lazy(() => z.strictObject(HandsSet.shape.data.shape).meta({ id: "SetHands" }));
export type SetHands = Given<typeof SetHands>;

export const HandsChanged = lazy(() => z.strictObject({ seq: Seq }).meta({ id: "HandsChanged" }));

const Hand = lazy(() =>
  z.strictObject({
    participantId: Id,
    agentId: Id,
    /** The turn that asked it, as it can be read at `…/turns/{turnId}/request`. */
    turnId: Id,
    messageId: Id,
    /** `asked`: it has not said yet; `up`, `down`; `unclear`: what it said is neither; the others: it did not say. */
    is: z.enum(["asked", "up", "down", "unclear", "late", "failed", "stopped", "erased"]),
    /** What it would add; null where its hand is not up. */
    line: z.string().nullable(),
    /** It said more than the line. */
    cut: z.boolean(),
    /** Why it failed. */
    error: z.strictObject({ code: ErrorCode, message: z.string() }).nullable(),
  }).meta({ id: "Hand" })
);

export const HandsView = lazy(() =>
  z.strictObject({
    /** Agents are asked. */
    on: z.boolean(),
    /** Why they are not asked any more; null: they are, or never were. */
    ended: HandsEnded.shape.data.shape.why.nullable(),
    /** What it may use, as it was set last; null: it never was. */
    limit: SetHands.nullable(),
    /** What was used since then; US dollars as far as prices are known. */
    used: z.strictObject({ calls: Count, tokens: Count, usd: z.number() }),
    /** What asking all of them once uses at most, as the talk stands; null: nobody is there, or one could not be asked. */
    expected: ExpectedUse.nullable(),
    /** Who was asked about what a person said last, and not to speak since. */
    hands: z.array(Hand),
  }).meta({ id: "HandsView" })
);
export type HandsView = Wire<typeof HandsView>;
