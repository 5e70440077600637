/** Looking across conversations: search, usage, and who said what to whom in an agency. */
import type { AgencyMessage, SearchHit } from "../../projections/shapes/views.ts";
import { agencyMessages, systemRow } from "../../projections/conversation/agency_messages.ts";
import { PRICES_AS_OF } from "../../projections/usage/prices.ts";
import { searchConversation, searchWords } from "../../projections/search/search.ts";
import { totalUsage, type TurnUsage, turnUsages, usageBy } from "../../projections/usage/usage.ts";
import {
  AgencyMessages,
  AgencyQuery,
  SearchHits,
  SearchQuery,
  UsageAnswer,
  UsageQuery,
} from "../contract/insights.ts";
import { AllConversations } from "./all_conversations.ts";
import { conversationOf, noConversation } from "../http/commands.ts";
import { newestFirst } from "./list_page.ts";
import { type Call, type Route, route } from "../http/route.ts";

/** Ids of the conversations a request looks at: the one it names, or all. */
async function looked(
  call: Call<unknown, { readonly conversationId?: string | undefined }>,
  all: AllConversations,
): Promise<string[]> {
  const one = call.query.conversationId;
  if (one === undefined) return (await all.rows()).sort(newestFirst).map(({ id }) => id);
  if (!/^[\w-]{1,64}$/.test(one)) throw noConversation();
  return [(await conversationOf(call, one)).id];
}

/** `usd` as people and programs read it: a number, or the word that it is not known (never 0 for that). */
const cost = <T extends { usd: number | null }>(total: T) =>
  ({ ...total, cost: total.usd ?? "unknown" }) as const;

export const insight: Route[] = [
  route("GET", "/api/search", {
    summary: "Search titles and messages",
    query: SearchQuery,
    answer: SearchHits,
    async handle(call) {
      const { q: query, limit } = call.query;
      const items: SearchHit[] = [];
      const all = new AllConversations(call.services);
      if (searchWords(query).length > 0) {
        for await (const state of all.folds(await looked(call, all))) {
          items.push(...searchConversation(state, query, limit - items.length));
          if (items.length >= limit) break;
        }
      }
      return { items, next: null, ...all.leftOut };
    },
  }),
  route("GET", "/api/usage", {
    summary: "Tokens and cost",
    query: UsageQuery,
    answer: UsageAnswer,
    async handle(call) {
      const { settings } = await call.services.system.workspace();
      const { from, to, conversationId } = call.query;
      const options = { prices: settings.prices, from: from?.slice(0, 10), to: to?.slice(0, 10) };
      const turns: TurnUsage[] = [];
      const all = new AllConversations(call.services);
      for await (const state of all.folds(await looked(call, all))) turns.push(...turnUsages(state, options));
      const by = (key: "agentName" | "model" | "day" | "conversationId") =>
        usageBy(turns, key).map(({ key, total }) => ({ key, ...cost(total) }));
      return {
        total: cost(totalUsage(turns)),
        byAgent: by("agentName"),
        byModel: by("model"),
        byDay: by("day"),
        byConversation: by("conversationId"),
        ...(conversationId === undefined ? {} : { turns: turns.map(cost) }),
        pricesAsOf: PRICES_AS_OF,
        ...all.leftOut,
      };
    },
  }),
  route("GET", "/api/conversations/:id/agency-messages", {
    summary: "Manager mode: each agent's own list of messages",
    query: AgencyQuery,
    answer: AgencyMessages,
    async handle(call) {
      const state = await conversationOf(call);
      const { agentId } = call.query;
      const everybody = agentId === undefined;
      const one = state.participants.find((p) => p.agentId === agentId || String(p.number) === agentId);
      // The fold is shared: what is taken from it is taken before the first await.
      const said = agencyMessages(state).filter((row) => everybody || row.agentId === one?.number);
      const agents = !state.manager ? [] : everybody ? [...state.participants] : one ? [one] : [];
      const ours = { id: state.id, createdAt: state.createdAt };
      const systems: AgencyMessage[] = [];
      for (const agent of agents) {
        const text = await call.services.system.systemMessage(ours.id, agent.id);
        if (text !== null) systems.push(systemRow(ours, agent, text));
      }
      return { items: [...systems, ...said], next: null };
    },
  }),
];
