/** Looking words up and reading, as tools: what a person would find and see, as text. */
import { z } from "zod";
import { PAGE_MESSAGES, PAGE_MOST, QUERY_CHARACTERS } from "../../events/catalog/limits.ts";
import { pageOf } from "../../projections/serialise.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { SearchHit } from "../../projections/shapes/views.ts";
import { conversationOf } from "../http/commands.ts";
import type { Call } from "../http/route.ts";
import { ConversationId } from "./conversation_id.ts";

/** Hits unless another number is asked for: a model reads each of them. */
const HITS = 20;
/**
 * UTF-16 units of one message that are told, and of a page of them: together a third of what the smallest models of today
 * can be sent. What does not fit is another page; of a message that is longer it is said that it goes on.
 */
export const READ_UNITS = 60_000;

export const Search = z.strictObject({
  words: z.string().min(1).max(QUERY_CHARACTERS)
    .describe(
      'Words that must all occur, "in quotes" as they stand together; agent:Name and before:2026-01-31 narrow it',
    ),
  limit: z.int().min(1).max(PAGE_MOST.hits).default(HITS),
});
const Hit = z.object({
  conversation_id: z.string(),
  title: z.string(),
  /** Absent: the title has the words. */
  author: z.string().optional(),
  at: z.string(),
  snippet: z.string(),
});
export const Found = z.object({ hits: z.array(Hit) });

export const Read = z.strictObject({
  conversation_id: ConversationId,
  before: z.int().min(1).optional().describe("For older messages: what the page before told as `next`"),
  limit: z.int().min(1).max(PAGE_MOST.messages).default(PAGE_MESSAGES),
});
const Said = z.object({
  author: z.string(),
  at: z.string(),
  content: z.string(),
  /** Whether agents are sent it. */
  in_context: z.boolean(),
});
export const Conversation = z.object({
  title: z.string(),
  messages: z.array(Said),
  /** For the page of older messages; null: there are none. */
  next: z.int().nullable(),
});

export const foundOf = (hits: readonly SearchHit[]): z.infer<typeof Found> => ({
  hits: hits.map(({ conversationId, title, author, at, snippet }) => ({
    conversation_id: conversationId,
    title,
    ...(author ? { author: author.name } : {}),
    at,
    snippet,
  })),
});

/** A text's beginning, never half of a character, and how much of it is left out. */
function beginningOf(text: string): string {
  if (text.length <= READ_UNITS) return text;
  const kept = text.slice(0, READ_UNITS).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept}\n[${text.length - kept.length} more characters]`;
}

/** Newest first from `before` on, as many as there is room for, one at least; in reading order. */
export function pageOfWords(
  state: ConversationState,
  before: number | null,
  limit: number,
): z.infer<typeof Conversation> {
  const { ids, next } = pageOf(state, before, limit);
  const messages: z.infer<typeof Said>[] = [];
  let room = READ_UNITS;
  let older = next;
  for (const id of ids.toReversed()) {
    const message = state.messages[id];
    if (!message) continue;
    const content = message.erased ? "[erased]" : beginningOf(state.bodies[id]?.content ?? "");
    room -= content.length;
    if (room < 0 && messages.length > 0) break;
    messages.unshift({ author: message.author.name, at: message.at, content, in_context: message.included });
    older = id === ids[0] ? next : message.seq;
  }
  return { title: state.title, messages, next: older };
}

/** @throws {Problem} there is no such conversation */
export async function read(
  call: Call,
  { conversation_id, before, limit }: z.infer<typeof Read>,
): Promise<z.infer<typeof Conversation>> {
  return pageOfWords(await conversationOf(call, conversation_id), before ?? null, limit);
}
