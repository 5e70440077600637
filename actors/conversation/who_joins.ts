/** Who joins a conversation, who of them manages, and who is called to a panel in it. */
import type { DataOf } from "../../events/catalog/conversation.ts";
import type { PanelFormat } from "../../events/catalog/panels.ts";

/** An agent as it joins: its name and colour stay with the conversation whatever becomes of it (P21). */
export type Joining = Readonly<Omit<DataOf<"ParticipantAdded">, "participantId">>;

/** Who manages: the agent among those who join, and the agency's principles. */
export interface Managing {
  readonly managerAgentId: string;
  readonly principles: string;
  readonly agencyId?: string;
}

/** A panel that a message is put to. */
export interface Asking {
  readonly format: PanelFormat;
  /** What the format is chosen as. */
  readonly formatId?: string;
  readonly seats: readonly { readonly role: string; readonly agentId: string }[];
  readonly limits?: DataOf<"PanelStarted">["limits"];
}
