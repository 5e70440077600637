/** Which answer is best, and by which criterion: chosen by hand, by the arrow keys, or by pressing a letter. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Comparison } from "../../server/contract/comparison_shapes.ts";
import { useSubmit, Wrong, wrongOf } from "../parts/form.tsx";
import { words } from "../words/comparing.ts";
import { vote } from "./comparison_calls.ts";

type Best = Comparison["votes"][number]["best"];

interface Props {
  readonly conversationId: string;
  readonly comparison: Comparison;
  readonly act: Signal<JudgeAct | null>;
}

/** What the button says that judges, and whether it can be pressed. */
export interface JudgeAct {
  readonly label: string;
  readonly disabled: boolean;
}

/** Sends what was chosen, from wherever it stands. */
export const JudgeButton = ({ label, disabled }: JudgeAct) => (
  <button type="submit" form="judging" class="primary" disabled={disabled}>{label}</button>
);

export function Judging({ conversationId, comparison, act }: Props) {
  const { id, answers, criteria, own } = comparison;
  const best = useSignal<Best | null>(own?.best ?? null);
  const by = useSignal<readonly (Best | null)[]>(own?.criteria ?? []);
  const choices: readonly (readonly [Best, string])[] = [
    ...answers.flatMap(({ letter, gap }, seat) => gap ? [] : [[seat, letter] as const]),
    ["tie", words.tie],
    ["none", words.none],
  ];
  const form = useSubmit(async () => {
    if (best.value === null) return "";
    const judged = criteria.map((_, at) => by.value[at] ?? null);
    const answer = await vote(conversationId, id, {
      best: best.value,
      ...(judged.some((one) => one !== null) ? { criteria: judged } : {}),
    });
    return wrongOf(answer);
  });
  const label = own ? words.judgeAnew : words.judge;
  const disabled = best.value === null || form.busy.value;
  useEffect(() => {
    act.value = { label, disabled };
    return () => void (act.value = null);
  }, [label, disabled]);
  const press = (event: KeyboardEvent) => {
    const seat = answers.findIndex(({ letter, gap }) => !gap && letter === event.key.toUpperCase());
    if (seat === -1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    best.value = seat;
  };
  const set = (
    at: number,
    one: Best | null,
  ) => (by.value = criteria.map((_, other) => other === at ? one : by.value[other] ?? null));
  return (
    <form id="judging" class="judging" onSubmit={form.onSubmit}>
      <fieldset onKeyDown={press}>
        <legend>
          {words.best} <span class="hint">({words.byKey})</span>
        </legend>
        {choices.map(([one, label], at) => (
          <label key={label}>
            <input
              type="radio"
              name="best"
              checked={best.value === one}
              tabIndex={best.value === one || (best.value === null && at === 0) ? 0 : -1}
              onChange={() => (best.value = one)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {criteria.map((criterion, at) => (
        <label key={criterion} class="field">
          {words.by(clearText(criterion))}
          <select
            value={String(choices.findIndex(([one]) => one === by.value[at]))}
            onChange={(event) => set(at, choices[Number(event.currentTarget.value)]?.[0] ?? null)}
          >
            <option value="-1">{words.open}</option>
            {choices.map(([, label], n) => <option key={label} value={String(n)}>{label}</option>)}
          </select>
        </label>
      ))}
      <Wrong of={form.wrong} />
      {own && <p class="hint" role="status">{words.judged}</p>}
    </form>
  );
}
