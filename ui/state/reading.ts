/**
 * How the open conversation is being read: what is folded, which answer is looked at, which of its tries. Nothing of it
 * is in the log. Kept for one conversation at a time; how answers are laid out is remembered in this browser.
 */
import { type Signal, signal } from "@preact/signals";
import { onPaper } from "./on_paper.ts";
import { kept } from "./ui_state.ts";

export const LAYOUTS = ["columns", "focus", "stack"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** How answers to one message are laid out, everywhere. */
export const layout = kept<Layout>("layout", "columns");

/** Answers that were kept in this browser, by their first tries, newest last: beside them the others are folded. */
export const keptAnswers = kept<readonly string[]>("kept", []);
/** Kept answers that are remembered: of those before only the checkboxes still tell. */
const KEPT = 200;

export function rememberKept(root: string, isKept: boolean): void {
  const others = keptAnswers.value.filter((other) => other !== root);
  keptAnswers.value = isKept ? [...others, root].slice(-KEPT) : others;
}

/** How one exchange is read. */
export interface ExchangeLook {
  /** Whether it is folded to a line an answer; null: as its place in the talk says. */
  readonly folded: boolean | null;
  /** The answer in focus, by its first try; null: none was chosen. */
  readonly focused: string | null;
  /** Laid out otherwise than all. */
  readonly layout: Layout | null;
  /** Two answers laid against each other, by their first tries. */
  readonly comparing: readonly [string, string] | null;
  /** The stage of its panel that is looked at; null: the newest. */
  readonly stage: number | null;
}

/** How one answer is read. */
export interface AnswerLook {
  /** The try that is shown; null: the last. */
  readonly version: string | null;
  /** Shown in its whole length. */
  readonly whole: boolean;
  /** Folded to its head; of what is about other answers. */
  readonly closed: boolean;
}

/** A signal for each thing that is looked at, made when it is first asked for. */
class Looks<T extends object> {
  readonly #known = new Map<string, Signal<T>>();

  constructor(readonly first: T) {}

  of(id: string): Signal<T> {
    const known = this.#known.get(id);
    if (known) return known;
    const made = signal(this.first);
    this.#known.set(id, made);
    return made;
  }

  change(id: string, change: Partial<T>): void {
    const look = this.of(id);
    look.value = { ...look.peek(), ...change };
  }
}

export class Reading {
  /** By the key of the exchange. */
  readonly exchanges = new Looks<ExchangeLook>({
    folded: null,
    focused: null,
    layout: null,
    comparing: null,
    stage: null,
  });
  /** By the first try. */
  readonly answers = new Looks<AnswerLook>({ version: null, whole: false, closed: false });

  constructor(readonly conversationId: string) {}
}

let reading = new Reading("");

/** How a conversation is being read; that of the one before is forgotten. */
export function readingOf(conversationId: string): Reading {
  if (reading.conversationId !== conversationId) reading = new Reading(conversationId);
  return reading;
}

/** How the answers of an exchange are laid out: as all are, unless it was wanted otherwise there; on paper all of them. */
export const shownLayout = (conversationId: string, key: string): Layout =>
  onPaper.value ? "stack" : readingOf(conversationId).exchanges.of(key).value.layout ?? layout.value;
