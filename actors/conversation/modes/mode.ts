/** What a mode decides. What everybody else must know of it stands in events/catalog/modes.ts. */
import type { ConversationState } from "../../../projections/conversation/state.ts";

export interface Mode {
  /** What an agent's system prompt says of the others and of its task; events up to `through` count. */
  prompt(state: ConversationState, participantId: string, through: number): string;
  /** Whose turn it is may answer SKIP, and then has said nothing. */
  readonly mayPass?: true;
}
