/** Rankings of agents and models by blind comparisons, one kind of task at a time. */
import { yieldLoop } from "../../actors/runtime/yield_loop.ts";
import { judgedOf, labelsOf, rankingIn } from "../../projections/comparisons/ranking.ts";
import { LabelList, Ranking, RankingQuery } from "../contract/ranking_shapes.ts";
import { type Route, route } from "../http/route.ts";

/** Work in pieces, with what else there is to do between two. */
export async function inPieces<T>(
  pieces: Generator<void, T>,
  rest: () => Promise<void> = yieldLoop,
): Promise<T> {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    await rest();
  }
}

export const rankings: Route[] = [
  route("GET", "/api/rankings", {
    summary: "Kinds of task in which answers were judged blindly, that of the last judgement first",
    answer: LabelList,
    async handle({ services: { system } }) {
      return { items: labelsOf(await system.judged()), next: null };
    },
  }),
  route("GET", "/api/ranking", {
    summary: "How strong agents or models are in one kind of task, and how little that is known",
    query: RankingQuery,
    answer: Ranking,
    async handle({ services: { system }, query }) {
      const all = await system.judged();
      const { groups, ...counted } = await inPieces(rankingIn(all, query));
      return { groups: groups.map((group) => [...group]), ...counted, judged: judgedOf(all, query.label) };
    },
  }),
];
