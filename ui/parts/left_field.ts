/**
 * The field one wrote in as something else to write in was asked for: until that is there, what is typed does not go into
 * the field, but is kept for it (`typedAhead`).
 */
import { awaitField, isAwaited, writesIn } from "../keys/listening.ts";

let left: HTMLElement | null = null;

/** Takes the focus out of the field that has it, if one has. */
export function leaveField(): void {
  const at = document.activeElement;
  left = at instanceof HTMLElement && writesIn(at) ? at : null;
  left?.blur();
  awaitField(true);
}

/** Gives the focus back as a dialog goes; to the next one, where one dialog led to another. */
export function giveBack(before: Element | null): void {
  if (!(before instanceof HTMLElement)) return;
  left = before;
  // Until it is gone, nothing behind it can have the focus.
  queueMicrotask(() => {
    if (left === before) left = null;
    before.focus();
  });
}

/** What has the focus back when what is there now is closed: the field that was left for it, or what has it now. */
export function focusBefore(): Element | null {
  const before = left ?? document.activeElement;
  left = null;
  awaitField(false);
  return before;
}

/** Where what the field was left for is closed before it was there: the field has the focus back. */
export function comeBack(): void {
  if (!isAwaited()) return;
  const before = focusBefore();
  giveBack(before);
}
