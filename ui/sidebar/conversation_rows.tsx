/** The conversations in their groups: one stop of the Tab key, arrows between them, each with its menu. */
import { computed, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import { parted } from "../../projections/conversation/copy_title.ts";
import { nextOf } from "../../projections/conversation/planned.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import { moment } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { lazy } from "../parts/lazy.tsx";
import { Name } from "../parts/name.tsx";
import { nextIn } from "../parts/roving.ts";
import { place } from "../state/router.ts";
import { label, labels } from "../state/labels.ts";
import { unread as hasNews } from "../state/unread.ts";
import { archived, list, loadArchived, rows, settings } from "../state/server_state.ts";
import { sidebarOpen } from "../state/ui_state.ts";
import { words } from "../words/frame.ts";
import { dotsOf, grouped } from "./list_groups.ts";
import { RowMenu } from "./row_menu.tsx";

const hasProjects = computed(() =>
  Object.values(settings.value?.projects ?? {}).some(({ archived }) => !archived)
);
const ProjectLinks = lazy(async () => (await import("./project_links.tsx")).ProjectLinks, true);
const LabelFilter = lazy(async () => (await import("./label_filter.tsx")).LabelFilter, true);

/** Id of the row that Tab leads to. */
function useStop(): { readonly stop: string | undefined; onFocusIn(event: FocusEvent): void } {
  const last = useSignal<string | null>(null);
  const at = place.value;
  const ids = new Set(list.value.map(({ id }) => id));
  const known = [last.value, at.view === "chat" ? at.id : null].find((id) => id !== null && ids.has(id));
  return {
    stop: known ?? list.value[0]?.id,
    onFocusIn({ target }) {
      const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
      if (row) last.value = row.dataset["row"] ?? null;
    },
  };
}

const hasLabel = (wanted: string) => ({ labels }: ListRow) => labels.includes(wanted);

export function Rows() {
  const nav = useRef<HTMLDivElement>(null);
  const { stop, onFocusIn } = useStop();
  if (!rows.value) return <p class="hint" aria-busy="true">{words.loading}</p>;
  const shown = label.value === null ? list.value : list.value.filter(hasLabel(label.value));
  const links = () => [...nav.current?.querySelectorAll<HTMLElement>(".row > a") ?? []];
  return (
    <div
      ref={nav}
      onFocusIn={onFocusIn}
      onKeyDown={(event) => {
        const { target } = event;
        if (!(target instanceof HTMLElement) || !target.matches(".row > a")) return;
        // Its menu is beside it, not on the way to the next row.
        if (event.key === "ArrowRight") {
          target.parentElement?.querySelector<HTMLElement>(".menu > button")
            ?.focus();
        } else nextIn(links(), event);
      }}
    >
      {hasProjects.value && <ProjectLinks />}
      {labels.value.length > 0 && <LabelFilter />}
      {list.value.length === 0 && <p class="hint">{words.none}</p>}
      {grouped(shown, new Date()).map(([group, members]) => (
        <section key={group}>
          <h2>{words.groups[group]}</h2>
          <ul>{members.map((row) => <Row key={row.id} row={row} stop={row.id === stop} />)}</ul>
        </section>
      ))}
      <Archived stop={stop} />
    </div>
  );
}

/** What was put away, one click from where it was. */
function Archived({ stop }: { stop: string | undefined }) {
  const asked = useSignal(false);
  return (
    <details
      class="archived"
      onToggle={(event) => {
        if (!event.currentTarget.open || asked.value) return;
        asked.value = true;
        void loadArchived();
      }}
    >
      <summary>{words.archived}</summary>
      <ul>{archived.value.map((row) => <Row key={row.id} row={row} stop={row.id === stop} />)}</ul>
      {asked.value && archived.value.length === 0 && <p class="hint">{words.nothingArchived}</p>}
    </details>
  );
}

function Row({ row, stop }: { row: ListRow; stop: boolean }) {
  const open = useSignal(false);
  const at = place.value;
  const here = at.view === "chat" && at.id === row.id;
  const unread = !here && hasNews(row);
  return (
    <li
      class={`row${here ? " here" : ""}${unread ? " unread" : ""}`}
      data-row={row.id}
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
