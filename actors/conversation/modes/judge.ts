/** Judges of answers: they are told their task and nothing of the others, speak when they are asked, and nothing follows. */
import { JUDGE_PROMPT } from "../../../projections/checks/verdict.ts";
import { BETTER_PROMPT } from "../../../projections/comparisons/better.ts";
import type { Mode } from "./mode.ts";

/** Of one answer by a rule. */
export const byRule: Mode = {
  prompt: () => JUDGE_PROMPT,
  speakers: () => [],
};
/** Of two answers, which is better. */
export const ofTwo: Mode = {
  prompt: () => BETTER_PROMPT,
  speakers: () => [],
};
