/**
 * Manager mode (S1): the manager answers the person or addresses a member by number; a member answers
 * whoever addressed it. Everything said goes from one to one, and the number of turns is bounded.
 */
import type { ConversationState, Participant, Turn } from "../../../projections/conversation/state.ts";
import { participantOf } from "../../../projections/conversation/conversation.ts";
import type { Batch } from "../decision.ts";
import { capReached, managerTurns, notify, requestTurn } from "../rules/speaking.ts";
import type { Ended } from "../rules/ending.ts";
import { agencyPrompt, customInstructions } from "../../../projections/prompt/agency_prompt.ts";
import type { Mode } from "./mode.ts";

export const manager: Mode = {
  prompt: (state, participantId, through) =>
    agencyPrompt(state, participantId, customInstructions(state, through)),
};

/** Where an answer goes in manager mode: a participant, the person, or back to its author as an error. */
export type Addressed =
  | { readonly kind: "person" }
  | { readonly kind: "participant"; readonly participant: Participant }
  | { readonly kind: "nobody"; readonly error: string };

/** Resolves the number a model wrote in `to` (S1-15…18). Only the manager may address the person with 0. */
export function resolveAddress(state: ConversationState, from: Participant, address: number): Addressed {
  const managerId = state.manager?.participantId;
  const others = state.participants.filter((p) => p.id !== from.id && p.enabled);
  const known = others.map((p) => `#${p.number} (${p.name})`).join(", ");
  if (address === 0) {
    if (from.id === managerId) return { kind: "person" };
    // A member has no way to the person: what it says goes to the manager, who has.
    const manager = others.find((p) => p.id === managerId);
    return manager
      ? { kind: "participant", participant: manager }
      : { kind: "nobody", error: "Only the manager may answer the user, and it is not enabled." };
  }
  const target = others.find((p) => p.number === address);
  if (target) return { kind: "participant", participant: target };
  return {
    kind: "nobody",
    error: `There is no other agent #${address}. You can address: ${known || "nobody"}.`,
  };
}

/** What the manager hears before the cap ends the exchange. */
export const LAST_WORD =
  'This is your last turn for this message, nobody else can be asked any more. Answer the user now, with 0 in "to".';

/** Requests the turn that follows in manager mode, within the cap. */
export function followManager(batch: Batch, turn: Turn, ended: Ended): void {
  const { state } = batch;
  const managerId = state.manager?.participantId ?? "";
  const from = participantOf(state, turn.participantId);
  if (ended.how === "completed" && ended.to === "person") return;
  if (ended.how === "failed" && turn.participantId === managerId) return;
  const used = state.exchanges[turn.exchange]?.turnIds.length ?? 0;
  if (used >= managerTurns(state)) {
    return notify(batch, "cap", `Stopped after ${used} turns without an answer from the manager.`, {
      exchange: turn.exchange,
      turnId: turn.id,
    });
  }
  const cap = capReached(batch, state);
  if (cap) return notify(batch, "cap", cap, { exchange: turn.exchange, turnId: turn.id });
  const request = (participantId: string, code: "addressed" | "repaired" | "managing", text: string) => {
    requestTurn(batch, {
      participantId,
      exchange: turn.exchange,
      mode: "manager",
      reason: { code, text, ...(from ? { from: from.number } : {}) },
      through: batch.seq,
    });
  };
  const tell = (to: string, content: string) =>
    batch.add("MessagePosted", {
      messageId: batch.mint("message"),
      author: { kind: "system", id: "system", name: "System" },
      role: "user",
      content,
      to,
    }, turn.exchange);
  const enabled = (id: string) =>
    !batch.off.has(id) && state.participants.some((p) => p.id === id && p.enabled);
  const addressed = ended.how === "completed" && ended.to && enabled(ended.to) ? ended.to : null;
  const hearer = ended.how === "completed" ? turn.participantId : managerId;
  if (!addressed) {
    if (!enabled(hearer)) {
      return notify(
        batch,
        "no_agents",
        "The manager is not enabled in this conversation, so nobody answers.",
        { exchange: turn.exchange },
      );
    }
    // The answer reached nobody, or the member could not answer: the sender, or the manager, hears why.
    const what = ended.error ?? "It was stopped.";
    tell(hearer, ended.how === "completed" ? what : `#${from?.number ?? 0} could not answer. ${what}`);
  }
  if (used === managerTurns(state) - 1 && enabled(managerId)) {
    // Whoever was to speak: a person waits, and only the manager can answer.
    tell(managerId, LAST_WORD);
    return request(managerId, "managing", `has the last of ${used + 1} turns`);
  }
  if (addressed) return request(addressed, "addressed", `addressed by #${from?.number ?? 0}`);
  request(hearer, "repaired", ended.how === "completed" ? "addressed nobody" : "a member could not answer");
}
