/**
 * The modes there are, one entry each: what everybody must know of a mode, the fold as well as the interface.
 * How it works is one object in actors/conversation/modes/. Plain values: this file runs in the browser.
 */

export interface ModeFacts {
  /** What it is called, and what it does: words of the interface. */
  readonly label: string;
  readonly help: string;
  /** What the empty message box says; absent: how many agents will answer. */
  readonly hint?: string;
  /** Nobody answers until a person asks. */
  readonly onRequest?: true;
  /** A person chooses how often everybody has a turn. */
  readonly rounds?: true;
  /** Answers to one message stand side by side: none of them was written in sight of another. */
  readonly sideBySide?: true;
  /** Everything is said by one to one, in JSON that names the hearer (S1), and nobody else hears it. */
  readonly addressed?: true;
}

/** By the names of the log. */
export const FACTS = {
  parallel: { label: "Together", help: "Every enabled agent answers at once", sideBySide: true },
  round_robin: {
    label: "In turn",
    help: "One after the other, each seeing the ones before it",
    rounds: true,
  },
  manual: {
    label: "On request",
    help: "Nobody answers until you ask",
    hint: "Write; then ask an agent above",
    onRequest: true,
    sideBySide: true,
  },
  manager: {
    label: "Manager",
    help: "One agent talks to you and directs the others",
    hint: "Message the manager",
    addressed: true,
  },
} as const satisfies Record<string, ModeFacts>;

export type Mode = keyof typeof FACTS;

/** Every mode, in the order in which they are offered. */
export const MODES = Object.keys(FACTS) as readonly Mode[];

/** A mode that a newer program wrote down has its bare name and nothing special: a page may be older than its log. */
export function factsOf(mode: Mode): ModeFacts {
  const facts: Partial<Record<Mode, ModeFacts>> = FACTS;
  return facts[mode] ?? { label: mode, help: "" };
}
