/** How many answers, and what they may use at most: told what it costs before anything is asked. */
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { TRIAL_ANSWERS, TRIAL_TIMES, TRIAL_TOKENS } from "../../events/catalog/limits.ts";
import type { StartTrial, TrialCost } from "../../server/contract/trial_shapes.ts";
import { count, typedWhole, usdOrFree } from "../parts/format.ts";
import { useSubmit, useTries, Wrong, wrongOf } from "../parts/form.tsx";
import { unlessLate } from "../parts/unless_late.ts";
import { words } from "../words/trials.ts";
import { startTrial, trialCost, type Tried } from "./trial_calls.ts";

/** A cap that leaves room for answers twice as long as expected. */
const ROOM = 2;

interface Props {
  readonly conversationId: string;
  /** What is asked; null: nothing can be yet. */
  readonly what: Tried | null;
  /** Sides of the trial. */
  readonly arms: number;
  readonly timesLabel: string;
  readonly onAsked: (trialId: string) => void;
  readonly children?: ComponentChildren;
}

type Found = { readonly cost: TrialCost } | { readonly wrong: string } | null;

function capFor({ tokens, largest }: TrialCost): number {
  const { min, max } = TRIAL_TOKENS;
  return Math.max(min, Math.min(max, Math.ceil(ROOM * Math.max(tokens, largest) / 100) * 100));
}

export function AskingForm({ conversationId, what, arms, timesLabel, onAsked, children }: Props) {
  const times = useSignal(Math.min(4, Math.floor(TRIAL_ANSWERS / Math.max(1, arms))));
  const cap = useSignal<string | null>(null);
  const found = useSignal<Found>(null);
  const tries = useTries("trial");
  const asked = JSON.stringify(what);
  const tooMany = times.value * arms > TRIAL_ANSWERS;
  useEffect(() => {
    found.value = null;
    if (!what || tooMany) return;
    return unlessLate(trialCost(conversationId, what, times.value), (answer) => {
      found.value = answer.ok ? { cost: answer.value } : { wrong: answer.message };
    });
  }, [asked, times.value, tooMany]);
  const cost = found.value && "cost" in found.value ? found.value.cost : null;
  const shown = cap.value ?? (cost ? String(capFor(cost)) : "");
  const form = useSubmit(async () => {
    const tokens = typedWhole(shown);
    if (!what || !cost) return "";
    const { min, max } = TRIAL_TOKENS;
    if (!(tokens >= min && tokens <= max)) return words.capBounds(count(min), count(max));
    const body: StartTrial = { ...what, times: times.value, limit: { tokens } };
    return wrongOf(
      await tries.send(body, (key) => startTrial(conversationId, body, key)),
      (value) => onAsked(value.trialId),
    );
  });
  return (
    <form class="trial-form" onSubmit={form.onSubmit}>
      {children}
      <Fields
        times={times}
        cap={cap}
        shown={shown}
        timesLabel={timesLabel}
        disabled={!cost || tooMany || form.busy.value}
      />
      <p class="hint" aria-live="polite">
        {tooMany
          ? words.tooMany(TRIAL_ANSWERS)
          : found.value && "wrong" in found.value
          ? found.value.wrong
          : cost
          ? costTold(cost, typedWhole(shown))
          : what
          ? words.counting
          : words.chooseOne}
      </p>
      <Wrong of={form.wrong} />
    </form>
  );
}

interface FieldsProps extends Pick<Props, "timesLabel"> {
  readonly times: Signal<number>;
  readonly cap: Signal<string | null>;
  /** What stands in the field of the cap. */
  readonly shown: string;
  readonly disabled: boolean;
}

function Fields({ times, cap, shown, timesLabel, disabled }: FieldsProps) {
  return (
    <p class="trial-fields">
      <label>
        {timesLabel}
        <select
          value={String(times.value)}
          onChange={(event) => (times.value = Number(event.currentTarget.value))}
        >
          {Array.from({ length: TRIAL_TIMES.max }, (_, at) => at + 1).map((n) => (
            <option key={n} value={String(n)}>{count(n)}</option>
          ))}
        </select>
      </label>
      <label>
        {words.cap}
        <input
          type="text"
          inputMode="numeric"
          value={shown}
          onInput={(event) => (cap.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary" disabled={disabled}>
        {words.ask}
      </button>
    </p>
  );
}

function costTold(cost: TrialCost, cap: number): string {
  const { answers, tokens } = cost;
  const told = cost.usd === null
    ? words.costUnknown(answers, count(tokens))
    : words.cost(answers, count(tokens), usdOrFree(cost.usd));
  return cap < tokens ? `${told} ${words.capLow}` : told;
}
