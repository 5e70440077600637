/**
 * The fish: where nothing is yet, behind weed where nothing was found, and on its way while one waits for long. Never
 * where something went wrong.
 */
import "./fish.css";

interface FishProps {
  /** It waits for a word, hides, or swims. */
  readonly does?: "waits" | "hides" | "swims";
}

export function Fish({ does = "waits" }: FishProps) {
  return (
    <svg class={`fish ${does}`} viewBox="0 0 160 112" width="136" height="95" aria-hidden="true">
      {does === "swims" && (
        <g class="waves">
          <path class="moves" d="M2 92c10-5 20-5 30 0s20 5 30 0 20-5 30 0" />
          <path class="moves" d="M62 106c10-5 20-5 30 0s20 5 30 0 16-4 26-1" />
        </g>
      )}
      <g class="body">
        <path class="tail moves" d="M46 58C34 46 24 41 14 42c5 10 5 22 0 32 10 1 20-4 32-16Z" />
        <path class="fin" d="M66 36c8-14 22-18 34-12-4 5-5 9-4 14" />
        <path class="side" d="M40 58c18-32 68-36 92-4 2 3 2 5 0 8-24 32-74 28-92-4Z" />
        <path class="belly" d="M40 58c18 32 68 36 92 4 2-2 2-4 1-6-20 20-66 22-93 2Z" />
        <path class="gill" d="M98 40c-5 10-5 24 0 36" />
        <path class="near moves" d="M72 62c6 8 14 9 20 6-4-7-12-11-20-6Z" />
        <circle class="eye" cx="114" cy="52" r="6" />
        <circle class="pupil moves" cx="116" cy="51.5" r="3" />
      </g>
      {does === "hides" && (
        <g class="weed">
          <path class="moves" d="M62 112c-8-18 8-30 0-48s6-26 2-40" />
          <path class="moves" d="M80 112c8-16-8-26 0-42s-6-22-2-34" />
          <path class="moves" d="M44 112c-6-12 6-20 0-34s4-18 0-26" />
        </g>
      )}
      {does === "waits" && (
        <g class="bubbles">
          <circle class="moves" cx="146" cy="40" r="4" />
          <circle class="moves" cx="152" cy="24" r="6" />
          <circle class="moves" cx="144" cy="10" r="3" />
        </g>
      )}
    </svg>
  );
}
