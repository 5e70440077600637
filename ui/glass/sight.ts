/** Which of the last messages each agent would see if it were asked now. */
import { specFor } from "../../projections/context/requests.ts";
import { Selection } from "../../projections/context/selection.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";

export interface Sight {
  readonly id: string;
  readonly name: string;
  readonly color: number;
  /** The last messages that somebody could see, oldest first. */
  readonly seen: readonly boolean[];
  /** How many of them this agent does not see. */
  readonly misses: number;
}

/** What keeps a message from every agent by itself, not by anybody’s choice. */
const NOBODYS = new Set(["system", "incomplete", "after", "erased"]);

/**
 * For each agent that takes part and is on, the last `most` messages that count.
 * @param windowMessages how many of the newest messages an agent is sent; absent: all
 */
export function sightOf(
  state: ConversationState,
  most: number,
  windowMessages: (agentId: string) => number | undefined,
): Sight[] {
  const agents = state.participants.filter(({ enabled }) => enabled).map((agent) => ({
    ...agent,
    selection: new Selection(state, agent.id, specFor(state, agent.id, windowMessages(agent.agentId))),
  }));
  const ids: string[] = [];
  const reasons = new Map<string, ReadonlyMap<string, string | null>>();
  for (let index = state.order.length - 1; index >= 0 && ids.length < most; index--) {
    const id = state.order[index] ?? "";
    const message = state.messages[id];
    if (!message) continue;
    const why = new Map(agents.map(({ id, selection }) => [id, selection.why(message)]));
    if ([...why.values()].every((one) => one !== null && NOBODYS.has(one))) continue;
    ids.unshift(id);
    reasons.set(id, why);
  }
  return agents.map(({ id, name, color }) => {
    const seen = ids.map((message) => reasons.get(message)?.get(id) === null);
    return { id, name, color, seen, misses: seen.filter((one) => !one).length };
  });
}

/** Those who do not see everything. */
export const missing = (sight: readonly Sight[]): Sight[] => sight.filter(({ misses }) => misses > 0);
