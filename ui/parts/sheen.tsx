/** The light on all marks: their drawings refer to it. */

/** Stands once in the page. */
export const Sheen = () => (
  <svg class="sheen" width="0" height="0" aria-hidden="true">
    <linearGradient id="sheen" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#fff" stop-opacity="0.28" />
      <stop offset="0.55" stop-color="#fff" stop-opacity="0" />
      <stop offset="1" stop-color="#000" stop-opacity="0.1" />
    </linearGradient>
  </svg>
);
