/** Answers side by side, in one row: what has no room is one sideways step away. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { words } from "../words/answers.ts";

/** Pixels of scrolling that count as none. */
const NONE = 4;

interface ColumnsProps {
  readonly label: string;
  readonly children: ComponentChildren;
  /** Scrolling has come to rest at a column, counted from 0, that has the page to itself. */
  arrived(index: number): void;
}

export function Columns({ label, children, arrived }: ColumnsProps) {
  const row = useRef<HTMLDivElement>(null);
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
  const rest = () => {
    const box = row.current;
    const [first, second] = box?.children ?? [];
    if (!box || !first || !second) return;
    const page = Math.abs(second.getBoundingClientRect().left - first.getBoundingClientRect().left);
    if (2 * page > box.clientWidth) arrived(Math.round(Math.abs(box.scrollLeft) / page));
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
    const turned = getComputedStyle(box).direction === "rtl" ? -1 : 1;
    box.scrollBy({ left: turned * by * card.getBoundingClientRect().width, behavior: "smooth" });
  };
  return (
    <div class={`columns${before.value ? " before" : ""}${after.value ? " after" : ""}`}>
      <div class="together" role="group" aria-label={label} ref={row} onScroll={look} onScrollEnd={rest}>
        {children}
      </div>
      {before.value && <Step label={words.answersBefore} icon="chevron-left" run={() => step(-1)} />}
      {after.value && <Step label={words.nextAnswers} icon="chevron-right" run={() => step(1)} />}
    </div>
  );
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
