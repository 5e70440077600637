/** The page before a conversation: a message box, who is asked, words to begin with, what one left off. */
import "./home.css";
import "./agent_chips.css";
import "./below.css";
import "./home_phone.css";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useDraft } from "../chat/use_draft.ts";
import { Icon } from "../parts/icon.tsx";
import { Logo, SWIMMER } from "../parts/logo.tsx";
import { Menu } from "../parts/menu.tsx";
import { ListButton } from "../sidebar/list_button.tsx";
import { AttachingFiles } from "../state/attaching.ts";
import { load, save } from "../state/browser_storage.ts";
import { go } from "../state/router.ts";
import { list, rows, settings } from "../state/server_state.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/home.ts";
import { practises } from "./choosing.ts";
import { Recent } from "./recent.tsx";
import { begunWith, Starters } from "./starters.tsx";
import { StartingBox } from "./starting_box.tsx";

/** Under which a conversation that has not begun keeps its draft. */
const NEW = "new";
const GREETS = "conversation_welcome";

/** A browser's first visit to a fresh workspace lands in the conversation that greets, once. */
function useGreeting(): boolean {
  const [first] = list.value;
  const known = rows.value !== null;
  const lands = known && list.value.length === 1 && first?.id === GREETS &&
    !load("greeted", false);
  useEffect(() => {
    // Not whether the list is there by now: `lands` is of the page as it was drawn.
    if (!known) return;
    save("greeted", true);
    if (lands) go(`/c/${GREETS}`, true);
  }, [known]);
  return lands;
}

export function Home() {
  const lands = useGreeting();
  const draft = useDraft(NEW);
  const files = useMemo(() => new AttachingFiles(NEW), []);
  const picker = useRef<HTMLInputElement>(null);
  if (lands) return null;
  return (
    <section class="home" aria-label={words.name}>
      <Waves />
      <svg class="passer" viewBox="4 9 14 12" width="28" height="24" aria-hidden="true">
        <path class="swimmer" d={SWIMMER} />
      </svg>
      <div class="home-scroll">
        <header class="home-head">
          <ListButton />
          <span />
          <button
            type="button"
            class="icon"
            aria-label={words.keys}
            data-tip={words.keys}
            onClick={() => (dialog.value = { name: "help" })}
          >
            <Icon name="keyboard" />
          </button>
          <Menu
            label={words.others}
            items={[
              { label: words.takeIn, icon: "download", run: () => (dialog.value = { name: "import" }) },
              { label: words.connect, icon: "network", run: () => go("/settings/providers/new") },
            ]}
          >
            <Icon name="ellipsis" />
          </Menu>
        </header>
        <div class="home-top">
          <Logo />
          <h1>{words.title}</h1>
          <p class="home-lead">
            <span class="long">{words.lead}</span> {words.leadToo}
          </p>
        </div>
        <StartingBox draft={draft} files={files} picker={picker} />
        <div class="home-below">
          <Starters
            begin={({ text, file }) => {
              draft.set(begunWith(text, draft.text.value));
              draft.focus();
              if (file && files.items.value.length === 0) picker.current?.click();
            }}
          />
          <Practice />
          <Recent />
        </div>
      </div>
    </section>
  );
}

/** While nothing but practice is set up: the way to a real model. */
function Practice() {
  if (!practises(settings.value?.providers)) return null;
  return (
    <p class="practice">
      {words.practice}
      <a href="/settings/providers/new" data-go>{words.connect}</a>
    </p>
  );
}

const Waves = () => (
  <svg class="waves" viewBox="0 0 1200 400" preserveAspectRatio="none" aria-hidden="true">
    <path d="M0 90c160-48 280-46 430-6s280 36 430 2 240-32 340-8V0H0Z" />
    <path d="M0 134c200-40 310-24 450 2s310 32 460-6 200-26 290-8V0H0Z" />
  </svg>
);
