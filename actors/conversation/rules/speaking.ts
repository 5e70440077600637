/** Who speaks when a person has said something. */
import { factsOf } from "../../../events/catalog/modes.ts";
import type { Message } from "../../../projections/shapes/folds.ts";
import type { Decision } from "../decision.ts";
import { askForHands } from "../modes/hand_round.ts";
import { modeOf } from "../modes/modes.ts";
import { beginPanel, waitingPanel } from "../modes/panel.ts";

/** Requests the turns that a person's message sets in motion; with nobody to speak, says why (C-5). */
export function speak(now: Decision, message: Message): void {
  const { state } = now;
  const { mode, participants, seq: through } = state;
  const { id: exchange, mentions = [] } = message;
  const waiting = waitingPanel(state, message);
  if (waiting) return beginPanel(now, waiting.id);
  const limit = now.limit(exchange);
  if (limit) return now.notify("cap", limit, { exchange });
  if (factsOf(mode).onRequest && mentions.length === 0) return askForHands(now, message);
  const { nobody, speakers } = modeOf(mode);
  const requested = speakers(state, message);
  if (requested.length === 0) {
    const why = mentions.length > 0 && participants.some((p) => p.enabled)
      ? "The mentioned agents are not enabled, so nobody answers."
      : "No agents are enabled for this conversation.";
    return now.notify("no_agents", nobody ?? why, { exchange });
  }
  for (const speaker of requested) now.request({ ...speaker, exchange, mode, through });
}
