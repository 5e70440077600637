/** How agents are drawn where their settings say so: over what their ids give them. */
import { agentIn, asWished, type Look, lookIn, lookOf, type Roster } from "../parts/marks.ts";
import { settings } from "./server_state.ts";

/** The look of an agent, by its id; `look`: what it has among others. */
export function wished(agentId: string, look: Look = lookOf(agentId)): Look {
  const agent = settings.value?.agents[agentId];
  return asWished(look, { ...agent?.mark, picture: agent?.picture });
}

/** The look of a participant in its conversation. */
export const lookHere = (roster: Roster, participantId: string): Look =>
  wished(agentIn(roster, participantId), lookIn(roster, participantId));
