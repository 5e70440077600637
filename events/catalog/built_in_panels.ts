/**
 * The formats of panels that are there from the start. Plain values: this file runs in the browser. What is said to agents
 * is English, and asks them to answer in the language of the question; what people read of a format stands in the words of
 * the page as well. A panel records its format as it was: to change one here changes no panel that was held.
 */
import type { PanelFormat } from "./panels.ts";

/** The form of findings: what is found, where, how bad it is, and how sure one is. */
const FINDINGS_SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  properties: {
    findings: {
      type: "array",
      items: {
        type: "object",
        properties: {
          claim: { type: "string", description: "What is wrong or worth knowing, in one sentence" },
          where: { type: "string", description: "The place it is about, as a quotation or a name" },
          severity: { type: "string", enum: ["high", "medium", "low"] },
          confidence: { type: "integer", description: "From 0 to 100" },
        },
        required: ["claim", "where", "severity", "confidence"],
        additionalProperties: false,
      },
    },
  },
  required: ["findings"],
  additionalProperties: false,
};

const ESTIMATE_SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  properties: {
    estimate: { type: "number", description: "Your best single estimate" },
    low: { type: "number", description: "You are nearly sure that it is not below this" },
    high: { type: "number", description: "You are nearly sure that it is not above this" },
    unit: { type: "string", description: "Of the numbers" },
    reason: { type: "string", description: "Why, in one or two sentences" },
  },
  required: ["estimate", "low", "high", "unit", "reason"],
  additionalProperties: false,
};

const LANGUAGE = "Write in the language of the question.";

/** A format with the name that it is chosen by. */
export interface BuiltIn {
  readonly id: string;
  readonly format: PanelFormat;
}

const council: PanelFormat = {
  name: "Council",
  description:
    "Each answers alone, criticises the others' answers without knowing whose they are, and a chair " +
    "writes what comes of it, dissent by name.",
  roles: [
    { id: "member", name: "Member", many: true },
    { id: "chair", name: "Chair" },
  ],
  stages: [
    {
      id: "alone",
      name: "Alone",
      gives: "Answer",
      who: ["member"],
      turns: "together",
      sees: "own",
      instruction:
        `Answer the question by yourself, as well as you can. Nobody else's answer is shown to you. ${LANGUAGE}`,
    },
    {
      id: "critique",
      name: "Critique",
      gives: "Critique",
      who: ["member"],
      turns: "together",
      sees: "anonymised",
      of: ["alone"],
      instruction:
        "The answers above are unnamed, and one of them may be yours. Say of each, by its letter, what is right in it " +
        `and what is wrong or missing. Then say which is best, and why. ${LANGUAGE}`,
    },
    {
      id: "verdict",
      name: "Verdict",
      gives: "Verdict",
      who: ["chair"],
      turns: "together",
      sees: "all",
      brief: true,
      instruction:
        "You chair this council. From the answers and the critiques above write what the council says. Where members " +
        `disagree, do not smooth it over: say who holds what, by name. ${LANGUAGE}`,
    },
  ],
};

const debate: PanelFormat = {
  name: "Debate",
  description: "One argues for, one against, each replies to the other, and a judge decides.",
  roles: [
    {
      id: "for",
      name: "For",
      brief: "You argue for what the question proposes, whatever you think of it yourself.",
    },
    {
      id: "against",
      name: "Against",
      brief: "You argue against what the question proposes, whatever you think of it yourself.",
    },
    { id: "judge", name: "Judge" },
  ],
  stages: [
    {
      id: "opening",
      name: "Opening",
      gives: "Opening",
      who: ["for", "against"],
      turns: "together",
      sees: "own",
      instruction: `Make your case: the strongest reasons first, each with what it rests on. ${LANGUAGE}`,
    },
    {
      id: "reply",
      name: "Reply",
      gives: "Reply",
      who: ["for", "against"],
      turns: "in_turn",
      sees: "all",
      instruction:
        "Answer the other side. Quote what you answer, concede what is true, and say what still stands. " +
        LANGUAGE,
    },
    {
      id: "judgement",
      name: "Judgement",
      gives: "Judgement",
      who: ["judge"],
      turns: "together",
      sees: "all",
      brief: true,
      instruction:
        "You judge this debate by what was argued, not by what you thought before. Decide, and say which arguments " +
        `decided it. ${LANGUAGE}`,
    },
  ],
};

const delphi: PanelFormat = {
  name: "Delphi",
  description:
    "Each estimates alone, sees how all estimates are spread and why, without names, and estimates again.",
  roles: [
    { id: "expert", name: "Expert", many: true },
    { id: "facilitator", name: "Facilitator" },
  ],
  stages: [
    {
      id: "estimate",
      name: "Estimate",
      gives: "Estimate",
      who: ["expert"],
      turns: "together",
      sees: "own",
      schema: { ...ESTIMATE_SCHEMA },
      instruction: `Estimate what the question asks for, with the range in which it will be. ${LANGUAGE}`,
    },
    {
      id: "again",
      name: "Again",
      gives: "Second estimate",
      who: ["expert"],
      turns: "together",
      sees: "summary",
      of: ["estimate"],
      schema: { ...ESTIMATE_SCHEMA },
      instruction:
        "Estimate once more. Change your estimate where a reason convinces you, and not because others gave another " +
        `number. ${LANGUAGE}`,
    },
    {
      id: "report",
      name: "Report",
      gives: "Report",
      who: ["facilitator"],
      turns: "together",
      sees: "anonymised",
      brief: true,
      instruction:
        "Report what the experts estimate, how far they are apart, whether they moved, and which reasons " +
        `carry the difference. ${LANGUAGE}`,
    },
  ],
};

const redTeam: PanelFormat = {
  name: "Red team",
  description:
    "One proposes, the others look for what breaks it, the first defends or mends it, and a judge says what stands.",
  roles: [
    { id: "author", name: "Author" },
    { id: "attacker", name: "Attacker", many: true },
    { id: "judge", name: "Judge" },
  ],
  stages: [
    {
      id: "proposal",
      name: "Proposal",
      gives: "Proposal",
      who: ["author"],
      turns: "together",
      sees: "own",
      instruction: `Answer the question with something definite that can be attacked. ${LANGUAGE}`,
    },
    {
      id: "attack",
      name: "Attack",
      gives: "Attack",
      who: ["attacker"],
      turns: "together",
      sees: "all",
      of: ["proposal"],
      schema: { ...FINDINGS_SCHEMA },
      instruction:
        "Find what breaks the proposal: wrong assumptions, cases it forgets, ways to abuse it. Only what you would " +
        `stake something on. ${LANGUAGE}`,
    },
    {
      id: "defence",
      name: "Defence",
      gives: "Defence",
      who: ["author"],
      turns: "together",
      sees: "all",
      instruction:
        "Answer each attack: refute it, or mend the proposal. Then give the proposal as it stands now. " +
        LANGUAGE,
    },
    {
      id: "ruling",
      name: "Ruling",
      gives: "Ruling",
      who: ["judge"],
      turns: "together",
      sees: "all",
      brief: true,
      instruction:
        "Say what of the proposal stands, which attacks hit and were answered, and which are open. " +
        LANGUAGE,
    },
  ],
};

const review: PanelFormat = {
  name: "Review panel",
  description: "Each looks through one lens and gives findings as data; a verifier checks and merges them.",
  roles: [
    {
      id: "correctness",
      name: "Correctness",
      brief: "Your lens is correctness: what is wrong, contradicts itself, or does not follow.",
    },
    {
      id: "risk",
      name: "Risk",
      brief: "Your lens is risk: what can go wrong, whom it hurts, and what is not covered.",
    },
    {
      id: "clarity",
      name: "Clarity",
      brief: "Your lens is clarity: what a reader will misunderstand, miss, or have to read twice.",
    },
    { id: "verifier", name: "Verifier" },
  ],
  stages: [
    {
      id: "lenses",
      name: "Lenses",
      gives: "Findings",
      who: ["correctness", "risk", "clarity"],
      turns: "together",
      sees: "own",
      schema: { ...FINDINGS_SCHEMA },
      instruction:
        "Review what the question gives you, through your lens alone. Give findings: for each the claim, where it is, " +
        `how severe it is and how sure you are. Give none that you would not defend. ${LANGUAGE}`,
    },
    {
      id: "verification",
      name: "Verification",
      gives: "Review",
      who: ["verifier"],
      turns: "together",
      sees: "anonymised",
      brief: true,
      instruction:
        "You verify these findings against what was reviewed. Those that hold are agreed, the worst first; those that do " +
        "not hold, or that contradict one another, are disputed, with why; those that cannot be told from here are open. " +
        `The answer says in a few sentences what to do first. ${LANGUAGE}`,
    },
  ],
};

const writers: PanelFormat = {
  name: "Writers' room",
  description: "One drafts, three read it each for one thing, and the first revises it.",
  roles: [
    { id: "writer", name: "Writer" },
    {
      id: "structure",
      name: "Structure",
      brief: "You read for structure: order, what is missing, what can go.",
    },
    { id: "style", name: "Style", brief: "You read for style: rhythm, words, tone." },
    { id: "reader", name: "First reader", brief: "You read as somebody who comes to it for the first time." },
  ],
  stages: [
    {
      id: "draft",
      name: "Draft",
      gives: "Draft",
      who: ["writer"],
      turns: "together",
      sees: "own",
      instruction: `Write what is asked for. Give the text itself, without a word about it. ${LANGUAGE}`,
    },
    {
      id: "notes",
      name: "Notes",
      gives: "Notes",
      who: ["structure", "style", "reader"],
      turns: "together",
      sees: "all",
      of: ["draft"],
      instruction:
        "Give the writer at most five notes, the most important first. Quote the place each is about, and say what you " +
        `would do. ${LANGUAGE}`,
    },
    {
      id: "revision",
      name: "Revision",
      gives: "Revision",
      who: ["writer"],
      turns: "together",
      sees: "all",
      instruction:
        `Revise your draft. Take the notes that make it better and leave the others. Give the text itself. ${LANGUAGE}`,
    },
  ],
};

/** In the order in which they are offered. */
export const BUILT_IN_PANELS: readonly BuiltIn[] = [
  { id: "council", format: council },
  { id: "review", format: review },
  { id: "debate", format: debate },
  { id: "delphi", format: delphi },
  { id: "red-team", format: redTeam },
  { id: "writers", format: writers },
];

/** The built-in format of this name. */
export const builtIn = (id: string): PanelFormat | undefined =>
  BUILT_IN_PANELS.find((one) => one.id === id)?.format;
