/** A button with a menu: opens below, closes on a choice, on Escape and on a click elsewhere; arrows move. */
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

export interface Item {
  readonly label: string;
  readonly danger?: boolean;
  run(): void;
}

export function Menu(
  props: { label: string; class?: string; items: readonly Item[]; children: ComponentChildren },
) {
  const open = useSignal(false);
  const root = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!open.value) return;
    root.current?.querySelector<HTMLButtonElement>("[role=menuitem]")?.focus();
    const away = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) open.value = false;
    };
    addEventListener("pointerdown", away);
    return () => removeEventListener("pointerdown", away);
  }, [open.value]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open.value) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      open.value = false;
      root.current?.querySelector<HTMLButtonElement>("button")?.focus();
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const all = [...root.current?.querySelectorAll<HTMLButtonElement>("[role=menuitem]") ?? []];
    const next = (all.indexOf(document.activeElement as HTMLButtonElement) + step + all.length) % all.length;
    all[next]?.focus();
  };
  return (
    <span class="menu" ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        class={props.class ?? "icon"}
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={open.value}
        onClick={() => (open.value = !open.value)}
      >
        {props.children}
      </button>
      {open.value && (
        <span class="items" role="menu" aria-label={props.label}>
          {props.items.map((item) => (
            <button
              type="button"
              role="menuitem"
              key={item.label}
              class={item.danger ? "danger" : undefined}
              onClick={() => {
                open.value = false;
                item.run();
              }}
            >
              {item.label}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}
