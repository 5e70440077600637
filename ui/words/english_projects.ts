/** English words of projects: their page, and moving a conversation into one. */
import { counted } from "./counting.ts";

const tokens = (n: number) => `≈ ${counted(n, { one: "# token", other: "# tokens" })}`;

export const english = {
  one: "Project",
  gone: "There is no such project, or it was put away.",
  goneWhere: "All projects",
  none: "No project yet. Conversations in one share instructions and files.",
  make: "New project",
  name: "Name",
  create: "Create",
  save: "Save",
  cancel: "Cancel",
  remove: "Remove",
  rename: "Rename",
  actions: (name: string) => `Actions for the project ${name}`,
  putAway: "Put away",
  putAwayDone: (name: string) =>
    `“${name}” is put away: its conversations stay, and are given nothing of it.`,
  away: "Put away",
  haveBack: (name: string) => `Have the project ${name} back`,
  back: "Have back",
  erase: "Erase its words and files",
  eraseAsk: (name: string) => `Erase the words and files of “${name}”?`,
  eraseMeans:
    "Its name, its instructions and its files leave the log, in all versions, and nobody can have them back. Requests that had " +
    "them can no longer be shown. Its conversations stay, and keep what was said in them.",
  erased: "The words and files are erased.",
  conversations: "Conversations",
  noConversation: "No conversation yet. Write above to begin one.",
  more: "Show more",
  instructions: "Instructions",
  instructionsHint: "Every agent in its conversations is told them, behind its own.",
  instructionsLong: (most: string) => `At most ${most} characters.`,
  saved: "Saved. It holds from the next answer on.",
  files: "Files",
  filesHint: "Every agent in its conversations has them, before what is said there.",
  addFile: "Add files",
  removeFile: (name: string) => `Take ${name} out of the project`,
  filesFull: (most: number) => counted(most, { other: "It has # files, and no project has more." }),
  tokens,
  total: (n: number) => `${tokens(n)} with every answer`,
  tooLarge: (names: string) =>
    `That is more than the context window of ${names}: there they are sent nothing until there is less of it.`,
  agents: "Agents",
  agentsHint: "Who is in a new conversation of it. Others may be added there.",
  notes: "Notes",
  notesHint: "Given in its conversations, by the rule of notes.",
  noNote: "No note is for this project alone.",
  addNote: "Add a note",
  begin: "A new conversation in this project",
  moveTo: "Project",
  moveOf: (title: string) => `Project of “${title}”`,
  outside: "No project",
  moveHint: "It is given what the project says from the next answer on; earlier answers keep what they had.",
  move: "Move",
  moved: (name: string) => `Moved to “${name}”.`,
  movedOut: "It is in no project any more.",
  movedTooLarge: (name: string, names: string) =>
    `Moved to “${name}”. What it gives is more than the context window of ${names}, who are sent nothing while that is so.`,
  inProject: (name: string) => `Project ${name}`,
  given: (name: string, version: number) => `With the project “${name}”, version ${version}`,
  givenGone: (version: number) =>
    `With a project, version ${version}: its words are erased, or are of another server.`,
  givenFiles: (n: number) => counted(n, { one: "# file", other: "# files" }),
};
export type ProjectsWords = typeof english;
