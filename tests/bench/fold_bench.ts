/** Opening a conversation of 10,000 messages by four agents: what the folds themselves cost, without a store. */
import { AgentContext } from "../../projections/context/context.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { foldAll } from "../../projections/fold.ts";
import { rowOf } from "../../projections/conversation/list.ts";
import { seenBy } from "../../projections/context/requests.ts";
import { windowStart } from "../../projections/context/selection.ts";
import { specNow } from "../../projections/context/spec.ts";
import { parseQuery } from "../../projections/search/query.ts";
import { hitsIn } from "../projections/search/searched.ts";
import { firstPaint } from "../../projections/serialise.ts";
import { turnUsages } from "../../projections/usage/usage.ts";
import { longConversation } from "./long_conversation.ts";

/** Times each thing is done; the middle one is told. */
const RUNS = 9;
/** Events between a snapshot and the end: what `open` reads behind it. */
const TAIL_EVENTS = 500;

/** Milliseconds of the median run; `make` prepares each run and is not counted. */
function median<T>(make: () => T, run: (made: T) => unknown): number {
  const times: number[] = [];
  for (let n = 0; n < RUNS; n++) {
    const made = make();
    const begun = performance.now();
    run(made);
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[RUNS >> 1] ?? NaN;
}

export interface FoldResult {
  readonly what: string;
  readonly ms: number;
  /** What it may take, where there is a bound. */
  readonly targetMs?: number;
}

export function foldBench(): FoldResult[] {
  const events = longConversation();
  const lines = events.map((event) => JSON.stringify(event));
  const fold = () => foldAll(conversation, conversation.initial("c"), events);
  const state = fold();
  const behind = foldAll(conversation, conversation.initial("c"), events.slice(0, -TAIL_EVENTS));
  const snapshot = JSON.stringify(behind);
  const tail = events.slice(-TAIL_EVENTS);
  const nothing = () => undefined;
  const spec = specNow(state);
  const first = state.order[0] ?? "";
  const lastQuarter = events.slice(-events.length / 4);
  const firstQuarter = events.slice(0, events.length / 4);
  const upTo = () => foldAll(conversation, conversation.initial("c"), events.slice(0, -lastQuarter.length));
  return [
    { what: `fold ${events.length} events`, ms: median(nothing, fold), targetMs: 60 },
    {
      what: "parse every event, then fold",
      ms: median(
        nothing,
        () => foldAll(conversation, conversation.initial("c"), lines.map((l) => JSON.parse(l))),
      ),
    },
    {
      what: `parse a snapshot of ${(snapshot.length / 1e6).toFixed(1)} MB, fold ${TAIL_EVENTS} more`,
      ms: median(nothing, () => foldAll(conversation, JSON.parse(snapshot) as ConversationState, tail)),
      targetMs: 300,
    },
    {
      what: "the first quarter of the events",
      ms: median(() => conversation.initial("c"), (s) => foldAll(conversation, s, firstQuarter)),
    },
    {
      what: "the last quarter of the events",
      ms: median(upTo, (s) => foldAll(conversation, s, lastQuarter)),
    },
    { what: "one agent's context", ms: median(nothing, () => new AgentContext(state, "p1", spec).whole()) },
    { what: "its window of 50 messages", ms: median(nothing, () => windowStart(state, "p1", spec, 50)) },
    { what: "who saw the first message", ms: median(nothing, () => seenBy(state, first)) },
    { what: "the sidebar row", ms: median(nothing, () => rowOf(state)) },
    { what: "usage of every turn", ms: median(nothing, () => turnUsages(state)) },
    {
      what: "search for two words",
      ms: median(nothing, () => hitsIn(state, parseQuery("number 1999"))),
    },
    {
      what: `first paint as JSON, ${(JSON.stringify(firstPaint(state)).length / 1e6).toFixed(1)} MB`,
      ms: median(nothing, () => JSON.stringify(firstPaint(state))),
    },
  ];
}

if (import.meta.main) {
  const results = foldBench();
  const width = Math.max(...results.map(({ what }) => what.length));
  for (const { what, ms, targetMs } of results) {
    const target = targetMs === undefined ? "" : `  (target ${targetMs} ms)`;
    console.log(`${what.padEnd(width)}  ${ms.toFixed(2).padStart(8)} ms${target}`);
  }
}
