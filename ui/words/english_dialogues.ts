/** English words of dialogs. */
export const english = {
  palette: "Every action",
  takeIn: "Take in a conversation",
  takeInHelp: "An export is taken in as it is, with its whole history. One that was changed is refused.",
  takeInField: "The log of a conversation (NDJSON)",
};
export type DialogueWords = typeof english;
