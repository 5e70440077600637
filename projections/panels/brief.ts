/**
 * The brief in which a panel ends: its answer, and lines of what was agreed on, disputed and left open, each with the
 * passages it comes from. Read from the JSON its writer gave; where a passage stands in the talk is found by its words.
 */
import { clearText } from "../../events/catalog/clear_text.ts";
import { formedJson } from "../conversation/formed.ts";
import type { ConversationState, Message } from "../shapes/folds.ts";
import { panelOf } from "./panels.ts";
import { panelView, type ShownAnswer } from "./panel_view.ts";

/** A passage, as the writer names it. */
export interface From {
  /** From 1. */
  readonly answer: number;
  readonly words: string;
}
export interface BriefLine {
  readonly text: string;
  readonly from: readonly From[];
}
export const BRIEF_PARTS = ["agreed", "disputed", "open"] as const;
export type BriefPart = (typeof BRIEF_PARTS)[number];
export interface Brief extends Readonly<Record<BriefPart, readonly BriefLine[]>> {
  readonly answer: string;
}

/** Lines of one part, and passages of a line, that are read: a brief of more is none. */
const LINES = 100;
const PASSAGES = 50;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown, most: number): unknown[] => Array.isArray(value) ? value.slice(0, most) : [];

function lineOf(value: unknown): BriefLine[] {
  if (!isObject(value) || typeof value["text"] !== "string") return [];
  const from = listOf(value["from"], PASSAGES).flatMap((one): From[] => {
    if (!isObject(one) || typeof one["answer"] !== "number" || typeof one["words"] !== "string") return [];
    return [{ answer: one["answer"], words: one["words"] }];
  });
  return [{ text: value["text"], from }];
}

/**
 * A brief from what its writer gave; null where that is none.
 * @outside
 */
export function readBrief(json: string): Brief | null {
  const value = formedJson(json)?.value;
  if (!isObject(value) || typeof value["answer"] !== "string") return null;
  const lines = (part: BriefPart) => listOf(value[part], LINES).flatMap(lineOf);
  return {
    answer: value["answer"],
    agreed: lines("agreed"),
    disputed: lines("disputed"),
    open: lines("open"),
  };
}

const TITLES: Readonly<Record<BriefPart, string>> = { agreed: "Agreed", disputed: "Disputed", open: "Open" };

/** One line of Markdown, whatever its breaks. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * A brief as the words of an answer: what later agents read, and what is copied.
 * @param labels what each answer that its writer was shown is called, in their order
 * @outside
 */
export function briefMarkdown(brief: Brief, labels: readonly string[]): string {
  const named = ({ from }: BriefLine): string => {
    const names = [...new Set(from.flatMap(({ answer }) => labels[answer - 1] ?? []))];
    return names.length > 0 ? ` (${names.join("; ")})` : "";
  };
  const parts = BRIEF_PARTS.filter((part) => brief[part].length > 0).map((part) =>
    `**${TITLES[part]}**\n\n${brief[part].map((line) => `- ${oneLine(line.text)}${named(line)}`).join("\n")}`
  );
  return [brief.answer.trim(), ...parts].filter((part) => part !== "").join("\n\n");
}

/** A brief as a text to pass on: its lines with the words they come from; null where the message is none. */
export function briefText(state: ConversationState, messageId: string): string | null {
  const brief = briefOf(state, messageId);
  const panel = panelOf(state, state.messages[messageId]);
  if (!brief || !panel) return null;
  const author = (id: string) => clearText(state.messages[id]?.author.name ?? "");
  const quoted = ({ messageId: id, words }: Passage) => `  > “${oneLine(words)}” (${author(id)})`;
  const line = ({ text, from }: PlacedLine) => [`- ${oneLine(text)}`, ...from.map(quoted)].join("\n");
  const parts = BRIEF_PARTS.filter((part) => brief[part].length > 0).map((part) =>
    `## ${TITLES[part]}\n\n${brief[part].map(line).join("\n")}`
  );
  const question = oneLine(state.bodies[panel.messageId]?.content ?? "");
  return [`# ${question || "Brief"}`, brief.answer.trim(), ...parts].join("\n\n") + "\n";
}

/** The answers that whoever wrote a brief was shown, in the order of their numbers. */
export function answersOfBrief(
  state: ConversationState,
  message: Pick<Message, "panel">,
): readonly ShownAnswer[] {
  const { panelId, stage, round, seat } = message.panel ?? {};
  if (panelId === undefined || stage === undefined || round === undefined || seat === undefined) return [];
  const view = panelView(state, { panelId, stage, round, seat });
  return view?.sent ?? [];
}

/** Where a passage stands. */
export interface Passage {
  readonly messageId: string;
  readonly words: string;
  /** It stands there word for word, but for blanks. */
  readonly found: boolean;
}
/** A line, with the places in the talk that it leads to. */
export interface PlacedLine {
  readonly text: string;
  readonly from: readonly Passage[];
}
export interface PlacedBrief extends Readonly<Record<BriefPart, readonly PlacedLine[]>> {
  /** The message that it is. */
  readonly messageId: string;
  readonly answer: string;
  /** Every answer that a line comes from, once, in the order of the talk. */
  readonly sources: readonly string[];
}

/** As two texts are compared: marks of Markdown and of quoting, and how many blanks there are, are no words. */
const plainly = (text: string): string =>
  text.replace(/\\[nt"]|[\s*_`>#“”"„«»’']+/g, " ").trim().toLowerCase();

/**
 * Whether words stand in a text.
 * @outside
 */
export const standsIn = (text: string, words: string): boolean => {
  const wanted = plainly(words);
  return wanted !== "" && plainly(text).includes(wanted);
};

/** What a message says; of a brief its answer alone. */
export const saidOf = (state: ConversationState, messageId: string): string =>
  briefOf(state, messageId)?.answer ?? state.bodies[messageId]?.content ?? "";

/** The brief that a message is, every line with where it comes from; null where it is none, or has no words any more. */
export function briefOf(state: ConversationState, messageId: string): PlacedBrief | null {
  const message = state.messages[messageId];
  const panel = panelOf(state, message);
  if (!message || !panel || panel.shape.stages[message.panel?.stage ?? -1]?.brief !== true) return null;
  const body = state.bodies[messageId];
  const brief = readBrief(body?.raw ?? "");
  if (!brief) return null;
  const answers = answersOfBrief(state, message);
  const placed = ({ text, from }: BriefLine): PlacedLine => ({
    text,
    from: from.flatMap(({ answer, words }): Passage[] => {
      const shown = answers[answer - 1];
      if (!shown) return [];
      return [{
        messageId: shown.messageId,
        words,
        found: standsIn(state.bodies[shown.messageId]?.content ?? "", words),
      }];
    }),
  });
  const parts = {
    agreed: brief.agreed.map(placed),
    disputed: brief.disputed.map(placed),
    open: brief.open.map(placed),
  };
  const cited = new Set(
    BRIEF_PARTS.flatMap((part) => parts[part]).flatMap(({ from }) => from.map((one) => one.messageId)),
  );
  return {
    messageId,
    answer: brief.answer,
    ...parts,
    sources: answers.map((one) => one.messageId).filter((id) => cited.has(id)),
  };
}
