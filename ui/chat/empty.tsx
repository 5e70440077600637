/** Nothing was said yet: who will answer, and how. */
import { factsOf } from "../../events/catalog/modes.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { Fish } from "../parts/fish.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { words } from "../words/answers.ts";

/** Who answers what is said now, by what the mode is like. */
function whoAnswers({ mode, participants, manager }: ConversationState): string {
  const { onRequest, addressed, rounds } = factsOf(mode);
  if (participants.length === 0) return words.noAgents;
  if (onRequest) return words.nobodyUnasked;
  if (!addressed) return rounds ? words.inTurnAnswers : words.everyoneAnswers;
  const leads = participants.find(({ id, enabled }) => enabled && id === manager?.participantId);
  return leads ? words.managerAnswers(leads.name) : words.noManager;
}

export function Empty({ store }: { store: ConversationStore }) {
  return (
    <div class="empty">
      <Fish />
      <h2>{words.quietWater}</h2>
      <p>{whoAnswers(store.now)}</p>
    </div>
  );
}
