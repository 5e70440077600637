/** English words of labels. */
import { counted } from "./counting.ts";

export const english = {
  untitled: "New conversation",
  labels: "Labels",
  labelsOf: (title: string) => `Labels of “${title}”`,
  newLabel: "New label",
  addLabel: "Add",
  labelTooLong: (most: number) => counted(most, { other: "At most # characters." }),
  labelsFull: (most: number) => counted(most, { other: "It has # labels, and no conversation has more." }),
};
export type FilingWords = typeof english;
