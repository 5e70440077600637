/** The text of the message box, kept in this browser; the box grows with it, and others put words before it. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { movedOn } from "../parts/moved_on.ts";
import { load, save } from "../state/browser_storage.ts";
import { place } from "../state/router.ts";
import { dialog, insert } from "../state/ui_state.ts";

/** The browser grows the box by itself, without a layout of our own for every key. */
const GROWS = CSS.supports("field-sizing", "content");
/** Part of the window that the box may fill. */
const MOST = 0.4;
const touch = matchMedia("(pointer: coarse)");

export interface Draft {
  readonly text: ReadonlySignal<string>;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  set(text: string): void;
  /** Brings the focus to the box; under a finger too, where that opens the keyboard. */
  focus(): void;
}

/** One writes somewhere else already: the focus stays there. */
const isWriting = () =>
  document.activeElement?.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select");

/**
 * Where one comes by, one can write at once: after loading, after choosing a conversation, also the one that is open. Not
 * under a finger, where it would open the keyboard over what one came to read, and not under a dialog.
 */
function takeFocus(box: HTMLTextAreaElement | null): void {
  if (!touch.matches && !isWriting() && dialog.peek() === null) box?.focus({ preventScroll: true });
}

/** `id`: whose draft it is. */
export function useDraft(id: string): Draft {
  const box = useRef<HTMLTextAreaElement>(null);
  const text = useSignal(load(`draft.${id}`, ""));
  const set = (value: string) => {
    text.value = value;
    save(`draft.${id}`, value || undefined);
  };
  useLayoutEffect(() => {
    const area = box.current;
    if (!area || GROWS) return;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight, innerHeight * MOST)}px`;
  }, [text.value]);
  useEffect(() => {
    if (!insert.value) return;
    set(insert.value + text.value);
    insert.value = "";
    box.current?.focus();
  }, [insert.value]);
  useEffect(() => {
    // A page may be slow to open, and one goes on meanwhile.
    if (!movedOn()) takeFocus(box.current);
    let first = true;
    return place.subscribe(() => {
      // Told at once of where one is.
      if (!first) takeFocus(box.current);
      first = false;
    });
  }, [id]);
  return { text, box, set, focus: () => box.current?.focus() };
}
