/** Looking across conversations: search, usage, and who said what to whom in an agency. */
import {
  type AgencyMessage,
  agencyMessages,
  systemRow,
} from "../../projections/conversation/agency_messages.ts";
import { PRICES_AS_OF } from "../../projections/usage/prices.ts";
import { searchConversation, type SearchHit, searchWords } from "../../projections/search/search.ts";
import { totalUsage, type TurnUsage, turnUsages, usageBy } from "../../projections/usage/usage.ts";
import { AllConversations } from "./all_conversations.ts";
import { conversationOf, intQuery } from "../http/commands.ts";
import { newestFirst } from "./list_page.ts";
import { Problem } from "../http/problem.ts";
import { type Call, json, type Route, route } from "../http/route.ts";

/** Characters of a query: a sentence. */
const QUERY_CHARACTERS = 500;

/** Ids of the conversations a request looks at: the one it names, or all. */
async function looked(call: Call<unknown>, all: AllConversations): Promise<string[]> {
  const one = call.query.get("conversationId");
  if (one !== null) {
    if (!/^[\w-]{1,64}$/.test(one) || !(await call.services.system.conversation(one))) {
      throw new Problem("not_found", "There is no such conversation.");
    }
    return [one];
  }
  return (await all.rows()).sort(newestFirst).map(({ id }) => id);
}

async function search(call: Call<unknown>): Promise<Response> {
  const query = call.query.get("q") ?? "";
  if (query.length > QUERY_CHARACTERS) {
    throw new Problem("validation", `q: at most ${QUERY_CHARACTERS} characters`, [
      { path: "q", message: `at most ${QUERY_CHARACTERS} characters` },
    ]);
  }
  const limit = intQuery(call, "limit", 50, 1, 200);
  const items: SearchHit[] = [];
  const all = new AllConversations(call.services);
  if (searchWords(query).length > 0) {
    for await (const state of all.folds(await looked(call, all))) {
      items.push(...searchConversation(state, query, limit - items.length));
      if (items.length >= limit) break;
    }
  }
  return json({ items, next: null, ...all.leftOut });
}

const DAY = /^\d{4}-\d{2}-\d{2}/;

function day(call: Call<unknown>, name: "from" | "to"): string | undefined {
  const value = call.query.get(name);
  if (value === null || value === "") return undefined;
  const match = DAY.exec(value)?.[0];
  if (match === undefined || Number.isNaN(Date.parse(match))) {
    throw new Problem("validation", `${name} must be a date`, [{ path: name, message: "must be a date" }]);
  }
  return match;
}

/** `usd` as people and programs read it: a number, or the word that it is not known (never 0 for that). */
const cost = (total: { usd: number | null }) => ({ ...total, cost: total.usd ?? "unknown" });

async function usage(call: Call<unknown>): Promise<Response> {
  const { system } = call.services;
  const { settings } = await system.workspace();
  const options = { prices: settings.prices, from: day(call, "from"), to: day(call, "to") };
  const turns: TurnUsage[] = [];
  const all = new AllConversations(call.services);
  for await (const state of all.folds(await looked(call, all))) turns.push(...turnUsages(state, options));
  const by = (key: "agentName" | "model" | "day" | "conversationId") =>
    usageBy(turns, key).map(({ key, total }) => ({ key, ...cost(total) }));
  return json({
    total: cost(totalUsage(turns)),
    byAgent: by("agentName"),
    byModel: by("model"),
    byDay: by("day"),
    byConversation: by("conversationId"),
    ...(call.query.has("conversationId") ? { turns: turns.map(cost) } : {}),
    pricesAsOf: PRICES_AS_OF,
    ...all.leftOut,
  });
}

async function agency(call: Call<unknown>): Promise<Response> {
  const state = await conversationOf(call);
  const wanted = call.query.get("agentId");
  const one = wanted === null
    ? undefined
    : state.participants.find((p) => p.agentId === wanted || String(p.number) === wanted);
  const number = wanted === null ? undefined : one?.number ?? -1;
  // The fold is shared: what is taken from it is taken before the first await.
  const said = agencyMessages(state).filter((row) => number === undefined || row.agentId === number);
  const agents = state.manager ? state.participants.filter((p) => one === undefined || p.id === one.id) : [];
  const ours = { id: state.id, createdAt: state.createdAt };
  const systems: AgencyMessage[] = [];
  if (wanted === null || one) {
    for (const agent of agents) {
      const text = await call.services.system.systemMessage(ours.id, agent.id);
      if (text !== null) systems.push(systemRow(ours, agent, text));
    }
  }
  return json({ items: [...systems, ...said], next: null });
}

export const insight: Route[] = [
  route({
    method: "GET",
    path: "/api/search",
    access: "api",
    summary: "Search titles and messages",
    query: ["q", "conversationId", "limit"],
    status: 200,
    handle: search,
  }),
  route({
    method: "GET",
    path: "/api/usage",
    access: "api",
    summary: "Tokens and cost",
    query: ["conversationId", "from", "to"],
    status: 200,
    handle: usage,
  }),
  route({
    method: "GET",
    path: "/api/conversations/:id/agency-messages",
    access: "api",
    summary: "Manager mode: each agent's own list of messages",
    query: ["agentId"],
    status: 200,
    handle: agency,
  }),
];
