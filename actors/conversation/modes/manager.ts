/**
 * Manager mode (S1): the manager answers the person or addresses a member by number; a member answers
 * whoever addressed it. Everything said goes from one to one, and the number of turns is bounded.
 */
import type { ConversationState, Turn } from "../../../projections/conversation/state.ts";
import { participantOf } from "../../../projections/conversation/conversation.ts";
import { agencyPrompt, customInstructions } from "../../../projections/prompt/agency_prompt.ts";
import type { Decision } from "../decision.ts";
import { managerTurns } from "../rules/speaking.ts";
import type { Mode } from "./mode.ts";

export const manager: Mode = {
  prompt: (state, participantId, through) =>
    agencyPrompt(state, participantId, customInstructions(state, through)),
};

/** Where an answer goes in manager mode: "person" or a participant. With `error` it reached nobody. */
export interface Addressed {
  readonly to: string;
  readonly error?: string;
}

/** Resolves the number a model wrote in `to` (S1-15…18). Only the manager may address the person with 0. */
export function resolveAddress(state: ConversationState, turn: Turn, address: number | undefined): Addressed {
  // Said to nobody: it stays with its author, who hears why.
  const nobody = { to: turn.participantId };
  const from = participantOf(state, turn.participantId);
  if (!from || address === undefined) return nobody;
  const managerId = state.manager?.participantId;
  const others = state.participants.filter((p) => p.id !== from.id && p.enabled);
  if (address === 0) {
    if (from.id === managerId) return { to: "person" };
    // A member has no way to the person: what it says goes to the manager, who has.
    const manager = others.find((p) => p.id === managerId);
    if (manager) return { to: manager.id };
    return { ...nobody, error: "Only the manager may answer the user, and it is not enabled." };
  }
  const target = others.find((p) => p.number === address);
  if (target) return { to: target.id };
  const known = others.map((p) => `#${p.number} (${p.name})`).join(", ") || "nobody";
  return { ...nobody, error: `There is no other agent #${address}. You can address: ${known}.` };
}

/** What the manager hears before the cap ends the exchange. */
export const LAST_WORD =
  'This is your last turn for this message, nobody else can be asked any more. Answer the user now, with 0 in "to".';

/** Requests the turn that follows on `turn`, which has ended, within the cap. `error`: why it reached nobody. */
export function followManager(now: Decision, turn: Turn, error?: string): void {
  const { state } = now;
  const { exchange, participantId } = turn;
  const managerId = state.manager?.participantId ?? "";
  const from = participantOf(state, participantId)?.number;
  const how = state.turns[turn.id]?.status;
  const to = error === undefined ? state.messages[turn.messageId]?.to : undefined;
  if (to === "person" || (how === "failed" && participantId === managerId)) return;
  const used = state.exchanges[exchange]?.turnIds.length ?? 0;
  const stopped = used >= managerTurns(state)
    ? `Stopped after ${used} turns without an answer from the manager.`
    : now.limit();
  if (stopped) return now.notify("cap", stopped, { exchange, turnId: turn.id });
  const request = (id: string, code: "addressed" | "repaired" | "managing", text: string) => {
    const reason = { code, text, ...(from === undefined ? {} : { from }) };
    now.request({ participantId: id, exchange, mode: "manager", reason });
  };
  const tell = (id: string, content: string) =>
    now.add("MessagePosted", {
      messageId: now.mint("message"),
      author: { kind: "system", id: "system", name: "System" },
      role: "user",
      content,
      to: id,
    }, exchange);
  const enabled = (id: string) => state.participants.some((p) => p.id === id && p.enabled);
  const addressed = to !== undefined && enabled(to) ? to : null;
  const hearer = how === "completed" ? participantId : managerId;
  if (!addressed) {
    if (!enabled(hearer)) {
      return now.notify(
        "no_agents",
        "The manager is not enabled in this conversation, so nobody answers.",
        { exchange },
      );
    }
    // The answer reached nobody, or the member could not answer: the sender, or the manager, hears why.
    const what = error ?? "It was stopped.";
    tell(hearer, how === "completed" ? what : `#${from ?? 0} could not answer. ${what}`);
  }
  if (used === managerTurns(state) - 1 && enabled(managerId)) {
    // Whoever was to speak: a person waits, and only the manager can answer.
    tell(managerId, LAST_WORD);
    return request(managerId, "managing", `has the last of ${used + 1} turns`);
  }
  if (addressed) return request(addressed, "addressed", `addressed by #${from ?? 0}`);
  request(hearer, "repaired", how === "completed" ? "addressed nobody" : "a member could not answer");
}
