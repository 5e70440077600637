/** How long something still has, as a clock counts it down. */

/** `ms` as minutes and seconds, `9:05`; nothing below nought. */
export function remaining(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
