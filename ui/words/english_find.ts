/** English words of finding something in a conversation. */
export const english = {
  name: "Find in this conversation",
  hit: (at: number, of: number, more: boolean) => `${at} of ${of}${more ? "+" : ""}`,
  looking: "Looking…",
  none: "Not found",
  previous: "Previous",
  next: "Next",
  close: "Close",
};
export type FindWords = typeof english;
