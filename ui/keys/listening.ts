/** Hears every key once, for the whole page, and gives it to the room whose it is. */
import { dialog, keysOn } from "../state/ui_state.ts";
import { act } from "./acts.ts";
import { keyFor, type KeyName, KEYS } from "./key_table.ts";
import { pressedOf } from "./pressed.ts";

/** Inputs into which one does not write. */
const SILENT = /^(checkbox|radio|range|button|submit|reset|file|color)$/;
/** What takes letters itself, and what takes arrows. */
const TAKES_LETTERS = "[role=menu], [role=listbox], [role=dialog], dialog";
const TAKES_ARROWS =
  "input, [role=slider], [role=tab], [role=radio], [role=separator], [role=toolbar], [role=grid], [role=menu]";

type Target = Pick<Element, "tagName" | "closest" | "getAttribute"> & {
  readonly isContentEditable?: boolean;
  readonly value?: unknown;
};

/** Whether one writes there. */
export const writesIn = (target: Target | null): boolean =>
  target !== null && (target.isContentEditable === true || /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target.tagName === "INPUT" && !SILENT.test(target.getAttribute("type") ?? "text")));

/** Whether a key that was pressed so counts where the focus is: outside of what takes it itself. */
export function countsAt(name: KeyName, target: Target | null, press = KEYS[name].press[0]): boolean {
  const { where } = KEYS[name];
  if (where === "anywhere" || where === "told" || target === null) return true;
  if (where === "unwritten" && press.startsWith("Mod+") && target.value === "") return true;
  if (writesIn(target) || target.closest(TAKES_LETTERS)) return false;
  return !KEYS[name].press[0].startsWith("Arrow") || !target.closest(TAKES_ARROWS);
}

/** What had the focus as a field was asked for that is on its way; null: none is. */
let awaiting: Element | null = null;

/** What was typed for it so far. */
let ahead = "";

/** Letters are meant for a field that was asked for, until it is there (false) or one goes elsewhere. */
export function awaitField(asked: boolean): void {
  awaiting = asked ? document.activeElement : null;
  ahead = "";
}

/** What was typed for the field that is there now, while it was on its way: it begins with that. Told once. */
export function typedAhead(): string {
  const typed = ahead;
  ahead = "";
  return typed;
}

/** Whether one is on its way. */
export function isAwaited(): boolean {
  const { activeElement, body } = document;
  return awaiting !== null && (activeElement === awaiting || activeElement === body);
}

/** Keeps a letter for the field that is on its way. */
function keepsAhead({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (!isAwaited() || ctrlKey || metaKey || altKey) return false;
  if (key === "Backspace") ahead = ahead.slice(0, -1);
  else if (key.length === 1) ahead += key;
  else return false;
  return true;
}

/** Whether it counts now: keys may be turned off, and under a dialog the page is out of reach. */
function countsNow(name: KeyName): boolean {
  if (KEYS[name].always) return true;
  if (KEYS[name].where !== "anywhere" && isAwaited()) return false;
  return keysOn.value && (dialog.value === null || name === "palette");
}

function hear(event: KeyboardEvent): void {
  // 229 is a key that an input method has taken.
  if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
  // Not the browser's either: some look for a word in the page behind a slash.
  if (keepsAhead(event)) return event.preventDefault();
  const pressed = pressedOf(event);
  const name = pressed && keyFor(pressed.press);
  if (!pressed || !name) return;
  const target = event.target instanceof Element ? event.target : null;
  if ((event.repeat && !KEYS[name].repeats) || !countsNow(name) || !countsAt(name, target, pressed.press)) {
    return;
  }
  if (act(name, { digit: pressed.digit, target })) event.preventDefault();
}

export const listenForKeys = (): void => addEventListener("keydown", hear);
