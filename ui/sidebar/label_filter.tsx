/** The labels there are, above the list: one of them narrows it. One stop of the Tab key, arrows between them. */
import { Icon } from "../parts/icon.tsx";
import { nextIn } from "../parts/roving.ts";
import { clearText } from "../../events/catalog/clear_text.ts";
import { label, labels, narrowTo } from "../state/labels.ts";
import { words } from "../words/frame.ts";

export function LabelFilter() {
  const all = labels.value;
  const stop = label.value ?? all[0];
  return (
    <div
      class="labels"
      role="group"
      aria-label={words.labelFilter}
      onKeyDown={(event) => nextIn([...event.currentTarget.querySelectorAll("button")], event, true)}
    >
      {all.map((one) => {
        const on = one === label.value;
        return (
          <button
            type="button"
            key={one}
            aria-pressed={on}
            tabIndex={one === stop ? 0 : -1}
            onClick={() => narrowTo(on ? null : one)}
          >
            <span>{clearText(one)}</span>
            {on && <Icon name="x" size={13} />}
          </button>
        );
      })}
    </div>
  );
}
