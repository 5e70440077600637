/** Agents picked from the list while a message is written, kept beside its text until it is sent. */
import { type Pick, pickedIn } from "../../projections/conversation/mentions.ts";

interface Picked {
  readonly roster: readonly Pick[];
  readonly picks: readonly Pick[];
}

const byConversation = new Map<string, Picked>();

export function keepPick(conversationId: string, roster: readonly Pick[], pick: Pick): void {
  const before = byConversation.get(conversationId)?.picks ?? [];
  byConversation.set(conversationId, { roster, picks: [...before, pick] });
}

/** Whom the text means by what was picked, not by its words; forgets it. */
export function takePicked(conversationId: string, content: string): string[] {
  const picked = byConversation.get(conversationId);
  byConversation.delete(conversationId);
  return picked ? pickedIn(content, picked.roster, picked.picks) : [];
}
