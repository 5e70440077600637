/** What a conversation is called that goes on from another: its title, and what it is, so that no two are twins. */
import { codePoints, TITLE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { firstCharacters } from "../../events/catalog/clear_text.ts";
import type { ConversationState } from "../shapes/folds.ts";

/** What a copy is. Messages are counted from 1, in reading order, without notices. */
export type Copy = { readonly kind: "fork" | "changed"; readonly message: number } | {
  readonly kind: "rerun";
};

/** The languages that titles of copies are told in: those of the page. */
export type TitleLanguage = "en" | "de";

/**
 * The one that a list of wanted languages begins with, as a request names them; English where it begins with none.
 * @outside
 */
export const titleLanguage = (wanted: string): TitleLanguage => /^de\b/i.test(wanted) ? "de" : "en";

interface CopyWords {
  /** Of what had no title: nobody had said anything. */
  readonly untitled: string;
  readonly fork: (message: number) => string;
  readonly changed: (message: number) => string;
  readonly rerun: string;
}
const WORDS: Readonly<Record<TitleLanguage, CopyWords>> = {
  en: {
    untitled: "Conversation",
    fork: (message) => `from message ${message}`,
    changed: (message) => `changed from message ${message}`,
    rerun: "run again",
  },
  de: {
    untitled: "Gespräch",
    fork: (message) => `ab Nachricht ${message}`,
    changed: (message) => `geändert ab Nachricht ${message}`,
    rerun: "wiederholt",
  },
};
/** What stands behind a title because of an earlier copy, in any of the languages. */
const SUFFIX =
  / \((?:(?:changed )?from message \d{1,15}|run again|(?:geändert )?ab Nachricht \d{1,15}|wiederholt)(?:, \d{1,15})?\)$/;

function wordsOf(copy: Copy, words: CopyWords): string {
  return copy.kind === "rerun" ? words.rerun : words[copy.kind](copy.message);
}

/**
 * The title of a copy, the `count`th that is called so; a long title is cut, never what the copy is. What an earlier copy
 * was is not told again.
 * @outside
 */
export function copyTitle(title: string, copy: Copy, count = 1, language: TitleLanguage = "en"): string {
  const words = WORDS[language];
  const own = title.replace(SUFFIX, "").trim() || words.untitled;
  const what = ` (${wordsOf(copy, words)}${count > 1 ? `, ${count}` : ""})`;
  const room = TITLE_CODE_POINTS - what.length;
  return (codePoints(own) > room ? `${firstCharacters(own, room - 1).trimEnd()}…` : own) + what;
}

/**
 * Whether a title may be one that `copyTitle` makes: no other can be in its way.
 * @outside
 */
export const isCopyTitle = (title: string): boolean => SUFFIX.test(title);

/** A count that none has, by few questions: the first, or one behind others that have theirs. */
export async function freeCount(isTaken: (count: number) => Promise<boolean>): Promise<number> {
  let free = 1;
  while (await isTaken(free)) free *= 2;
  for (let taken = Math.floor(free / 2); free - taken > 1;) {
    const between = Math.floor((taken + free) / 2);
    if (await isTaken(between)) taken = between;
    else free = between;
  }
  return free;
}

/**
 * A title, and what the copy is that it is the title of, without brackets; "" where it does not say so any more.
 * @outside
 */
export function parted(title: string): readonly [stem: string, end: string] {
  const [end = ""] = SUFFIX.exec(title) ?? [];
  return [title.slice(0, title.length - end.length), end.slice(2, -1)];
}

/** How many messages stand up to event `seq`, without notices, and the last of them. */
export function messagesUpTo(
  { order, messages }: Pick<ConversationState, "order" | "messages">,
  seq: number,
): { readonly count: number; readonly last: string | undefined } {
  let count = 0;
  let last: string | undefined;
  for (const id of order) {
    const message = messages[id];
    if (!message || message.seq > seq) break;
    if (message.role === "system") continue;
    count++;
    last = id;
  }
  return { count, last };
}
