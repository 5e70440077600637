/** The list where it has to be small: signs, and the conversations of late by their first letters. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import { Icon } from "../parts/icon.tsx";
import { nextIn } from "../parts/roving.ts";
import { newConversation, place } from "../state/router.ts";
import { unread as hasNews } from "../state/unread.ts";
import { list } from "../state/server_state.ts";
import { sidebarSearch, toggleSidebar } from "../state/ui_state.ts";
import { words } from "../words/frame.ts";
import { LivingBowl } from "./living_bowl.tsx";
import { ThemeButton } from "./theme_button.tsx";

/** Conversations of late that have a place: no more than stand on a small screen. */
const PLACES = 8;

/** Two letters for a title: of its first two words, for many begin with the same one. */
function letters(title: string): string {
  const [first = "", second] = clearText(title, words.untitled).trim().split(/\s+/, 2);
  const letter = (word: string) => [...word].slice(0, 1);
  return (second ? [...letter(first), ...letter(second)] : [...first].slice(0, 2)).join("").toUpperCase();
}

export function Rail() {
  const at = place.value;
  return (
    <aside class="sidebar rail" aria-label={words.recent}>
      <a class="brand" href="/" data-go aria-label={words.app} data-tip={words.app}>
        <LivingBowl />
      </a>
      <button
        type="button"
        class="icon"
        aria-label={words.showConversations}
        data-tip={words.showConversations}
        onClick={toggleSidebar}
      >
        <Icon name="panel-left" />
      </button>
      <button
        type="button"
        class="icon"
        aria-label={words.newConversation}
        data-tip={words.newConversation}
        onClick={newConversation}
      >
        <Icon name="square-pen" />
      </button>
      <button
        type="button"
        class="icon"
        aria-label={words.search}
        data-tip={words.search}
        onClick={() => {
          sidebarSearch.value = true;
          toggleSidebar();
        }}
      >
        <Icon name="search" />
      </button>
      <hr />
      <nav
        class="places"
        aria-label={words.recent}
        onKeyDown={(event) => nextIn([...event.currentTarget.querySelectorAll("a")], event)}
      >
        {list.value.toSorted((a, b) => Number(b.pinned) - Number(a.pinned)).slice(0, PLACES).map((
          row,
          index,
        ) => (
          <Place
            key={row.id}
            row={row}
            first={index === 0}
          />
        ))}
      </nav>
      <a
        class="icon"
        href="/settings/agents"
        data-go
        aria-label={words.settings}
        data-tip={words.settings}
        aria-current={at.view === "settings" ? "page" : undefined}
      >
        <Icon name="sliders-horizontal" />
      </a>
      <ThemeButton />
    </aside>
  );
}

function Place({ row, first }: { row: ListRow; first: boolean }) {
  const at = place.value;
  const here = at.view === "chat" && at.id === row.id;
  const unread = !here && hasNews(row);
  const title = clearText(row.title, words.untitled);
  const writing = row.answering > 0 ? `, ${words.answering(row.answering)}` : "";
  return (
    <a
      class={`place${here ? " here" : ""}`}
      href={`/c/${row.id}`}
      data-go
      tabIndex={first ? 0 : -1}
      data-tip={title}
      aria-current={here ? "page" : undefined}
    >
      <span aria-hidden="true">{letters(row.title)}</span>
      <span class="sr">{`${title}${writing}${unread ? `, ${words.unread}` : ""}`}</span>
      {(unread || row.answering > 0) && <i class={row.answering > 0 ? "spot writing" : "spot new"} />}
    </a>
  );
}
