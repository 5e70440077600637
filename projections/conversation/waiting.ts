/** What waits for a person. */
import type { AskedInput, ConversationState, Message, ToolUse } from "../shapes/folds.ts";

/** Whether a tool call waits for a person's word. */
export function waits(use: ToolUse): boolean {
  return use.asks === true && use.allowed === undefined && use.status === undefined;
}

/** What the server of a running call asks, and nobody answered yet. Of an attempt that is over it is lost. */
export function openInputs({ inputs, status }: ToolUse): readonly AskedInput[] {
  return status === undefined && inputs ? inputs.filter(({ outcome }) => outcome === undefined) : [];
}

/** Whether a call goes on only when a person has said something: that it may run, or what its server asks. */
export const needsPerson = (use: ToolUse): boolean => waits(use) || openInputs(use).length > 0;

/** The call that a running answer waits for a person with, and when it is refused by itself; null: none. */
export function permissionOf(state: ConversationState, message: Message) {
  const use = callOf(state, message, waits);
  if (!use) return null;
  const { callId, tool, address = null, refusesAt = null } = use;
  return { callId, tool, address, refusesAt };
}

/** What the server of a call in a running answer asks a person for; null: nothing. */
export function inputOf(state: ConversationState, message: Message) {
  const use = callOf(state, message, (use) => openInputs(use).length > 0);
  const [asked] = use ? openInputs(use) : [];
  if (!use || !asked) return null;
  const { input, message: said, fields = null, url = null, again = false, endsAt } = asked;
  return {
    callId: use.callId,
    tool: use.tool,
    host: use.host ?? null,
    input,
    message: said,
    fields,
    url,
    again,
    endsAt,
  };
}

/** The first call of a running answer that is so. */
function callOf(
  { turns, bodies }: ConversationState,
  { id, status, turnId = "" }: Message,
  isSo: (use: ToolUse) => boolean,
): ToolUse | undefined {
  if (status !== "streaming") return undefined;
  const { attempt } = turns[turnId] ?? {};
  return bodies[id]?.tools?.find((use) => isSo(use) && use.attempt === attempt);
}
