/**
 * One's own ranking of agents or models for one kind of task, of what was judged blindly in it: how strong each is, and
 * how little that is known. Never over all kinds: who is best at one is not at another.
 */
import type { Best } from "../../events/catalog/comparisons.ts";
import { RANKED } from "../../events/catalog/limits.ts";
import type { JudgedComparison as Judged } from "../shapes/comparison_folds.ts";
import { type Choice, PRIOR_SD, strengthsIn, toEnd } from "./strengths.ts";

/** Comparisons that are looked at in one piece: at fifty judgements each some tenths of a millisecond. */
const AT_ONCE = 64;

/** What is ranked. */
export interface RankingAsked {
  /** Absent: what was judged without a label. */
  readonly label?: string | undefined;
  /** An agent counts in all its versions; a model wherever it runs, and whoever has it. */
  readonly of: "agents" | "models";
  /** Absent: by which answer was best. */
  readonly criterion?: string | undefined;
}

/** One that is ranked: an agent by its id, a model by its name. Strengths are logarithms, against the mean of its group. */
export interface Ranked {
  readonly id: string;
  readonly strength: number;
  /** The ends of the interval in which the strength is with 95 %. */
  readonly low: number;
  readonly high: number;
  /** Comparisons it was in that count, and those of its votes in which it was best. */
  readonly comparisons: number;
  readonly won: number;
}

export interface Ranking {
  /** Each the strongest first. Who is in one group was compared with the others of it, if by way of others. */
  readonly groups: readonly (readonly Ranked[])[];
  /** Comparisons that count, and the judgements in them. */
  readonly comparisons: number;
  readonly votes: number;
  /** Of these how many found all as good as one another. */
  readonly tied: number;
  /** Judgements that say nothing of who is better: none was good, or it was not judged by this. */
  readonly none: number;
  readonly silent: number;
  /** Agents or models that were compared too seldom to be among those that are ranked. */
  readonly leftOut: number;
}

/** What was judged of one kind of task. */
export interface Labelled {
  /** Null: without a label. */
  readonly label: string | null;
  readonly comparisons: number;
  readonly votes: number;
  readonly criteria: readonly string[];
}

const counts = ({ erased }: Judged): boolean => !erased;

/** The kinds of task of which something was judged, that which was judged last first. */
export function labelsOf(judged: readonly Judged[]): Labelled[] {
  const found = new Map<string | null, { comparisons: number; votes: number; criteria: Set<string> }>();
  for (const { label = null, criteria = [], votes } of judged.filter(counts).toReversed()) {
    const one = found.get(label) ?? { comparisons: 0, votes: 0, criteria: new Set<string>() };
    one.comparisons++;
    one.votes += votes.length;
    for (const criterion of criteria) one.criteria.add(criterion);
    found.set(label, one);
  }
  return [...found].map(([label, { criteria, ...one }]) => ({ label, ...one, criteria: [...criteria] }));
}

/** The comparisons of one kind of task, the newest first. */
export const judgedOf = (judged: readonly Judged[], label: string | undefined): Judged[] =>
  judged.filter((one) => counts(one) && one.label === label).toReversed();

/** By one criterion, or by which is best; undefined: not judged so. */
function foundBy({ criteria = [] }: Judged, vote: Judged["votes"][number], by?: string): Best | undefined {
  return by === undefined ? vote.best : vote.criteria?.[criteria.indexOf(by)] ?? undefined;
}

/** What of a comparison says who is better; `seats`: those who answered, and are ranked. */
interface Telling {
  readonly seats: readonly { readonly seat: number; readonly id: string }[];
  /** How often each of these was the best, and how often all were tied. */
  readonly best: readonly number[];
  readonly tied: number;
  /** All of these together. */
  readonly votes: number;
}

/** @returns of one that says nothing null */
function tellingOf(
  judged: Judged,
  { of, criterion }: RankingAsked,
  among: ReadonlySet<string> | null,
): Telling | null {
  const seats = judged.seated.flatMap(({ agentId, model, gap }, seat) => {
    const id = of === "agents" ? agentId : model;
    return gap || (among && !among.has(id)) ? [] : [{ seat, id }];
  });
  if (new Set(seats.map(({ id }) => id)).size < 2) return null;
  const times = new Map<Best | undefined, number>();
  for (const vote of judged.votes) {
    const best = foundBy(judged, vote, criterion);
    times.set(best, (times.get(best) ?? 0) + 1);
  }
  const best = seats.map(({ seat }) => times.get(seat) ?? 0);
  const tied = times.get("tie") ?? 0;
  const votes = best.reduce((sum, one) => sum + one, tied);
  return votes === 0 ? null : { seats, best, tied, votes };
}

/** What of these says who is better, a piece at a time. */
function* tellingsOf(
  judged: readonly Judged[],
  asked: RankingAsked,
  among: ReadonlySet<string> | null,
): Generator<void, Telling[]> {
  const found: Telling[] = [];
  for (const [at, one] of judged.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) yield;
    const telling = tellingOf(one, asked, among);
    if (telling) found.push(telling);
  }
  return found;
}

/** In how many comparisons each was, and how many judgements found it best. */
function timesOf(tellings: readonly Telling[]) {
  const times = new Map<string, { comparisons: number; won: number }>();
  for (const { seats, best } of tellings) {
    const here = new Set<string>();
    for (const [at, { id }] of seats.entries()) {
      const one = times.get(id) ?? { comparisons: 0, won: 0 };
      if (!here.has(id)) one.comparisons++;
      one.won += best[at] ?? 0;
      here.add(id);
      times.set(id, one);
    }
  }
  return times;
}

/** Those that were compared most often, of equals those with the first id. */
function often(tellings: readonly Telling[]): { readonly ids: string[]; readonly leftOut: number } {
  const ids = [...timesOf(tellings)]
    .sort(([a, m], [b, n]) => n.comparisons - m.comparisons || (a < b ? -1 : 1)).map(([id]) => id);
  return { ids: ids.slice(0, RANKED), leftOut: Math.max(0, ids.length - RANKED) };
}

/** What each comparison says, each counting once, divided among those who judged it. */
function choiceOf({ seats, best, tied, votes }: Telling, places: ReadonlyMap<string, number>): Choice {
  return {
    among: seats.map(({ id }) => places.get(id) ?? 0),
    shares: [...best, tied].map((one) => one / votes),
  };
}

/** Places that were compared with one another, if by way of others. */
function groupsOf(choices: readonly Choice[], places: number): number[][] {
  const leads = Array.from({ length: places }, (_, place) => place);
  const leadOf = (place: number): number => {
    let lead = place;
    while (leads[lead] !== lead) lead = leads[lead] ?? lead;
    leads[place] = lead;
    return lead;
  };
  for (const { among: [first = 0, ...others] } of choices) {
    for (const other of others) leads[leadOf(other)] = leadOf(first);
  }
  const groups = Map.groupBy(leads.keys(), leadOf);
  return [...groups.values()].sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

/** Standard deviations to each side of a strength that hold 95 %. */
const SIDES = 1.959963984540054;

/** Strengths of these, group by group. */
function* ranked(tellings: readonly Telling[], ids: readonly string[]): Generator<void, Ranked[][]> {
  const places = new Map(ids.map((id, at) => [id, at]));
  const choices = tellings.map((one) => choiceOf(one, places));
  const { strengths, covariances } = yield* strengthsIn(choices, ids.length);
  const times = timesOf(tellings);
  const rankedOf = (place: number, size: number): Ranked => {
    const id = ids[place] ?? "";
    const strength = strengths[place] ?? 0;
    // The prior knows nothing of where a group as a whole is; against its mean that does not matter.
    const known = (covariances[place]?.[place] ?? 0) - PRIOR_SD * PRIOR_SD / size;
    const side = SIDES * Math.sqrt(Math.max(0, known));
    const { comparisons = 0, won = 0 } = times.get(id) ?? {};
    return { id, strength, low: strength - side, high: strength + side, comparisons, won };
  };
  return groupsOf(choices, ids.length).map((group) =>
    group.map((place) => rankedOf(place, group.length)).sort((a, b) => b.strength - a.strength)
  );
}

/**
 * Yields behind each piece of the work, of which none takes more than a few milliseconds at the bounds.
 * @param judged of all labels
 */
export function* rankingIn(judged: readonly Judged[], asked: RankingAsked): Generator<void, Ranking> {
  const own = judgedOf(judged, asked.label);
  const all = yield* tellingsOf(own, asked, null);
  const { ids, leftOut } = often(all);
  yield;
  const tellings = leftOut === 0 ? all : yield* tellingsOf(own, asked, new Set(ids));
  // Who was compared with none of the others that are ranked is left out with those.
  const there = new Set(tellings.flatMap(({ seats }) => seats.map(({ id }) => id)));
  const kept = ids.filter((id) => there.has(id));
  const sum = (what: (one: Telling) => number) => tellings.reduce((sum, one) => sum + what(one), 0);
  const votes = sum((one) => one.votes);
  const given = own.flatMap((one) => one.votes.map((vote) => foundBy(one, vote, asked.criterion)));
  const none = given.filter((one) => one === "none").length;
  yield;
  const groups = yield* ranked(tellings, kept);
  return {
    groups,
    comparisons: tellings.length,
    votes,
    tied: sum((one) => one.tied),
    none,
    silent: given.length - votes - none,
    leftOut: leftOut + ids.length - kept.length,
  };
}

/** The same in one piece. */
export const rankingOf = (judged: readonly Judged[], asked: RankingAsked): Ranking =>
  toEnd(rankingIn(judged, asked));

/**
 * Whether it is known which of two is stronger: their intervals have nothing in common. A difference of these two alone
 * would need less; but many pairs are looked at.
 */
export const toldApart = (a: Ranked, b: Ranked): boolean => a.low > b.high || b.low > a.high;

/** How probably one is found better than one of the mean strength of its group. */
export const chanceOf = (strength: number): number => 1 / (1 + Math.exp(-strength));
