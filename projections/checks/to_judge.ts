/** What a judge is asked in a run: of each rule every answer that it is about, each by itself. */
import { CHECK_VERDICTS } from "../../events/catalog/limits.ts";
import type { ConversationState } from "../shapes/folds.ts";
import { answersFor, readOf } from "./results.ts";
import { type JudgedByRule, verdictKey } from "./verdict.ts";

/**
 * In the order of the rules and, of each, of the answers; the first `CHECK_VERDICTS`. Nothing of a rule which does not hold
 * whatever a judge says, or of which nobody can tell: where there is no answer, one that is not whole, or erased words.
 */
export function toBeJudged(state: ConversationState): JudgedByRule[] {
  const found: JudgedByRule[] = [];
  const read = readOf(state);
  for (const rule of state.expectations ?? []) {
    if (rule.kind !== "like" || !rule.text) continue;
    const answers = answersFor(state, rule, state, read);
    if (answers.some(({ status, erased }) => status !== "complete" || erased)) continue;
    for (const { id: messageId } of answers) {
      if (found.length === CHECK_VERDICTS) return found;
      found.push({ expectationId: rule.id, messageId });
    }
  }
  return found;
}

/** Of these, what nobody was asked yet. */
export function notAsked(state: ConversationState): JudgedByRule[] {
  const asked = new Set(
    Object.values(state.turns).flatMap(({ judges }) =>
      judges && !("answers" in judges) ? [keyOf(judges)] : []
    ),
  );
  return toBeJudged(state).filter((one) => !asked.has(keyOf(one)));
}

const keyOf = ({ expectationId, messageId }: JudgedByRule): string => verdictKey(expectationId, messageId);
