/** What of a message decides whether an agent is sent it: its checkbox, its pin, whom it is for, and whether it says anything. */
import type { ContextSpec } from "../../events/catalog/context_spec.ts";
import type { Mode } from "../../events/catalog/conversation.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import { participantOf } from "../conversation/conversation.ts";
import { actorOf } from "../panels/seats.ts";
import type { ConversationState, Message } from "../shapes/folds.ts";

/** From these on pins count. */
const PIN_RULES = 3;

/** An agent is the same to the log after it left and was added again: then it is another participant. */
export function agentOf(state: ConversationState, participantId: string): string {
  return participantOf(state, actorOf(state, participantId))?.agentId ?? participantId;
}

/** The checkbox as it stood for the agent: the last setting wins, one for this agent beats the general one. */
export function chosen(
  state: ConversationState,
  message: Message,
  agentId: string,
  through: number,
): { included: boolean; own: boolean } | null {
  let general: boolean | null = null;
  let own: boolean | null = null;
  for (const change of message.inclusion ?? []) {
    if (change.seq > through) break;
    if (!change.participantIds) general = change.included;
    else if (change.participantIds.some((id) => agentOf(state, id) === agentId)) own = change.included;
  }
  if (own !== null) return { included: own, own: true };
  return general === null ? null : { included: general, own: false };
}

/** Whether a message was pinned when a turn was asked for. */
export function isPinned(
  { pins }: Pick<Message, "pins">,
  { inclusionThrough, rules }: Pick<ContextSpec, "inclusionThrough" | "rules">,
): boolean {
  return rules >= PIN_RULES && pins?.findLast(({ seq }) => seq <= inclusionThrough)?.pinned === true;
}

/** Whether what was said to one agent alone is kept from this one. */
export function isPrivate(state: ConversationState, message: Message, agentId: string, mode: Mode): boolean {
  if (message.to === undefined) return false;
  if (message.author.kind === "agent" && message.author.id === agentId) return false;
  if (message.to !== "person" && agentOf(state, message.to) === agentId) return false;
  const withPerson = message.author.kind === "human" || message.to === "person";
  return factsOf(mode).addressed || !withPerson;
}

/** True when there is nothing to send. Where the text was not read, its length decides. */
export function isBlank(state: ConversationState, message: Message): boolean {
  if (message.attachments?.length || message.returned !== undefined) return false;
  const body = state.bodies[message.id];
  return body ? !/\S/.test(body.content) : message.length === 0;
}

/** Whether the agent said it. */
export const isOwn = ({ author }: Message, agentId: string): boolean =>
  author.kind === "agent" && author.id === agentId;
