/**
 * Clients send the whole talk with every call. Where it is what one of their conversations holds, word for word, the call
 * goes on there; where it is not, because somebody changed or repeated a part of it, it is a conversation of its own.
 */
import { isDeepStrictEqual } from "node:util";
import { jsonOf } from "../../actors/runtime/json.ts";
import type { Attachment, BroughtCall, BroughtResult } from "../../events/catalog/conversation.ts";
import { JSON_LEVELS, tooMuchIn } from "../../events/catalog/json_depth.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import { clientCalls, resultsIn, waitingFor } from "../../projections/conversation/client_calls.ts";
import { preview } from "../../projections/conversation/list.ts";
import { isListRow, shelfOf } from "../../projections/conversation/list_order.ts";
import { customInstructions } from "../../projections/prompt/agency_prompt.ts";
import type { ConversationState, Message } from "../../projections/shapes/folds.ts";
import { wrongField } from "../http/problem.ts";
import type { Asked } from "./caller_messages.ts";
import type { Sent } from "./history.ts";

/** Conversations that are looked at: the newest, and of these as many as end with the same words. */
const NEWEST = 200;
const ALIKE = 10;
/**
 * UTF-16 units of arguments that are read in one comparison, and values in those of one call: to read them holds everybody
 * up. What has more counts as changed.
 */
const READ = { units: 64 * 1024, values: 5_000 } as const;

/** Ids of conversations that may hold `before`, the newest first: they end with its last words, and nobody answers there. */
export function alike(
  rows: readonly { readonly id: string; readonly row: unknown }[],
  before: readonly Sent[],
): string[] {
  const last = before.at(-1);
  if (last?.role !== "assistant") return [];
  // An answer of calls alone has no words, and stands in the list as what it answers.
  const shown = before.findLast(({ role, content }) => role === "user" || preview(content) !== "");
  const end = preview(shown?.content ?? "");
  return rows.filter(({ row }) =>
    isListRow(row) && row.open.length === 0 && row.messageCount >= before.length &&
    row.lastMessage?.text === end
  ).map(({ id }) => id).slice(0, ALIKE);
}

/** Refuses results of calls that another agent made: the one that is asked would not be sent them. */
export function checkMaker(
  state: ConversationState,
  agentId: string | undefined,
  results: readonly BroughtResult[] = [],
): void {
  const maker = state.messages[waitingFor(state, results) ?? ""]?.author;
  if (results.length === 0 || maker?.kind !== "agent" || maker.id === agentId) return;
  throw wrongField("model", "another agent made the calls that these are the results of");
}

/** The page of the list that is looked through. */
export const SOUGHT = { shelf: shelfOf({ archived: false }), limit: NEWEST } as const;

/** Said by a person, or by `speakerId` to a person. */
const isTalk = (message: Message, speakerId: string): boolean =>
  message.author.kind === "human" ||
  (message.participantId === speakerId && (message.to === undefined || message.to === "person"));

/** The answer for the person, the newest of them. */
export const answerAmong = (messages: readonly Message[]): Message | undefined =>
  messages.findLast(({ status, to }) => status === "complete" && (to === undefined || to === "person"));

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

/** What was said between the person and `speakerId`. */
export const talkIn = (state: ConversationState, speakerId: string): Message[] =>
  state.order.flatMap((id) => {
    const message = state.messages[id];
    return message && isTalk(message, speakerId) ? [message] : [];
  });

/** Word for word, with the same files. */
export function isJust(state: ConversationState, talk: readonly Message[], before: readonly Sent[]): boolean {
  const same = sayingTheSame();
  return talk.length === before.length && talk.every((message, at) => {
    const { bodies } = state;
    const { role, content, files, kept, calls, results } = before[at] ?? {};
    return message.role === role && bodies[message.id]?.content === content &&
      sameFiles(message, kept ?? [], files ?? []) &&
      sameCalls(clientCalls(bodies[message.id]), calls ?? [], same) &&
      sameResults(resultsIn(state, message.id), results ?? []);
  });
}

type Same = (args: string, other: string) => boolean;

const sameCalls = (made: readonly BroughtCall[], sent: readonly BroughtCall[], same: Same): boolean =>
  made.length === sent.length && made.every(({ callId, tool, args }, at) => {
    const other = sent[at];
    return callId === other?.callId && tool === other.tool && same(args, other.args);
  });

/** Clients write arguments anew that they have read; they are read here too, as many as one comparison may. */
function sayingTheSame(): Same {
  let left: number = READ.units;
  return (args, other) => {
    if (args === other) return true;
    left -= args.length + other.length;
    if (left < 0 || [args, other].some((text) => tooMuchIn(text, JSON_LEVELS, READ.values))) return false;
    return isDeepStrictEqual(jsonOf(args) ?? args, jsonOf(other) ?? other);
  };
}

/** In whichever order they were sent. */
export function sameResults(given: readonly BroughtResult[], sent: readonly BroughtResult[]): boolean {
  const known = new Map(sent.map(({ callId, result }) => [callId, result]));
  return given.length === sent.length && given.every(({ callId, result }) => known.get(callId) === result);
}

function sameFiles(
  { attachments = [] }: Message,
  kept: readonly Attachment[],
  files: Sent["files"],
): boolean {
  return attachments.length === kept.length + files.length &&
    attachments.every((file, at) =>
      file.sha256 === (kept[at]?.sha256 ?? sha256(files[at - kept.length]?.bytes ?? ""))
    );
}
