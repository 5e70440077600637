/** Conversations in their groups, search over every message, new conversation, settings. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useKeys } from "../keys/acts.ts";
import { shortcut } from "../keys/told.ts";
import { Icon } from "../parts/icon.tsx";
import { lazy } from "../parts/lazy.tsx";
import { newConversation, place } from "../state/router.ts";
import { railed, sidebarOpen, sidebarSearch, toggleSidebar } from "../state/ui_state.ts";
import { narrow, roomy } from "../state/widths.ts";
import { words } from "../words/frame.ts";
import { LivingBowl } from "./living_bowl.tsx";
import { Rail } from "./rail.tsx";
import { SidebarEdge } from "./sidebar_edge.tsx";
import { ThemeButton } from "./theme_button.tsx";

// Asked for at once, beside the list itself: the frame is painted before either is there.
const rowsOfList = () => import("./conversation_rows.tsx");
rowsOfList().catch(() => {});
const Rows = lazy(async () => (await rowsOfList()).Rows, true);
const Hits = lazy(async () => (await import("./hits.tsx")).Hits, true);

/** The whole list, a rail, or, where there is no room, a drawer over the chat. */
export function Sidebar() {
  useKeys({ sidebar: toggleSidebar });
  const whole = roomy.value && !railed.value;
  return (
    <>
      {!whole && !narrow.value && <Rail />}
      {(whole || sidebarOpen.value) && <Whole drawer={!roomy.value} />}
    </>
  );
}

function Whole({ drawer }: { drawer: boolean }) {
  const query = useSignal("");
  const box = useRef<HTMLElement>(null);
  // As it is drawn, not after: what is typed next is looked for.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const wanted = sidebarSearch.value ? ".search input" : drawer ? ".brand" : null;
    sidebarSearch.value = false;
    if (wanted) box.current?.querySelector<HTMLElement>(wanted)?.focus();
    return () => {
      if (drawer && document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <aside class={drawer ? "sidebar drawer" : "sidebar"} aria-label={words.conversations} ref={box}>
      <div class="sidebar-head">
        <a class="brand" href="/" data-go>
          <LivingBowl /> {words.app}
        </a>
        <button
          type="button"
          class="icon"
          aria-label={words.hideConversations}
          data-tip={`${words.hideConversations} · ${shortcut("sidebar")}`}
          onClick={toggleSidebar}
        >
          <Icon name="panel-left" />
        </button>
      </div>
      <button
        type="button"
        class="new"
        onClick={() => {
          sidebarOpen.value = false;
          newConversation();
        }}
      >
        <Icon name="square-pen" />
        <span>{words.newConversation}</span>
        <kbd>{shortcut("new")}</kbd>
      </button>
      <label class="search">
        <Icon name="search" />
        <input
          type="search"
          placeholder={words.searchShort}
          aria-label={words.search}
          value={query.value}
          onInput={(event) => (query.value = event.currentTarget.value)}
        />
        <kbd>{shortcut("palette")}</kbd>
      </label>
      <nav class="rows" aria-label={words.conversations}>
        {query.value.trim()
          ? (
            <Hits
              query={query.value}
              add={(text) => (query.value += text)}
              put={(text) => (query.value = text)}
            />
          )
          : <Rows />}
      </nav>
      <Foot />
      {!drawer && <SidebarEdge />}
    </aside>
  );
}

function Foot() {
  const at = place.value;
  return (
    <footer class="foot">
      <a
        href="/settings/agents"
        data-go
        aria-current={at.view === "settings" ? "page" : undefined}
        onClick={() => (sidebarOpen.value = false)}
      >
        <Icon name="sliders-horizontal" />
        {words.settings}
      </a>
      <ThemeButton />
    </footer>
  );
}
