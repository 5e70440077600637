/**
 * Says once that an agent's context window is nearly full, and again only after it had room in between. The log
 * remembers: the agent's newest turn tells how full it was then.
 */
import type { ContextTokens } from "../../../events/catalog/context_spec.ts";
import { participantOf } from "../../../projections/conversation/conversation.ts";
import type { Turn } from "../../../projections/conversation/state.ts";
import { isNearlyFull, lastTokens, percentOf } from "../../../projections/context/tokens.ts";
import type { Batch } from "../decision.ts";
import { notify } from "./speaking.ts";

/** Adds the notice when `turn` is the first of its agent to fill the window to 80 % (P19). */
export function warnOfContext(batch: Batch, turn: Turn, tokens: ContextTokens): void {
  if (!isNearlyFull(tokens)) return;
  const before = lastTokens(batch.state, turn.participantId);
  if (before && isNearlyFull(before)) return;
  const name = participantOf(batch.state, turn.participantId)?.name ?? "The agent";
  notify(
    batch,
    "context_warning",
    `${name} is at ${percentOf(tokens)} % of its context window (about ${tokens.estimated} of ` +
      `${tokens.window} tokens). Leave messages out, or give it a sliding window in its settings.`,
    { exchange: turn.exchange, turnId: turn.id, participantId: turn.participantId },
  );
}
