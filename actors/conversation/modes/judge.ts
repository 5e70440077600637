/** A judge of answers: it is told its task and nothing of the others, speaks when a run asks it, and nothing follows. */
import { JUDGE_PROMPT } from "../../../projections/checks/verdict.ts";
import type { Mode } from "./mode.ts";

export const judge: Mode = {
  prompt: () => JUDGE_PROMPT,
  speakers: () => [],
};
