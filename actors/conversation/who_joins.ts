/** Who joins a conversation, and who of them manages. */
import type { DataOf } from "../../events/catalog/conversation.ts";

/** An agent as it joins: its name and colour stay with the conversation whatever becomes of it (P21). */
export type Joining = Readonly<Omit<DataOf<"ParticipantAdded">, "participantId">>;

/** Who manages: the agent among those who join, and the agency's principles. */
export interface Managing {
  readonly managerAgentId: string;
  readonly principles: string;
  readonly agencyId?: string;
}
