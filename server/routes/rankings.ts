/** Rankings of agents and models by blind comparisons, one kind of task at a time, and whether panels were worth it. */
import { inPieces } from "../../actors/runtime/yield_loop.ts";
import { judgedOf, labelsOf, rankingIn } from "../../projections/comparisons/ranking.ts";
import { worthOf } from "../../projections/comparisons/worth.ts";
import { LabelList, PanelWorth, Ranking, RankingQuery, WorthQuery } from "../contract/ranking_shapes.ts";
import { type Route, route } from "../http/route.ts";

export const rankings: Route[] = [
  route("GET", "/api/rankings", {
    summary: "Kinds of task in which answers were judged blindly, that of the last judgement first",
    answer: LabelList,
    async handle({ services: { system } }) {
      return { items: labelsOf((await system.judged()).comparisons), next: null };
    },
  }),
  route("GET", "/api/ranking", {
    summary: "How strong agents or models are in one kind of task, and how little that is known",
    query: RankingQuery,
    answer: Ranking,
    async handle({ services: { system }, query }) {
      const { comparisons: all } = await system.judged();
      const { groups, ...counted } = await inPieces(rankingIn(all, query));
      return { groups: groups.map((group) => [...group]), ...counted, judged: judgedOf(all, query.label) };
    },
  }),
  route("GET", "/api/worth", {
    summary: "How panels fared beside one of their agents alone, and what they used more",
    query: WorthQuery,
    answer: PanelWorth,
    async handle({ services: { system }, query: { format, comparison } }) {
      const { panels } = await system.judged();
      const of = panels.filter(({ id, formatId }) =>
        (format === undefined || format === formatId) && (comparison === undefined || comparison === id)
      );
      return { worth: worthOf(of) };
    },
  }),
];
