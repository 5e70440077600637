/**
 * What a call goes on from that does not send the talk itself: an answer by its id, which is made of its conversation and
 * of the message that it answers. It counts as the talk up to there, sent again: where that is all its conversation holds
 * the call goes on in it, and otherwise in one of its own that begins with it.
 */
import type { BroughtCall } from "../../events/catalog/conversation.ts";
import { clientCalls, resultsIn } from "../../projections/conversation/client_calls.ts";
import { customInstructions } from "../../projections/prompt/agency_prompt.ts";
import type { ConversationState, Message } from "../../projections/shapes/folds.ts";
import { Problem, wrongField } from "../http/problem.ts";
import type { Call } from "../http/route.ts";
import { type Asked, checkSize } from "./caller_messages.ts";
import { answerAmong, talkIn } from "./continuing.ts";
import type { Sent } from "./history.ts";
import { isOwn } from "./own.ts";

/** The answer that a call goes on from. */
export interface Previous {
  readonly conversationId: string;
  /** The talk up to it, itself included. */
  readonly history: readonly Sent[];
  /** Calls of the caller's own tools, with which it ended. */
  readonly calls: readonly BroughtCall[];
  /** The system text that it was given under. */
  readonly instructions: string;
}

/** What a call is made of beside its messages. */
export interface Basis {
  readonly previous?: Previous;
  /** System text that stands before that of its messages; absent: what held before holds. */
  readonly instructions?: string;
}

const PARTS = /^resp_([\w-]{1,64})\.([\w-]{1,64})$/;

/** The id of an answer. */
export const responseId = (conversationId: string, exchange: string): string =>
  `resp_${conversationId}.${exchange}`;

/** What an answer's id says; null where it is none. */
export function partsOf(id: string): { conversationId: string; exchange: string } | null {
  const [, conversationId, exchange] = PARTS.exec(id) ?? [];
  return conversationId && exchange ? { conversationId, exchange } : null;
}

/** The conversation of an answer that the caller was given; null for everything else, whatever there is. */
export async function answeredIn(call: Call, id: string): Promise<ConversationState | null> {
  const { conversationId = "", exchange = "" } = partsOf(id) ?? {};
  const state = await call.services.system.conversation(conversationId);
  const author = state?.messages[exchange]?.author;
  if (!author || author.kind !== "human" || author.id !== call.by.id) return null;
  // In a copy that somebody else made the same message stands too.
  return call.who.scope !== "chat" || await isOwn(call, conversationId) ? state : null;
}

/** Finds it. Throws where there is none to go on from. */
export async function previousOf(call: Call, id: string, param: string): Promise<Previous> {
  const { conversationId = "", exchange = "" } = partsOf(id) ?? {};
  const state = await answeredIn(call, id);
  const missing = new Problem("previous_response_not_found", "There is no such answer to go on from.", [
    { path: param, message: "there is no such answer" },
  ]);
  if (!state) throw missing;
  const turns = Object.values(state.turns).filter((turn) => turn.exchange === exchange);
  if (state.queue.includes(exchange) || turns.some((turn) => state.open.includes(turn.id))) {
    throw new Problem("conflict", "The answer to go on from is still being written.", [
      { path: param, message: "it is still being written" },
    ]);
  }
  const answer = answerAmong(turns.flatMap(({ messageId }) => state.messages[messageId] ?? []));
  if (!answer?.participantId) throw missing;
  const talk = talkIn(state, answer.participantId).filter((message) =>
    message.seq <= answer.seq && message.status === "complete" && message.included
  );
  const history = historyOf(state, talk);
  if (talk.at(-1)?.id !== answer.id) throw wrongField(param, "somebody left this answer out of the talk");
  return {
    conversationId,
    history,
    calls: history.at(-1)?.calls ?? [],
    instructions: customInstructions(state, answer.seq),
  };
}

/** The talk as a program would send it; what tools gave goes with the calls that it is for. */
function historyOf(state: ConversationState, talk: readonly Message[]): Sent[] {
  const ids = new Set(talk.map(({ id }) => id));
  return talk.filter(({ returned }) => returned === undefined || ids.has(returned)).map((message): Sent => {
    const body = state.bodies[message.id];
    const calls = clientCalls(body).map(({ callId, tool, args }) => ({ callId, tool, args }));
    const results = resultsIn(state, message.id);
    return {
      role: message.author.kind === "human" ? "user" : "assistant",
      content: body?.content ?? "",
      files: [],
      kept: message.attachments ?? [],
      ...(calls.length > 0 ? { calls } : {}),
      ...(results.length > 0 ? { results } : {}),
    };
  });
}

/**
 * What is asked for, with all that it is based on. Messages of the system come to what instructed before; `instructions`
 * that are the same go on, others take the place of everything.
 */
export function based({ previous, instructions }: Basis, asked: Asked): Asked {
  checkSize(instructions ?? "", "instructions");
  const before = previous?.instructions ?? "";
  const goesOn = instructions === undefined || before === instructions.trim() ||
    (instructions.trim() !== "" && before.startsWith(`${instructions.trim()}\n\n`));
  const first = goesOn && previous ? before : instructions ?? "";
  const texts = [first, asked.instructions].filter((text) => text !== "");
  return {
    ...asked,
    instructions: texts.join("\n\n"),
    before: [...previous?.history ?? [], ...asked.before],
  };
}
