/** What a judge said of answers, marked as a machine's: each with its reason, and with what the judge was sent. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { Checks } from "../../server/contract/expectation_shapes.ts";
import { words as server } from "../words/sayings.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/checks.ts";
import { OutcomeMark } from "./outcome.tsx";

type Result = Checks["results"][number];

interface Props {
  readonly result: Result;
  /** The conversation that is open: where the judge was asked in it, it is told what it saw. */
  readonly state: ConversationState;
}

export function Verdicts({ result: { verdicts }, state }: Props) {
  if (verdicts.length === 0) return null;
  return (
    <ul class="check-verdicts" aria-label={words.verdicts}>
      {verdicts.map(({ messageId, turnId, holds, reason }) => (
        <li key={messageId}>
          <OutcomeMark of={holds === null ? "open" : holds ? "held" : "failed"} />
          <span>
            {holds === null ? words.noVerdict(server.notice(reason)) : words.verdict(clearText(reason))}{" "}
            {state.turns[turnId] && (
              <button
                type="button"
                class="slim"
                onClick={() => (dialog.value = { name: "saw", turnId })}
              >
                {words.judgeSaw}
              </button>
            )} {state.turns[turnId] && !state.messages[messageId]?.erased && (
              <button
                type="button"
                class="slim"
                onClick={() => (dialog.value = { name: "erase", messageId })}
              >
                {words.eraseVerdict}
              </button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
