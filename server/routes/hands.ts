/** Raised hands: setting that agents are asked, ending it, and which are up. */
import { handsOf } from "../../projections/conversation/raised_hands.ts";
import { setForHands } from "../../projections/conversation/hands.ts";
import { tokensOf } from "../../projections/conversation/turns.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { type PriceOverrides } from "../../projections/usage/prices.ts";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";
import { usdOf } from "../../projections/usage/usage.ts";
import { HandsChanged, HandsView, SetHands } from "../contract/hand_shapes.ts";
import { conversationOf, execute, param } from "../http/commands.ts";
import { type Call, type Route, route } from "../http/route.ts";

async function expected({ services: { system } }: Call, { id }: ConversationState) {
  const asked = await system.foreseen(id, { hands: true });
  if (!asked) return null;
  return {
    answers: asked.length,
    tokens: asked.reduce((sum, { input, output }) => sum + input + output, 0),
    usd: asked.some(({ usd }) => usd === null) ? null : asked.reduce((sum, { usd }) => sum + (usd ?? 0), 0),
  };
}

function usedOf(state: ConversationState, turnIds: readonly string[], prices: PriceOverrides) {
  const usages = turnIds.map((id) => state.messages[state.turns[id]?.messageId ?? ""]?.usage);
  return {
    calls: turnIds.length,
    tokens: usages.reduce((sum, usage) => sum + tokensOf(usage), 0),
    usd: usdOf(state, turnIds, prices),
  };
}

const at = "/api/conversations/:id/hands";
export const hands: Route[] = [
  route("GET", at, {
    summary: "Which hands are up, whether agents are asked for them, and what that uses",
    answer: HandsView,
    async handle(call) {
      const prices = pricesInForce(await call.services.system.workspace());
      const state = await conversationOf(call);
      const { turnIds = [], ended = null, calls, usd } = state.hands ?? {};
      const agents = new Map(state.participants.map(({ id, agentId }) => [id, agentId]));
      return {
        on: setForHands(state) !== undefined,
        ended,
        limit: calls === undefined ? null : { calls, ...(usd === undefined ? {} : { usd }) },
        used: usedOf(state, turnIds, prices),
        expected: await expected(call, state),
        hands: handsOf(state).map(({ line = null, cut = false, error, ...hand }) => ({
          ...hand,
          agentId: agents.get(hand.participantId) ?? "",
          line,
          cut,
          error: error ? { code: error.code, message: error.message } : null,
        })),
      };
    },
  }),
  route("POST", at, {
    summary: "Have agents asked for hands, up to so many calls; what was used before counts no more",
    body: SetHands,
    answer: HandsChanged,
    async handle(call) {
      const { seq } = await execute(call, param(call, "id"), { type: "set_hands", ...call.body });
      return { seq };
    },
  }),
  route("DELETE", at, {
    summary: "Have agents asked for hands no more, and lower those that are up",
    whenFull: true,
    answer: HandsChanged,
    async handle(call) {
      const { seq } = await execute(call, param(call, "id"), { type: "end_hands" });
      return { seq };
    },
  }),
];
