/** How many of the newest messages an agent is sent, as its settings have it. */
import { settings } from "./server_state.ts";

/** Absent: all of them, or it is not known yet. */
export const windowMessagesOf = (agentId: string): number | undefined =>
  settings.value?.agents[agentId]?.params.windowMessages;
