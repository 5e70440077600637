/** Estimates of tokens, for warnings before a request is sent. What was really used comes from the provider. */
import type { ContextTokens } from "../../events/catalog/context_spec.ts";
import type { Attachment } from "../../events/catalog/conversation.ts";
import type { ProviderKind } from "../../events/catalog/provider_kinds.ts";
import { DocumentRoom } from "./documents.ts";
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
/** Tokens of one picture whose size nobody knows. */
const TOKENS_PER_IMAGE = 1_200;
/** Anthropic: pixels of a picture in one token, and the most that it takes of one. */
const PIXELS_PER_TOKEN = 750, MOST_OF_IMAGE = 1_600;
/** The others: tokens of a picture and of each square of 512 pixels, once its shorter side has 768. */
const TOKENS_OF_IMAGE = 85, TOKENS_PER_SQUARE = 170, SQUARE = 512, SHORTER_SIDE = 768;
/** Tokens of a page of a PDF that goes as it is: its picture, beside its text. */
const TOKENS_PER_PAGE = 1_500;

/** How a model takes files. */
export interface FilesTaken {
  /** PDF files as they are. */
  readonly documents: boolean;
  readonly kind?: ProviderKind | undefined;
}
const AS_TEXT: FilesTaken = { documents: false };

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

function ofImage({ width, height }: Attachment, kind: ProviderKind | undefined): number {
  if (!width || !height) return TOKENS_PER_IMAGE;
  if (kind === "anthropic") return Math.min(MOST_OF_IMAGE, Math.ceil(width * height / PIXELS_PER_TOKEN));
  const scale = Math.min(1, SHORTER_SIDE / Math.min(width, height));
  const squares = Math.ceil(width * scale / SQUARE) * Math.ceil(height * scale / SQUARE);
  return TOKENS_OF_IMAGE + TOKENS_PER_SQUARE * squares;
}

function ofAttachment(attachment: Attachment, room: DocumentRoom, kind: ProviderKind | undefined): number {
  if (attachment.type.startsWith("image/")) return ofImage(attachment, kind);
  const { text, pages = 0, size } = attachment;
  const words = text?.tokens ?? Math.ceil(size / UNITS_PER_TOKEN);
  return room.has(attachment) ? words + pages * TOKENS_PER_PAGE : words;
}

/** Tokens of files, estimated, where they are the first in a request. */
export function fileTokens(files: readonly Attachment[], { documents, kind }: FilesTaken = AS_TEXT): number {
  const room = new DocumentRoom(documents);
  return files.reduce((sum, file) => sum + ofAttachment(file, room, kind), 0);
}

/** Tokens of a whole request, estimated: system prompt, messages, and what is asked for behind them. */
export function contextTokens(
  { messages, closing = "" }: Pick<Context, "closing"> & { readonly messages: readonly ContextMessage[] },
  system = "",
  { documents, kind }: FilesTaken = AS_TEXT,
): number {
  const room = new DocumentRoom(documents);
  let tokens = 0;
  for (const text of [system, closing]) if (text !== "") tokens += estimateTokens(text) + TOKENS_PER_MESSAGE;
  for (const { content, attachments, uses } of messages) {
    tokens += estimateTokens(content) + TOKENS_PER_MESSAGE;
    uses?.forEach(({ args, result = "" }) => {
      tokens += estimateTokens(args) + estimateTokens(result) + 2 * TOKENS_PER_MESSAGE;
    });
    attachments?.forEach((attachment) => tokens += ofAttachment(attachment, room, kind));
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
