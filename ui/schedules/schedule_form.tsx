/** What is said, when, who answers, and how much that may use; the first one asks for the daily budget, too. */
import { type Signal, useSignal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { When } from "../../events/catalog/schedules.ts";
import type { Participant, Schedule } from "../../projections/shapes/folds.ts";
import { ChangedElsewhere } from "../parts/changed_elsewhere.tsx";
import { useFollowing } from "../parts/form_follows.ts";
import { useSubmit, useTries, Wrong, wrongOf } from "../parts/form.tsx";
import { changeSchedule, makeSchedule } from "../state/commands.ts";
import { setDailyBudget } from "../state/settings_commands.ts";
import { settings } from "../state/server_state.ts";
import { words } from "../words/schedules.ts";
import { BudgetFields } from "./budget_fields.tsx";
import { budgetOf, fieldsOf, type Typed, typedOf } from "./fields_of.ts";
import { dayName } from "./plain.ts";

const KINDS = ["times", "every", "watch", "idle"] as const satisfies readonly When["kind"][];
const DAYS = [1, 2, 3, 4, 5, 6, 7];
/** What the fields are called. */
const LABELS = {
  instruction: words.what,
  kind: words.when,
  days: words.days,
  time: words.time,
  zone: words.zone,
  minutes: words.minutes,
  address: words.address,
  who: words.who,
  runTokens: words.runTokens,
  runsPerDay: words.runsPerDay,
};

interface Props {
  readonly conversationId: string;
  readonly participants: readonly Participant[];
  readonly old?: Schedule | undefined;
  done(): void;
}

export function ScheduleForm({ conversationId, participants, old, done }: Props) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const typed = useSignal(typedOf(old, zone));
  const both = useFollowing({ ...typed.value }, old && { ...typedOf(old, zone) }, (moved) => {
    typed.value = { ...typed.value, ...moved };
  });
  const tries = useTries("save");
  const [tokens, usd] = [useSignal(""), useSignal("")];
  const asks = !settings.value?.settings.daily;
  const form = useSubmit(async () => {
    const fields = fieldsOf(typed.value);
    if (typeof fields === "string") return fields;
    if (asks) {
      const daily = budgetOf(tokens.value, usd.value);
      if (typeof daily === "string") return daily;
      const set = await setDailyBudget(daily);
      if (!set.ok) return set.message;
    }
    const answer = old
      ? await changeSchedule(conversationId, old.id, { address: null, participantIds: null, ...fields })
      : await tries.send(fields, (key) => makeSchedule(conversationId, fields, key));
    return wrongOf(answer, () => done());
  });
  return (
    <form class="schedule-form" onSubmit={form.onSubmit}>
      <h2>{old ? words.edit : words.add}</h2>
      <What typed={typed} />
      <Times typed={typed} />
      <Who typed={typed} participants={participants} />
      <Measure typed={typed} />
      <ChangedElsewhere both={both} labels={LABELS} />
      {asks && (
        <fieldset>
          <legend>{words.budget}</legend>
          <p>{words.budgetFirst}</p>
          <BudgetFields tokens={tokens} usd={usd} />
        </fieldset>
      )}
      <Wrong of={form.wrong} />
      <p class="buttons">
        <button type="button" class="outline" onClick={done}>{words.back}</button>
        <button type="submit" class="primary">{words.save}</button>
      </p>
    </form>
  );
}

interface Part {
  readonly typed: Signal<Typed>;
}

const change = (
  typed: Signal<Typed>,
  changed: Partial<Typed>,
) => (typed.value = { ...typed.value, ...changed });

function What({ typed }: Part) {
  return (
    <label class="field">
      <span>{words.what}</span>
      <textarea
        required
        autofocus
        rows={3}
        value={typed.value.instruction}
        onInput={(event) => change(typed, { instruction: event.currentTarget.value })}
      />
      <small class="hint">{words.whatHint}</small>
    </label>
  );
}

function Times({ typed }: Part) {
  const { kind } = typed.value;
  return (
    <>
      <label class="field">
        <span>{words.when}</span>
        <select
          value={kind}
          onChange={({ currentTarget: { value } }) =>
            change(typed, { kind: KINDS.find((one) => one === value) ?? "times" })}
        >
          {KINDS.map((one) => <option key={one} value={one}>{words.kinds[one]}</option>)}
        </select>
      </label>
      {kind === "times" ? <OfTheDay typed={typed} /> : (
        <label class="field">
          <span>{words.minutes}</span>
          <input
            inputMode="numeric"
            autocomplete="off"
            value={typed.value.minutes}
            onInput={(event) => change(typed, { minutes: event.currentTarget.value })}
          />
        </label>
      )}
      {kind === "watch" && (
        <label class="field">
          <span>{words.address}</span>
          <input
            type="url"
            required
            value={typed.value.address}
            onInput={(event) => change(typed, { address: event.currentTarget.value })}
          />
          <small class="hint">{words.addressHint}</small>
        </label>
      )}
    </>
  );
}

function OfTheDay({ typed }: Part) {
  const { days, time, zone } = typed.value;
  return (
    <>
      <fieldset class="days">
        <legend>{words.days}</legend>
        {DAYS.map((day) => (
          <label key={day} class="check">
            <input
              type="checkbox"
              checked={days.includes(day)}
              onChange={({ currentTarget: { checked } }) =>
                change(typed, { days: checked ? [...days, day] : days.filter((one) => one !== day) })}
            />{" "}
            {dayName(day)}
          </label>
        ))}
      </fieldset>
      <div class="beside">
        <label class="field">
          <span>{words.time}</span>
          <input
            type="time"
            required
            value={time}
            onInput={(event) => change(typed, { time: event.currentTarget.value.slice(0, 5) })}
          />
        </label>
        <label class="field">
          <span>{words.zone}</span>
          <input
            required
            list="time-zones"
            autocomplete="off"
            spellcheck={false}
            value={zone}
            onInput={(event) => change(typed, { zone: event.currentTarget.value })}
          />
        </label>
      </div>
      <datalist id="time-zones">
        {Intl.supportedValuesOf("timeZone").map((one) => <option key={one} value={one} />)}
      </datalist>
      <small class="hint">{words.zoneHint}</small>
    </>
  );
}

function Who({ typed, participants }: Part & { participants: readonly Participant[] }) {
  const { who } = typed.value;
  return (
    <fieldset>
      <legend>{words.who}</legend>
      {participants.map(({ id, name }) => (
        <label key={id} class="check">
          <input
            type="checkbox"
            checked={who.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              change(typed, { who: checked ? [...who, id] : who.filter((one) => one !== id) })}
          />{" "}
          {clearText(name)}
        </label>
      ))}
      <small class="hint">{words.whoHint}</small>
    </fieldset>
  );
}

function Measure({ typed }: Part) {
  return (
    <>
      <label class="field">
        <span>{words.runTokens}</span>
        <input
          inputMode="numeric"
          autocomplete="off"
          value={typed.value.runTokens}
          onInput={(event) => change(typed, { runTokens: event.currentTarget.value })}
        />
        <small class="hint">{words.runTokensHint}</small>
      </label>
      <label class="field">
        <span>{words.runsPerDay}</span>
        <input
          inputMode="numeric"
          autocomplete="off"
          value={typed.value.runsPerDay}
          onInput={(event) => change(typed, { runsPerDay: event.currentTarget.value })}
        />
      </label>
    </>
  );
}
