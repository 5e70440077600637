/** What is expected of each mode, once for all tests that try every mode: a new one has its entry here. */
import type { Mode, Reason } from "../events/catalog/conversation.ts";
import { MANAGER_TURNS } from "../events/catalog/limits.ts";

interface Expected {
  /** How many of the enabled agents speak at once to a person's message, from the first of the roster on. */
  readonly first: (enabled: number) => number;
  /** How many answers there are with two rounds; on request, to *Ask all*. */
  readonly answers: (enabled: number) => number;
  /** Reasons that its turns may give, each with words that a person understands without the data. */
  readonly reasons: readonly (readonly [Reason["code"], RegExp])[];
  /** What must happen to its turns in drawn histories, so that these say something about it. */
  readonly met: readonly RegExp[];
}

export const EXPECTED: Readonly<Record<Mode, Expected>> = {
  parallel: {
    first: (enabled) => enabled,
    answers: (enabled) => enabled,
    reasons: [["enabled", /^enabled in this conversation$/]],
    met: [/^enabled$/, /^retried$/],
  },
  round_robin: {
    first: (enabled) => Math.min(1, enabled),
    answers: (enabled) => 2 * enabled,
    reasons: [["in_turn", /^in turn \d+ of \d+, round [12] of 2$/]],
    met: [/^in_turn$/, /^passed$/],
  },
  manual: {
    first: () => 0,
    answers: (enabled) => enabled,
    reasons: [["asked", /^in turn \d+ of \d+$/]],
    met: [/^asked$/, /^retried$/],
  },
  manager: {
    first: (enabled) => Math.min(1, enabled),
    // The manager of the mock asks each colleague once and then answers the person, before the cap in any case.
    answers: (enabled) => enabled === 0 ? 0 : Math.min(2 * (enabled - 1) + 1, MANAGER_TURNS),
    reasons: [["managing", /^(manages this conversation|has the last of 24 turns)$/], [
      "addressed",
      /^addressed by #\d+$/,
    ]],
    met: [/^managing$/, /^addressed$/, /^repaired$/, /^capped$/],
  },
};
