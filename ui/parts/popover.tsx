/** A button with a small panel of controls: like a menu, but what is in it stays while one uses it. */
import type { ComponentChildren } from "preact";
import { type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Align, useAway, useFloating } from "./floating.ts";

interface Props {
  /** What the button says; its own words are among them. */
  readonly label: string;
  /** What the panel is. */
  readonly name: string;
  readonly class?: string;
  readonly align?: Align;
  readonly open?: Signal<boolean>;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
  /** What is in it; drawn only while it is open. */
  content(close: () => void): ComponentChildren;
}

const FOCUSABLE = "button:not(:disabled, [tabindex='-1']), [href], input, select, [tabindex='0']";

export function Popover(props: Props) {
  const own = useSignal(false);
  const open = props.open ?? own;
  const root = useRef<HTMLSpanElement>(null);
  const panel = useFloating<HTMLDivElement>(open.value, props.align ?? "end", () => root.current);
  const close = () => (open.value = false);
  useAway(open.value, root, close);
  // As it is drawn, not after: the next key is meant for what is in it.
  useLayoutEffect(() => {
    if (!open.value) return;
    const before = document.activeElement;
    const wanted = panel.current?.querySelector<HTMLElement>("[aria-pressed=true], [data-first]");
    (wanted ?? panel.current?.querySelector<HTMLElement>(FOCUSABLE))?.focus();
    return () => {
      const lost = document.activeElement === document.body || root.current?.contains(document.activeElement);
      if (lost && before instanceof HTMLElement) before.focus();
    };
  }, [open.value]);
  return (
    <span
      class="menu"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open.value) return;
        event.stopPropagation();
        close();
      }}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !root.current?.contains(relatedTarget)) close();
      }}
    >
      <button
        type="button"
        class={props.class ?? "icon"}
        aria-label={props.label}
        aria-haspopup="dialog"
        aria-expanded={open.value}
        disabled={props.disabled}
        onClick={() => (open.value = !open.value)}
      >
        {props.children}
      </button>
      {open.value && (
        <div class="panel-of" role="dialog" aria-label={props.name} popover="manual" ref={panel}>
          {props.content(close)}
        </div>
      )}
    </span>
  );
}
