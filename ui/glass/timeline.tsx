/** The timeline: scrub to any event, step with the arrow keys, play at its own pace or faster. */
import { count } from "../parts/format.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { enter, leave, pace, play, replay, scrub } from "../state/replay.ts";

/** Bars of the timeline. */
const BARS = 14;

export function Timeline({ live }: { live: ConversationStore }) {
  const now = replay.value;
  const { seq } = live.now;
  const last = now?.events.length ?? seq;
  const at = now?.at ?? last;
  const to = async (value: number) => {
    play(0);
    if (!replay.value) await enter(live.id, value);
    else scrub(value);
  };
  const start = async (speed: number) => {
    if (!replay.value) await enter(live.id, 1);
    else if (replay.value.at >= replay.value.events.length) scrub(1);
    play(speed);
  };
  return (
    <div class="timeline">
      <Bars live={live} last={last} at={at} />
      <input
        type="range"
        min={1}
        max={Math.max(1, last)}
        step={1}
        value={at}
        aria-label="Event"
        aria-valuetext={`event ${at} of ${last}`}
        onInput={(event) => void to(Number(event.currentTarget.value))}
      />
      <div class="controls">
        {pace.value > 0
          ? <button type="button" onClick={() => play(0)}>⏸ Pause</button>
          : (
            <button type="button" title="From the start, at its own pace" onClick={() => void start(1)}>
              ▶ Replay
            </button>
          )}
        <button type="button" aria-pressed={pace.value === 4} onClick={() => void start(4)}>4×</button>
        <button type="button" aria-pressed={pace.value === Infinity} onClick={() => void start(Infinity)}>
          max
        </button>
        {now && <button type="button" onClick={leave}>now</button>}
        <span class="at">event {count(at)} of {count(last)}</span>
      </div>
    </div>
  );
}

/** How much happened when, in the colour of who was most busy. */
function Bars({ live, last, at }: { live: ConversationStore; last: number; at: number }) {
  const { state } = live;
  const bins = Array.from({ length: BARS }, () => ({ size: 0, colors: new Map<number, number>() }));
  for (const id of state.order) {
    const message = state.messages[id];
    if (!message) continue;
    const bin = bins[Math.min(BARS - 1, Math.floor(((message.seq - 1) / Math.max(1, last)) * BARS))];
    if (!bin) continue;
    const color = state.participants.find((p) => p.id === message.participantId)?.color ?? 0;
    bin.size++;
    bin.colors.set(color, (bin.colors.get(color) ?? 0) + 1);
  }
  const most = Math.max(1, ...bins.map((bin) => bin.size));
  return (
    <svg class="bars" viewBox="0 0 140 28" preserveAspectRatio="none" aria-hidden="true">
      {bins.map((bin, index) => {
        const [color = 0] = [...bin.colors].sort((a, b) => b[1] - a[1])[0] ?? [];
        const height = 3 + (bin.size / most) * 25;
        const past = (index / BARS) * last < at;
        return (
          <rect
            key={index}
            x={index * 10 + 0.5}
            y={28 - height}
            width={9}
            height={height}
            rx={1.5}
            data-color={color || undefined}
            class={past ? "past" : "later"}
          />
        );
      })}
    </svg>
  );
}
