/** English words of the help sheet: what each key does. */
import type { Group, KeyName } from "../keys/key_table.ts";

const does: Readonly<Record<KeyName, string>> = {
  palette: "Every action, every conversation",
  new: "New conversation",
  find: "Find in this conversation",
  print: "Print the conversation, whole",
  sidebar: "Show or hide the list",
  glass: "Open or close the glass",
  theme: "Light, dark, as the system is",
  undo: "Take back what was just done",
  escape: "Stop the answers, then close",
  help: "This sheet",
  write: "Write",
  send: "Send",
  line: "New line",
  mention: "Ask one agent",
  change: "In an empty box: change your last message and continue elsewhere",
  agent: "Turn an agent on or off",
  answer: "Go to an answer",
  previous: "The answer before",
  next: "The next answer",
  columns: "Answers in columns",
  focus: "One answer at a time",
  stack: "Answers under one another",
  compare: "Compare two answers",
  keep: "Keep this one",
  again: "Ask again",
  copy: "Copy the answer",
  quote: "Quote it",
  saw: "What it saw",
  back: "In a replay, one event back",
  forward: "In a replay, one event on",
  scrub: "The same on the timeline",
};

const groups: Readonly<Record<Group, string>> = {
  page: "Everywhere",
  writing: "Writing",
  agents: "Agents",
  answers: "Answers",
  replay: "Replay",
};

export const english = {
  title: "Keys",
  does,
  groups,
  outside: "Letters count while you are not writing.",
  on: "Keys are on",
};
export type KeysWords = typeof english;
