/**
 * The rows of S1-22, derived: each agent's own list of messages. One utterance between two agents is one event
 * and two rows, the sender's and the receiver's, linked to one another (C-12, S1-25).
 */
import type { AgencyMessage } from "../shapes/views.ts";
import { participantOf } from "./conversation.ts";
import type { ConversationState, Message, Participant } from "../shapes/folds.ts";

/** The first row of an agent's list: `text` is its system message as it is sent, which the log alone cannot tell. */
export function systemRow(
  { id, createdAt }: Pick<ConversationState, "id" | "createdAt">,
  agent: Pick<Participant, "id" | "number">,
  text: string,
): AgencyMessage {
  return {
    messageId: `system_${agent.id}`,
    conversationId: id,
    agentId: agent.number,
    role: "system",
    linkedMessageId: null,
    data: { from: null, to: agent.number, text },
    dateCreated: createdAt,
  };
}

/** What was said, in the order of the log. Messages of other modes, which are addressed to nobody, have no rows. */
export function agencyMessages(state: ConversationState): AgencyMessage[] {
  if (!state.manager) return [];
  return state.order.flatMap((id) => {
    const message = state.messages[id];
    return message?.to !== undefined && message.status === "complete" ? copies(state, message) : [];
  });
}

function copies(state: ConversationState, message: Message): AgencyMessage[] {
  const number = (id: string | undefined) =>
    id === undefined ? null : participantOf(state, id)?.number ?? null;
  const from = number(message.participantId);
  const to = message.to === "person" ? null : number(message.to);
  // What was said to nobody stays with its author; the program's answer to it is the next row.
  const received = to !== null && to !== from;
  const receivedId = from === null ? message.id : `${message.id}_${to}`;
  const row = {
    conversationId: state.id,
    data: { from, to, text: state.bodies[message.id]?.content ?? "" },
    dateCreated: message.at,
  };
  const rows: AgencyMessage[] = [];
  if (from !== null) {
    const linkedMessageId = received ? receivedId : null;
    rows.push({ ...row, messageId: message.id, agentId: from, role: "assistant", linkedMessageId });
  }
  if (received) {
    const linkedMessageId = from === null ? null : message.id;
    rows.push({ ...row, messageId: receivedId, agentId: to, role: "user", linkedMessageId });
  }
  return rows;
}
