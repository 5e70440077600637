/** A field for the name of a model: what is typed looks for it in the provider's list, and any other name may stand. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import { useAway, useFloating } from "../parts/floating.ts";
import { words } from "../words/providers.ts";
import { ModelRow } from "./model_facts.tsx";
import { offers } from "./model_choice.ts";

/** Models shown at once: whoever looks for another one writes more of its name. */
const SHOWN = 50;

interface Props {
  readonly id: string;
  readonly value: string;
  readonly models: readonly OfferedModel[];
  /** Where nobody else names it. */
  readonly label?: string;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean;
  readonly placeholder?: string;
  set(name: string): void;
}

/** What is open below a field, and which of it is marked. */
function useOffers({ id, value, models, set }: Props) {
  // A whole name that was typed needs no offers, and what lies below them may be wanted next; asked for, all are there.
  const open = useSignal<"no" | "typed" | "asked">("no");
  const at = useSignal(-1);
  const isWhole = models.some(({ name }) => name === value.trim());
  const all = open.value === "no" || (open.value === "typed" && isWhole) ? [] : offers(models, value.trim());
  const shown = all.slice(0, SHOWN);
  useEffect(() => {
    if (at.value >= 0) document.getElementById(`${id}-${at.value}`)?.scrollIntoView({ block: "nearest" });
  }, [at.value]);
  const show = (why: "typed" | "asked") => {
    at.value = -1;
    open.value = why;
  };
  const close = () => (open.value = "no");
  const take = (name: string) => {
    set(name);
    close();
  };
  const move = (step: number) => {
    if (shown.length === 0) show("asked");
    const last = Math.min(SHOWN, offers(models, value.trim()).length) - 1;
    at.value = Math.max(-1, Math.min(last, at.value + step));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const marked = shown[at.value];
    if (step !== 0 && models.length > 0) {
      event.preventDefault();
      move(step);
    } else if (event.key === "Enter" && marked) {
      event.preventDefault();
      take(marked.name);
    } else if (event.key === "Escape" && shown.length > 0) {
      event.stopPropagation();
      // A dialog around it stays.
      event.preventDefault();
      close();
    }
  };
  const active = shown[at.value] ? `${id}-${at.value}` : undefined;
  return { shown, more: all.length - shown.length, at: at.value, active, show, close, take, onKeyDown };
}

export function ModelField(props: Props) {
  const { id, value, label, describedBy, invalid = false, placeholder, set } = props;
  const { shown, more, at, active, show, close, take, onKeyDown } = useOffers(props);
  const root = useRef<HTMLSpanElement>(null);
  const expanded = shown.length > 0;
  const list = useFloating<HTMLDivElement>(
    expanded,
    "start",
    () => root.current?.querySelector("input"),
    shown.length,
  );
  useAway(expanded, root, close);
  return (
    <span class="model-field" ref={root} onFocusOut={close} onKeyDown={onKeyDown}>
      <input
        id={id}
        role="combobox"
        aria-label={label}
        aria-expanded={expanded}
        aria-controls={expanded ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        value={value}
        onClick={() => show("asked")}
        onInput={(event) => {
          show("typed");
          set(event.currentTarget.value);
        }}
      />
      {expanded && (
        <div class="panel-of model-offers" popover="manual" ref={list}>
          <div id={`${id}-list`} role="listbox" aria-label={words.models}>
            {shown.map((model, place) => (
              <Option
                key={model.name}
                id={`${id}-${place}`}
                model={model}
                on={place === at}
                take={() => take(model.name)}
              />
            ))}
          </div>
          {more > 0 && <p class="hint">{words.writeMore(more)}</p>}
        </div>
      )}
    </span>
  );
}

interface OptionProps {
  readonly id: string;
  readonly model: OfferedModel;
  readonly on: boolean;
  take(): void;
}

function Option({ id, model, on, take }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      class="model-offer"
      aria-selected={on}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={take}
    >
      <ModelRow model={model} short />
    </div>
  );
}
