/** Who will answer what was just said or is being written, and how their answers will stand. */
import { factsOf } from "../../events/catalog/modes.ts";
import { findMentions } from "../../projections/conversation/mentions.ts";
import type { ConversationState, Participant } from "../../projections/shapes/folds.ts";
import type { Exchange } from "./grouping.ts";

/**
 * Who would answer a message of `text`: the enabled, or those it names or who were `picked` by hand; on request nobody,
 * until they are asked.
 */
export function answering(
  state: ConversationState,
  text: string,
  picked: readonly string[] = [],
): readonly Participant[] {
  const { participants, mode, manager } = state;
  const { onRequest, addressed } = factsOf(mode);
  const enabled = participants.filter((one) => one.enabled);
  if (addressed) return enabled.filter(({ id }) => id === manager?.participantId);
  const typed = text.includes("@") ? findMentions(text, participants).participantIds : [];
  const named = [...typed, ...picked];
  if (named.length > 0) return enabled.filter(({ id }) => named.includes(id));
  return onRequest ? [] : enabled;
}

/**
 * How many answers to a message will stand side by side, at least 1: what is sent stands from the first where it will
 * stand beside them.
 */
export const columnsAwaited = (
  state: ConversationState,
  text: string,
  picked: readonly string[] = [],
): number => factsOf(state.mode).sideBySide ? Math.max(1, answering(state, text, picked).length) : 1;

/** How many answers of an exchange stand side by side; nothing came yet of the last words said: those that they await. */
export function columnsOf(state: ConversationState, { asked, rows }: Exchange, last: boolean): number {
  const message = state.messages[asked ?? ""];
  if (last && message && rows.length === 0) return columnsAwaited(state, "", message.mentions);
  return Math.max(1, ...rows.map((row) => row.kind === "together" ? row.answers.length : 1));
}
