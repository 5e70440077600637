/** What happened inside an answer: reasoning, attempts that were cut short. */
import type { Body } from "../../projections/shapes/folds.ts";

export function Reasoning({ text, open = false }: { text: string; open?: boolean }) {
  return (
    <details class="reasoning" open={open}>
      <summary>Reasoning</summary>
      <p>{text}</p>
    </details>
  );
}

export function Cut({ cut }: { cut: NonNullable<Body["cut"]>[number] }) {
  return (
    <details class="cut">
      <summary>Attempt {cut.attempt} was interrupted</summary>
      <p>{cut.content || (cut.erased ? "Erased." : "Nothing had been written.")}</p>
    </details>
  );
}
