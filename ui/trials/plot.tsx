/** Answers as points: how long each is, and how much it shares with the others. */
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { Trial } from "../../server/contract/trial_shapes.ts";
import { count } from "../parts/format.ts";
import { slim } from "../state/widths.ts";
import { words } from "../words/trials.ts";
import { percent } from "./trial_answers.tsx";

const HEIGHT = 190;
/** Its words are 12 px high at 560 pixels: where there is half of that the picture is drawn narrower, not smaller. */
const [WIDTH, NARROW] = [560, 320];
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 14, 12, 34];

/** A round number that is not below `value`. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10);
}

/** Where a point lies, in the picture's own units: an answer of so many words, of `most`, in a picture so wide. */
export function placeOf(
  words: number,
  share: number,
  most: number,
  width = WIDTH,
): readonly [number, number] {
  return [
    LEFT + (width - LEFT - RIGHT) * words / most,
    TOP + (HEIGHT - TOP - BOTTOM) * (1 - share),
  ];
}

export function Plot({ state, trial }: { readonly state: ConversationState; readonly trial: Trial }) {
  const points = trial.answers.flatMap(({ words: length, agreement, message }) =>
    length === null || agreement === null ? [] : [{ length, agreement, message }]
  );
  if (points.length < 2) return null;
  const most = roundUp(Math.max(...points.map(({ length }) => length)));
  const width = slim.value ? NARROW : WIDTH;
  const place = (length: number, share: number) => placeOf(length, share, most, width);
  const [right, bottom] = place(most, 0);
  return (
    <figure class="trial-plot">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`${words.plot}. ${words.plotTold(points.length)}`}
      >
        {[0, 0.5, 1].map((share) => {
          const [x, y] = place(0, share);
          return (
            <g key={share}>
              <line x1={x} x2={right} y1={y} y2={y} class="level" />
              <text x={x - 8} y={y + 4} text-anchor="end">{percent(share)}</text>
            </g>
          );
        })}
        {[0, most / 2, most].map((length) => {
          const [x] = place(length, 0);
          return (
            <text key={length} x={x} y={bottom + 18} text-anchor={length === most ? "end" : "middle"}>
              {length === most ? words.words(count(length)) : count(length)}
            </text>
          );
        })}
        {points.map(({ length, agreement, message }) => {
          const [cx, cy] = place(length, agreement);
          const color = participantOf(state, message.participantId ?? "")?.color;
          return <circle key={message.id} cx={cx} cy={cy} r={5.5} data-color={color} />;
        })}
      </svg>
      <figcaption class="hint">{words.plotTold(points.length)}</figcaption>
    </figure>
  );
}
