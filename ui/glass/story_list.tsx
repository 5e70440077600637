/** The parts of the story that are in sight, in a list that scrolls, is walked through with arrows, and never jumps. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { useKeys } from "../keys/acts.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { after } from "../state/timer.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/behind.ts";
import type { Section } from "./sections.ts";
import { type Laid, SIZES, WIDE_SIZES } from "./story_layout.ts";
import { StoryPart } from "./story_part.tsx";
import { Found, keysIn, layOut, rowOf } from "./story_places.ts";
import { bring, scrolled, type StoryView, useSteady, useStoryView } from "./story_view.ts";
import type { Told } from "./telling.ts";
import { inSight, offsetsOf } from "./windowed.ts";

/** Pixels from the end of what was read at which older events are asked for. */
const NEAR_END = 600;
/** What stands below the last part. */
const FOOT = 40;

interface ListProps {
  readonly live: ConversationStore;
  /** Oldest first. */
  readonly sections: readonly Section[];
  readonly told: Told;
  /** Seq of the event one looks at in the past; null in the present. */
  readonly here: number | null;
  /** Lower-case words that rows must have; "": all rows. */
  readonly wanted: string;
  /** Nothing older is to be read. */
  readonly isWhole: boolean;
  readonly loading: boolean;
  readonly onOlder: () => void;
}

const sizes = matchMedia("(pointer: coarse)").matches ? WIDE_SIZES : SIZES;

/** The parts as they are laid out, and what somebody did to them. */
function useParts({ sections, told, here, wanted }: ListProps) {
  const folds = useSignal<ReadonlyMap<string, boolean>>(new Map());
  const details = useSignal<ReadonlyMap<string, number | null>>(new Map());
  const found = useMemo(() => new Found(), []);
  const goes = useSignal(0);
  const { parts, more } = layOut(
    { sections, told, here, wanted, folds: folds.value, details: details.value, sizes },
    found,
  );
  // The page stays quick while a long log is looked through.
  useEffect(() => more ? after(0, () => goes.value++) : undefined, [more, goes.value, wanted]);
  return {
    parts,
    more,
    details: details.value,
    offsets: offsetsOf(parts.map(({ height }) => height)),
    fold: (key: string, folded: boolean) => (folds.value = new Map(folds.value).set(key, folded)),
    toggle(row: string) {
      const changed = new Map(details.value);
      if (!changed.delete(row)) changed.set(row, null);
      details.value = changed;
    },
    measured(row: string, pixels: number) {
      if (details.value.get(row) === pixels || !details.value.has(row)) return;
      details.value = new Map(details.value).set(row, pixels);
    },
  };
}

/** The key that shows what an agent saw, for the row that has the focus. */
function useSaw({ box }: StoryView, seen: readonly Laid[], { state }: Told): void {
  useKeys({
    saw({ target }) {
      const key = target?.closest("[data-row]")?.getAttribute("data-row");
      const row = seen.flatMap(({ rows }) => rows).find((one) => one.key === key);
      const turn = state.turns[row?.turnId ?? ""];
      if (turn?.startedSeq === undefined || !box.current?.contains(target)) return false;
      dialog.value = { name: "saw", turnId: turn.id };
      return true;
    },
  });
}

export function StoryList(props: ListProps) {
  const { told, here, wanted, isWhole } = props;
  const view = useStoryView();
  const { parts, more, details, offsets, fold, toggle, measured } = useParts(props);
  const reached = useSignal("");
  const { top, height } = view.seen.value;
  const end = offsets.at(-1) ?? 0;
  const [from, to] = inSight(offsets, view.seen.value);
  const seen = parts.slice(from, to);
  const keys = seen.flatMap(keysIn);
  const tab = keys.includes(reached.value) ? reached.value : keys[0] ?? "";
  useSteady(view, parts, offsets);
  useEffect(() => {
    const row = here === null ? undefined : rowOf(parts, here);
    if (row) bring(view, parts, offsets, row.key, height / 3);
  }, [here]);
  // Also where a filter leaves too little to scroll.
  const isShort = end < top + height + NEAR_END;
  useEffect(() => {
    if (isShort && !more && !isWhole && !props.loading) props.onOlder();
  }, [isShort, more, isWhole, props.loading, props.sections]);
  const walk = (event: KeyboardEvent) => {
    const all = parts.flatMap(keysIn);
    const next = nextKey(event, all, all.indexOf(tab));
    if (next === undefined) return;
    event.preventDefault();
    reached.value = next;
    view.wanted.current = next;
    bring(view, parts, offsets, next);
  };
  useSaw(view, seen, told);
  return (
    <div
      class="story"
      ref={view.box}
      onScroll={() => scrolled(view, parts, offsets)}
      onKeyDown={walk}
      onFocusIn={({ target }) => {
        const row = target instanceof Element ? target.closest("[data-row]") : null;
        if (row) reached.value = row.getAttribute("data-row") ?? "";
      }}
    >
      <div class="story-all" style={{ height: `${end + FOOT}px` }}>
        {seen.map((part, index) => {
          const at = offsets[from + index] ?? 0;
          return (
            <StoryPart
              key={part.section.key}
              live={props.live}
              laid={part}
              told={told}
              sight={part.rows.length === 0 ? [0, 0] : inSight(part.offsets, { top: top - at, height })}
              top={at}
              here={here}
              details={details}
              sizes={sizes}
              reached={tab}
              onFold={part.section.kind === "answers" && wanted === ""
                ? () => fold(part.section.key, !part.folded)
                : null}
              onToggle={toggle}
              onHeight={measured}
            />
          );
        })}
        <Foot top={end} some={parts.length > 0} wanted={wanted} isWhole={isWhole && !more} />
      </div>
    </div>
  );
}

/** What stands below the last part: that there is more, that this was all, or that there is nothing. */
function Foot(
  { top, some, wanted, isWhole }: { top: number; some: boolean; wanted: string; isWhole: boolean },
) {
  const { reading, beginning, noMatch, nothingYet } = words.story;
  return (
    <p class="story-foot" style={{ top: `${top}px` }}>
      {!isWhole ? reading : some ? beginning : wanted === "" ? nothingYet : noMatch}
    </p>
  );
}

/** Where a key leads from the place in the list; undefined for another key. */
function nextKey({ key, target }: KeyboardEvent, all: readonly string[], at: number): string | undefined {
  // In the raw text of an event arrows scroll.
  if (target instanceof Element && target.closest("pre")) return undefined;
  switch (key) {
    case "ArrowDown":
      return all[Math.min(all.length - 1, at + 1)];
    case "ArrowUp":
      return all[Math.max(0, at - 1)];
    case "Home":
      return all[0];
    case "End":
      return all.at(-1);
    default:
      return undefined;
  }
}
