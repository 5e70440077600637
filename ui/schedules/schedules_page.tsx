/** All that runs without a person: the budget of a day, what was used of it, and every schedule. */
import "./schedules.css";
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AllSchedules } from "../../server/contract/schedule_shapes.ts";
import { useSubmit, Wrong, wrongOf } from "../parts/form.tsx";
import { count, usd } from "../parts/format.ts";
import { Name } from "../parts/name.tsx";
import { unlessLate } from "../parts/unless_late.ts";
import { allSchedules } from "../state/queries.ts";
import { setDailyBudget } from "../state/settings_commands.ts";
import { rows, settings } from "../state/server_state.ts";
import { orSay, say } from "../state/toast.ts";
import { words as filing } from "../words/filing.ts";
import { words } from "../words/schedules.ts";
import { words as all } from "../words/settings.ts";
import { BudgetFields } from "./budget_fields.tsx";
import { budgetOf } from "./fields_of.ts";
import { OneSchedule } from "./one_schedule.tsx";

export function SchedulesPage() {
  const known = useSignal<AllSchedules | null>(null);
  const daily = settings.value?.settings.daily;
  // What is planned elsewhere is told by the rows of the list.
  const planned = JSON.stringify([
    daily,
    [...rows.value ?? []].map(([id, { planned }]) => planned && [id, planned]),
  ]);
  useEffect(() => {
    return unlessLate(orSay(allSchedules()), (answer) => {
      if (answer.ok) known.value = answer.value;
    });
  }, [planned]);
  if (!known.value) return <p aria-busy="true">{all.loading}</p>;
  const { items, more, budget } = known.value;
  return (
    <div class="schedules">
      <Budget budget={budget} known={known} key={JSON.stringify(budget.daily)} />
      <h2>{words.all}</h2>
      {items.length === 0 && <p class="hint">{words.nowhere}</p>}
      <ul>
        {items.map(({ conversationId, title, schedule }) => (
          <li key={schedule.id} class="schedule">
            <p>
              <a href={`/c/${conversationId}`} data-go>
                <Name of={title} otherwise={filing.untitled} />
              </a>
            </p>
            <OneSchedule conversationId={conversationId} schedule={schedule} />
          </li>
        ))}
      </ul>
      {more && <p class="hint">{words.more}</p>}
    </div>
  );
}

function usedOf({ daily, used }: AllSchedules["budget"]): string {
  if (!daily) return words.noBudget;
  if (!used) return words.adding;
  const told = words.used(count(used.tokens), count(daily.tokens), usd(used.usd), usd(daily.usd));
  return used.unknown ? `${told} ${words.usedUnknown}` : told;
}

interface BudgetProps {
  readonly budget: AllSchedules["budget"];
  readonly known: Signal<AllSchedules | null>;
}

function Budget({ budget, known }: BudgetProps) {
  const { daily } = budget;
  const [tokens, dollars] = [useSignal(`${daily?.tokens ?? ""}`), useSignal(`${daily?.usd ?? ""}`)];
  const keep = (now: AllSchedules["budget"]) => {
    if (known.value) known.value = { ...known.value, budget: now };
  };
  const form = useSubmit(async () => {
    const wanted = budgetOf(tokens.value, dollars.value);
    if (typeof wanted === "string") return wanted;
    return wrongOf(await setDailyBudget(wanted), (value) => {
      keep(value);
      say(words.budgetSaved);
    });
  });
  const none = async () => {
    const answer = await orSay(setDailyBudget(null), words.stopped);
    if (answer.ok) keep(answer.value);
  };
  return (
    <form class="form resource" onSubmit={form.onSubmit}>
      <b>{words.budget}</b>
      <p>{usedOf(budget)}</p>
      <BudgetFields tokens={tokens} usd={dollars} />
      <Wrong of={form.wrong} />
      <div class="buttons">
        {daily && <button type="button" class="outline" onClick={() => void none()}>{words.stopAll}</button>}
        <button type="submit" class="primary">{words.save}</button>
      </div>
    </form>
  );
}
