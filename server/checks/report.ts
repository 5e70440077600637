/** What came of a check, in words, as JSON and for CI. Plain values: nothing secret is in what it is made of. */
import { z } from "zod";
import { questionsOf, type Result, type Why } from "../../projections/checks/results.ts";
import type { ConversationState, Expectation } from "../../projections/shapes/folds.ts";

/** One run, told. */
export const CheckedRun = z.object({
  /** Models, by the agents' names. */
  models: z.record(z.string(), z.string()),
  tokens: z.number(),
  seconds: z.number(),
  results: z.array(z.object({
    id: z.string(),
    about: z.string(),
    rule: z.string(),
    outcome: z.enum(["held", "failed", "open"]),
    why: z.string().nullable(),
    judged: z.string().nullable(),
  })),
  /** Recorded answers that were given to another request than their own. */
  misfits: z.array(z.string()),
});
export type CheckedRun = z.infer<typeof CheckedRun>;
export const CheckReport = z.object({
  fishbowl: z.literal("check/1"),
  title: z.string(),
  runs: z.array(CheckedRun),
});
export type CheckReport = z.infer<typeof CheckReport>;

const quoted = (text: string): string => `“${text.replace(/\s+/g, " ")}”`;

export function ruleText({ kind, text = "", most = 0 }: Expectation): string {
  const rules: Record<Expectation["kind"], string> = {
    says: `must say ${quoted(text)}`,
    says_not: `must not say ${quoted(text)}`,
    calls: `must call ${text}`,
    like: `must be like ${quoted(text)}`,
    tokens: `at most ${most} tokens`,
    usd: `at most ${most} US dollars`,
    seconds: `at most ${most} seconds`,
  };
  return rules[kind];
}

/** What an expectation is about, for people. */
export function aboutText(talk: ConversationState, { messageId }: Expectation): string {
  if (messageId === undefined) return "every answer";
  const marked = talk.messages[messageId];
  const place = questionsOf(talk).findIndex(({ id }) => id === (marked?.question ?? messageId)) + 1;
  return marked?.turnId === undefined ? `question ${place}` : `${marked.author.name}, question ${place}`;
}

const WHY: Record<Why, string> = {
  no_answer: "nobody answered",
  not_answered: "the answer failed",
  not_said: "it is not said",
  said: "it is said",
  not_called: "it was not called",
  over: "it was more",
  unlike: "the judge says it is not",
  not_judged: "no judge was asked",
  judge_failed: "the judge gave no verdict",
  unknown_price: "what the model costs is not known",
  erased: "its words were erased",
};

export function whyText({ why, measured }: Pick<Result, "why" | "measured">): string | null {
  if (why === null) return null;
  return why === "over" && measured !== null ? `it was ${Math.round(measured * 10_000) / 10_000}` : WHY[why];
}

const MARK = { held: "holds", failed: "FAILS", open: "open " } as const;

const modelsText = ({ models }: CheckedRun): string => {
  const all = [...new Set(Object.values(models))];
  return all.length === 1
    ? all[0] ?? ""
    : Object.entries(models).map(([name, model]) => `${name}: ${model}`).join(", ");
};

const counts = ({ results }: CheckedRun) => ({
  held: results.filter(({ outcome }) => outcome === "held").length,
  failed: results.filter(({ outcome }) => outcome === "failed").length,
  open: results.filter(({ outcome }) => outcome === "open").length,
});

/** For people, a line each. */
export function reportLines({ title, runs }: CheckReport): string[] {
  return runs.flatMap((run) => {
    const { held, failed, open } = counts(run);
    return [
      `${title}: ${modelsText(run)}`,
      ...run.results.map(({ about, rule, outcome, why, judged }) =>
        `  ${MARK[outcome]}  ${about}: ${rule}${why === null ? "" : `: ${why}`}${
          judged ? ` (judge: ${judged})` : ""
        }`
      ),
      ...run.misfits.map((one) => `  note   ${one}: the recorded answer was given to another request`),
      `${held} hold, ${failed} fail, ${open} cannot be told; ${run.tokens} tokens, ${run.seconds} s`,
    ];
  });
}

/** What is otherwise than it was: the last run beside the first of an earlier report. */
export function changedLines(before: CheckReport, after: CheckReport): string[] {
  const [old, now] = [before.runs[0], after.runs.at(-1)];
  if (!old || !now) return [];
  const was = new Map(old.results.map((one) => [one.id, one]));
  const moved = now.results.flatMap((one) => {
    const former = was.get(one.id);
    if (former?.outcome === one.outcome) return [];
    return [
      `  ${former ? MARK[former.outcome].trim() : "not there"} → ${
        MARK[one.outcome].trim()
      }  ${one.about}: ${one.rule}`,
    ];
  });
  const gone = old.results.filter(({ id }) => !now.results.some((one) => one.id === id))
    .map(({ outcome, about, rule }) => `  ${MARK[outcome].trim()} → not there  ${about}: ${rule}`);
  const lines = [...moved, ...gone];
  return [
    `Changed from ${modelsText(old)} to ${modelsText(now)}:`,
    ...(lines.length > 0 ? lines : ["  nothing that is checked"]),
    `  tokens ${old.tokens} → ${now.tokens}`,
  ];
}

/** What XML can hold, with its signs named. */
const xml = (text: string): string =>
  // deno-lint-ignore no-control-regex
  text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "").replace(
    /[<>&"']/g,
    (sign) => `&#${sign.charCodeAt(0)};`,
  );

/** JUnit: a suite each run. What nobody was asked to judge is skipped. */
export function junit({ title, runs }: CheckReport): string {
  const suites = runs.map((run) => {
    const { failed, open } = counts(run);
    const cases = run.results.map(({ about, rule, outcome, why, judged }) => {
      const name = `name="${xml(rule)}" classname="${xml(about)}"`;
      const message = xml([why, judged].filter((text) => text !== null).join(": "));
      if (outcome === "held") return `    <testcase ${name}/>`;
      const inner = outcome === "failed"
        ? `<failure message="${message}"/>`
        : `<skipped message="${message}"/>`;
      return `    <testcase ${name}>${inner}</testcase>`;
    });
    const head = `name="${xml(`${title}: ${modelsText(run)}`)}" tests="${run.results.length}"`;
    return [
      `  <testsuite ${head} failures="${failed}" skipped="${open}" time="${run.seconds}">`,
      ...cases,
      "  </testsuite>",
    ].join("\n");
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`;
}
