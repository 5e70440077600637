/** The fish: where nothing is yet, and, behind weed, where nothing was found. Never where something went wrong. */
import "./fish.css";

export function Fish({ hidden = false }: { hidden?: boolean }) {
  return (
    <svg class="fish" viewBox="0 0 130 92" width="130" height="92" aria-hidden="true">
      <path class="fin" d="M30 46C18 40 10 32 4 30c4 8 5 12 5 17s-1 9-4 17c7-3 15-10 25-16Z" />
      <path class="fin" d="M52 28c4-10 14-14 24-13-3 4-4 8-4 13Z" />
      <path class="side" d="M26 47c16-24 52-30 74-2-20 29-58 27-74 2Z" />
      <path class="belly" d="M26 47c22 8 50 8 74-2-20 29-58 27-74 2Z" />
      <path class="fin" d="M58 50c8-2 14 1 17 7-8 3-14 0-17-7Z" />
      <path class="gill" d="M80 33c4 8 4 18-1 26" />
      <circle class="eye" cx="89" cy="41" r="5" />
      <circle class="pupil" cx="90.5" cy="41" r="2.6" />
      {hidden
        ? (
          <g class="weed">
            <path d="M38 90c-7-14 7-22 0-36s4-18 1-26" />
            <path d="M56 90c7-12-6-20 1-32s-4-20 2-36" />
            <path d="M70 90c-5-10 6-18 0-28s3-14 1-18" />
          </g>
        )
        : (
          <g class="bubbles">
            <circle cx="108" cy="18" r="3.5" />
            <circle cx="117" cy="30" r="5" />
            <circle cx="111" cy="43" r="3" />
          </g>
        )}
    </svg>
  );
}
