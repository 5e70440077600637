/** Notes that an agent asks to be kept, by a tool: whose they are, and each call's once. */
import type { ToolResult } from "../tools/toolbox.ts";
import type { Remembered } from "../workspace/notes.ts";
import type { Attempt } from "./attempt.ts";

/** Its agent's own, else the project's that its conversation belongs to, else everybody's. */
function whoseNote(prepared: Attempt["prepared"], own: boolean): Pick<Remembered, "agentId" | "projectId"> {
  if (!prepared.ok) return {};
  const projectId = prepared.memory?.project?.id;
  if (own) return { agentId: prepared.agent.id };
  return projectId === undefined ? {} : { projectId };
}

/** Keeps it under the name of the call, so that it is kept once; why it is not, where it cannot be. */
export function keepNote(
  { ports, conversationId, turn: { id: turnId, messageId }, by, prepared }: Attempt,
  callId: string,
  { text, own }: NonNullable<ToolResult["note"]>,
): Promise<string | null> {
  return ports.remember({
    text,
    ...whoseNote(prepared, own),
    source: { conversationId, messageId },
    call: { turnId, callId },
  }, by);
}
