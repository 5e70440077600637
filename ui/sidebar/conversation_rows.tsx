/**
 * The conversations in their groups: one stop of the Tab key, arrows between them, each with its menu. However many there
 * are, those in sight are in the page.
 */
import { computed, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import { parted } from "../../projections/conversation/copy_title.ts";
import { nextOf } from "../../projections/conversation/planned.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import { moment } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { lazy } from "../parts/lazy.tsx";
import { Name } from "../parts/name.tsx";
import { stepBy } from "../parts/roving.ts";
import { place } from "../state/router.ts";
import { label, labels } from "../state/labels.ts";
import { unread as hasNews } from "../state/unread.ts";
import { archived, list, loadArchived, rows, settings } from "../state/server_state.ts";
import { sidebarOpen } from "../state/ui_state.ts";
import { today } from "../state/ticking.ts";
import { words } from "../words/frame.ts";
import { dotsOf, grouped } from "./list_groups.ts";
import { useListView } from "./list_view.ts";
import { RowMenu } from "./row_menu.tsx";
import { type Placed, type PlacedGroup, placedIn } from "./rows_in_sight.ts";

/** Pixels of the head of a group, of a row, and of one that tells in a second line what it goes on from. */
const HEAD = 35;
const ROW = matchMedia("(pointer: coarse)").matches ? 44 : 34;
const TWO_LINES = 47;

const heightOf = ({ lineage, title }: ListRow): number => lineage && parted(title)[1] ? TWO_LINES : ROW;

const hasProjects = computed(() =>
  Object.values(settings.value?.projects ?? {}).some(({ archived }) => !archived)
);
const ProjectLinks = lazy(async () => (await import("./project_links.tsx")).ProjectLinks, true);
const LabelFilter = lazy(async () => (await import("./label_filter.tsx")).LabelFilter, true);

/** The row that Tab leads to among `all`, and where keys lead from one. */
function useStop(all: readonly ListRow[]) {
  const last = useSignal<string | null>(null);
  const wanted = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const at = place.value;
  const ids = new Set(all.map(({ id }) => id));
  const known = [last.value, at.view === "chat" ? at.id : null].find((id) => id !== null && ids.has(id));
  const stop = known ?? all[0]?.id;
  // It may not have been in the page when the key was pressed.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(stop ?? "")}"] > a`)?.focus();
  });
  return {
    box,
    stop,
    onFocusIn({ target }: FocusEvent) {
      const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
      if (row) last.value = row.dataset["row"] ?? null;
    },
    onKeyDown(event: KeyboardEvent) {
      const { target } = event;
      if (!(target instanceof HTMLElement) || !target.matches(".row > a")) return;
      // Its menu is beside it, not on the way to the next row.
      if (event.key === "ArrowRight") {
        target.parentElement?.querySelector<HTMLElement>(".menu > button")?.focus();
        return;
      }
      const next = stepBy(event, all.findIndex(({ id }) => id === stop), all.length);
      const id = next === null ? undefined : all[next]?.id;
      if (id === undefined || id === stop) return;
      wanted.current = true;
      last.value = id;
    },
  };
}

const hasLabel = (wanted: string) => ({ labels }: ListRow) => labels.includes(wanted);

export const Rows = () => rows.value ? <Listed /> : <p class="hint" aria-busy="true">{words.loading}</p>;

function Listed() {
  const shown = label.value === null ? list.value : list.value.filter(hasLabel(label.value));
  const groups = grouped(shown, today.value);
  const away = useSignal(false);
  const all = [...groups.map(([, members]) => members), away.value ? archived.value : []];
  const { box, stop, onFocusIn, onKeyDown } = useStop(all.flat());
  const placed = placedIn(all, heightOf, { head: HEAD, view: useListView(box).value, stop });
  return (
    <div ref={box} onFocusIn={onFocusIn} onKeyDown={onKeyDown}>
      {hasProjects.value && <ProjectLinks />}
      {labels.value.length > 0 && <LabelFilter />}
      {list.value.length === 0 && <p class="hint">{words.none}</p>}
      {groups.map(([group, { length }], index) => (
        <section key={group} data-rows>
          <h2>{words.groups[group]}</h2>
          <Group of={placed[index]} length={length} stop={stop} />
        </section>
      ))}
      <details
        class="archived"
        data-rows
        onToggle={({ currentTarget }) => (away.value = currentTarget.open)}
      >
        <summary>{words.archived}</summary>
        <Archived of={placed.at(-1)} open={away.value} stop={stop} />
      </details>
    </div>
  );
}

interface GroupProps {
  readonly of: PlacedGroup<ListRow> | undefined;
  readonly length: number;
  readonly stop: string | undefined;
}

/** Rows of one group, as many as are in the page; of one that is as it was the same nodes are shown again. */
function Group({ of: { rows, rest } = { rows: [], rest: 0 }, length, stop }: GroupProps) {
  const made = useRef(new WeakMap<ListRow, { readonly key: string; readonly node: VNode }>());
  return (
    <ul style={{ paddingBlockEnd: `${rest}px` }}>
      {rows.map((placed) => {
        const { row, gap, place } = placed;
        const key = `${gap} ${place} ${length} ${row.id === stop}`;
        const known = made.current.get(row);
        if (known?.key === key) return known.node;
        const node = <Row key={row.id} placed={placed} of={length} stop={row.id === stop} />;
        made.current.set(row, { key, node });
        return node;
      })}
    </ul>
  );
}

/** What was put away, one click from where it was. */
function Archived({ open, ...group }: Omit<GroupProps, "length"> & { open: boolean }) {
  const asked = useRef(false);
  if (open && !asked.current) {
    asked.current = true;
    void loadArchived();
  }
  return (
    <>
      <Group length={archived.value.length} {...group} />
      {open && archived.value.length === 0 && <p class="hint">{words.nothingArchived}</p>}
    </>
  );
}

interface RowProps {
  readonly placed: Placed<ListRow>;
  /** How many its group has. */
  readonly of: number;
  readonly stop: boolean;
}

function Row({ placed: { row, gap, place: at }, of, stop }: RowProps) {
  const open = useSignal(false);
  const { value } = place;
  const here = value.view === "chat" && value.id === row.id;
  const unread = !here && hasNews(row);
  return (
    <li
      class={`row${here ? " here" : ""}${unread ? " unread" : ""}`}
      style={{ marginBlockStart: `${gap}px` }}
      data-row={row.id}
      aria-posinset={at}
      aria-setsize={of}
      onContextMenu={(event) => {
        event.preventDefault();
        open.value = true;
      }}
    >
      <a
        href={`/c/${row.id}`}
        data-go
        tabIndex={stop ? 0 : -1}
        aria-current={here ? "page" : undefined}
        title={aboutOf(row)}
        onClick={() => (sidebarOpen.value = false)}
      >
        {row.lineage && <Icon name="git-branch" size={13} />}
        <span class="title">
          <Title of={row} />
        </span>
        {row.lineage && <span class="sr">{`, ${words.from(fromTitle(row.lineage))}`}</span>}
        <Planned row={row} />
        <State row={row} unread={unread} />
      </a>
      <RowMenu row={{ ...row, messages: row.messageCount }} open={open} />
    </li>
  );
}

/** What it says by itself next, for whoever points at it. */
function Planned({ row: { planned, answering } }: { row: ListRow }) {
  const next = planned ? nextOf(planned, answering > 0) : null;
  if (next === null) return null;
  const told = words.plannedFor(moment(next));
  return (
    <span class="planned" title={told}>
      <Icon name="calendar-clock" size={13} />
      <span class="sr">{`, ${told}`}</span>
    </span>
  );
}

/** Of what goes on from something its kind stands on a line of its own: alone it tells it from where it is from. */
function Title({ of: { title, lineage } }: { of: ListRow }) {
  const [stem, end] = lineage ? parted(title) : [title, ""];
  return (
    <>
      <Name of={stem} otherwise={words.untitled} />
      {end && (
        <>
          {" "}
          <small>{end}</small>
        </>
      )}
    </>
  );
}

const fromTitle = ({ title = "" }: NonNullable<ListRow["lineage"]>): string =>
  clearText(title, words.untitled);

/** Where it is from and how it is filed, for whoever points at it. */
const aboutOf = ({ lineage, labels }: ListRow): string | undefined =>
  [...(lineage ? [words.from(fromTitle(lineage))] : []), ...labels.map((one) => clearText(one))]
    .join(" · ") || undefined;

/** A teal dot for answers nobody looked at; else who takes part, with a halo while they write. */
function State({ row, unread }: { row: ListRow; unread: boolean }) {
  const { dots, more } = dotsOf(row);
  const writing = row.answering > 0;
  return (
    <>
      {writing && <span class="sr">{words.answering(row.answering)}</span>}
      {unread && <span class="sr">{words.unread}</span>}
      {unread && !writing
        ? <span class="spot new" aria-hidden="true" />
        : (
          <span class="who" aria-hidden="true" title={dots.map(({ name }) => clearText(name)).join(", ")}>
            {dots.map(({ id, color, writing }) => (
              <i key={id} class={writing ? "spot writing" : "spot"} data-color={color} />
            ))}
            {more > 0 && <small>+{more}</small>}
          </span>
        )}
    </>
  );
}
