/** Panels: how a message is put to one, formats of one's own, and the brief in which one ends. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { Id } from "../../events/catalog/envelope.ts";
import { PANEL_SEATS } from "../../events/catalog/limits.ts";
import { PanelFormat, PanelLimits } from "../../events/catalog/panels.ts";
import { OwnPanel, PanelChair } from "../../events/catalog/workspace.ts";
import { listOf, type Wire } from "./values.ts";

/** Who answers a message instead of whoever would. */
export const AskPanel = lazy(() =>
  z.strictObject({
    /** The name of a built-in format, the id of one's own, or a format. */
    format: z.union([z.string().min(1).max(64), PanelFormat]),
    /** In the order in which they speak where they speak in turn. One agent may have several. */
    seats: z.array(PanelChair).min(1).max(PANEL_SEATS),
    limits: PanelLimits.optional(),
  }).meta({ id: "AskPanel" })
);

/** A built-in format, by its name. */
export const BuiltInPanels = lazy(() =>
  listOf(
    z.strictObject({ id: z.string(), format: PanelFormat }).meta({ id: "BuiltInPanel" }),
  )
);

export const CreatePanel = lazy(() => OwnPanel.omit({ id: true }).meta({ id: "CreatePanelFormat" }));
export const ChangePanel = lazy(() =>
  z.strictObject({
    format: PanelFormat.optional(),
    seats: z.array(PanelChair).min(1).max(PANEL_SEATS).nullable().optional(),
  }).meta({ id: "ChangePanelFormat" })
);
export const PanelView = lazy(() => OwnPanel.meta({ id: "OwnPanelFormat" }));

export const BriefQuery = z.object({
  format: z.enum(["json", "markdown"], { error: "must be json or markdown" }).default("json"),
});

/** Where a passage stands in the talk. */
const Passage = lazy(() =>
  z.strictObject({
    messageId: Id,
    words: z.string(),
    /** It stands there word for word, but for blanks and marks. */
    found: z.boolean(),
  })
);
const Line = lazy(() => z.strictObject({ text: z.string(), from: z.array(Passage) }));
export const PanelBrief = lazy(() =>
  z.strictObject({
    panelId: Id,
    /** The format's name; "" where it was erased. */
    panel: z.string(),
    /** The message that was put to it. */
    question: Id,
    /** The message that the brief is. */
    messageId: Id,
    answer: z.string(),
    agreed: z.array(Line),
    disputed: z.array(Line),
    open: z.array(Line),
    /** Answers that lines come from, once each. */
    sources: z.array(z.strictObject({ messageId: Id, author: z.string(), stage: z.string() })),
  }).meta({ id: "PanelBrief" })
);
export type PanelBrief = Wire<typeof PanelBrief>;
