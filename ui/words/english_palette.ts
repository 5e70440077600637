/** English words of the palette: every action by its name. */
import { factsOf, type Mode } from "../../events/catalog/modes.ts";
import type { Group } from "../palette/ranking.ts";
import type { SECTIONS } from "../state/router.ts";
import { counted } from "./counting.ts";

const groups: Readonly<Record<Group, string>> = {
  recent: "Again",
  conversations: "Conversations",
  here: "This conversation",
  agents: "Agents",
  page: "Everywhere",
  settings: "Settings",
};

const sections: Readonly<Record<typeof SECTIONS[number], string>> = {
  providers: "Providers",
  agents: "Agents",
  roles: "Roles",
  personalities: "Personalities",
  agencies: "Agencies",
  panels: "Panels",
  mcp: "MCP servers",
  search: "Web search",
  projects: "Projects",
  notes: "Notes",
  schedules: "Schedules",
  checks: "Checks",
  prices: "Prices",
  tokens: "API tokens",
  import: "Import",
  webhooks: "Webhooks",
  retention: "Automatic deletion",
  signing: "Signing",
  status: "Status",
  password: "Password",
  preferences: "Preferences",
};

const modes: Readonly<Record<Mode, string>> = {
  parallel: factsOf("parallel").help,
  round_robin: factsOf("round_robin").help,
  manual: factsOf("manual").help,
  manager: factsOf("manager").help,
};

export const english = {
  askPanel: "Ask a panel",
  compare: "Compare blind",
  hands: "Raised hands",
  ranking: "Ranking by blind comparisons",
  label: "What do you want to do?",
  list: "Actions",
  nothing: "No action and no conversation is called that.",
  groups,
  messages: "Messages",
  searching: "Looking through the messages…",
  more: (n: number) => counted(n, { one: "# more there", other: "# more there" }),
  howMove: "move",
  howDo: "do it",
  howClose: "close",

  newConversation: "New conversation",
  newProject: "New project",
  openProject: (name: string) => `Project ${name}`,
  moveToProject: "Move to a project",
  keys: "Keys",
  hideList: "Show or hide the list",
  takeIn: "Import conversations",
  theme: { system: "Theme: as the system is", light: "Theme: light", dark: "Theme: dark" },
  language: (name: string) => `Language: ${name}`,
  notifyOn: "Notify me when answers are done",
  notifyOff: "Do not notify me any more",
  notifyNot: "The browser does not allow notifications of this page; its settings say why.",
  notifyNow: "You will be told when answers are done while you look elsewhere.",
  soundOn: "A sound when answers are done",
  soundOff: "No sound when answers are done",

  find: "Find in this conversation",
  stop: "Stop all answers",
  glassOpen: "Open the glass",
  glassClose: "Close the glass",
  panel: (name: string) => `Behind the glass: ${name}`,
  replay: "Replay from the start",
  answers: (mode: string) => `Answers: ${mode}`,
  modes,
  rename: "Rename this conversation",
  runAgain: "Run again with other models",
  settings: "Settings of this conversation",
  archive: "Archive this conversation",
  remove: "Delete this conversation",
  share: "Share this conversation",
  exportLog: "Export the log (NDJSON)",
  exportMarkdown: "Export as Markdown",
  exportPage: "Export as a page (HTML)",
  exportMessages: "Export as messages for programs (OpenAI’s JSON)",
  print: "Print this conversation",
  turnOn: (name: string) => `Turn ${name} on`,
  turnOff: (name: string) => `Turn ${name} off`,
  askOnly: (name: string) => `Ask only ${name}`,
  section: (name: string) => `Settings: ${name}`,
  sections,
};
export type PaletteWords = typeof english;
