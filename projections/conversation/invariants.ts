/**
 * What holds of a conversation's fold at every moment, whatever the events were. Tests and the simulation ask
 * after every step; a served program does not, because the answer takes as long as the conversation is.
 */
import type { ConversationState } from "../shapes/folds.ts";

/** What does not hold, a line each; nothing for a sound fold. Linear in the messages and turns. */
export function violations(state: ConversationState): string[] {
  const found: string[] = [];
  const { order, open, messages, turns, participants, former } = state;
  for (const id of doubled(order)) found.push(`the message ${id} is twice in the order`);
  for (const id of doubled(open)) found.push(`the turn ${id} is open twice`);
  for (const id of doubled([...participants, ...former].map((p) => p.id))) {
    found.push(`the participant ${id} is twice in the roster`);
  }
  for (const id of order) {
    if (!messages[id]) found.push(`the order names the message ${id}, which is not there`);
  }
  const ordered = new Set(order);
  for (const [id, message] of Object.entries(messages)) {
    if (ordered.has(id) === (message.trial === true)) {
      found.push(`the message ${id} is ${message.trial ? "" : "not "}in the order`);
    }
    if (message.seq > state.seq) {
      found.push(`the message ${id} is of event ${message.seq}, after ${state.seq}`);
    }
  }
  for (const { messageId } of state.run?.planned ?? []) {
    if (messages[messageId]) found.push(`the question ${messageId} is planned and was said`);
  }
  const opened = new Set(open);
  for (const id of open) if (!turns[id]) found.push(`the turn ${id} is open and not there`);
  for (const [id, turn] of Object.entries(turns)) {
    const ended = turn.doneSeq !== undefined;
    if (ended === opened.has(id)) found.push(`the turn ${id} ${ended ? "ended and is" : "is not"} open`);
    if (!messages[turn.messageId]) found.push(`the turn ${id} answers no message`);
  }
  return found;
}

function doubled(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.has(id) || !seen.add(id));
}
