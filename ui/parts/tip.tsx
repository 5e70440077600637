/**
 * One small label for the whole page: what an icon means, shown when one rests on an element that has `data-tip`, or comes
 * to it by key. Readers have the element's own label.
 */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useFloating } from "./floating.ts";

/** Milliseconds one rests before it is shown. */
const REST_MS = 450;

interface Shown {
  readonly anchor: Element;
  readonly text: string;
}

const tipped = (target: EventTarget | null): Shown | null => {
  const anchor = target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
  const text = anchor?.dataset["tip"];
  return anchor && text ? { anchor, text } : null;
};

export function Tips() {
  const shown = useSignal<Shown | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      if (shown.value) shown.value = null;
    };
    const over = (event: PointerEvent) => {
      if (event.pointerType === "touch") return;
      const next = tipped(event.target);
      if (next?.anchor === shown.value?.anchor) return;
      hide();
      if (next) timer = setTimeout(() => (shown.value = next), REST_MS);
    };
    const focused = ({ target }: FocusEvent) => {
      hide();
      if (target instanceof Element && target.matches(":focus-visible")) shown.value = tipped(target);
    };
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener("pointerover", over, { signal });
    addEventListener("focusin", focused, { signal });
    for (const name of ["focusout", "pointerdown", "keydown", "scroll"]) {
      addEventListener(name, hide, { signal, capture: true });
    }
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, []);
  return shown.value && <Tip key={shown.value.text} {...shown.value} />;
}

function Tip({ anchor, text }: Shown) {
  const panel = useFloating<HTMLSpanElement>(true, "middle", () => anchor);
  return <span class="tip" popover="manual" aria-hidden="true" ref={panel}>{text}</span>;
}
