/** Short messages above the message box: what was done, with a way back, and what failed. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { useKeys } from "../keys/acts.ts";
import { shortcut } from "../keys/told.ts";
import { dismiss, drawn, hold, release, type Toast, toasts, undo } from "../state/toast.ts";
import { words } from "../words/frame.ts";
import { Icon } from "./icon.tsx";

/** Pixels from the bottom of the window where no message box is, and above it where there is one. */
const BOTTOM = 28;
const ABOVE = 12;

export function Toasts() {
  const bottom = useSignal(BOTTOM);
  /** Pixels from the middle of the window to the middle of what they stand over. */
  const aside = useSignal(0);
  useKeys({ undo: () => undo() });
  const some = toasts.value.length > 0;
  useLayoutEffect(() => {
    if (!some) return;
    let form: Element | null = null;
    const observer = new ResizeObserver(() => stand());
    const stand = () => {
      const now = document.querySelector("#composer")?.closest("form") ?? null;
      const box = now?.getBoundingClientRect();
      bottom.value = box ? innerHeight - box.top + ABOVE : BOTTOM;
      aside.value = box ? Math.round((box.left + box.right - innerWidth) / 2) : 0;
      // It grows below them, with a file that is told of here, and goes with the conversation that was deleted.
      if (form === now) return;
      observer.disconnect();
      form = now;
      if (form) observer.observe(form);
    };
    stand();
    return () => observer.disconnect();
  }, [some]);
  return (
    <div
      class="toasts"
      style={{ bottom: `${bottom.value}px`, translate: `${aside.value}px` }}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocusIn={hold}
      onFocusOut={release}
    >
      {toasts.value.map((toast) => <One key={toast.id} toast={toast} />)}
    </div>
  );
}

function One({ toast }: { toast: Toast }) {
  // With the next picture: a page at work, or that nobody looks at, has none for a while.
  useEffect(() => {
    const frame = requestAnimationFrame(() => drawn(toast));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <p class={toast.error ? "toast bad" : "toast"} role={toast.error ? "alert" : "status"}>
      {toast.error && <Icon name="circle-alert" />}
      <span>{toast.text}</span>
      {toast.undo && (
        <>
          <button type="button" onClick={() => undo(toast.id)}>{words.undo}</button>
          <kbd>{shortcut("undo")}</kbd>
        </>
      )}
      {toast.error && (
        <button
          type="button"
          class="icon"
          aria-label={words.dismiss}
          onClick={() => dismiss(toast.id)}
        >
          <Icon name="x" />
        </button>
      )}
    </p>
  );
}
