/** The box in which one looks for words in the open conversation. */
import "./find.css";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { useKeys } from "../keys/acts.ts";
import { typedAhead } from "../keys/listening.ts";
import { Icon } from "../parts/icon.tsx";
import { focusBefore } from "../parts/left_field.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { words } from "../words/find.ts";
import { finding } from "./opened.ts";
import { useFind } from "./use_find.ts";

const touch = matchMedia("(pointer: coarse)");
/** What was looked for last, while the page is open. */
let last = "";

export function FindBar({ store }: { store: ConversationStore }) {
  const box = useRef<HTMLInputElement>(null);
  const begun = useMemo(typedAhead, []);
  const query = useSignal(begun || last);
  const { total, number, looking, step } = useFind(store, query.value);
  const select = () => {
    box.current?.focus();
    box.current?.select();
  };
  // As it is drawn, not after: what is typed next is meant for it.
  useLayoutEffect(() => {
    const before = focusBefore();
    // What one has begun to type goes on; what was looked for before gives way to it.
    if (begun === "") select();
    else box.current?.focus();
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
  const close = () => {
    last = query.value;
    finding.value = false;
    if (!touch.matches) document.getElementById("composer")?.focus({ preventScroll: true });
  };
  useKeys({
    // Pressed again in the box it is the browser's own.
    find: () => document.activeElement === box.current ? false : select(),
    escape: ({ target }) => target === box.current && close(),
  });
  const told = total > 0
    ? words.hit(number + 1, total, looking)
    : looking
    ? words.looking
    : query.value.trim() === ""
    ? ""
    : words.none;
  return (
    <div class="find-place">
      <div class="find" role="search" aria-label={words.name}>
        <Icon name="search" />
        <input
          ref={box}
          aria-label={words.name}
          placeholder={words.name}
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          value={query.value}
          onInput={(event) => (query.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.isComposing || event.key !== "Enter") return;
            event.preventDefault();
            step(event.shiftKey ? -1 : 1);
          }}
        />
        <span class="find-count" role="status">{told}</span>
        <Step label={words.previous} icon="arrow-up" disabled={total === 0} onClick={() => step(-1)} />
        <Step label={words.next} icon="arrow-down" disabled={total === 0} onClick={() => step(1)} />
        <Step label={words.close} icon="x" onClick={close} />
      </div>
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly icon: "arrow-up" | "arrow-down" | "x";
  readonly disabled?: boolean;
  onClick(): void;
}

const Step = ({ label, icon, disabled = false, onClick }: StepProps) => (
  <button
    type="button"
    class="icon"
    aria-label={label}
    data-tip={label}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);
