/** Answers side by side, in one row: what has no room is one sideways step away. */
import { useSignal } from "@preact/signals";
import { type ComponentChildren, toChildArray } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { words } from "../words/answers.ts";

/** Pixels of scrolling that count as none. */
const NONE = 4;

interface ColumnsProps {
  readonly label: string;
  readonly children: ComponentChildren;
  /** The column that is looked at, counted from 0; -1: none. */
  readonly at: number;
  /** A column that has the page to itself came into its middle, or is there. */
  arrived(index: number): void;
}

export function Columns({ label, children, at, arrived }: ColumnsProps) {
  const row = useRef<HTMLDivElement>(null);
  const { byHand } = usePaging(row, toChildArray(children).length, at, arrived);
  const before = useSignal(false);
  const after = useSignal(false);
  const look = () => {
    const box = row.current;
    if (!box) return;
    // Where words run from right to left, scrolling counts down from nought.
    const left = Math.abs(box.scrollLeft);
    before.value = left > NONE;
    after.value = box.scrollWidth - box.clientWidth - left > NONE;
  };
  useEffect(() => {
    const box = row.current;
    if (!box) return;
    const observer = new ResizeObserver(look);
    observer.observe(box);
    for (const card of box.children) observer.observe(card);
    return () => observer.disconnect();
  });
  const step = (by: 1 | -1) => {
    const box = row.current;
    const card = box?.firstElementChild;
    if (!box || !card) return;
    byHand();
    const turned = getComputedStyle(box).direction === "rtl" ? -1 : 1;
    box.scrollBy({ left: turned * by * card.getBoundingClientRect().width, behavior: "smooth" });
  };
  return (
    <div class={`columns${before.value ? " before" : ""}${after.value ? " after" : ""}`}>
      <div
        class="together"
        role="group"
        aria-label={label}
        ref={row}
        onScroll={look}
        onPointerDown={byHand}
        onWheel={byHand}
        onKeyDown={byHand}
      >
        {children}
      </div>
      {before.value && <Step label={words.answersBefore} icon="chevron-left" run={() => step(-1)} />}
      {after.value && <Step label={words.nextAnswers} icon="chevron-right" run={() => step(1)} />}
    </div>
  );
}

/**
 * Tells which column is in the middle where each has the page to itself, while one swipes too. On the way to a column that
 * was asked for, those in between are not told.
 */
function usePaging(
  row: { readonly current: HTMLElement | null },
  count: number,
  at: number,
  arrived: (index: number) => void,
): { byHand: () => void } {
  const middle = useRef(-1);
  /** The one that was asked for, until it comes or a hand leads elsewhere; -1: none. */
  const wanted = useRef(-1);
  const tell = useRef(arrived);
  tell.current = arrived;
  useEffect(() => {
    wanted.current = middle.current >= 0 && at !== middle.current ? at : -1;
  }, [at]);
  const look = (box: HTMLElement) => {
    const card = box.children[middle.current];
    if (wanted.current === middle.current) wanted.current = -1;
    if (!card || wanted.current >= 0) return;
    if (2 * card.getBoundingClientRect().width > box.clientWidth) tell.current(middle.current);
  };
  useEffect(() => {
    const box = row.current;
    if (!box) return;
    // Nothing is wider than a line in its middle, so that one column at most crosses it.
    const observer = new IntersectionObserver((entries) => {
      const came = entries.findLast(({ isIntersecting }) => isIntersecting);
      if (!came) return;
      middle.current = [...box.children].indexOf(came.target);
      look(box);
    }, { root: box, rootMargin: "0px -50%" });
    for (const card of box.children) observer.observe(card);
    return () => observer.disconnect();
  }, [count]);
  // The end of scrolling tells nothing of the way: it may be that of the way before.
  return { byHand: () => (wanted.current = -1) };
}

interface StepProps {
  readonly label: string;
  readonly icon: "chevron-left" | "chevron-right";
  run(): void;
}

const Step = ({ label, icon, run }: StepProps) => (
  <button type="button" class={`step ${icon}`} aria-label={label} title={label} onClick={run}>
    <Icon name={icon} />
  </button>
);
