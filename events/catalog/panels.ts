/**
 * Panels: several agents who answer one question in stages. A format is data, and is recorded whole where a panel begins,
 * in two parts: its shape, which the folds need for ever, and its texts, which may have to be forgotten. A stage runs by
 * ordinary turns.
 */
import { z } from "zod";
import { formProblem } from "./answer_form.ts";
import { event, Id } from "./envelope.ts";
import { isClear, NOT_CLEAR } from "./clear_text.ts";
import {
  codePoints,
  PANEL_INSTRUCTION_CODE_POINTS,
  PANEL_MINUTES,
  PANEL_NAME_CODE_POINTS,
  PANEL_ROLES,
  PANEL_ROUNDS,
  PANEL_SEATS,
  PANEL_STAGE_TOKENS,
  PANEL_STAGES,
} from "./limits.ts";
import { words } from "./words_mark.ts";

export const Slug = z.string().regex(
  /^[a-z][a-z0-9-]{0,29}$/,
  "must be 1 to 30 small letters, digits or -, a letter first",
).refine((id) => !(id in Object.prototype), { message: "must not be a reserved word" });
const upTo = (most: number) =>
  z.string().trim().refine((text) => codePoints(text) <= most, {
    message: `must be at most ${most} characters`,
  });
export const ShortName = upTo(PANEL_NAME_CODE_POINTS).min(1).refine(isClear, { message: NOT_CLEAR });
const Text = upTo(PANEL_INSTRUCTION_CODE_POINTS);

/** What a role is, without its words. */
const roleShape = {
  id: Slug,
  /** Any number of agents; absent: exactly one. */
  many: z.literal(true).optional(),
};
const roleTexts = {
  name: ShortName,
  /** What its agents are told besides the stage's instruction. */
  brief: Text.optional(),
};
/** What of a stage is no word. */
const stageShape = {
  id: Slug,
  /** The roles that speak in it. */
  who: z.array(Slug).min(1).max(PANEL_ROLES),
  turns: z.enum(["together", "in_turn"]),
  /** What each sees of the panel so far; `question`: not even what was said before it. */
  sees: z.enum(["question", "own", "all", "anonymised", "summary"]),
  /** The stages whose answers it is shown; absent: all before it, its own earlier rounds among them. */
  of: z.array(Slug).min(1).max(PANEL_STAGES).optional(),
  /** What was said before the question is not shown. */
  talk: z.literal(false).optional(),
  /** Its answer is a brief: JSON that is shown as one. */
  brief: z.literal(true).optional(),
  /** How often it is repeated; absent: once. */
  rounds: z.int().min(2).max(PANEL_ROUNDS).optional(),
  /** It is repeated no more once all answers of a round say the same here, in the field of that name. */
  agree: z.string().min(1).max(60).optional(),
  /** It is repeated no more once it has used so many tokens. */
  tokens: z.int().min(PANEL_STAGE_TOKENS.min).max(PANEL_STAGE_TOKENS.max).optional(),
  /** An answer that takes longer is late, and missing. */
  minutes: z.int().min(PANEL_MINUTES.min).max(PANEL_MINUTES.max).optional(),
};
const stageTexts = {
  name: ShortName,
  /** What one of its answers is called. */
  gives: ShortName,
  instruction: Text.min(1),
  /** JSON schema that its answers are held to. */
  schema: z.record(z.string(), z.unknown()).superRefine((schema, context) => {
    const wrong = formProblem(schema);
    if (wrong) context.addIssue({ code: "custom", message: wrong });
  }).optional(),
};

const texts = { name: ShortName, description: Text };

/** A format as people make, share and start it. */
export const PanelFormat = z.strictObject({
  ...texts,
  roles: z.array(z.strictObject({ ...roleShape, ...roleTexts })).min(1).max(PANEL_ROLES),
  stages: z.array(z.strictObject({ ...stageShape, ...stageTexts })).min(1).max(PANEL_STAGES),
}).superRefine(({ roles, stages }, context) => {
  const wrong = formatProblem({ roles, stages });
  if (wrong) context.addIssue({ code: "custom", ...wrong });
}).meta({ id: "PanelFormat" });
export type PanelFormat = z.infer<typeof PanelFormat>;

interface Parts {
  readonly roles: readonly { readonly id: string }[];
  readonly stages: readonly {
    readonly id: string;
    readonly who: readonly string[];
    readonly of?: readonly string[] | undefined;
    readonly agree?: string | undefined;
    readonly tokens?: number | undefined;
    readonly rounds?: number | undefined;
    readonly brief?: true | undefined;
    readonly schema?: Record<string, unknown> | undefined;
  }[];
}

/** What its parts say of one another that does not fit; null: nothing. */
function formatProblem({ roles, stages }: Parts): { message: string; path: (string | number)[] } | null {
  const known = new Set(roles.map(({ id }) => id));
  if (known.size < roles.length) return { message: "must name each role once", path: ["roles"] };
  const before = new Set<string>();
  for (const [index, { id, who, of = [], agree, tokens, rounds, brief, schema }] of stages.entries()) {
    const at = (field: string) => ["stages", index, field];
    if (before.has(id)) return { message: "must name each stage once", path: at("id") };
    before.add(id);
    if (who.some((role) => !known.has(role))) return { message: "must name its own roles", path: at("who") };
    if (new Set(who).size < who.length) return { message: "must name each role once", path: at("who") };
    if (of.some((stage) => !before.has(stage))) {
      return { message: "must name stages before it", path: at("of") };
    }
    if (brief && schema) return { message: "has the schema of a brief already", path: at("schema") };
    if ((agree ?? tokens) !== undefined && rounds === undefined) {
      return { message: "must say how often it is repeated", path: at("rounds") };
    }
    if (agree !== undefined && schema === undefined) {
      return { message: "must have a schema where answers are to agree", path: at("schema") };
    }
  }
  const spoken = new Set(stages.flatMap(({ who }) => who));
  const silent = roles.findIndex(({ id }) => !spoken.has(id));
  return silent < 0 ? null : { message: "must speak in some stage", path: ["roles", silent, "id"] };
}

/** The part of a format that stays. */
export const PanelShape = z.strictObject({
  roles: z.array(z.strictObject(roleShape)).min(1).max(PANEL_ROLES),
  stages: z.array(z.strictObject(stageShape)).min(1).max(PANEL_STAGES),
});
/** The part of a format that is words: by the ids of roles and stages. */
export const PanelTexts = z.strictObject({
  ...texts,
  roles: z.record(Slug, z.strictObject(roleTexts)),
  stages: z.record(Slug, z.strictObject(stageTexts)),
});
export type PanelShape = z.infer<typeof PanelShape>;
export type PanelTexts = z.infer<typeof PanelTexts>;

/** A place at the table: who has it is said with it, unless that is sealed. */
export const Seat = z.strictObject({ seat: Id, role: Slug, participantId: Id.optional() });
export type Seat = z.infer<typeof Seat>;

/** What a panel may use; beyond, nothing more is begun in it. */
export const PanelLimits = z.strictObject({
  tokens: z.int().min(1).optional(),
  usd: z.number().positive().optional(),
});

/** Of which panel a turn is: whose seat, in which stage (from 0) and which round of it (from 1). */
export const PanelPlace = z.strictObject({
  panelId: Id,
  stage: z.int().min(0).max(PANEL_STAGES - 1),
  round: z.int().min(1).max(PANEL_ROUNDS),
  seat: Id,
}).meta({ id: "PanelPlace" });
export type PanelPlace = z.infer<typeof PanelPlace>;

const round = PanelPlace.omit({ seat: true }).shape;

/** An answer that a round goes on without. */
export const Gap = z.strictObject({
  seat: Id,
  why: z.enum(["failed", "late", "stopped", "gone", "passed"]),
  turnId: Id.optional(),
});
export type Gap = z.infer<typeof Gap>;

/** A message is put to a panel. */
export const PanelStarted = event("PanelStarted", 1, () => ({
  panelId: Id,
  messageId: Id,
  /** The format it was chosen as: a built-in one, or one of the settings; absent: it came with the message. */
  formatId: Id.optional(),
  shape: PanelShape,
  texts: words(PanelTexts).optional(),
  seats: z.array(Seat).min(1).max(PANEL_SEATS),
  /** Who has which seat is told only when it is revealed. */
  sealed: z.literal(true).optional(),
  limits: PanelLimits.optional(),
}));
export const StageBegun = event("StageBegun", 1, () => ({
  ...round,
  /** All seats, by chance: where answers are shown without names, the first of them is A. */
  order: z.array(Id).min(1).max(PANEL_SEATS),
}));
export const StageEnded = event("StageEnded", 1, () => ({
  ...round,
  why: z.enum(["all", "agreed", "budget"]),
  gaps: z.array(Gap).max(PANEL_SEATS),
}));
export const PanelEnded = event("PanelEnded", 1, () => ({
  panelId: Id,
  how: z.enum([
    "completed",
    "stopped",
    "new_message",
    /** Nobody was there for a stage, or nobody gave an answer in it. */
    "nobody",
    "capped",
    "deleted",
    "imported",
  ]),
}));
export type PanelEnd = z.infer<typeof PanelEnded>["data"]["how"];

export const PANEL_EVENTS = [PanelStarted, StageBegun, StageEnded, PanelEnded] as const;
