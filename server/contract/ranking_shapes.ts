/** Rankings of agents and models, by what was judged blindly of each kind of task, and whether panels were worth it. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { Id } from "../../events/catalog/envelope.ts";
import { Criteria, TaskLabel } from "../../events/catalog/comparisons.ts";
import { JudgedComparison } from "../../projections/shapes/comparison_folds.ts";
import { Count, listOf, type Wire } from "./values.ts";

/** What was judged of one kind of task; null: without a label. */
const Labelled = lazy(() =>
  z.strictObject({
    label: z.string().nullable(),
    comparisons: Count,
    votes: Count,
    criteria: z.array(z.string()),
  }).meta({ id: "RankedLabel" })
);
/** The kinds of task, that which was judged last first. */
export const LabelList = lazy(() => listOf(Labelled));
export type LabelList = Wire<typeof LabelList>;

export const RankingQuery = z.object({
  /** Absent: what was judged without a label. */
  label: TaskLabel.optional(),
  /** Agents by their ids, in all their versions; models by their names, wherever they run. */
  of: z.enum(["agents", "models"]).default("agents"),
  /** Absent: by which answer was best. */
  criterion: Criteria.element.optional(),
});
export type RankingQuery = z.infer<typeof RankingQuery>;

/** Strengths are natural logarithms, against the mean of the group. */
const Ranked = lazy(() =>
  z.strictObject({
    /** An agent, or the name of a model. */
    id: z.string(),
    strength: z.number(),
    /** With 95 % it is between these. */
    low: z.number(),
    high: z.number(),
    /** Comparisons it was in that count, and judgements in which it was the best. */
    comparisons: Count,
    won: Count,
  }).meta({ id: "Ranked" })
);

export const Ranking = lazy(() =>
  z.strictObject({
    /** The strongest first; between two groups nothing is known: nobody of one was compared with anybody of the other. */
    groups: z.array(z.array(Ranked)),
    /** Comparisons that count, and judgements in them. */
    comparisons: Count,
    votes: Count,
    /** Of these, as good as one another. */
    tied: Count,
    /** Judgements that count nowhere: none was good; or it was not judged by this, or what was best is not ranked. */
    none: Count,
    silent: Count,
    /** Agents or models that were compared too seldom to be ranked. */
    leftOut: Count,
    /** The comparisons with their judgements, the newest first. */
    judged: z.array(JudgedComparison),
  }).meta({ id: "Ranking" })
);
export type Ranking = Wire<typeof Ranking>;

export const WorthQuery = z.object({
  /** Of panels of this format; absent: of all. */
  format: z.string().min(1).max(64).optional(),
  /** Of the one that was judged in this comparison. */
  comparison: Id.optional(),
});

const found = { panels: Count, won: Count, lost: Count, tied: Count, none: Count };
export const PanelWorth = lazy(() =>
  z.strictObject({
    /** Null: none was judged. */
    worth: z.strictObject({
      ...found,
      /** What a panel used more than the agent beside it, on the average; `usd` null where a price is not known. */
      tokens: z.number(),
      usd: z.number().nullable(),
      ms: z.number(),
      /** How the same fared by agents that judged, too. `none`: they found neither good; `open`: they gave no verdict. */
      judges: z.strictObject({ ...found, open: Count }),
    }).nullable(),
  }).meta({ id: "PanelWorth" })
);
export type PanelWorth = Wire<typeof PanelWorth>;
