/** English words of moving in. */
import type { TakenCard } from "../../projections/moving_in/cards.ts";
import { counted } from "./counting.ts";

const talks = (n: number) => counted(n, { one: "# conversation", other: "# conversations" });
const messages = (n: number) => counted(n, { one: "# message", other: "# messages" });

export const english = {
  title: "Import conversations",
  looking: "Looking into the file …",
  progress: "Progress",
  from: (product: string) => `From ${product}`,
  talks,
  messages,
  branches: (n: number) => counted(n, { one: "# branch", other: "# branches" }),
  files: (n: number) => counted(n, { one: "# picture or file", other: "# pictures and files" }),
  between: (first: string, last: string) => `${first} to ${last}`,
  here: (n: number) => counted(n, { one: "# is here already", other: "# are here already" }),
  deleted: (n: number) =>
    counted(n, {
      one: "# was imported and deleted before, and stays so",
      other: "# were imported and deleted before, and stay so",
    }),
  alsoBranches: "Other branches too, each as a conversation of its own",
  leftOut: "Left out, and why",
  nothingNew: "All of it is here already.",
  keeps:
    "Each message keeps its time and its author, and is marked as imported. The conversations stand in the list by when they were held.",
  guessed: "Who says what was guessed from lines such as “## User” and “**Assistant:**”.",
  begin: "Import",
  moving: (n: number) => `Importing: ${talks(n)} so far`,
  stop: "Stop",
  imported: (n: number, said: number) => `${talks(n)} with ${messages(said)} imported.`,
  stopped: "It was stopped. What was imported stays; the same file goes on from there.",
  brokeOff: "It broke off. What was imported stays; the same file goes on from there.",
  where: "They stand in the list by when they were held, and are found by search.",
  open: "Open the first one",
  close: "Close",
  choose: "Choose an export",
  chooseHelp:
    "The archive or the JSON of an export of ChatGPT, Claude, Open WebUI or LibreChat, a chat of SillyTavern (JSONL), a conversation in Markdown, a character card (PNG, JSON, CHARX), or a conversation that was exported here. It may be dropped on this page, too.",
  drop: "Drop to import",
  card: (name: string) => `${name}, a character card`,
  cardBecomes:
    "It becomes an agent with this prompt and its picture, on the provider and model of your first agent. Both can be changed in its settings.",
  greetings: (n: number) => counted(n, { one: "# other greeting", other: "# other greetings" }),
  lore: (n: number) =>
    counted(n, {
      one: "# entry of its lore book, told when certain words are said, which no agent here does",
      other: "# entries of its lore book, told when certain words are said, which no agent here does",
    }),
  assets: (n: number) => counted(n, { one: "# other file", other: "# other files" }),
  cut: "What is over the length of a prompt",
  makeAgent: "Make an agent",
  openAgent: "Open its settings",
  cardMade: (name: string, taken: TakenCard) =>
    taken.state === "alone"
      ? "There is no agent yet whose model it could use. Make one in the settings first."
      : taken.state === "here"
      ? `${name} is here already.`
      : `${name} is an agent now, with the model ${taken.model}.`,
  left: {
    hidden: "Instructions and hidden messages",
    tools: "Calls and results of tools",
    thoughts: "Thoughts of models",
    empty: "Messages without words",
    long: "Messages that are too long",
    branches: "Other branches",
    lost_files: "Files that are not in the archive",
    other_files: "Files of kinds that cannot be attached",
    large_files: "Files that are too large or too many",
    blank_talks: "Conversations without words",
    long_talks: "Conversations that are too long",
    unknown: "Records that are not known",
  },
  faults: {
    unknown: "Nothing in this file is known. Choose the archive or the JSON of an export.",
    long_talks: "The conversations in this file are too long to be imported.",
    blank_talks: "No conversation in this file has words that can be imported.",
    cut: "The archive is cut short or damaged. Download it again.",
    locked: "The archive is locked with a password. Unpack it first.",
    packing: "The archive is packed in a way that is not known here. Unpack it first.",
    many: "The archive has too many files.",
    bomb: "The archive would unpack to far more than an export has.",
    false_size: "The archive says something else of its files than they are.",
  },
};
export type MovingWords = typeof english;
