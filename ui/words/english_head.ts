/** English words of the head of a conversation: its agents, who answers, the glass. */
import { factsOf, type Mode, type ModeFacts, MODES } from "../../events/catalog/modes.ts";
import { counted, digits } from "./counting.ts";

/** The catalog's own words; a language that has none of a mode shows these. */
const modes: Readonly<Partial<Record<Mode, ModeFacts>>> = Object.fromEntries(
  MODES.map((mode) => [mode, factsOf(mode)]),
);

export const english = {
  rename: "Rename",
  title: "Title",
  glass: "Show events, context and usage",
  glassTip: "Behind the glass",
  whoAnswers: (mode: string) => `Who answers: ${mode}`,
  whoAnswersShort: "Who answers",
  modes,
  rounds: (n: number) => counted(n, { one: "# round", other: "# rounds" }),
  roundsLabel: "Rounds",

  agents: "Agents",
  viewing: (at: number, of: number) => `You are viewing event ${digits(at)} of ${digits(of)}`,
  backToNow: "Back to now",
  continueHere: "Continue from here in a new conversation",
  agentCount: (n: number) => counted(n, { one: "# agent", other: "# agents" }),
  agentsOn: (n: number, on: number) => `${counted(n, { one: "# agent", other: "# agents" })}, ${on} on`,
  agentsAndOrder: "Agents in their order",
  allOn: "Turn all on",
  allOff: "Turn all off",
  nobodyYet: "No agent takes part yet.",
  addHeading: "Add",
  addAgent: "Add an agent",
  newAgent: "New agent",
  moveAgent: (name: string) => `Move ${name}`,
  moveHow: "Drag, or press ↑ and ↓",
  manages: "manages",
  actionsIn: (name: string) => `More for ${name}`,
  pillOn: "click to turn off",
  pillOff: "click to turn on",
  doing: { waiting: "waiting", answering: "answering", off: "off" },
  waitsForYou: "waits for you",
  waitsUntil: (time: string) => `waits until ${time} (asked by provider)`,
  full: (percent: number) => `${percent} % full`,
  ask: "Ask",
  askOnly: "Ask only this one",
  solo: "Solo: turn the others off",
  willSee: "What it will see",
  moveLeft: "Move left",
  moveRight: "Move right",
  remove: "Remove",
  removed: (name: string) => `${name} takes no part any more`,
};
export type HeadWords = typeof english;
