/** What is asked beside the talk. By itself: the page needs it before it knows any conversation. */
import type { Turn } from "../shapes/folds.ts";

/** Whether a turn is asked beside the talk: in a trial, to judge an answer, or for a hand. */
export const isBeside = (turn: Partial<Pick<Turn, "trial" | "judges" | "asks">> | undefined): boolean =>
  turn?.trial !== undefined || turn?.judges !== undefined || turn?.asks !== undefined;

/** The answers that a turn judges, in their order. */
export const judgedIn = (judges: NonNullable<Turn["judges"]>): readonly string[] =>
  "answers" in judges ? judges.answers : [judges.messageId];
