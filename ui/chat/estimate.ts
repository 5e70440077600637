/**
 * What sending would come to, before it is sent: how many are asked, how much they are sent, what it may cost. Texts that
 * this page has not read count by their length, so nothing has to be fetched and a key costs a sum.
 */
import type { Attachment } from "../../events/catalog/conversation.ts";
import { specFor } from "../../projections/context/requests.ts";
import { Selection } from "../../projections/context/selection.ts";
import { contextTokens } from "../../projections/context/tokens.ts";
import { projectFor, projectParts } from "../../projections/memory/project.ts";
import type { ConversationState, Message } from "../../projections/shapes/folds.ts";
import type { ProjectHere, WorkspaceState } from "../../projections/shapes/settings_fold.ts";
import { costOf, type PriceOverrides } from "../../projections/usage/prices.ts";

/** Tokens of an answer where none was given yet: four paragraphs. */
const USUAL_ANSWER = 400;
/** Messages looked at, from the end, to see how long an agent's answers are. */
const LOOKED_AT = 200;
/** As `projections/context/tokens.ts` counts a text of which the length alone is known. */
const UNITS_PER_TOKEN = 4;
const TOKENS_PER_MESSAGE = 4;

/** One that will be asked. */
export interface Asked {
  readonly model: string;
  /** A practice model costs nothing. */
  readonly free: boolean;
  /** Tokens it is sent besides what is being written. */
  readonly context: number;
  /** Tokens its answer may have. */
  readonly answer: number;
}

export interface Estimate {
  readonly agents: number;
  /** Sent to all of them together. */
  readonly tokens: number;
  /** US dollars, their answers among it; null where the price of one of them is not known. */
  readonly usd: number | null;
}

/** Adds it up for a message of `text` with `files`. */
export function estimated(
  asked: readonly Asked[],
  text: string,
  files: readonly Attachment[],
  prices: PriceOverrides = {},
): Estimate {
  const own = text.trim() === "" && files.length === 0
    ? 0
    : contextTokens({ messages: [{ messageId: "", role: "user", content: text, attachments: files }] });
  let tokens = 0;
  let usd: number | null = 0;
  for (const { model, free, context, answer } of asked) {
    tokens += context + own;
    if (free || usd === null) continue;
    const usage = { input: context + own, cacheRead: 0, cacheWrite: 0, output: answer, reasoning: 0 };
    const one = costOf(usage, model, prices);
    usd = one === null ? null : usd + one;
  }
  return { agents: asked.length, tokens, usd };
}

/** What was said so far, as a sum, and apart from it what is not the same for everybody. */
interface Said {
  readonly seq: number;
  readonly tokens: number;
  readonly special: readonly Message[];
  /** Those that were looked at, in order. */
  readonly messages: readonly (Message | undefined)[];
  /** What each adds to the sum. */
  readonly counted: readonly number[];
}
const known = new WeakMap<ConversationState, Said>();

const tokensOf = ({ length, attachments = [] }: Message): number =>
  Math.ceil(length / UNITS_PER_TOKEN) + TOKENS_PER_MESSAGE +
  (attachments.length > 0 ? contextTokens({ messages: [{ ...NOTHING, attachments }] }) : 0);
const NOTHING = { messageId: "", role: "user", content: "" } as const;

/** A message that changed is another object: of those that are as they were nothing is read again. */
function said(state: ConversationState): Said {
  const before = known.get(state);
  if (before?.seq === state.seq) return before;
  const messages = state.order.map((id) => state.messages[id]);
  const counted = messages.map((message, at) =>
    before && at < before.messages.length && message === before.messages[at]
      ? before.counted[at] ?? 0
      : countedOf(message)
  );
  const now = {
    seq: state.seq,
    tokens: counted.reduce((sum, one) => sum + Math.max(0, one), 0),
    special: messages.flatMap((message, at) => message && counted[at] === SPECIAL ? [message] : []),
    messages,
    counted,
  };
  known.set(state, now);
  return now;
}

/** In the place of tokens: it is not the same for everybody. */
const SPECIAL = -1;

function countedOf(message: Message | undefined): number {
  if (message === undefined || message.role === "system") return 0;
  if (message.to !== undefined || message.inclusion?.some(({ participantIds }) => participantIds)) {
    return SPECIAL;
  }
  const counts = message.included && !message.passed && !message.erased && hasEnded(message);
  return counts ? tokensOf(message) : 0;
}

const hasEnded = ({ role, doneSeq }: Message): boolean => role !== "assistant" || doneSeq !== undefined;

/**
 * Tokens of what an agent would be sent of the conversation as it stands.
 * @param windowMessages how many of the newest messages it is sent; absent: all
 */
export function contextOf(state: ConversationState, participantId: string, windowMessages?: number): number {
  const spec = specFor(state, participantId, windowMessages);
  const { window } = spec;
  const all = window === null ? said(state) : { tokens: 0, special: from(state, window) };
  const selection = new Selection(state, participantId, spec);
  const own = all.special.filter((message) => selection.why(message) === null);
  return own.reduce((sum, message) => sum + tokensOf(message), all.tokens);
}

/** Those that a window which begins there may hold: what is pinned lies in each. */
const from = (state: ConversationState, window: number): Message[] =>
  state.order.flatMap((id) => {
    const message = state.messages[id];
    return message && (message.seq >= window || message.pins) ? [message] : [];
  });

/** By project, which is another object when it is changed. */
const given = new WeakMap<ProjectHere, number>();

/** Tokens that each agent is sent of a project besides; 0 where none counts. */
export function projectTokens(
  workspace: Pick<WorkspaceState, "projects"> | null,
  projectId: string | undefined,
): number {
  const project = workspace && projectId !== undefined ? projectFor(workspace, { projectId }) : null;
  if (!project) return 0;
  const known = given.get(project);
  if (known !== undefined) return known;
  const { text, lead } = projectParts(project);
  const tokens = contextTokens({ messages: lead ? [lead] : [] }, text);
  given.set(project, tokens);
  return tokens;
}

/** Tokens of an agent's answers here, on average of the last ones. */
export function answerOf(state: ConversationState, participantId: string): number {
  let [sum, count] = [0, 0];
  for (const id of state.order.slice(-LOOKED_AT)) {
    const { participantId: by, usage } = state.messages[id] ?? {};
    if (by !== participantId || !usage?.output) continue;
    sum += usage.output;
    count++;
  }
  return count === 0 ? USUAL_ANSWER : Math.round(sum / count);
}

/** An agent that has not said anything yet, by the words it is set up with; `besides`: tokens of what else it is sent. */
export const newcomer = (model: string, free: boolean, systemPrompt: string, besides = 0): Asked => ({
  model,
  free,
  context: contextTokens({ messages: [] }, systemPrompt) + besides,
  answer: USUAL_ANSWER,
});
