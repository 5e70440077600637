/** English words of conversations that go on from others. */
import { counted } from "./counting.ts";

export const english = {
  change: "Change and continue elsewhere",
  otherWords: "Other words",
  explained:
    "These words begin a new conversation, behind everything that was said before. This one stays as it is.",
  filesToo: (n: number) => counted(n, { one: "Its # file goes along.", other: "Its # files go along." }),
  go: "Continue elsewhere",
  cancel: "Cancel",
  same: "These are the words that were said.",
  tooLong: (by: number) => counted(by, { one: "# character too many", other: "# characters too many" }),
};
export type ContinuingWords = typeof english;
