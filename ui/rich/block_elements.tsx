/** Callouts, tasks and notes as elements. */
import { type IconNode, Info, Lightbulb, MessageSquareWarning, OctagonAlert, TriangleAlert } from "lucide";
import type { ComponentChild, ComponentChildren } from "preact";
import { Drawing } from "../parts/icon.tsx";
import { words } from "../words/content.ts";
import type { Callout } from "./block_rules.ts";
import { sideOf } from "./text_direction.ts";

const ICONS: Readonly<Record<Callout, IconNode>> = {
  note: Info,
  tip: Lightbulb,
  important: MessageSquareWarning,
  warning: TriangleAlert,
  caution: OctagonAlert,
};

export function CalloutBox(
  { kind, title, side, children }: {
    kind: Callout;
    title: string;
    side: "ltr" | "rtl" | null;
    children: ComponentChildren;
  },
) {
  return (
    <aside
      class={title === "" ? "callout" : "callout titled"}
      data-callout={kind}
      data-title={title}
      dir={side ?? sideOf(title) ?? undefined}
    >
      <Drawing nodes={ICONS[kind]} />
      <div>
        <strong class="callout-name" dir="auto" data-md="">
          {title === "" ? `${words.callouts[kind]}. ` : title}
        </strong>
        {children}
      </div>
    </aside>
  );
}

/** No field: it says how the answer stands, and cannot be ticked. */
export function Task({ done, children }: { done: boolean; children: ComponentChildren }) {
  return (
    <li class={done ? "task done" : "task"} dir="auto">
      <span
        class="tick"
        role="img"
        aria-label={done ? words.done : words.toDo}
        data-md={done ? "[x] " : "[ ] "}
      />
      {children}
    </li>
  );
}

/** Looks for what belongs to the same text, shows it, and goes there. */
function go(from: HTMLElement, name: string): void {
  const to = from.closest(".rich")?.querySelector<HTMLElement>(name);
  to?.scrollIntoView({ block: "nearest" });
  to?.focus({ preventScroll: true });
}

export function NoteMark({ number, label }: { number: number; label: string }) {
  return (
    <sup class="note-mark" data-md={`[^${label}]`}>
      <button
        type="button"
        data-mark={number}
        aria-label={words.noteNumber(number)}
        onClick={({ currentTarget }) => go(currentTarget, `[data-back="${number}"]`)}
      >
        {number}
      </button>
    </sup>
  );
}

export interface Noted {
  readonly number: number;
  readonly label: string;
  readonly elements: ComponentChild[];
}

export function Notes({ notes }: { notes: readonly Noted[] }) {
  return (
    <section class="foot-notes" aria-label={words.notes}>
      <ol>
        {notes.map(({ number, label, elements }) => (
          <li key={label} value={number} dir="auto" data-label={label}>
            {elements}
            <button
              type="button"
              class="back"
              data-back={number}
              data-md=""
              aria-label={words.backFrom(number)}
              onClick={({ currentTarget }) =>
                go(currentTarget, `[data-mark="${number}"]`)}
            >
              ↩
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
