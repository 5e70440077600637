/** Where something that floats stands: beside what opened it, inside the window. */
import { type RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Area {
  readonly width: number;
  readonly height: number;
}

export interface Spot {
  readonly left: number;
  readonly top: number;
  /** No higher than this, or it leaves the window. */
  readonly maxHeight: number;
}

/** Which edges stand under one another. */
export type Align = "start" | "end" | "middle";

/** Pixels between it and what opened it, and between it and the edge of the window. */
const GAP = 6;
const MARGIN = 8;

/** Below its anchor where there is room, or more of it than above; never out of the window. All in pixels. */
export function spotFor(anchor: Box, size: Area, view: Area, align: Align): Spot {
  const below = view.height - anchor.bottom - GAP - MARGIN;
  const above = anchor.top - GAP - MARGIN;
  const under = size.height <= below || below >= above;
  const maxHeight = Math.max(0, under ? below : above);
  const wanted = align === "start"
    ? anchor.left
    : align === "end"
    ? anchor.right - size.width
    : (anchor.left + anchor.right - size.width) / 2;
  return {
    left: Math.max(MARGIN, Math.min(wanted, view.width - MARGIN - size.width)),
    top: under ? anchor.bottom + GAP : anchor.top - GAP - Math.min(size.height, maxHeight),
    maxHeight,
  };
}

function put(panel: HTMLElement, anchor: Element, align: Align): void {
  panel.style.maxHeight = "";
  const { width, height } = panel.getBoundingClientRect();
  const { left, top, maxHeight } = spotFor(
    anchor.getBoundingClientRect(),
    { width, height },
    { width: innerWidth, height: innerHeight },
    align,
  );
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
  panel.style.maxHeight = `${maxHeight}px`;
}

/**
 * Lays a panel (`popover="manual"`) over everything, beside what `anchorOf` gives, and keeps it there while the page
 * scrolls or is resized. `size`: of what is in it, where that changes; it is laid anew then.
 */
export function useFloating<E extends HTMLElement>(
  open: boolean,
  align: Align,
  anchorOf: () => Element | null | undefined,
  size = 0,
): RefObject<E | null> {
  const panel = useRef<E>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    const anchor = anchorOf();
    if (!open || !element || !anchor) return;
    if (element.showPopover && !element.matches(":popover-open")) element.showPopover();
    const again = () => put(element, anchor, align);
    again();
    const scrolled = (event: Event) => {
      if (!(event.target instanceof Node) || !element.contains(event.target)) again();
    };
    addEventListener("resize", again);
    addEventListener("scroll", scrolled, true);
    return () => {
      removeEventListener("resize", again);
      removeEventListener("scroll", scrolled, true);
    };
  }, [open, size]);
  return panel;
}

/** Closes what is open when one presses outside of `root`. */
export function useAway(open: boolean, root: RefObject<HTMLElement | null>, close: () => void): void {
  useLayoutEffect(() => {
    if (!open) return;
    const away = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) close();
    };
    addEventListener("pointerdown", away);
    return () => removeEventListener("pointerdown", away);
  }, [open]);
}
