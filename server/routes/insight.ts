/** Looking across conversations: search, usage, and who said what to whom in an agency. */
import type { z } from "zod";
import { inPieces } from "../../actors/runtime/yield_loop.ts";
import type { AgencyMessage, ListRow, SearchHit, UsageTotal } from "../../projections/shapes/views.ts";
import { agencyMessages, systemRow } from "../../projections/conversation/agency_messages.ts";
import { SEARCHED_IN_PROJECTS, SEARCHED_PROJECTS } from "../../events/catalog/limits.ts";
import { PRICES_AS_OF } from "../../projections/usage/prices.ts";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";
import { respelled } from "../../projections/search/spelling.ts";
import { asksNothing, isProject, parseQuery, type Query } from "../../projections/search/query.ts";
import { searchConversation } from "../../projections/search/search.ts";
import { cellsBy, modelOf, totalOfCells, type UsageCell } from "../../projections/usage/tally.ts";
import {
  type TurnUsage,
  turnUsages,
  type UsageOptions,
  UsageSum,
  UsageSums,
} from "../../projections/usage/usage.ts";
import {
  AgencyMessages,
  AgencyQuery,
  SearchHits,
  SearchQuery,
  UsageAnswer,
  UsageQuery,
} from "../contract/insights.ts";
import { AllConversations, shelfAsked } from "./all_conversations.ts";
import { dawnOf } from "./days_asked.ts";
import { conversationOf, noConversation } from "../http/commands.ts";
import { newestFirst } from "./list_page.ts";
import { type Call, type Route, route } from "../http/route.ts";

/** Conversations whose usage is told one by one, the newest; of any other it is told where it is asked for. */
const BY_CONVERSATION = 100;

/** Conversations that are read through, the newest, where there is no index of words. */
export const READ_THROUGH = 500;

/** The conversation that a request names. */
async function named(call: Call, one: string): Promise<string> {
  if (!/^[\w-]{1,64}$/.test(one)) throw noConversation();
  return (await conversationOf(call, one)).id;
}

/** `usd` as people and programs read it: a number, or the word that it is not known (never 0 for that). */
const cost = <T extends { usd: number | null }>(total: T) =>
  ({ ...total, cost: total.usd ?? "unknown" }) as const;

const costs = (rows: readonly { key: string; total: UsageTotal }[]) =>
  rows.map(({ key, total }) => ({ key, ...cost(total) }));

type Asked = Call<unknown, z.infer<typeof UsageQuery>>;
type Totals = Omit<UsageAnswer, "pricesAsOf" | "unreadable">;

/** From what was added up as it happened; null while that is not made. */
async function addedUp(
  { services: { system } }: Asked,
  all: AllConversations,
  { prices, ...days }: UsageOptions,
): Promise<Totals | null> {
  const found = await system.usage.totals(days);
  if (!found) return null;
  all.uncounted(found.uncounted);
  const by = (key: (cell: UsageCell) => string) => costs(cellsBy(found.cells, key, prices));
  const single = await system.usage.of(await all.newest(BY_CONVERSATION), days);
  const ofThem = [...single].filter(([, cells]) => cells.length > 0);
  return {
    total: cost(totalOfCells(found.cells, prices)),
    byAgent: by(({ who }) => who),
    byModel: by(modelOf),
    byDay: by(({ day }) => day),
    byConversation: costs(ofThem.map(([key, cells]) => ({ key, total: totalOfCells(cells, prices) }))),
  };
}

/** From the folds: of one conversation, or of all of a store where nothing is added up yet. */
async function turnByTurn(call: Asked, all: AllConversations, options: UsageOptions): Promise<Totals> {
  const { conversationId } = call.query;
  // Without the sums of all, which are soon made, nothing tells them but all of the folds.
  const ids = conversationId === undefined
    ? (await all.rows()).sort(newestFirst).map(({ id }) => id)
    : [await named(call, conversationId)];
  // Added up as they are read: of all at once nobody could do anything else meanwhile.
  const total = new UsageSum();
  const [byAgent, byModel] = [new UsageSums("agentName"), new UsageSums("model")];
  const [byDay, byConversation] = [new UsageSums("day"), new UsageSums("conversationId")];
  const turns: TurnUsage[] = [];
  for await (const state of all.folds(ids)) {
    const own = turnUsages(state, options);
    for (const sums of [total, byAgent, byModel, byDay, byConversation]) {
      own.forEach((turn) => sums.add(turn));
    }
    if (conversationId !== undefined) turns.push(...own);
  }
  return {
    total: cost(total.total),
    byAgent: costs(byAgent.totals()),
    byModel: costs(byModel.totals()),
    byDay: costs(byDay.totals()),
    byConversation: costs(byConversation.totals(BY_CONVERSATION)),
    ...(conversationId === undefined ? {} : { turns: turns.map(cost) }),
  };
}

type Searched = Call<unknown, z.infer<typeof SearchQuery>>;

/** The conversations of the projects that a query asks for, the newest of them; undefined: it asks for none. */
async function amongOf({ services }: Searched, query: Query): Promise<string[] | undefined> {
  if (query.project === undefined) return undefined;
  const { projects } = await services.system.workspace();
  const all = new AllConversations(services);
  const rows: ListRow[] = [];
  const asked = Object.values(projects).filter(({ name, erased }) => !erased && isProject(name, query));
  for (const { id } of asked.slice(0, SEARCHED_PROJECTS)) {
    for (const archived of [false, true]) {
      rows.push(...(await all.page(shelfAsked(archived, id), null, SEARCHED_IN_PROJECTS)).items);
    }
  }
  return rows.sort(newestFirst).slice(0, SEARCHED_IN_PROJECTS).map(({ id }) => id);
}

/** What was typed without its slips, where something has that; null where nothing has, and where there are none. */
async function meant(call: Searched, spellings: Readonly<Record<string, string>>): Promise<string | null> {
  if (Object.keys(spellings).length === 0) return null;
  const { q, sort, zone, place, conversationId = null } = call.query;
  const other = respelled(q, spellings);
  const query = parseQuery(other, dawnOf(zone, place));
  const among = await amongOf(call, query);
  const found = await call.services.system.search({ query, conversationId, among, limit: 1, sort });
  return found && found.hits.length > 0 ? other : null;
}

/** Searches as `query` says. */
export async function searched(call: Searched): Promise<SearchHits> {
  const { q, limit, sort, zone, place, conversationId = null } = call.query;
  const query = parseQuery(q, dawnOf(zone, place));
  const all = new AllConversations(call.services);
  if (asksNothing(query)) return { items: [], next: null };
  const only = conversationId === null ? null : await named(call, conversationId);
  const among = await amongOf(call, query);
  const found = await call.services.system.search({ query, conversationId, among, limit, sort });
  if (found) {
    const { hits, indexing, unreadable } = found;
    const didYouMean = await meant(call, found.spellings ?? {});
    return {
      items: [...hits],
      next: null,
      ...(unreadable.length > 0 ? { unreadable: [...unreadable] } : {}),
      ...(indexing ? { indexing: true } : {}),
      ...(didYouMean === null ? {} : { didYouMean }),
    };
  }
  return await readThrough(query, { all, only, among, limit });
}

interface Reading {
  readonly all: AllConversations;
  readonly only: string | null;
  readonly among: readonly string[] | undefined;
  readonly limit: number;
}

/** Where there is no index: in the folds of one conversation, of those of some projects, or of the newest. */
async function readThrough(query: Query, { all, only, among, limit }: Reading): Promise<SearchHits> {
  const newest = only === null ? among ?? await all.newest(READ_THROUGH + 1) : [only];
  const ids = newest.filter((id) => among?.includes(id) !== false).slice(0, READ_THROUGH);
  const items: SearchHit[] = [];
  for await (const state of all.folds(ids)) {
    items.push(...await inPieces(searchConversation(state, query, limit - items.length)));
    if (items.length >= limit) break;
  }
  const partial = items.length < limit && newest.length > READ_THROUGH;
  return { items, next: null, ...(partial ? { partial } : {}), ...all.leftOut };
}

export const insight: Route[] = [
  route("GET", "/api/search", {
    summary: "Search titles and messages",
    query: SearchQuery,
    answer: SearchHits,
    handle: searched,
  }),
  route("GET", "/api/usage", {
    summary: "Tokens and cost",
    query: UsageQuery,
    answer: UsageAnswer,
    async handle(call) {
      const prices = pricesInForce(await call.services.system.workspace());
      const { from, to, conversationId } = call.query;
      const options = { prices, from: from?.slice(0, 10), to: to?.slice(0, 10) };
      const all = new AllConversations(call.services);
      const sums = conversationId === undefined ? await addedUp(call, all, options) : null;
      const totals = sums ?? await turnByTurn(call, all, options);
      return { ...totals, pricesAsOf: PRICES_AS_OF, ...all.leftOut };
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
