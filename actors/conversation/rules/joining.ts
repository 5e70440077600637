/** An agent of the settings as it joins a conversation: what it was at this moment stays with it (P21). */
import type { Agent } from "../../../events/catalog/workspace.ts";
import type { Joining } from "../commands.ts";

export function joiningOf({ id, version, number, name, color, model }: Agent): Joining {
  return { agentId: id, agentVersion: version, number, name, color, model };
}
