/** What a bar of the timeline is: which events, how long after, and the most telling of what happened in it. */
import { clock, count } from "../parts/format.ts";
import type { Roster } from "../parts/marks.ts";
import { words } from "../words/behind.ts";
import { say, Sentence } from "../words/sentence.ts";
import { Said } from "./said.tsx";
import type { Section } from "./sections.ts";
import { rowAt } from "./story_layout.ts";
import { type Row, rowSentence, rowsOf } from "./story_rows.ts";
import { agent, type Told } from "./telling.ts";
import type { Bar } from "./timeline_bars.ts";

export interface Tip {
  readonly head: string;
  readonly sentence: Sentence;
}

/** The row that tells of an event, where it was read. */
function rowOf(sections: readonly Section[], seq: number, told: Told): Row | undefined {
  const section = sections.find(({ events }) =>
    (events[0]?.seq ?? Infinity) <= seq && seq <= (events.at(-1)?.seq ?? 0)
  );
  const rows = section ? rowsOf(section, told.state) : [];
  return rows[rowAt(rows, seq)];
}

/** What was said most of in a bar of many events, or in one that was not read. */
function summary({ said: [first, ...more] }: Bar, told: Told): Sentence {
  if (!first) return new Sentence([words.timeline.nothing]);
  const name = first.participantId === undefined
    ? { name: told.state.messages[first.messageId]?.author.name || told.words.program }
    : agent(told, first.participantId);
  const isOwn = first.participantId === undefined &&
    told.state.messages[first.messageId]?.author.id === "local";
  const sentence = first.participantId === undefined
    ? words.timeline.wrote(isOwn ? told.words.you : name, first.tokens)
    : words.timeline.answered(name, first.tokens);
  return more.length === 0 ? sentence : say`${sentence}, ${words.timeline.more(more.length)}`;
}

/** @param sections what was read of the log */
export function tipOf(bar: Bar, sections: readonly Section[], told: Told): Tip {
  // Of several that said little the last tells where one is.
  const few = bar.said.length <= 1;
  const row = few ? rowOf(sections, bar.said[0]?.seq ?? bar.to, told) : undefined;
  const at = told.state.messages[bar.said[0]?.messageId ?? ""]?.at;
  const which = bar.from === bar.to
    ? words.story.event(count(bar.from))
    : words.timeline.events(count(bar.from), count(bar.to));
  if (row) {
    return {
      head: [which, row.time].filter((part) => part !== "").join(" · "),
      sentence: rowSentence(row, told),
    };
  }
  return { head: at === undefined ? which : `${which} · ${clock(at)}`, sentence: summary(bar, told) };
}

/** Stands in the lane above the bars; never over them. `at` is the middle of the bar, 0 to 1. */
export function BarTip({ tip, at, roster }: { tip: Tip; at: number; roster: Roster }) {
  // Towards the ends it leans inwards, so that it stays in the glass.
  return (
    <p class="bar-tip" style={{ left: `${at * 100}%`, translate: `${-at * 100}%` }}>
      <b>{tip.head}</b>
      <Said sentence={tip.sentence} roster={roster} />
    </p>
  );
}
