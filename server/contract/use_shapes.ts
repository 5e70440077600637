/** What is asked about before it is asked: what a panel or a comparison would use. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { Id } from "../../events/catalog/envelope.ts";
import { codePoints, COMPARISON_SEATS, MESSAGE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { Attachments } from "./conversation_requests.ts";
import { AskPanel } from "./panel_shapes.ts";
import type { Given } from "./values.ts";

/** Also one that is still being typed: an empty one counts as a short one. */
const question = z.string().refine((text) => codePoints(text) <= MESSAGE_CODE_POINTS, {
  message: `must be at most ${MESSAGE_CODE_POINTS} characters`,
});

export const StartUse = lazy(() =>
  z.strictObject({
    question,
    attachments: Attachments.optional(),
    panel: AskPanel,
    /** The project it begins in. */
    projectId: Id.optional(),
  }).meta({ id: "StartUse" })
);
export type StartUse = Given<typeof StartUse>;

export const PanelUse = lazy(() =>
  z.strictObject({
    question,
    attachments: Attachments.optional(),
    panel: AskPanel,
    /** It is judged beside this agent alone. */
    aloneId: Id.optional(),
    /** And by this agent as a judge. */
    judge: Id.optional(),
  }).meta({ id: "PanelUse" })
);
export type PanelUse = Given<typeof PanelUse>;

export const CompareUse = lazy(() =>
  z.strictObject({
    question,
    attachments: Attachments.optional(),
    agentIds: z.array(Id).min(COMPARISON_SEATS.min).max(COMPARISON_SEATS.max),
  }).meta({ id: "CompareUse" })
);
export type CompareUse = Given<typeof CompareUse>;
