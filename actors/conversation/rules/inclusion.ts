/** Decisions about the checkbox: which messages later contexts hold. */
import { factsOf } from "../../../events/catalog/modes.ts";
import { INCLUSIONS_AT_ONCE } from "../../../events/catalog/limits.ts";
import { includedAt, versionsOf } from "../../../projections/conversation/versions.ts";
import type { ConversationState, Message, Turn } from "../../../projections/shapes/folds.ts";
import { type Decision, refuse } from "../decision.ts";
import type { Answer, CommandOf, Included, Refusal } from "../commands.ts";

const NO_MESSAGE = refuse("not_found", "There is no such message in this conversation.");
const TOO_MANY = refuse("validation", `At most ${INCLUSIONS_AT_ONCE} checkboxes can be changed at once.`);

/** Why a message's checkbox cannot be set; null when it can. */
function cannotBeSet(message: Message | undefined): Refusal | null {
  if (!message) return NO_MESSAGE;
  return message.role === "system"
    ? refuse("validation", "System messages are never part of the context.", "included")
    : null;
}

export function include(command: CommandOf<"include">, now: Decision): Answer | Refusal {
  const { messageId, included, participantIds } = command;
  const { messages, participants, former } = now.state;
  const message = messages[messageId];
  const wrong = cannotBeSet(message);
  if (wrong) return wrong;
  const known = new Set([...participants, ...former].map((p) => p.id));
  if (participantIds?.some((id) => !known.has(id))) {
    return refuse("not_found", "Agent not in this conversation", "participantIds");
  }
  const standing = (id: string) =>
    message?.inclusion?.findLast((c) => c.participantIds?.includes(id))?.included;
  const unchanged = participantIds
    ? participantIds.every((id) => standing(id) === included)
    : message?.included === included;
  if (!unchanged) {
    now.add("InclusionSet", {
      messageId,
      included,
      ...(participantIds ? { participantIds: [...participantIds] } : {}),
    });
  }
  return { messageId };
}

/** Sets boxes that stand otherwise; what they were before, in the same order. */
function set(now: Decision, changes: readonly Included[]): Included[] {
  const changed: Included[] = [];
  for (const { messageId, included } of changes) {
    const before = now.state.messages[messageId]?.included;
    if (before === undefined || before === included) continue;
    now.add("InclusionSet", { messageId, included });
    changed.push({ messageId, included: before });
  }
  return changed;
}

export function includeAll({ changes }: CommandOf<"include_all">, now: Decision): Answer | Refusal {
  if (changes.length > INCLUSIONS_AT_ONCE) return TOO_MANY;
  if (new Set(changes.map(({ messageId }) => messageId)).size < changes.length) {
    return refuse("validation", "Each message may be named once.", "changes");
  }
  for (const { messageId } of changes) {
    const wrong = cannotBeSet(now.state.messages[messageId]);
    if (wrong) return wrong;
  }
  return { changed: set(now, changes) };
}

/**
 * The answers to the same as this one, versions among them, itself too. Answers of an agency speak from one to one, and
 * stand beside none; nor do readings of answers.
 */
function besides(state: ConversationState, { id, question }: Message): Message[] {
  const ids = state.answers[question ?? ""] ?? [id];
  return ids.flatMap((other) => state.messages[other] ?? []).filter((other) =>
    other.to === undefined && !other.task &&
    !factsOf(state.turns[other.turnId ?? ""]?.mode ?? state.mode).addressed
  );
}

export function keep({ messageId }: CommandOf<"keep">, now: Decision): Answer | Refusal {
  const { state } = now;
  const message = state.messages[messageId];
  if (!message) return NO_MESSAGE;
  const beside = besides(state, message);
  if (message.turnId === undefined || message.passed || !beside.includes(message)) {
    return refuse("validation", "Only an answer that others could stand beside can be kept.", "messageId");
  }
  const changes = beside.map(({ id }) => ({ messageId: id, included: id === messageId }))
    .filter((change) => state.messages[change.messageId]?.included !== change.included);
  return changes.length > INCLUSIONS_AT_ONCE ? TOO_MANY : { messageId, changed: set(now, changes) };
}

/**
 * Of two versions of an answer the newer counts once it is whole (P11): the older are left out with its end. Not where
 * somebody left the newer one out while it was written, and not what somebody has put in since it was asked for.
 */
export function supersede(now: Decision, { messageId, requestedSeq, exchange }: Turn): void {
  const { messages, bodies } = now.state;
  const newer = messages[messageId];
  if (!newer?.versionOf || !newer.included || !/\S/.test(bodies[messageId]?.content ?? "")) return;
  for (const id of versionsOf(now.state, newer)) {
    const older = messages[id];
    if (id === messageId || !older?.included || !includedAt(older, requestedSeq)) continue;
    now.add("InclusionSet", { messageId: id, included: false }, exchange);
  }
}

/**
 * Only a whole answer counts by itself, also one whose box was taken out and put back while it was written: then it
 * stood as if nobody had touched it. What counts in spite of its end is chosen after it.
 */
export function leaveOut(now: Decision, { messageId, exchange }: Turn): void {
  if (now.state.messages[messageId]?.included) {
    now.add("InclusionSet", { messageId, included: false }, exchange);
  }
}
