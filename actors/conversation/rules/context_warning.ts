/**
 * Says once that an agent's context window is nearly full, and again only after it had room in between. The log
 * remembers: the agent's newest turn tells how full it was then.
 */
import type { ContextTokens } from "../../../events/catalog/context_spec.ts";
import { participantOf } from "../../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import { isNearlyFull, lastTokens, percentOf } from "../../../projections/context/tokens.ts";

/** What to say when a turn that is about to start is the first of its agent to fill the window to 80 % (P19). */
export function contextWarning(
  state: ConversationState,
  participantId: string,
  tokens: ContextTokens | undefined,
): string | null {
  if (!tokens || !isNearlyFull(tokens)) return null;
  const before = lastTokens(state, participantId);
  if (before && isNearlyFull(before)) return null;
  const name = participantOf(state, participantId)?.name ?? "The agent";
  return `${name} is at ${percentOf(tokens)} % of its context window (about ${tokens.estimated} of ` +
    `${tokens.window} tokens). Leave messages out, or give it a sliding window in its settings.`;
}
