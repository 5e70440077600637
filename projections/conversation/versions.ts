/**
 * What an answer answers, and of which answer it is another version: asked again, an agent gives a new one (P11), and
 * both are messages of their own.
 */
import type { ConversationState, Message, Turn } from "../shapes/folds.ts";

/** An answer that is about to be in the fold. */
export type Announced = { -readonly [K in keyof Message]: Message[K] };

/**
 * Says of an answer what it answers and of which one it is a version, and notes it under both; it may answer nobody.
 * Written from others, it answers what the last of them does.
 * @param old the turn that its own repeats
 */
export function belong(
  state: ConversationState,
  answer: Announced,
  old: Turn | undefined,
  exchange: string,
): void {
  const again = old && old.participantId === answer.participantId ? state.messages[old.messageId] : undefined;
  const question = again
    ? again.question
    : answer.sources
    ? state.messages[answer.sources.at(-1) ?? ""]?.question
    : state.messages[exchange]?.author.kind === "human"
    ? exchange
    : state.question ?? undefined;
  if (question !== undefined) {
    answer.question = question;
    const before = state.answers[question];
    state.answers[question] = before ? [...before, answer.id] : [answer.id];
  }
  if (!again) return;
  answer.versionOf = again.versionOf ?? again.id;
  const first = state.messages[answer.versionOf];
  if (first) state.messages[first.id] = { ...first, versions: [...first.versions ?? [first.id], answer.id] };
}

/** Every version of an answer in the order they were asked for, itself among them; itself alone where there is one. */
export function versionsOf(
  { messages }: Pick<ConversationState, "messages">,
  message: Message,
): readonly string[] {
  return messages[message.versionOf ?? message.id]?.versions ?? [message.id];
}

/** The checkbox of an answer that has ended as it stood at an event, whoever set it. */
export function includedAt({ inclusion, status, passed }: Message, seq: number): boolean {
  const set = inclusion?.findLast((change) => !change.participantIds && change.seq <= seq);
  return set ? set.included : status === "complete" && !passed;
}
