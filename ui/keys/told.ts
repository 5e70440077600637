/** How a key is written for people. */
import { words } from "../words/presses.ts";
import { type KeyName, KEYS } from "./key_table.ts";
import { MAC } from "./pressed.ts";

/** Macs write signs, without anything between them. */
const SIGNS: Readonly<Record<string, string>> = { Mod: "⌘", Shift: "⇧", Alt: "⌥" };
const ARROWS: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};
const NAMED: Readonly<Record<string, string>> = {
  Mod: words.Mod,
  Shift: words.Shift,
  Alt: words.Alt,
  Escape: words.Escape,
  Enter: words.Enter,
  Digit: "1 … 9",
};

/** The keys of one press, each as it stands on it. */
export const capsOf = (press: string, mac = MAC): string[] =>
  press.split("+").map((part) => (mac ? SIGNS[part] : undefined) ?? ARROWS[part] ?? NAMED[part] ?? part);

/** The first way to press a key, in one line: “Ctrl ⇧O”, on a Mac “⌘⇧O”. */
export const shortcut = (name: KeyName, mac = MAC): string =>
  capsOf(KEYS[name].press[0], mac).map((cap) => (cap === words.Shift ? "⇧" : cap))
    .join(mac ? "" : " ").replace("⇧ ", "⇧");
