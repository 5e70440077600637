/** Marks whom a button asks as a program, beside the letter that says which (S4-49). The name is in words next to it. */
export function Robot() {
  return (
    <svg class="robot" viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <path
        d="M8 1.5v2.6M1.2 8.4v2.6M14.8 8.4v2.6"
        stroke="currentColor"
        stroke-width="1.4"
        stroke-linecap="round"
      />
      <rect x="3" y="4.3" width="10" height="9.4" rx="2.4" stroke="currentColor" stroke-width="1.4" />
      <path d="M6 11h4" stroke="currentColor" stroke-width="1.3" stroke-linecap="round" />
      <circle cx="6" cy="8" r="1" fill="currentColor" />
      <circle cx="10" cy="8" r="1" fill="currentColor" />
    </svg>
  );
}
