/** The glass: what happened, what each agent sees, what it cost, and the timeline. */
import "./glass.css";
import "../memory/memory.css";
import "./story.css";
import "./timeline.css";
import "./usage.css";
import { useEffect } from "preact/hooks";
import { useKeys } from "../keys/acts.ts";
import { Icon } from "../parts/icon.tsx";
import { replay, scrub } from "../state/replay.ts";
import { current } from "../state/server_state.ts";
import { glassOpen, panel } from "../state/ui_state.ts";
import { words } from "../words/behind.ts";
import { filtering } from "./filtering.ts";
import { panelOf, PANELS } from "./panels.ts";
import { Timeline } from "./timeline.tsx";

/** Steps through the past, while one looks at it. */
function stepBy(events: number): boolean {
  if (!replay.value) return false;
  scrub(replay.value.at + events);
  return true;
}

export function Glass() {
  const live = current.value;
  useEffect(() => {
    // Another conversation has another past.
    if (replay.value && replay.value.store.id !== live?.id) replay.value = null;
  }, [live?.id]);
  useKeys({ back: () => stepBy(-1), forward: () => stepBy(1) });
  if (!live) return null;
  const store = replay.value?.store ?? live;
  const shown = panelOf(panel.value);
  return (
    <aside class="glass" aria-label={words.name}>
      <Tabs shown={shown} />
      <div
        class={`panel${shown.scrolls ? " still" : ""}`}
        role="tabpanel"
        id="glass-panel"
        aria-labelledby={`tab-${shown.name}`}
        tabIndex={shown.scrolls ? -1 : 0}
      >
        <shown.Body store={store} live={live} />
      </div>
      <Timeline live={live} />
    </aside>
  );
}

/** The names of the panels, walked through with arrows; the filter of the story, and the way out. */
function Tabs({ shown }: { shown: (typeof PANELS)[number] }) {
  const choose = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    // The same arrows lead from answer to answer.
    event.preventDefault();
    const next = PANELS.at((PANELS.indexOf(shown) + step) % PANELS.length) ?? shown;
    panel.value = next.name;
    document.getElementById(`tab-${next.name}`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={words.tabs} onKeyDown={choose}>
        {PANELS.map(({ name, label }) => (
          <button
            type="button"
            role="tab"
            id={`tab-${name}`}
            key={name}
            aria-selected={shown.name === name}
            aria-controls="glass-panel"
            tabIndex={shown.name === name ? 0 : -1}
            onClick={() => (panel.value = name)}
          >
            {label}
          </button>
        ))}
      </div>
      {shown.name === "events" && (
        <button
          type="button"
          class="icon"
          aria-label={words.story.filter}
          title={words.story.filter}
          aria-pressed={filtering.value}
          onClick={() => (filtering.value = !filtering.value)}
        >
          <Icon name="list-filter" />
        </button>
      )}
      <button
        type="button"
        class="icon close"
        aria-label={words.close}
        title={words.close}
        onClick={() => (glassOpen.value = false)}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}
