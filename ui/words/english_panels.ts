/** English words of panels: how one is called, its stages, and the brief in which it ends. */
import type { Gap, PanelEnd } from "../../events/catalog/panels.ts";
import { counted } from "./counting.ts";

/** What is read of a built-in format: to agents it speaks in its own words. */
interface BuiltInWords {
  readonly name: string;
  readonly about: string;
  readonly when: string;
}

const builtIn: Readonly<Record<string, BuiltInWords>> = {
  council: {
    name: "Council",
    about:
      "Each answers alone, criticises the others without knowing whose answer is whose, and a chair writes what comes of it.",
    when: "For questions where one answer is easily wrong. Dissent is kept, by name.",
  },
  review: {
    name: "Review panel",
    about: "Each looks through one lens and gives findings as data; a verifier checks and merges them.",
    when: "For a text, a plan or code that is about to be used.",
  },
  debate: {
    name: "Debate",
    about: "One argues for, one against, each replies to the other, and a judge decides.",
    when: "For decisions between two ways.",
  },
  delphi: {
    name: "Delphi",
    about:
      "Each estimates alone, sees how all estimates are spread and why, without names, and estimates again.",
    when: "For numbers that nobody knows: time, cost, risk.",
  },
  "red-team": {
    name: "Red team",
    about:
      "One proposes, the others look for what breaks it, the first mends it, and a judge says what stands.",
    when: "For plans that somebody will attack.",
  },
  writers: {
    name: "Writers’ room",
    about: "One drafts, three read it each for one thing, and the first revises it.",
    when: "For texts.",
  },
};

const how: Readonly<Record<PanelEnd, string>> = {
  completed: "done",
  stopped: "stopped",
  new_message: "ended by a newer message",
  nobody: "ended: nobody was left",
  capped: "ended at its limit",
  deleted: "ended",
  imported: "was not done where this comes from",
};

const gap: Readonly<Record<Gap["why"], (name: string, stage: string) => string>> = {
  failed: (name, stage) => `${name} failed in ${stage}.`,
  late: (name, stage) => `${name} took too long in ${stage}.`,
  stopped: (name, stage) => `${name} was stopped in ${stage}.`,
  gone: (name, stage) => `${name} was not there in ${stage}.`,
  passed: (name, stage) => `${name} had nothing to say in ${stage}.`,
};

const sees = {
  question: "sees the question alone",
  own: "sees nobody else’s answers",
  all: "sees all, by name",
  anonymised: "sees answers without names",
  summary: "sees a summary",
};

/** Stages of built-in formats, by the name that agents are told. */
const builtInStages: Readonly<Record<string, string>> = {
  Alone: "Alone",
  Critique: "Critique",
  Verdict: "Verdict",
  Opening: "Opening",
  Reply: "Reply",
  Judgement: "Judgement",
  Estimate: "Estimate",
  Again: "Again",
  Report: "Report",
  Proposal: "Proposal",
  Attack: "Attack",
  Defence: "Defence",
  Ruling: "Ruling",
  Lenses: "Lenses",
  Verification: "Verification",
  Draft: "Draft",
  Notes: "Notes",
  Revision: "Revision",
};

/** What panels gave and cost, as it is read; `money` is null where a price is not known. */
interface WorthFigures extends Readonly<Record<"won" | "lost" | "tied" | "tokens" | "time", string>> {
  readonly panels: number;
  readonly money: string | null;
}

interface JudgeFigures extends Readonly<Record<"won" | "lost" | "tied", string>> {
  readonly panels: number;
  readonly open: number;
}

export const english = {
  builtIn,
  builtInStages,
  panel: "Panel",
  ask: "Ask a panel",
  askLead: "Several agents answer one question in stages. Choose how, and who sits where.",
  formats: "How",
  seats: "Who sits where",
  question: "The question",
  questionHint: "It goes to the panel, with what was said here before.",
  begin: "Begin",
  mostTokens: "At most so many tokens",
  mostUsd: "At most so many US dollars",
  noLimit: "No limit of its own",
  mostWrong: "A limit is a number above 0, of tokens a whole one; or nothing.",
  cancel: "Cancel",
  keep: "Keep as a panel",
  kept: "Kept. Programs can ask it as a model now.",
  noAgents: "There is no agent that could sit in it.",
  comesTo: (answers: number, stages: number) =>
    `${counted(answers, { one: "# answer", other: "# answers" })} in ${
      counted(stages, { one: "# stage", other: "# stages" })
    }`,
  useMeans:
    "Every stage is counted, with all it is shown. It is less where a stage ends early, and more where answers are long or tools are used.",
  worth: ({ panels, won, lost, tied, tokens, money, time }: WorthFigures) =>
    `Judged blindly beside one agent alone in ${
      counted(panels, { one: "# panel", other: "# panels" })
    }: better ${won}, worse ${lost}, no difference ${tied}. On average ${
      [`${tokens} tokens`, ...(money === null ? [] : [money]), time].join(", ")
    }.`,
  difference: ({ tokens, money, time }: WorthFigures) =>
    `The panel against one agent alone: ${
      [`${tokens} tokens`, ...(money === null ? [] : [money]), time].join(", ")
    }.`,
  byModels: ({ panels, won, lost, tied, open }: JudgeFigures) =>
    `By models as judges, counted apart, in ${
      counted(panels, { one: "# panel", other: "# panels" })
    }: better ${won}, worse ${lost}, no difference ${tied}${open > 0 ? `, no verdict ${String(open)}` : ""}.`,
  readingWorth: "Reading what was judged…",
  neverJudged: "Nobody has judged yet whether such a panel is worth what it costs.",
  judge: "Judge whether it is worth it",
  alone: "Beside the panel, alone",
  judgeMeans:
    "The panel answers out of sight, and so does this agent, both with nothing but the question. Their answers come together, without names; you judge, and then it is told which is which, and what the panel cost more.",
  model: "A model judges, too",
  peopleAlone: "No, people alone",
  modelMeans:
    "When both have answered, this agent is sent the question and the two answers under their letters, without names, and nothing else. What it found is told when it is revealed, as a model’s, and counted apart.",
  addSeat: (role: string) => `Another ${role}`,
  removeSeat: (role: string, name: string) => `Take ${name} away as ${role}`,
  steps: "Stages of the panel",
  stage: (n: number) => `Stage ${n}`,
  round: (n: number) => `round ${n}`,
  step: (name: string, done: number, of: number) => `${name}: ${done} of ${of}`,
  waiting: "waits",
  how,
  gap,
  gaps: (n: number) => counted(n, { one: "# answer is missing", other: "# answers are missing" }),
  missing: "Missing",
  spread: (field: string, count: number, from: string, to: string, median: string) =>
    `${field}: ${from} to ${to}, median ${median}, in ${
      counted(count, { one: "# answer", other: "# answers" })
    }`,
  agreed: "Agreed",
  disputed: "Disputed",
  open: "Open",
  sources: "Sources",
  brief: "Brief",
  comesFrom: (name: string, stage: string) => `To the words of ${name} in ${stage}`,
  notWordForWord: "These words do not stand there exactly so.",
  asMarkdown: "As Markdown",
  asJson: "As JSON",
  ownFormats: "Your panels",
  builtInFormats: "There from the start",
  none: "None yet. Keep one when you ask a panel, take a file in, or begin with one of those below.",
  takeIn: "Take a file in",
  noFormat: "This file holds no panel.",
  tooLarge: "This file is too large to hold a panel.",
  save: "Save",
  saved: "Saved.",
  asFile: "As a file",
  remove: "Remove",
  removed: "Removed.",
  copy: "Begin with this",
  edit: "Change",
  back: "Back",
  name: "Name",
  description: "What it is for",
  roles: "Roles",
  stages: "Stages",
  role: "Role",
  roleId: "Short name",
  roleMany: "Any number of agents",
  roleBrief: "What this role is told besides",
  addRole: "Add a role",
  addStage: "Add a stage",
  removeRole: (name: string) => `Remove the role ${name}`,
  removeStage: (name: string) => `Remove the stage ${name}`,
  gives: "One of its answers is called",
  who: "Who speaks",
  turns: "How",
  together: "All at once",
  inTurn: "One after the other",
  shown: "What each sees",
  sees,
  instruction: "What they are asked",
  form: "What they give",
  formWords: "Words",
  formFindings: "Findings: claim, place, severity, confidence",
  formBrief: "A brief: answer, agreed, disputed, open",
  formOwn: "JSON by a schema of its own",
  rounds: "Rounds",
  more: "More",
  moreOf: "Whose answers it is shown, a schema, when it is over",
  of: "Shown are the answers of",
  ofHint: "None chosen: of all before it. Its own rounds before are shown in any case.",
  ofItself: "Its own rounds alone",
  schema: "JSON schema of its answers",
  schemaHint:
    "What each answer is held to; without one they are words. One that does not fit is asked again once.",
  agree: "Over once all say the same in this field",
  agreeHint: "The name of a field of its schema. For a stage of several rounds.",
  stageTokens: "Over once it has used so many tokens",
  stageTokensHint: "No further round is begun then. For a stage of several rounds.",
  minutes: "Minutes until an answer is late",
  minutesHint:
    "A late answer is missing, and the panel goes on. Without a number it waits as for any answer.",
  asModel: (name: string) => `Programs ask it as ${name}.`,
  noModel: "Without seats it is no model for programs: keep it when you ask it.",
};
export type PanelsWords = typeof english;
