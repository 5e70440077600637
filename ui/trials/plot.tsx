/** Answers as points: how long each is, and how much it shares with the others. */
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { Trial } from "../../server/contract/trial_shapes.ts";
import { count } from "../parts/format.ts";
import { words } from "../words/trials.ts";
import { percent } from "./trial_answers.tsx";

const [WIDTH, HEIGHT] = [560, 190];
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 14, 12, 34];

/** A round number that is not below `value`. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10);
}

/** Where a point lies, in the picture's own units. */
export function placeOf(words: number, share: number, most: number): readonly [number, number] {
  return [
    LEFT + (WIDTH - LEFT - RIGHT) * words / most,
    TOP + (HEIGHT - TOP - BOTTOM) * (1 - share),
  ];
}

export function Plot({ state, trial }: { readonly state: ConversationState; readonly trial: Trial }) {
  const points = trial.answers.flatMap(({ words: length, agreement, message }) =>
    length === null || agreement === null ? [] : [{ length, agreement, message }]
  );
  if (points.length < 2) return null;
  const most = roundUp(Math.max(...points.map(({ length }) => length)));
  const [right, bottom] = placeOf(most, 0, most);
  return (
    <figure class="trial-plot">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${words.plot}. ${words.plotTold(points.length)}`}
      >
        {[0, 0.5, 1].map((share) => {
          const [x, y] = placeOf(0, share, most);
          return (
            <g key={share}>
              <line x1={x} x2={right} y1={y} y2={y} class="grid" />
              <text x={x - 8} y={y + 4} text-anchor="end">{percent(share)}</text>
            </g>
          );
        })}
        {[0, most / 2, most].map((length) => {
          const [x] = placeOf(length, 0, most);
          return (
            <text key={length} x={x} y={bottom + 18} text-anchor={length === most ? "end" : "middle"}>
              {length === most ? words.words(count(length)) : count(length)}
            </text>
          );
        })}
        {points.map(({ length, agreement, message }) => {
          const [cx, cy] = placeOf(length, agreement, most);
          const color = participantOf(state, message.participantId ?? "")?.color;
          return <circle key={message.id} cx={cx} cy={cy} r={5.5} data-color={color} />;
        })}
      </svg>
      <figcaption class="hint">{words.plotTold(points.length)}</figcaption>
    </figure>
  );
}
