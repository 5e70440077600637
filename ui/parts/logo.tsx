/** How the fish in the bowl is: it swims while somebody answers, and leaps once when something came of that. */
export type Mood = "rests" | "swims" | "leaps";

/** The fish in the bowl, as it is drawn. */
export const SWIMMER = "M7.6 15.2c1.9-2.8 4.7-3 6.8-.8l1.9-1.6v4.8l-1.9-1.6c-2.1 2.2-4.9 2-6.8-.8Z";

/** Both are drawn in the same square. */
const SQUARE = { viewBox: "0 0 24 24", fill: "currentColor" };

/**
 * The bowl, half full, with its fish. That is a picture of its own: a part of one that moves has the page laid out in each
 * frame, and a whole one is moved by the compositor.
 */
export function Logo({ mood = "rests" }: { mood?: Mood }) {
  return (
    <span class={mood === "rests" ? "logo" : `logo ${mood}`} aria-hidden="true">
      <svg {...SQUARE}>
        <path
          d="M6.3 4.2a10 10 0 1 0 11.4 0"
          fill="none"
          stroke="currentColor"
          stroke-width="2.2"
          stroke-linecap="round"
        />
        <path d="M3.2 11.3c2.9-1.7 5.9 1.3 8.8 0s5.9-1.7 8.8 0a8.9 8.9 0 1 1-17.6 0Z" opacity="0.22" />
      </svg>
      <svg class="swimmer" {...SQUARE}>
        <path d={SWIMMER} />
      </svg>
    </span>
  );
}
