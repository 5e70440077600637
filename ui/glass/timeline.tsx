/** The timeline: what happened when, as bars that say what they are; scrub to any event, step, or play it again. */
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { clock, count } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { branch } from "../state/branching.ts";
import { enter, leave, pace, play, replay, scrub } from "../state/replay.ts";
import { roomy } from "../state/widths.ts";
import { words } from "../words/behind.ts";
import { BarTip, tipOf } from "./bar_tip.tsx";
import { type Bar, barAt, barsOf } from "./timeline_bars.ts";
import { toldOf } from "./told_now.ts";
import { useStory } from "./use_story.ts";
import { colorOf } from "./who.ts";

/** Pixels a bar and the gap behind it take at least. */
const BAR = 7;
const TALL = 46;
/** A bar in which nothing was said still stands there. */
const LOW = 8;

const PACES = [[1, "once"], [4, "four"], [Infinity, "most"]] as const;

/** Looks at the conversation as it was after an event. */
async function lookAt(id: string, seq: number): Promise<void> {
  play(0);
  if (!replay.value) await enter(id, seq);
  else scrub(seq);
}

/** The width of an element, in pixels, as it changes. */
function useWidth(element: RefObject<HTMLElement | null>, before: number): number {
  const width = useSignal(before);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => (width.value = current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return width.value;
}

/** Pixels of the bars before the page has said how many there are. */
const WIDTH = 340;

export function Timeline({ live }: { live: ConversationStore }) {
  const story = useStory(live);
  const pointed = useSignal<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, WIDTH);
  const now = replay.value;
  const last = now?.events.length ?? live.now.seq;
  const at = now?.at ?? last;
  const { seq } = live.now;
  const most = Math.max(1, Math.floor(width / BAR));
  const bars = useMemo(() => barsOf(live.state, last, most), [live, seq, last, most]);
  const told = toldOf(live);
  const shown = pointed.value ?? (now ? barAt(bars, at) : -1);
  const bar = bars[shown];
  const sections = story.sections.value;
  const current = bars[barAt(bars, at)];
  const to = (value: number) => void lookAt(live.id, value);
  return (
    <div class="timeline">
      <div class="bar-lane">
        {bar
          ? <BarTip tip={tipOf(bar, sections, told)} at={(shown + 0.5) / bars.length} roster={live.state} />
          : (
            <p class="bar-caption">
              {live.state.createdAt !== "" && words.timeline.since(last, clock(live.state.createdAt))}
            </p>
          )}
      </div>
      <div class="bars-box" ref={box}>
        <Bars
          bars={bars}
          at={now ? at : null}
          colors={bars.map((one) => colorOf(live.state, one.said[0]?.participantId ?? one.participantId))}
          pointed={pointed.value}
          onPoint={(index) => (pointed.value = index)}
          onPick={(one) => to(one.to)}
        />
      </div>
      <input
        type="range"
        min={1}
        max={Math.max(1, last)}
        step={1}
        value={at}
        aria-label={words.timeline.name}
        aria-valuetext={`${words.timeline.at(count(at), count(last))}${
          current && now ? `: ${tipOf({ ...current, from: at, to: at }, sections, told).sentence.text}` : ""
        }`}
        style={{ "--at": `${last > 1 ? ((at - 1) / (last - 1)) * 100 : 100}%` }}
        onInput={(event) => to(Number(event.currentTarget.value))}
      />
      <Controls live={live} at={at} last={last} />
    </div>
  );
}

/** Play again, how fast, where one is, and the way back to now. */
function Controls({ live, at, last }: { live: ConversationStore; at: number; last: number }) {
  const speed = useSignal(1);
  const now = replay.value;
  const start = async () => {
    if (!replay.value) await enter(live.id, 1);
    else if (replay.value.at >= replay.value.events.length) scrub(1);
    play(speed.value);
  };
  return (
    <div class="controls">
      {pace.value > 0
        ? (
          <button type="button" onClick={() => play(0)}>
            <Icon name="pause" /> {words.timeline.pause}
          </button>
        )
        : (
          <button type="button" title={words.timeline.replayHint} onClick={() => void start()}>
            <Icon name="play" /> {words.timeline.replay}
          </button>
        )}
      <select
        aria-label={words.timeline.pace}
        value={String(speed.value)}
        onChange={(event) => {
          speed.value = Number(event.currentTarget.value);
          if (pace.value > 0) play(speed.value);
        }}
      >
        {PACES.map(([value, name]) => <option key={name} value={String(value)}>{words.timeline[name]}
        </option>)}
      </select>
      <span class="at">
        {now ? words.timeline.at(count(at), count(last)) : words.timeline.latest(count(last))}
      </span>
      {/* Where the glass lies over the chat, it hides what says so there. */}
      {now && !roomy.value && (
        <button
          type="button"
          aria-label={words.story.branch}
          title={words.story.branch}
          onClick={() => void branch(live.id, at)}
        >
          <Icon name="git-branch" />
        </button>
      )}
      {now && (
        <button type="button" title={words.timeline.nowHint} onClick={leave}>{words.timeline.now}</button>
      )}
    </div>
  );
}

interface BarsProps {
  readonly bars: readonly Bar[];
  /** The event one looks at in the past; null in the present. */
  readonly at: number | null;
  readonly colors: readonly (number | undefined)[];
  readonly pointed: number | null;
  readonly onPoint: (index: number | null) => void;
  readonly onPick: (bar: Bar) => void;
}

/** For pointers alone: the slider below does the same for keys, and says in words what the bars show. */
function Bars({ bars, at, colors, pointed, onPoint, onPick }: BarsProps) {
  const indexOf = (event: PointerEvent | MouseEvent): number => {
    const { left, width } = event.currentTarget instanceof Element
      ? event.currentTarget.getBoundingClientRect()
      : { left: 0, width: 1 };
    return Math.min(bars.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * bars.length)));
  };
  return (
    <svg
      class="bars"
      viewBox={`0 0 ${bars.length * 10} ${TALL}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerMove={(event) => onPoint(indexOf(event))}
      onPointerLeave={() => onPoint(null)}
      onClick={(event) => {
        const bar = bars[indexOf(event)];
        if (bar) onPick(bar);
      }}
    >
      {bars.map((bar, index) => {
        const height = LOW + bar.height * (TALL - LOW);
        const isHere = at !== null && bar.from <= at && at <= bar.to;
        const isLater = at !== null && bar.from > at;
        const color = colors[index];
        const state = `${isHere ? " here" : ""}${isLater ? " later" : ""}${
          pointed === index ? " pointed" : ""
        }`;
        const who = color === undefined && bar.said.length === 0 ? " nobody" : "";
        return (
          <rect
            key={bar.from}
            class={`bar${state}${who}`}
            data-color={color}
            x={index * 10 + 0.7}
            y={TALL - height}
            width={8.6}
            height={height}
          />
        );
      })}
    </svg>
  );
}
