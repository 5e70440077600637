/** A button with a menu: opens beside it, closes on a choice, on Escape and on a press elsewhere; keys move in it. */
import type { ComponentChildren } from "preact";
import { type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Align, useAway, useFloating } from "./floating.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icons.ts";
import { nextIn } from "./roving.ts";

export interface Item {
  readonly label: string;
  readonly icon?: IconName;
  /** A key that does the same. */
  readonly hint?: string;
  readonly danger?: boolean;
  /** One of several of which one counts: whether it is that. */
  readonly checked?: boolean;
  /** It stands apart from what is above it. */
  readonly apart?: boolean;
  run(): void;
}

interface Props {
  readonly label: string;
  readonly class?: string;
  readonly align?: Align;
  readonly items: readonly Item[];
  /** What choosing one of them means, above them, where their names alone do not say it. */
  readonly heading?: string;
  readonly children: ComponentChildren;
  /** Opens it from elsewhere too, as with a right click. */
  readonly open?: Signal<boolean>;
  /** Whether its button is a stop of the Tab key; by itself it is. */
  readonly tabIndex?: number;
}

const itemsOf = (root: HTMLElement | null): HTMLElement[] => [
  ...root?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [],
];

export function Menu(props: Props) {
  const own = useSignal(false);
  const open = props.open ?? own;
  const root = useRef<HTMLSpanElement>(null);
  const panel = useFloating<HTMLSpanElement>(open.value, props.align ?? "end", () => root.current);
  const close = () => (open.value = false);
  useAway(open.value, root, close);
  // As it is drawn, not after: the next key is meant for what is in it.
  useLayoutEffect(() => {
    if (!open.value) return;
    const before = document.activeElement;
    itemsOf(root.current)[0]?.focus();
    return () => {
      // Unless the choice took it elsewhere.
      const lost = document.activeElement === document.body || root.current?.contains(document.activeElement);
      if (lost && before instanceof HTMLElement) before.focus();
    };
  }, [open.value]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open.value) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (event.key === "Tab") close();
    else if (nextIn(itemsOf(root.current), event)) event.stopPropagation();
  };
  return (
    <span class="menu" ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        class={props.class ?? "icon"}
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={open.value}
        tabIndex={props.tabIndex}
        onClick={() => (open.value = !open.value)}
      >
        {props.children}
      </button>
      {open.value && (
        <span
          class="items"
          role="menu"
          aria-label={props.heading ?? props.label}
          popover="manual"
          ref={panel}
        >
          {props.heading && <span class="heading" role="presentation">{props.heading}</span>}
          {props.items.map((item) => <Choice key={item.label} item={item} close={close} />)}
        </span>
      )}
    </span>
  );
}

const Choice = ({ item, close }: { item: Item; close: () => void }) => (
  <>
    {item.apart && <span role="separator" />}
    <button
      type="button"
      role={item.checked === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={item.checked}
      tabIndex={-1}
      class={item.danger ? "danger" : undefined}
      onClick={() => {
        close();
        item.run();
      }}
    >
      {item.icon && <Icon name={item.icon} />}
      <span>{item.label}</span>
      {item.hint && <kbd>{item.hint}</kbd>}
      {item.checked && <Icon name="check" />}
    </button>
  </>
);
