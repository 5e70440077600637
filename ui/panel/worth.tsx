/** Whether panels are worth what they cost: what was judged so far, and the way to judge this one. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Worth as Figures } from "../../projections/comparisons/worth.ts";
import { count, seconds, usd } from "../parts/format.ts";
import { unlessLate } from "../parts/unless_late.ts";
import { worthOf } from "../state/queries.ts";
import { settings } from "../state/server_state.ts";
import { words } from "../words/panelling.ts";
import type { Sitter } from "./seating.ts";

/** Read again with each news of the settings, where it is kept; undefined before it is known. */
function useWorth(of: Parameters<typeof worthOf>[0]): Figures | null | undefined {
  const found = useSignal<Figures | null | undefined>(undefined);
  useEffect(() =>
    unlessLate(worthOf(of), (answer) => {
      if (answer.ok) found.value = answer.value.worth;
    }), [JSON.stringify(of), settings.value?.seq]);
  return found.value;
}

/** What panels of a format gave and cost, as judged by people who did not know which answer was the panel's. */
export function Meter({ formatId }: { readonly formatId: string }) {
  const worth = useWorth({ format: formatId });
  // Its place is kept: what stands below does not move.
  if (worth === undefined) return <p class="hint num" aria-busy="true">{words.readingWorth}</p>;
  if (!worth) return <p class="hint num">{words.neverJudged}</p>;
  return (
    <>
      <p class="hint num">{words.worth(told(worth))}</p>
      {worth.judges.panels > 0 && <p class="hint num">{words.byModels(toldOfJudges(worth.judges))}</p>}
    </>
  );
}

const toldOfJudges = ({ panels, won, lost, tied, none, open }: Figures["judges"]) => ({
  panels,
  won: count(won),
  lost: count(lost),
  tied: count(tied + none),
  open,
});

/** What one panel used more than the agent beside it; nothing where that is not kept. */
export function Difference({ comparisonId }: { readonly comparisonId: string }) {
  const worth = useWorth({ comparison: comparisonId });
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

/** Who answers beside the panel, and who judges besides people; "": nobody. */
export interface Beside {
  readonly aloneId: string;
  readonly judge: string;
}
export const NOBODY: Beside = { aloneId: "", judge: "" };

/** The same as it is asked for; without one who answers alone nobody judges. */
export const besideOf = (
  { aloneId, judge }: Beside,
): { readonly aloneId?: string; readonly judge?: string } =>
  aloneId === "" ? {} : { aloneId, ...(judge === "" ? {} : { judge }) };

interface JudgeProps {
  readonly sitters: readonly Sitter[];
  /** Who has a seat. */
  readonly seated: readonly string[];
  /** Without one who answers alone the panel answers in the talk. */
  readonly beside: Signal<Beside>;
}

/** The panel is judged beside the best of its members alone. */
export function Judge({ sitters, seated, beside }: JudgeProps) {
  const { aloneId, judge } = beside.value;
  const set = (change: Partial<Beside>) => (beside.value = { ...beside.value, ...change });
  const members = sitters.filter(({ agentId }) => seated.includes(agentId));
  const on = aloneId !== "";
  return (
    <fieldset class="choosing judge-panel">
      <label class="check">
        <input
          type="checkbox"
          checked={on}
          disabled={members.length === 0}
          onChange={(event) => set({ aloneId: event.currentTarget.checked ? members[0]?.agentId ?? "" : "" })}
        />
        <span>{words.judge}</span>
      </label>
      {on && (
        <>
          <label class="field">
            <span>{words.alone}</span>
            <select value={aloneId} onChange={(event) => set({ aloneId: event.currentTarget.value })}>
              {members.map(({ agentId, name }) => <option key={agentId} value={agentId}>{name}</option>)}
            </select>
          </label>
          <label class="field">
            <span>{words.model}</span>
            <select value={judge} onChange={(event) => set({ judge: event.currentTarget.value })}>
              <option value="">{words.peopleAlone}</option>
              {sitters.map(({ agentId, name }) => <option key={agentId} value={agentId}>{name}</option>)}
            </select>
          </label>
          {judge !== "" && <p class="hint">{words.modelMeans}</p>}
          <p class="hint">{words.judgeMeans}</p>
        </>
      )}
    </fieldset>
  );
}
