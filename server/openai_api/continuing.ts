/**
 * Clients send the whole talk with every call. Where it is what one of their conversations holds, word for word, the call
 * goes on there; where it is not, because somebody changed or repeated a part of it, it is a conversation of its own.
 */
import { createHash } from "node:crypto";
import { preview } from "../../projections/conversation/list.ts";
import { isListRow, shelfOf } from "../../projections/conversation/list_order.ts";
import { customInstructions } from "../../projections/prompt/agency_prompt.ts";
import type { ConversationState, Message } from "../../projections/shapes/folds.ts";
import type { Asked } from "./caller_messages.ts";
import type { Sent } from "./history.ts";

/** Conversations that are looked at: the newest, and of these as many as end with the same words. */
const NEWEST = 200;
const ALIKE = 10;

/** Ids of conversations that may hold `before`, the newest first: they end with its last words, and nobody answers there. */
export function alike(
  rows: readonly { readonly id: string; readonly row: unknown }[],
  before: readonly Sent[],
): string[] {
  const last = before.at(-1);
  if (last?.role !== "assistant") return [];
  const end = preview(last.content);
  return rows.filter(({ row }) =>
    isListRow(row) && row.open.length === 0 && row.messageCount >= before.length &&
    row.lastMessage?.text === end
  ).map(({ id }) => id).slice(0, ALIKE);
}

/** The page of the list that is looked through. */
export const SOUGHT = { shelf: shelfOf({ archived: false }), limit: NEWEST } as const;

/** Said by a person, or by `speakerId` to a person. */
const isTalk = (message: Message, speakerId: string): boolean =>
  message.author.kind === "human" ||
  (message.participantId === speakerId && (message.to === undefined || message.to === "person"));

/** Whether the conversation holds just what was said before, under the same instructions, and all of it counts. */
export function holds(state: ConversationState, speakerId: string, { before, instructions }: Asked): boolean {
  if (state.open.length > 0 || customInstructions(state) !== instructions.trim()) return false;
  const talk = talkIn(state, speakerId);
  return talk.every(({ status, included }) => status === "complete" && included) &&
    isJust(state, talk, before);
}

/** Whether a call's own conversation told just that before the call's message, whatever became of it since. */
export function toldBefore(
  state: ConversationState,
  speakerId: string,
  messageId: string,
  { before, instructions }: Asked,
): boolean {
  const seq = state.messages[messageId]?.seq ?? 0;
  return customInstructions(state, seq) === instructions.trim() &&
    isJust(state, talkIn(state, speakerId).filter((message) => message.seq < seq), before);
}

const talkIn = (state: ConversationState, speakerId: string): Message[] =>
  state.order.flatMap((id) => {
    const message = state.messages[id];
    return message && isTalk(message, speakerId) ? [message] : [];
  });

/** Word for word, with the same files. */
const isJust = ({ bodies }: ConversationState, talk: readonly Message[], before: readonly Sent[]): boolean =>
  talk.length === before.length && talk.every((message, at) => {
    const { role, content, files } = before[at] ?? {};
    return message.role === role && bodies[message.id]?.content === content &&
      sameFiles(message, files ?? []);
  });

function sameFiles({ attachments = [] }: Message, files: Sent["files"]): boolean {
  return attachments.length === files.length &&
    attachments.every(({ sha256 }, at) =>
      createHash("sha256").update(files[at]?.bytes ?? "").digest("hex") === sha256
    );
}
