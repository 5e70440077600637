/** The bowl. */
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path d="M8.5 6.5a12 12 0 1 0 15 0" stroke="currentColor" stroke-width="3.2" stroke-linecap="round" />
      <path d="M11 19.5c3-3.4 6.6-3.4 10 0-3.4 3.4-7 3.4-10 0Z" fill="currentColor" />
    </svg>
  );
}
