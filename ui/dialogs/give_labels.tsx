/** Gives a conversation labels and takes them away: each at once, so that there is nothing to save. */
import "./give_labels.css";
import { useSignal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import { codePoints, LABEL_CODE_POINTS, LABELS } from "../../events/catalog/limits.ts";
import { Icon } from "../parts/icon.tsx";
import { Sheet } from "../parts/form.tsx";
import { useSetting } from "../parts/setting.ts";
import { file } from "../state/commands.ts";
import { labels } from "../state/labels.ts";
import { rows } from "../state/server_state.ts";
import { words } from "../words/filing.ts";
import { offered, withLabel } from "./labelling.ts";

interface Props {
  readonly conversationId: string;
  readonly title: string;
  /** Those it had when one began. */
  readonly given: readonly string[];
}

export function GiveLabels({ conversationId, title, given }: Props) {
  // Others give labels too: what is sent is all of them.
  const told: readonly string[] = rows.value?.get(conversationId)?.labels ?? given;
  const change = (labels: readonly string[]) => file(conversationId, { labels });
  const { value: own, problem, set } = useSetting({ told, change });
  const all = offered(labels.value, given, own.value);
  const full = own.value.length >= LABELS;
  return (
    <Sheet title={words.labelsOf(clearText(title, words.untitled))}>
      {all.length > 0 && (
        <ul class="label-list" aria-label={words.labels}>
          {all.map((one) => {
            const on = own.value.includes(one);
            return (
              <li key={one}>
                <label>
                  <input
                    type="checkbox"
                    checked={on}
                    disabled={full && !on}
                    onChange={() => set(withLabel(own.value, one, !on))}
                  />
                  <span>{clearText(one)}</span>
                </label>
              </li>
            );
          })}
        </ul>
      )}
      <NewLabel
        full={full}
        add={(fresh) => {
          if (!own.value.includes(fresh)) set(withLabel(own.value, fresh, true));
        }}
      />
      {full && <p class="hint" role="status">{words.labelsFull(LABELS)}</p>}
      {problem.value && <p class="problem" role="alert">{problem.value}</p>}
    </Sheet>
  );
}

function NewLabel({ full, add }: { full: boolean; add(label: string): void }) {
  const text = useSignal("");
  const fresh = text.value.trim();
  const tooLong = codePoints(fresh) > LABEL_CODE_POINTS;
  const unfit = fresh === "" || tooLong || full;
  return (
    <form
      class="label-new"
      onSubmit={(event) => {
        event.preventDefault();
        if (unfit) return;
        text.value = "";
        add(fresh);
      }}
    >
      <label class="field">
        <span>{words.newLabel}</span>
        <input
          autofocus
          autocomplete="off"
          aria-invalid={tooLong}
          disabled={full}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="outline" disabled={unfit}>
        <Icon name="plus" />
        <span>{words.addLabel}</span>
      </button>
      {tooLong && <p class="problem" role="alert">{words.labelTooLong(LABEL_CODE_POINTS)}</p>}
    </form>
  );
}
