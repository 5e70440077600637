/**
 * What an agent of an agency is told beyond itself (S1-11…18): the principles, who the others are, and that
 * it answers in JSON to one of them. Private: the completions API never answers with it (S1-30).
 */
import type { ConversationState, Participant } from "../shapes/folds.ts";
import { participantOf } from "../conversation/conversation.ts";
import { speakerName } from "./names.ts";

/** `#143 (programmer)` (S1-13). */
export function numbered({ number, name }: Pick<Participant, "number" | "name">): string {
  return `#${number} (${speakerName({ kind: "agent", name })})`;
}

/** The notices of a conversation that bring a calling program's instructions, by the order of its messages, which only grows. */
const instructing = new WeakMap<
  readonly string[],
  { readonly seen: number; readonly ids: readonly string[] }
>();

function instructingIn({ order, messages }: ConversationState): readonly string[] {
  const { seen, ids } = instructing.get(order) ?? { seen: 0, ids: [] };
  if (seen === order.length) return ids;
  const more = order.slice(seen).filter((id) => messages[id]?.notice?.code === "custom_instructions");
  const all = more.length > 0 ? [...ids, ...more] : ids;
  instructing.set(order, { seen: order.length, ids: all });
  return all;
}

/** What the calling program's system message said last, at or before `through` (S1-29); "" without. */
export function customInstructions(state: ConversationState, through = Infinity): string {
  const id = instructingIn(state).findLast((messageId) =>
    (state.messages[messageId]?.seq ?? Infinity) <= through
  );
  return id === undefined ? "" : (state.bodies[id]?.content ?? "").trim();
}

/**
 * The agency's part of a system prompt. Agents are listed by number (D-4), those that are off cannot be
 * addressed and are left out. `instructions` are the calling program's, for the manager alone.
 */
export function agencyPrompt(state: ConversationState, participantId: string, instructions = ""): string {
  const self = participantOf(state, participantId);
  const managerId = state.manager?.participantId;
  const manages = participantId === managerId;
  const others = state.participants.filter((p) => p.id !== participantId && p.enabled)
    .sort((a, b) => a.number - b.number);
  const manager = others.find((p) => p.id === managerId);
  return [
    state.manager?.principles.trim() ?? "",
    self ? `You are agent ${numbered(self)} in a group of agents that work for one user.` : "",
    others.length > 0
      ? `The other agents are: ${others.map(numbered).join(", ")}.`
      : "You have no colleagues.",
    'Answer with one JSON object and nothing else: {"to": number, "context": string}. ' +
    '"to" is the ID number of the agent you address; "context" is what you say to it.',
    manages
      ? 'You are the manager: you alone speak with the user. To answer the user, write 0 in "to". Ask the ' +
        "other agents when their view helps, one at a time, and answer the user once you have what you need."
      : `You never address the user. Answer whoever addressed you${
        manager ? `, usually ${numbered(manager)}` : ""
      }.`,
    manages ? instructions : "",
  ].filter((part) => part !== "").join("\n\n");
}
