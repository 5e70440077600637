/** English words of what is remembered: notes, and where they are shown. */
import { counted } from "./counting.ts";

const notes = (n: number) => counted(n, { one: "# note", other: "# notes" });

export const english = {
  remember: "Remember this",
  keep: "Keep",
  kept: "Kept as a note.",
  add: "Add a note",
  none: "No note yet. What is kept here, agents are given with later questions.",
  rule: (most: number, tokens: string) =>
    `With each answer go at most ${most} notes, about ${tokens} tokens: first those that share words with the question, then the newest. ` +
    "Which ones an answer had stands under What it saw.",
  text: "Note",
  textHint: "In words that can be understood without the conversation.",
  whose: "Who is given it",
  everybody: "All agents",
  agent: (name: string) => `Only ${name}`,
  goneAgent: "an agent that is no longer there",
  project: (name: string) => `In the project ${name}`,
  goneProject: "that is no longer there",
  save: "Save",
  cancel: "Cancel",
  change: "Change",
  changeNamed: (text: string) => `Change the note ${text}`,
  remove: "Remove",
  removeNamed: (text: string) => `Remove the note ${text}`,
  removed: "The note is removed: no answer is given it any more.",
  erase: "Erase its words",
  eraseNamed: (text: string) => `Erase its words: ${text}`,
  eraseAsk: "Erase the words of this note?",
  eraseMeans:
    "They leave the log, in all versions of the note, and nobody can have them back. Requests that had them can no longer be shown. " +
    "The message it comes from keeps its own words, and so do answers that repeat it.",
  erased: "The words are erased.",
  source: "Where it was said",
  by: (name: string, day: string) => `kept by ${name}, ${day}`,
  changed: (version: number, day: string) => `version ${version}, ${day}`,
  given: notes,
  with: (n: number) => `With ${notes(n)}`,
  gone: "Its words are erased, or are of another server.",
  version: (n: number) => `version ${n}`,
};
export type MemoryWords = typeof english;
