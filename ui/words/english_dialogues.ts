/** English words of dialogs. */
export const english = {
  palette: "Every action",
  takeIn: "Import conversations",
  takeInHelp:
    "An export of ChatGPT, Claude, Open WebUI, LibreChat or SillyTavern, or a conversation in Markdown: what is in it is shown first. Or the log of a conversation that was exported here, which is taken in as it is.",
  takeInField: "A file (zip, JSON or NDJSON)",
  ofConversation: "Settings of this conversation",
  keys: "Keys",
  saw: "What it saw",
  seenBy: "Seen by",
  seenByNobody: "No turn has had this message in its context.",
  rename: "Rename",
  title: "Title",
  titleLong: (most: number) => `At most ${most} characters.`,
  runAgain: "Run again",
  runAgainMeans:
    "A new conversation: people say the same again, with the same checkboxes, and the agents answer anew. This one stays as it is.",
  runAgainNobody: "No agent is on, so nobody would answer.",
  noneOpen: "No conversation is open.",
  nowWith: (model: string) => `, now ${model}`,
  providerOf: (name: string) => `Provider of ${name}`,
  modelOf: (name: string) => `Model of ${name}`,
  asItIs: "As it is",
  otherModel: "Other model",
  otherModelMeans: (name: string) => `${name} answers with it from now on, in every conversation.`,
  saveAndRetry: "Save and retry",
};
export type DialogueWords = typeof english;
