/** Estimates of tokens, for warnings before a request is sent. What was really used comes from the provider. */
import type { ContextTokens } from "../../events/catalog/context_spec.ts";
import type { Attachment } from "../../events/catalog/conversation.ts";
import type { Context, ContextMessage } from "./context.ts";
import type { ConversationState } from "../shapes/folds.ts";

/** Part of a model's window from which people are warned: room is left to decide what to leave out. */
const NEARLY_FULL = 0.8;

/** UTF-16 code units of western text in one token; the usual rule of thumb of tokenizers in use. */
const UNITS_PER_TOKEN = 4;
/** Tokens one character of another script takes, on average. */
const TOKENS_PER_WIDE_CHARACTER = 0.8;
/** Tokens that mark the role and the ends of one message. */
const TOKENS_PER_MESSAGE = 4;
/** Tokens of one picture of ordinary size. */
const TOKENS_PER_IMAGE = 1_200;

/** From Cyrillic on: scripts whose letters seldom share a token. */
const WIDE_FROM = 0x0400;
/** Four times as fast as counting, for the many texts without any; every turn estimates all it sends. */
const HAS_WIDE = /[\u0400-\uffff]/;

/**
 * Tokens of a text, estimated: within a third for prose, code and CJK alike.
 * @outside
 */
export function estimateTokens(text: string): number {
  let wide = 0;
  if (HAS_WIDE.test(text)) {
    for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) >= WIDE_FROM) wide++;
  }
  return Math.ceil((text.length - wide) / UNITS_PER_TOKEN + wide * TOKENS_PER_WIDE_CHARACTER);
}

function ofAttachment(attachment: Attachment): number {
  if (attachment.type.startsWith("image/")) return TOKENS_PER_IMAGE;
  return Math.ceil(attachment.size / UNITS_PER_TOKEN);
}

/** Tokens of a whole request, estimated: system prompt, messages, and what is asked for behind them. */
export function contextTokens(
  { messages, closing = "" }: Pick<Context, "closing"> & { readonly messages: readonly ContextMessage[] },
  system = "",
): number {
  let tokens = 0;
  for (const text of [system, closing]) if (text !== "") tokens += estimateTokens(text) + TOKENS_PER_MESSAGE;
  for (const { content, attachments, uses = [] } of messages) {
    tokens += estimateTokens(content) + TOKENS_PER_MESSAGE;
    for (const { args, result = "" } of uses) {
      tokens += estimateTokens(args) + estimateTokens(result) + 2 * TOKENS_PER_MESSAGE;
    }
    for (const attachment of attachments ?? []) tokens += ofAttachment(attachment);
  }
  return tokens;
}

/** Whether a request takes so much of the window that people should hear of it. */
export function isNearlyFull({ estimated, window }: ContextTokens): boolean {
  return estimated >= window * NEARLY_FULL;
}

/** The share of the window in whole percent, rounded down: 80 is said only from 80 on. */
export function percentOf({ estimated, window }: ContextTokens): number {
  return Math.floor((estimated / window) * 100);
}

/**
 * How full the window of an agent's model was when it started its newest turn; null where nobody knows. An agent
 * takes its turns one after the other, so the newest is looked for from the end.
 */
export function lastTokens(state: ConversationState, participantId: string): ContextTokens | null {
  for (let index = state.order.length - 1; index >= 0; index--) {
    const turn = state.turns[state.messages[state.order[index] ?? ""]?.turnId ?? ""];
    if (turn?.participantId === participantId && turn.startedSeq !== undefined) return turn.tokens ?? null;
  }
  return null;
}
