/** Whether panels are worth what they cost: what was judged so far, and the way to judge this one. */
import { type Signal } from "@preact/signals";
import { type Worth as Figures, worthOf } from "../../projections/comparisons/worth.ts";
import { count, seconds, usd } from "../parts/format.ts";
import { settings } from "../state/server_state.ts";
import { words } from "../words/panelling.ts";
import type { Sitter } from "./seating.ts";

/** What panels of a format gave and cost, as judged by people who did not know which answer was the panel's. */
export function Meter({ formatId }: { readonly formatId: string }) {
  const worth = worthOf(settings.value?.judgedPanels ?? [], formatId);
  return <p class="hint num">{worth ? words.worth(told(worth)) : words.neverJudged}</p>;
}

/** What one panel used more than the agent beside it; nothing where that is not kept. */
export function Difference({ comparisonId }: { readonly comparisonId: string }) {
  const worth = worthOf((settings.value?.judgedPanels ?? []).filter(({ id }) => id === comparisonId));
  return worth && <p class="num">{words.difference(told(worth))}</p>;
}

const told = ({ panels, won, lost, tied, none, tokens, usd: money, ms }: Figures) => ({
  panels,
  won: count(won),
  lost: count(lost),
  tied: count(tied + none),
  tokens: `${sign(tokens)}${count(Math.abs(tokens))}`,
  money: money === null ? null : `${sign(money)}${usd(Math.abs(money))}`,
  time: `${sign(ms)}${seconds(Math.abs(ms))}`,
});

const sign = (value: number): string => value < 0 ? "−" : "+";

interface JudgeProps {
  readonly sitters: readonly Sitter[];
  /** Who has a seat. */
  readonly seated: readonly string[];
  /** Who answers alone; "": nobody, and the panel answers in the talk. */
  readonly aloneId: Signal<string>;
}

/** The panel is judged beside the best of its members alone. */
export function Judge({ sitters, seated, aloneId }: JudgeProps) {
  const members = sitters.filter(({ agentId }) => seated.includes(agentId));
  const on = aloneId.value !== "";
  return (
    <fieldset class="choosing judge-panel">
      <label class="check">
        <input
          type="checkbox"
          checked={on}
          disabled={members.length === 0}
          onChange={(event) => (aloneId.value = event.currentTarget.checked ? members[0]?.agentId ?? "" : "")}
        />
        <span>{words.judge}</span>
      </label>
      {on && (
        <>
          <label class="field">
            <span>{words.alone}</span>
            <select value={aloneId.value} onChange={(event) => (aloneId.value = event.currentTarget.value)}>
              {members.map(({ agentId, name }) => <option key={agentId} value={agentId}>{name}</option>)}
            </select>
          </label>
          <p class="hint">{words.judgeMeans}</p>
        </>
      )}
    </fieldset>
  );
}
