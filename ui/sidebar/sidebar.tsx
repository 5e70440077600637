/** Conversations by day, search over every message, new conversation, settings. */
import { Name } from "../parts/avatar.tsx";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ListRow, SearchHit } from "../../projections/shapes/views.ts";
import { dayGroup } from "../parts/format.ts";
import { found } from "../state/queries.ts";
import { go, place } from "../state/router.ts";
import { archived, list, loadArchived, reveal, rows } from "../state/server_state.ts";
import { dialog, sidebarOpen, type Theme, theme } from "../state/ui_state.ts";
import { Logo } from "../parts/logo.tsx";
import { RowMenu } from "./row_menu.tsx";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

export function Sidebar() {
  const query = useSignal("");
  const at = place.value;
  return (
    <aside class="sidebar" aria-label="Conversations">
      <a class="brand" href="/" data-go>
        <Logo /> Fishbowl
      </a>
      <button type="button" class="new" onClick={() => (dialog.value = { name: "new" })}>
        New conversation <kbd>Ctrl K</kbd>
      </button>
      <input
        class="search"
        type="search"
        placeholder="Search every message"
        aria-label="Search every message"
        value={query.value}
        onInput={(event) => (query.value = event.currentTarget.value)}
      />
      <nav class="rows">
        {query.value.trim() ? <Hits query={query.value.trim()} /> : <Rows />}
      </nav>
      <footer class="foot">
        <a href="/settings/agents" data-go aria-current={at.view === "settings" ? "page" : undefined}>
          Agents &amp; providers
        </a>
        <button
          type="button"
          class="icon"
          title={`Theme: ${theme.value}`}
          aria-label={`Theme: ${theme.value}. Change`}
          onClick={() => (theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ??
            "system")}
        >
          ◐
        </button>
      </footer>
    </aside>
  );
}

function Rows() {
  if (!rows.value) return <p class="hint" aria-busy="true">Loading…</p>;
  const now = new Date();
  const groups = Map.groupBy(list.value, (row) => dayGroup(row.updatedAt, now));
  return (
    <>
      {list.value.length === 0 && <p class="hint">No conversations yet. Start one above.</p>}
      {[...groups].map(([name, members]) => (
        <section key={name}>
          <h2>{name}</h2>
          <ul>{members.map((row) => <Row key={row.id} row={row} />)}</ul>
        </section>
      ))}
      <Archived />
    </>
  );
}

/** What was put away, one click from where it was. */
function Archived() {
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
      <summary>Archived</summary>
      <ul>{archived.value.map((row) => <Row key={row.id} row={row} />)}</ul>
      {asked.value && archived.value.length === 0 && <p class="hint">Nothing is archived.</p>}
    </details>
  );
}

function Row({ row }: { row: ListRow }) {
  const at = place.value;
  const here = at.view === "chat" && at.id === row.id;
  return (
    <li class={`row${here ? " here" : ""}`}>
      <a
        href={`/c/${row.id}`}
        data-go
        aria-current={here ? "page" : undefined}
        onClick={() => (sidebarOpen.value = false)}
      >
        <span class="title">
          <Name of={row.title} otherwise="New conversation" />
        </span>
        {row.answering > 0 && <span class="live">{row.answering} answering</span>}
      </a>
      <RowMenu row={row} />
    </li>
  );
}

function Hits({ query }: { query: string }) {
  const hits = useSignal<readonly SearchHit[] | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await found(query, abort.signal);
      if (answer.ok) hits.value = answer.value.items;
    }, 150);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  if (!hits.value) return <p class="hint" aria-busy="true">Searching…</p>;
  if (hits.value.length === 0) return <p class="hint">Nothing found. Try fewer words.</p>;
  return (
    <ul>
      {hits.value.map((hit) => (
        <li class="row hit" key={`${hit.conversationId} ${hit.messageId}`}>
          <a
            href={`/c/${hit.conversationId}`}
            onClick={(event) => {
              event.preventDefault();
              sidebarOpen.value = false;
              // Begun first, so that one fetch serves both.
              if (hit.messageId) void reveal(hit.conversationId, hit.messageId);
              go(`/c/${hit.conversationId}`);
            }}
          >
            <span class="title">
              <Name of={hit.title} otherwise="New conversation" />
            </span>
            <span class="snippet">{marked(hit)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function marked({ snippet, marks }: SearchHit) {
  const parts = [];
  let at = 0;
  for (const [start, end] of marks) {
    parts.push(snippet.slice(at, start), <mark key={start}>{snippet.slice(start, end)}</mark>);
    at = end;
  }
  return [...parts, snippet.slice(at)];
}
