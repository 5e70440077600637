/**
 * Every key of the page: how it is pressed, where it counts, and under which head the help sheet tells it. What it does
 * is said by the room that does it (`acts.ts`), what it is called by `words/keys.ts`.
 */

export interface Key {
  /**
   * Ways to press it. `Mod` is ⌘ on a Mac and Ctrl elsewhere, letters are capitals, `Digit` is any of 1 to 9. The first
   * is the one that is told.
   */
  readonly press: readonly [string, ...string[]];
  readonly group: Group;
  /**
   * `anywhere`: also while one writes. `outside`: outside of fields, menus and dialogs only. `unwritten`: outside, and
   * with `Mod` also in a field that is empty, which has nothing of its own to do with it. `told`: a field does it
   * itself, and the help sheet alone needs to know.
   */
  readonly where: "anywhere" | "outside" | "unwritten" | "told";
  /** Held down it goes on; other keys count once until they are let go. */
  readonly repeats?: true;
  /** Works also where keys are turned off: without it there would be no way out. */
  readonly always?: true;
}

export type Group = "page" | "writing" | "agents" | "answers" | "replay";

const table = {
  palette: { press: ["Mod+K"], group: "page", where: "anywhere" },
  new: { press: ["Mod+Shift+O"], group: "page", where: "anywhere" },
  find: { press: ["Mod+F"], group: "page", where: "anywhere" },
  print: { press: ["Mod+P"], group: "page", where: "anywhere" },
  sidebar: { press: ["Mod+\\"], group: "page", where: "anywhere" },
  glass: { press: ["Mod+."], group: "page", where: "anywhere" },
  theme: { press: ["T"], group: "page", where: "outside" },
  undo: { press: ["Mod+Z", "Z"], group: "page", where: "unwritten" },
  escape: { press: ["Escape"], group: "page", where: "anywhere", always: true },
  help: { press: ["?"], group: "page", where: "outside" },

  write: { press: ["/", "I"], group: "writing", where: "outside" },
  send: { press: ["Enter"], group: "writing", where: "told" },
  line: { press: ["Shift+Enter"], group: "writing", where: "told" },
  mention: { press: ["@"], group: "writing", where: "told" },
  change: { press: ["ArrowUp"], group: "writing", where: "told" },

  agent: { press: ["Alt+Digit"], group: "agents", where: "anywhere" },

  answer: { press: ["Digit"], group: "answers", where: "outside" },
  previous: { press: ["ArrowLeft"], group: "answers", where: "outside", repeats: true },
  next: { press: ["ArrowRight"], group: "answers", where: "outside", repeats: true },
  columns: { press: ["C"], group: "answers", where: "outside" },
  focus: { press: ["F"], group: "answers", where: "outside" },
  stack: { press: ["S"], group: "answers", where: "outside" },
  compare: { press: ["D"], group: "answers", where: "outside" },
  keep: { press: ["K"], group: "answers", where: "outside" },
  again: { press: ["R"], group: "answers", where: "outside" },
  copy: { press: ["Y"], group: "answers", where: "outside" },
  quote: { press: ["Q"], group: "answers", where: "outside" },
  saw: { press: ["W"], group: "answers", where: "outside" },

  back: { press: ["J"], group: "replay", where: "outside", repeats: true },
  forward: { press: ["L"], group: "replay", where: "outside", repeats: true },
  scrub: { press: ["ArrowLeft", "ArrowRight"], group: "replay", where: "told" },
} as const satisfies Readonly<Record<string, Key>>;

export type KeyName = keyof typeof table;
export const KEYS: Readonly<Record<KeyName, Key>> = table;

/** Names in the order of the table. */
export const KEY_NAMES = Object.keys(KEYS).filter((name): name is KeyName => name in KEYS);

const PRESSED: ReadonlyMap<string, KeyName> = new Map(
  KEY_NAMES.flatMap((name) =>
    KEYS[name].where === "told" ? [] : KEYS[name].press.map((press) => [press, name] as const)
  ),
);

/** What a press stands for; undefined for one that is nobody's. */
export const keyFor = (press: string): KeyName | undefined => PRESSED.get(press);
