/**
 * Asking a judge in a run of a check. A verdict is a turn like any other, beside the talk: the next is asked for in the
 * commit that ends one before it.
 */
import { CHECK_VERDICTS_AT_ONCE } from "../../../events/catalog/limits.ts";
import { notAsked } from "../../../projections/checks/to_judge.ts";
import { openInTalk } from "../../../projections/conversation/trials.ts";
import type { Decision } from "../decision.ts";

/** Asks for verdicts as long as there are more, and what the run may use allows it. */
export function judgeOn(now: Decision): void {
  const { run, deleted } = now.state;
  const { judge } = run ?? {};
  if (!run || judge === undefined || run.ended || run.planned.length > 0 || deleted) return;
  if (openInTalk(now.state).length > 0 || now.limit() !== null) return;
  const free = CHECK_VERDICTS_AT_ONCE - now.open().filter(({ judges }) => judges).length;
  for (const judges of notAsked(now.state).slice(0, Math.max(0, free))) {
    now.request({
      participantId: judge,
      exchange: judge,
      mode: "parallel",
      reason: { code: "asked", text: "asked to judge" },
      judges,
    });
  }
}
