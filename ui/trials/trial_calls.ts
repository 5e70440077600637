/** What is asked of the server about answers beside the talk. */
import type { Asked, Written } from "../../server/contract/conversation_shapes.ts";
import type { StartedTrial, StartTrial, Trial, TrialCost } from "../../server/contract/trial_shapes.ts";
import { get, write } from "../state/api.ts";
import { conversation } from "../state/queries.ts";

/** A turn with messages held back, or a message that agents answer. */
export type Tried =
  | { readonly turnId: string; readonly without: readonly string[] }
  | { readonly messageId: string; readonly agentIds: readonly string[] };

export const trialOf = (id: string, trialId: string) =>
  get<Trial>(conversation(id, `/trials/${encodeURIComponent(trialId)}`));

/** What so many answers of each side are expected to use. */
export function trialCost(id: string, what: Tried, times: number) {
  const query = "turnId" in what
    ? { turnId: what.turnId, without: what.without.join() }
    : { messageId: what.messageId, agentIds: what.agentIds.join() };
  const asked = new URLSearchParams({ ...query, times: String(times) });
  return get<TrialCost>(conversation(id, `/trials/cost?${asked}`));
}

/** Under the same key it is asked for once, however often this is said. */
export const startTrial = (id: string, what: StartTrial, key: string) =>
  write<StartedTrial>("POST", conversation(id, "/trials"), what, key);
export const stopTrial = (id: string, trialId: string) =>
  write<Written>("POST", conversation(id, `/trials/${trialId}/stop`));
export const takeAnswer = (id: string, trialId: string, messageId: string) =>
  write<Pick<Asked, "messageId" | "seq">>("POST", conversation(id, `/trials/${trialId}/take`), { messageId });
