/** English words of dialogs. */
import { counted } from "./counting.ts";
export const english = {
  offers: "Prompts and resources",
  palette: "Every action",
  takeIn: "Import conversations",
  takeInHelp:
    "An export of ChatGPT, Claude, Open WebUI, LibreChat or SillyTavern, or a conversation in Markdown: what is in it is shown first. Or the log of a conversation that was exported here, which is taken in as it is.",
  takeInField: "A file (zip, JSON or NDJSON)",
  ofConversation: "Settings of this conversation",
  keys: "Keys",
  saw: "What it saw",
  seenBy: "Seen by",
  samples: "Several answers to the same",
  compare: "Blind comparison",
  ranking: "Ranking",
  seenByNobody: "No turn has had this message in its context.",
  erase: "Erase the words",
  eraseUse: "Erase what a tool was asked and gave",
  eraseMeans: (files: number): string =>
    files > 0
      ? "What it says and its files leave the log, the search and everything that was made of them. Nobody can have them back."
      : "What it says leaves the log, the search and everything that was made of it. Nobody can have it back.",
  eraseUseMeans:
    "What the tool was asked, what it gave, and a note that it kept leave the log for good. What the agent wrote with it stays.",
  eraseNotes: (n: number) =>
    counted(n, {
      one: "# note that was kept of it goes too.",
      other: "# notes that were kept of it go too.",
    }),
  eraseCompared:
    "It was asked in a blind comparison. Its answers and what was judged of them stay, but its judgements count in no ranking any more.",
  eraseStays:
    "Its place, its author and its time stay, and a line that says it was erased. No agent is sent it any more. What others quoted of it is theirs: erase that too.",
  eraseSeen: (answers: number, judgements: number) =>
    `What was written with it in view may quote it: ${
      [
        ...(answers > 0 ? [counted(answers, { one: "# answer", other: "# answers" })] : []),
        ...(judgements > 0 ? [counted(judgements, { one: "# judgement", other: "# judgements" })] : []),
      ].join(" and ")
    }.`,
  eraseSeenWhich: "Which?",
  asJudge: "as a judge",
  eraseAlso: (n: number) =>
    counted(n, {
      one: "Also in # conversation that has the same",
      other: "Also in # conversations that have the same",
    }),
  eraseMore: "More conversations have to do with this one than are looked through: it may stand in others.",
  eraseWhy: "Why, for everybody to read (optional)",
  eraseWhyHint: "Not the words themselves",
  eraseWhyStays: "The reason stays in the log and in exports for good: write nothing private into it.",
  eraseBefore:
    "Exports and backups taken before cannot be called back. The bytes leave the file of the store when it is compacted.",
  eraseDone: (copies: number): string =>
    copies === 0
      ? "The words were erased."
      : `The words were erased, here and in ${
        counted(copies, { one: "# other place", other: "# other places" })
      }.`,
  untitled: "New conversation",
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
