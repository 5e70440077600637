/** Rankings of agents and models by blind comparisons, one kind of task at a time. */
import { judgedOf, labelsOf, rankingOf } from "../../projections/comparisons/ranking.ts";
import { LabelList, Ranking, RankingQuery } from "../contract/ranking_shapes.ts";
import { type Route, route } from "../http/route.ts";

export const rankings: Route[] = [
  route("GET", "/api/rankings", {
    summary: "Kinds of task in which answers were judged blindly, that of the last judgement first",
    answer: LabelList,
    async handle({ services: { system } }) {
      return { items: labelsOf((await system.workspace()).judgedComparisons), next: null };
    },
  }),
  route("GET", "/api/ranking", {
    summary: "How strong agents or models are in one kind of task, and how little that is known",
    query: RankingQuery,
    answer: Ranking,
    async handle({ services: { system }, query }) {
      const { judgedComparisons: all } = await system.workspace();
      const { groups, ...counted } = rankingOf(all, query);
      return { groups: groups.map((group) => [...group]), ...counted, judged: judgedOf(all, query.label) };
    },
  }),
];
