/** A part of the story: who or which round, when or how long, and those of its rows that are in sight. */
import { elapsed } from "./elapsed.ts";
import { toTheSecond } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { MarkStack, MemberMark } from "../parts/mark.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { words } from "../words/behind.ts";
import { Said } from "./said.tsx";
import { isRunning, type Section, turnOf } from "./sections.ts";
import type { Details, Laid, Sizes } from "./story_layout.ts";
import { StoryRow } from "./story_row.tsx";
import { summaryOf } from "./story_rows.ts";
import { byOf, type Told } from "./telling.ts";

/** What a part is called. */
function titleOf(section: Section, told: Told): string {
  if (section.kind === "acts") {
    const by = byOf(section.by, told);
    return by === null ? told.words.you : typeof by === "string" ? by : by.name;
  }
  if (section.round > 0) return words.story.round(section.round);
  switch (section.why) {
    case "asked":
      return words.story.whenAsked;
    case "retried":
      return words.story.oncemore;
    case "managing":
    case "addressed":
    case "repaired":
      return words.story.managed;
    default:
      return words.story.answers;
  }
}

/** When somebody acted; how long answers took, or that they still do. */
function timeOf(section: Section, told: Told, inPast: boolean): string {
  const [first, last] = [section.events[0]?.at ?? "", section.events.at(-1)?.at ?? ""];
  if (section.kind === "acts") return toTheSecond(first);
  if (isRunning(section, told.state)) return inPast ? "" : words.story.now;
  return elapsed(Date.parse(last) - Date.parse(first));
}

interface PartProps {
  readonly live: ConversationStore;
  readonly laid: Laid;
  readonly told: Told;
  /** Rows that are in sight, as `[from, to)`. */
  readonly sight: readonly [number, number];
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly here: number | null;
  readonly details: Details;
  readonly sizes: Sizes;
  /** The row or head that the Tab key leads to. */
  readonly reached: string;
  /** Null where it is open anyway. */
  readonly onFold: (() => void) | null;
  readonly onToggle: (key: string) => void;
  readonly onHeight: (key: string, pixels: number) => void;
}

export function StoryPart(props: PartProps) {
  const { laid: { section, folded, rows, offsets, height }, told, sight: [from, to], top, sizes } = props;
  const title = titleOf(section, told);
  const skipped = (offsets[from] ?? sizes.head) - sizes.head;
  return (
    <div class="story-part" style={{ top: `${top}px`, height: `${height}px` }}>
      <h2 style={{ height: `${sizes.head}px` }}>
        {props.onFold
          ? (
            <button
              type="button"
              data-row={section.key}
              aria-expanded={!folded}
              tabIndex={props.reached === section.key ? 0 : -1}
              title={folded ? words.story.open : words.story.fold}
              onClick={props.onFold}
            >
              {title}
              <Icon name={folded ? "chevron-right" : "chevron-down"} size={14} />
            </button>
          )
          : <span>{title}</span>}
        <span class="story-time">{timeOf(section, told, props.here !== null)}</span>
      </h2>
      {folded && <Summary {...props} />}
      <ol class="events" style={{ paddingBlockStart: `${skipped}px` }}>
        {rows.slice(from, to).map((row) => (
          <StoryRow
            key={row.key}
            live={props.live}
            row={row}
            told={told}
            height={sizes.row}
            here={props.here}
            reached={props.reached === row.key}
            open={props.details.has(row.key)}
            onToggle={() => props.onToggle(row.key)}
            onHeight={(pixels) => props.onHeight(row.key, pixels)}
          />
        ))}
      </ol>
    </div>
  );
}

/** Marks that a summary shows. */
const MARKS = 3;

/** A folded part: who answered, in one sentence, and the way to its rows. */
function Summary({ laid: { section }, told, here, sizes, onFold }: PartProps) {
  const ids = new Set(section.events.flatMap((event) => turnOf(event, told.state)?.participantId ?? []));
  const all = [...told.state.participants, ...told.state.former];
  const members = [...ids].flatMap((id) => all.find((one) => one.id === id) ?? []);
  const isLater = here !== null && (section.events[0]?.seq ?? 0) > here;
  return (
    <p class={`story-summary${isLater ? " later" : ""}`} style={{ height: `${sizes.row}px` }}>
      <MarkStack>
        {members.slice(0, MARKS).map((one) => (
          <MemberMark key={one.id} roster={told.state} member={one} size={18} />
        ))}
      </MarkStack>
      <span class="story-sum">
        <Said sentence={summaryOf(section, told)} roster={told.state} />
      </span>
      <button type="button" tabIndex={-1} onClick={() => onFold?.()}>{words.story.open}</button>
    </p>
  );
}
