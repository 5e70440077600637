/** Raised hands in the simulation: what people do about them, and what must hold of them whatever dies. */
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import type { PersonCommand } from "../../actors/conversation/commands.ts";
import { AgentContext } from "../../projections/context/context.ts";
import { specOf } from "../../projections/context/spec.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { Covered } from "./coverage.ts";
import type { Complain } from "./observers.ts";
import type { SeededRandom } from "./random.ts";

/** Agents are asked for hands from now on, up to little or much, or no more. */
export function simHands(random: SeededRandom): PersonCommand {
  return random.chance(0.2)
    ? { type: "end_hands" }
    : { type: "set_hands", calls: random.pick([3, 20, 1_000]), ...(random.chance(0.3) ? { usd: 1 } : {}) };
}

/** Counts what became of hands. */
export function coverHands(covered: Covered, events: readonly ConversationEvent[]): void {
  const asked = new Set<string>();
  for (const { type, data } of events) {
    if (type === "TurnRequested" && data.asks) asked.add(data.turnId);
    const met = type === "HandsEnded"
      ? data.why
      : "turnId" in data && asked.has(data.turnId ?? "")
      ? type
      : null;
    if (met) covered.set(`hands ${met}`, (covered.get(`hands ${met}`) ?? 0) + 1);
  }
}

/** Each was asked by one call at most, within what was set, is in no talk, and was sent to nobody else. */
export function checkHands(
  id: string,
  events: readonly ConversationEvent[],
  state: ConversationState,
  complain: Complain,
): void {
  const calls = new Map<string, number>();
  let left = 0;
  for (const { type, data } of events) {
    if (type === "HandsSet") left = data.calls;
    if (type === "HandsEnded") left = 0;
    if (type === "TurnRequested" && data.asks) {
      calls.set(data.turnId, 0);
      if (--left < 0) complain(`${id}: more hands were asked for than was set`);
    }
    if (type === "ProviderCalled" && calls.has(data.turnId)) {
      calls.set(data.turnId, (calls.get(data.turnId) ?? 0) + 1);
    }
  }
  for (const [turnId, made] of calls) {
    if (made > 1) complain(`${id}: the hand ${turnId} was paid ${made} times`);
  }
  const messageIds = [...calls.keys()].flatMap((turnId) => state.turns[turnId]?.messageId ?? []);
  const inTalk = new Set(state.order);
  for (const messageId of messageIds) {
    if (inTalk.has(messageId)) complain(`${id}: the hand ${messageId} is in the talk`);
  }
  const hands = new Set(messageIds);
  for (const turn of hands.size > 0 ? Object.values(state.turns) : []) {
    const spec = specOf(turn);
    const { messages = [] } = spec ? new AgentContext(state, turn.participantId, spec).whole() : {};
    if (messages.some(({ messageId }) => hands.has(messageId))) complain(`${id}: ${turn.id} was sent a hand`);
  }
}
