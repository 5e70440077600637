/** What happened inside an answer: reasoning, attempts that were cut short. */
import type { Body } from "../../projections/shapes/folds.ts";
import { words } from "../words/answers.ts";

export function Reasoning({ text, open = false }: { text: string; open?: boolean }) {
  return (
    <details class="reasoning" open={open}>
      <summary>{words.reasoning}</summary>
      <p dir="auto">{text}</p>
    </details>
  );
}

export function Cut({ cut }: { cut: NonNullable<Body["cut"]>[number] }) {
  return (
    <details class="cut">
      <summary>{words.attemptCut(cut.attempt)}</summary>
      <p dir="auto">{cut.content || (cut.erased ? words.erased : words.nothingWritten)}</p>
    </details>
  );
}
