/**
 * After how many days conversations that nobody touches are deleted, where somebody wants that. What would go is shown
 * first, and the button that has it deleted says how many.
 */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { RETENTION_DAYS } from "../../events/catalog/limits.ts";
import type { Retention, RetentionPreview } from "../../server/contract/retention_shapes.ts";
import { useSubmit, Wrong, wrongOf } from "../parts/form.tsx";
import { clock, count, date, typedWhole } from "../parts/format.ts";
import { Name } from "../parts/name.tsx";
import { unlessLate } from "../parts/unless_late.ts";
import { retention, retentionPreview } from "../state/queries.ts";
import { settings } from "../state/server_state.ts";
import { setRetention } from "../state/settings_commands.ts";
import { orSay, say } from "../state/toast.ts";
import { words as filing } from "../words/filing.ts";
import { words } from "../words/retention.ts";
import { words as all } from "../words/settings.ts";

const BOUNDS = [count(RETENTION_DAYS.min), count(RETENTION_DAYS.max)] as const;

/** The days of the form; in words, what is wrong with them. */
export function daysOf(text: string): number | string {
  const days = typedWhole(text);
  return days >= RETENTION_DAYS.min && days <= RETENTION_DAYS.max ? days : words.wrong(...BOUNDS);
}

/** How it stands, in sentences. */
export function standing({ days, from, soon, more, looked }: Retention, now: Date): readonly string[] {
  if (days === null) return [];
  return [
    ...from !== null && Date.parse(from) > now.getTime() ? [words.first(clock(from))] : [],
    ...looked ? [words.soon(soon, more), words.looked(clock(looked.at), looked.deleted)] : [],
  ];
}

export function RetentionPage() {
  const known = useSignal<Retention | null>(null);
  const chosen = settings.value?.settings.retention?.from;
  // Somebody else may choose, too.
  useEffect(() => {
    return unlessLate(orSay(retention()), (answer) => {
      if (answer.ok) known.value = answer.value;
    });
  }, [chosen]);
  if (!known.value) return <p aria-busy="true">{all.loading}</p>;
  const { days } = known.value;
  const turnOff = async () => {
    const answer = await orSay(setRetention(null), words.turnedOff);
    if (answer.ok) known.value = answer.value;
  };
  return (
    <>
      <article class="resource">
        <header>
          <b>{days === null ? words.off : words.on(days)}</b>
          {days !== null && (
            <span class="buttons">
              <button type="button" class="outline" onClick={() => void turnOff()}>{words.turnOff}</button>
            </span>
          )}
        </header>
        {standing(known.value, new Date()).map((text) => <p key={text} class="hint">{text}</p>)}
      </article>
      <Choosing known={known} />
    </>
  );
}

function Choosing({ known }: { known: Signal<Retention | null> }) {
  const typed = useSignal(`${known.value?.days ?? ""}`);
  const preview = useSignal<RetentionPreview | null>(null);
  const form = useSubmit(async () => {
    const days = daysOf(typed.value);
    if (typeof days === "string") return days;
    return wrongOf(await retentionPreview(days), (value) => void (preview.value = value));
  });
  return (
    <>
      <form class="form resource" onSubmit={form.onSubmit}>
        <div class="field number">
          <label for="retention-days">{words.days}</label>
          <input
            id="retention-days"
            inputMode="numeric"
            autocomplete="off"
            aria-describedby="retention-hint"
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value;
              preview.value = null;
              form.wrong.value = "";
            }}
          />
          <small class="hint" id="retention-hint">{words.hint(...BOUNDS)}</small>
        </div>
        <p class="hint">{words.rules}</p>
        <Wrong of={form.wrong} />
        <div class="buttons">
          <button type="submit" class={preview.value ? "outline" : "primary"}>{words.show}</button>
        </div>
      </form>
      {preview.value && <WouldGo preview={preview.value} known={known} done={() => (preview.value = null)} />}
    </>
  );
}

interface WouldGoProps {
  readonly preview: RetentionPreview;
  readonly known: Signal<Retention | null>;
  done(): void;
}

function WouldGo({ preview: { days, count: all, more, from, oldest }, known, done }: WouldGoProps) {
  const others = all - oldest.length;
  const choose = useSubmit(async () => {
    return wrongOf(await setRetention(days), (value) => {
      say(words.chosen(clock(value.from ?? from)));
      known.value = value;
      done();
    });
  });
  const label = known.value?.days == null ? words.turnOn : words.change;
  return (
    <form class="form resource" onSubmit={choose.onSubmit}>
      <div role="status">
        <b>{words.would(all, more)}</b>
        <p class="hint">{words.from(clock(from))}</p>
      </div>
      {oldest.length > 0 && (
        <ul class="would-go">
          {oldest.map(({ id, title, touchedAt }) => (
            <li key={id}>
              <a href={`/c/${id}`} data-go>
                <Name of={title} otherwise={filing.untitled} />
              </a>
              <span class="hint">{words.touched(date(touchedAt))}</span>
            </li>
          ))}
          {others > 0 && <li class="hint">{words.others(others)}</li>}
        </ul>
      )}
      <Wrong of={choose.wrong} />
      <div class="buttons">
        <button type="submit" class={all > 0 ? "primary destructive" : "primary"}>{label(all, more)}</button>
      </div>
    </form>
  );
}
