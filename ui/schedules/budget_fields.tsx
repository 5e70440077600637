/** How much all that runs without a person may use on a day: asked for with the first schedule, and in the settings. */
import type { Signal } from "@preact/signals";
import { words } from "../words/schedules.ts";

export function BudgetFields({ tokens, usd }: { tokens: Signal<string>; usd: Signal<string> }) {
  return (
    <>
      <label class="field">
        <span>{words.budgetTokens}</span>
        <input
          inputMode="numeric"
          autocomplete="off"
          required
          value={tokens.value}
          onInput={(event) => (tokens.value = event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>{words.budgetUsd}</span>
        <input
          inputMode="decimal"
          autocomplete="off"
          required
          value={usd.value}
          onInput={(event) => (usd.value = event.currentTarget.value)}
        />
        <small class="hint">{words.budgetHint}</small>
      </label>
    </>
  );
}
