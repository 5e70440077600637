/** The field one wrote in as a dialog was asked for: until the dialog is there, nothing that is typed goes into it. */
import { writesIn } from "../keys/listening.ts";

let left: HTMLElement | null = null;

/** Takes the focus out of the field that has it, if one has. */
export function leaveField(): void {
  const at = document.activeElement;
  left = at instanceof HTMLElement && writesIn(at) ? at : null;
  left?.blur();
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

/** What has the focus back when a dialog that opens now is closed: the field that was left for it, or what has it now. */
export function focusBefore(): Element | null {
  const before = left ?? document.activeElement;
  left = null;
  return before;
}
