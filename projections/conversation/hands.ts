/** Raised hands in the fold: that agents are asked for them, who was, and which may be up. */
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import { HANDS_CALLS } from "../../events/catalog/limits.ts";
import type { ConversationState, Turn } from "../shapes/folds.ts";
import type { Hands } from "../shapes/hand_folds.ts";

type HandsEvent = Extract<ConversationEvent, { type: `Hands${string}` }>;
export type { HandsEvent };

export const isHandsEvent = (event: ConversationEvent): event is HandsEvent =>
  event.type === "HandsSet" || event.type === "HandsEnded";

/** Folds what happens to the setting itself. */
export function changeHands(state: ConversationState, { type, data, seq }: HandsEvent): void {
  if (type === "HandsSet") {
    const { round } = state.hands ?? {};
    state.hands = { ...data, setSeq: seq, turnIds: [], ...(round ? { round } : {}) };
  } else if (state.hands) {
    const { round: _, ...rest } = state.hands;
    state.hands = { ...rest, ended: data.why };
  }
}

/** A turn asks for a hand; the first of an exchange lowers those that were up. */
export function askForHand(state: ConversationState, { id, exchange, asks }: Turn): void {
  const { hands, question } = state;
  if (!hands || question === null || asks !== "hand") return;
  const { round } = hands;
  const before = round?.exchange === exchange ? round.turnIds : [];
  state.hands = {
    ...hands,
    turnIds: [...hands.turnIds, id].slice(-HANDS_CALLS.max),
    round: { question, exchange, turnIds: [...before, id] },
  };
}

/** Something newer was said: all hands are down. */
export function lowerAll(state: ConversationState): void {
  if (!state.hands?.round) return;
  const { round: _, ...rest } = state.hands;
  state.hands = rest;
}

/** Who is asked to speak has its hand down. */
export function lowerOf(state: ConversationState, participantId: string): void {
  const { hands, turns } = state;
  const stays = (id: string) => turns[id]?.participantId !== participantId;
  if (!hands?.round || hands.round.turnIds.every(stays)) return;
  state.hands = { ...hands, round: { ...hands.round, turnIds: hands.round.turnIds.filter(stays) } };
}

/** What asking for hands may use here, whatever the mode is; undefined: agents are not asked. */
export const setForHands = ({ hands }: Pick<ConversationState, "hands">): Hands | undefined =>
  hands?.ended === undefined ? hands : undefined;
