/** One row of the story: what happened, how long after, and what can be done from there. */
import { needsPerson as asks } from "../../projections/conversation/waiting.ts";
import { AuthorMark } from "../parts/mark.tsx";
import { clock, exact } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { branch } from "../state/branching.ts";
import { enter } from "../state/replay.ts";
import { dialog } from "../state/ui_state.ts";
import { waits } from "../state/waits.ts";
import { words } from "../words/behind.ts";
import type { Sentence } from "../words/sentence.ts";
import { EventDetail } from "./event_detail.tsx";
import { Said } from "./said.tsx";
import { toneOf } from "./sentences.ts";
import { type Row, rowSentence } from "./story_rows.ts";
import { agent, type Told } from "./telling.ts";

interface RowProps {
  readonly live: ConversationStore;
  readonly row: Row;
  readonly told: Told;
  /** Pixels it takes without its detail. */
  readonly height: number;
  /** Seq of the event one looks at in the past; null in the present. */
  readonly here: number | null;
  /** The one row of the list that the Tab key leads to. */
  readonly reached: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onHeight: (pixels: number) => void;
}

/** Where the row stands from where one looks: what is there, what lies ahead. */
function placeOf({ events }: Row, here: number | null): string {
  if (here === null) return "";
  const [first, last] = [events[0]?.seq ?? 0, events.at(-1)?.seq ?? 0];
  return first <= here && here <= last ? " here" : first > here ? " later" : "";
}

export function StoryRow({ live, row, told, height, here, reached, open, onToggle, onHeight }: RowProps) {
  if (row.events.length === 0) {
    return <LiveRow live={live} turnId={row.turnId ?? ""} told={told} height={height} />;
  }
  const sentence = rowSentence(row, told);
  const last = row.events.at(-1);
  const turn = told.state.turns[row.turnId ?? ""];
  const onSaw = turn?.startedSeq === undefined
    ? null
    : () => (dialog.value = { name: "saw", turnId: turn.id });
  const onReplay = () => void enter(live.id, last?.seq ?? 1);
  const onBranch = () => void branch(live.id, last?.seq ?? 1);
  const tab = reached ? 0 : -1;
  return (
    <li
      class={`event${placeOf(row, here)}${open ? " open" : ""}`}
      data-row={row.key}
      data-tone={last && toneOf(last)}
    >
      <div
        class="event-line"
        style={{ height: `${height}px` }}
        // The whole row is as good as its words, for a pointer.
        onClick={(event) => {
          if (!(event.target instanceof Element && event.target.closest("button"))) onToggle();
        }}
      >
        <Node row={row} told={told} />
        <button
          type="button"
          class="event-said"
          aria-expanded={open}
          tabIndex={tab}
          title={sentence.text}
          onClick={onToggle}
        >
          <Said sentence={sentence} roster={told.state} />
        </button>
        {onSaw && (
          <button type="button" class="event-saw" tabIndex={tab} onClick={onSaw}>{words.story.saw}</button>
        )}
        <span class="event-end">
          <time dateTime={last?.at} title={exact(last?.at ?? "")}>{row.time}</time>
          <button
            type="button"
            class="event-replay"
            tabIndex={tab}
            aria-label={words.story.replay}
            title={words.story.replay}
            onClick={onReplay}
          >
            <Icon name="play" size={14} />
          </button>
        </span>
      </div>
      {open && (
        <EventDetail
          events={row.events}
          onHeight={onHeight}
          onReplay={onReplay}
          onBranch={onBranch}
          onSaw={onSaw}
        />
      )}
    </li>
  );
}

/** The mark of whoever a row is of: an agent's own, or a point for people and the program. */
function Node({ row, told }: { row: Row; told: Told }) {
  const turn = told.state.turns[row.turnId ?? ""];
  if (turn) {
    return (
      <span class="event-node">
        <AuthorMark roster={told.state} participantId={turn.participantId} name="" size={18} />
      </span>
    );
  }
  return (
    <span class="event-node">
      <i class={row.events.at(-1)?.by.kind === "user" ? "" : "program"} />
    </span>
  );
}

/** The answer that is being given: only this reads its text, so only this is shown anew with every piece. */
function LiveRow(
  { live, turnId, told, height }: Pick<RowProps, "live" | "told" | "height"> & { turnId: string },
) {
  const turn = told.state.turns[turnId];
  const { text } = live.draft(turn?.messageId ?? "").value;
  const who = agent(told, turn?.participantId ?? "");
  const until = waits.value.get(turnId);
  const isAsking = told.state.bodies[turn?.messageId ?? ""]?.tools?.some(asks) === true;
  const sentence: Sentence = isAsking
    ? words.story.waitsForYou(who)
    : until !== undefined
    ? words.story.waitsUntil(who, clock(until))
    : text === ""
    ? words.story.thinking(who)
    : words.story.writing(who);
  return (
    <li class="event writing" data-row={`live ${turnId}`} data-tone={isAsking ? "warn" : undefined}>
      <div class="event-line" style={{ height: `${height}px` }}>
        <span class="event-node">
          <AuthorMark roster={told.state} participantId={turn?.participantId ?? ""} name="" size={18} />
        </span>
        <span class="event-said">
          <Said sentence={sentence} roster={told.state} />
          {text !== "" && <span class="event-size">{words.story.characters(text.length)}</span>}
        </span>
        <span class="event-end">{words.story.live}</span>
      </div>
    </li>
  );
}
