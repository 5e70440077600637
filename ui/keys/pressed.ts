/** What was pressed, said as the table of keys says it, on any layout of a keyboard. */

export type Stroke = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey"
>;

export interface Pressed {
  /** As in `KEYS`: `Mod+Shift+O`, `Alt+Digit`, `?`. */
  readonly press: string;
  /** 1 to 9 where it was a digit, otherwise 0. */
  readonly digit: number;
}

/** Macs have a key of their own for what Ctrl is elsewhere. */
export const MAC = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? "");

/** Names of keys that are no character, and those that a layout may have moved. */
const LETTER = /^[a-z]$/i;

/** The letter that was pressed: what it writes, or, in a script without Latin letters, what stands there on most. */
function letterOf({ key, code }: Stroke): string | null {
  if (LETTER.test(key)) return key.toUpperCase();
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return letter && key.length === 1 && key > "\u007f" ? letter : null;
}

/** 1 to 9, by its place where Alt or a layout makes another character of it. */
function digitOf({ key, code, altKey, shiftKey }: Stroke): number {
  if (/^[1-9]$/.test(key)) return Number(key);
  const [, digit] = /^Digit([1-9])$/.exec(code) ?? [];
  return digit && (altKey || !shiftKey) && key.length === 1 ? Number(digit) : 0;
}

/** Null for what is no key of ours: a modifier alone, or Ctrl with Alt, which writes characters on some layouts. */
export function pressedOf(stroke: Stroke, mac = MAC): Pressed | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = stroke;
  const mod = mac ? metaKey : ctrlKey;
  const other = mac ? ctrlKey : metaKey;
  if (other || (mod && altKey)) return null;
  const front = `${mod ? "Mod+" : ""}${altKey ? "Alt+" : ""}`;
  const digit = mod ? 0 : digitOf(stroke);
  if (digit > 0) return { press: `${front}Digit`, digit };
  const letter = letterOf(stroke);
  const shift = shiftKey ? "Shift+" : "";
  if (letter) return { press: `${front}${shift}${letter}`, digit: 0 };
  // Where a layout writes a backslash with a second key, the key that has it elsewhere does.
  if (mod && (key === "\\" || code === "Backslash")) return { press: "Mod+\\", digit: 0 };
  // Which characters need Shift is the layout's affair.
  if (key.length === 1) return { press: `${front}${key}`, digit: 0 };
  return /^(Arrow\w+|Escape|Enter)$/.test(key) ? { press: `${front}${shift}${key}`, digit: 0 } : null;
}
