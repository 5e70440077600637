/** Lists with one stop of the Tab key: arrows move in them, Home and End go to their ends. */

/** Where a key leads from place `at` among `length`; null for a key that leads nowhere. Both ends meet. */
export function placeAfter(key: string, at: number, length: number, sideways = false): number | null {
  if (length === 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return length - 1;
  const [forth, back] = sideways ? ["ArrowRight", "ArrowLeft"] : ["ArrowDown", "ArrowUp"];
  const step = key === forth ? 1 : key === back ? -1 : 0;
  if (step === 0) return null;
  // From nowhere, forth is the first and back the last.
  return at < 0 ? (step > 0 ? 0 : length - 1) : (at + step + length) % length;
}

/** Where a key leads from place `at` among `length`, which then is not the browser's; null: it was not meant for them. */
export function stepBy(event: KeyboardEvent, at: number, length: number, sideways = false): number | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const next = placeAfter(event.key, at, length, sideways);
  if (next !== null) event.preventDefault();
  return next;
}

/** Moves the focus by a key among elements; whether the key was meant for them. */
export function nextIn(all: readonly HTMLElement[], event: KeyboardEvent, sideways = false): boolean {
  const at = all.findIndex((one) => one === document.activeElement);
  const next = stepBy(event, at, all.length, sideways);
  if (next !== null) all[next]?.focus();
  return next !== null;
}
