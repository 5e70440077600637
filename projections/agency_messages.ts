/**
 * The rows of S1-22, derived: each agent's own list of messages. One utterance between two agents is one event
 * and two rows, the sender's and the receiver's, linked to one another (C-12, S1-25).
 */
import { agencyPrompt, customInstructions } from "./agency_prompt.ts";
import { participantOf } from "./conversation.ts";
import type { ConversationState, Message } from "./conversation_state.ts";

export interface AgencyMessage {
  readonly messageId: string;
  readonly conversationId: string;
  /** Number of the agent in whose conversation the row stands. */
  readonly agentId: number;
  readonly role: "system" | "assistant" | "user";
  readonly linkedMessageId: string | null;
  readonly data: {
    /** Number of the agent that said it; null: the person, through the API (S1-23). */
    readonly from: number | null;
    /** Number of the agent it was said to; null: the person (S1-24). */
    readonly to: number | null;
    readonly text: string;
  };
  readonly dateCreated: string;
}

/**
 * Rows in the order of the log, each agent's system message first. `systemOf` gives an agent's whole system
 * prompt where it is known; absent: the part that comes from the agency. Messages of other modes, which are
 * addressed to nobody, have no rows.
 */
export function agencyMessages(
  state: ConversationState,
  systemOf: (participantId: string) => string = (id) => agencyPrompt(state, id, customInstructions(state)),
): AgencyMessage[] {
  if (!state.manager) return [];
  const rows: AgencyMessage[] = state.participants.map((agent) => ({
    messageId: `system_${agent.id}`,
    conversationId: state.id,
    agentId: agent.number,
    role: "system",
    linkedMessageId: null,
    data: { from: null, to: agent.number, text: systemOf(agent.id) },
    dateCreated: state.createdAt,
  }));
  for (const id of state.order) {
    const message = state.messages[id];
    if (message?.to !== undefined && message.status === "complete") rows.push(...copies(state, message));
  }
  return rows;
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
  return [
    ...(from === null ? [] : [{
      ...row,
      messageId: message.id,
      agentId: from,
      role: "assistant" as const,
      linkedMessageId: received ? receivedId : null,
    }]),
    ...(received
      ? [{
        ...row,
        messageId: receivedId,
        agentId: to,
        role: "user" as const,
        linkedMessageId: from === null ? null : message.id,
      }]
      : []),
  ];
}
