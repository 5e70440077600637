/** The glass: what happened, what each agent sees, what it cost, and the timeline. */
import "./glass.css";
import { useEffect } from "preact/hooks";
import { replay } from "../state/replay.ts";
import { current } from "../state/server_state.ts";
import { glassOpen, type Panel, panel } from "../state/ui_state.ts";
import { ContextPanel } from "./context_panel.tsx";
import { EventsPanel } from "./events_panel.tsx";
import { Timeline } from "./timeline.tsx";
import { UsagePanel } from "./usage_panel.tsx";

const TABS: readonly (readonly [Panel, string])[] = [
  ["events", "Events"],
  ["context", "Context"],
  ["usage", "Usage"],
];

export function Glass() {
  const live = current.value;
  useEffect(() => {
    // Another conversation has another past.
    if (replay.value && replay.value.store.id !== live?.id) replay.value = null;
  }, [live?.id]);
  if (!live) return null;
  const store = replay.value?.store ?? live;
  const choose = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const at = TABS.findIndex(([name]) => name === panel.value);
    const next = TABS[(at + step + TABS.length) % TABS.length];
    if (next) {
      panel.value = next[0];
      document.getElementById(`tab-${next[0]}`)?.focus();
    }
  };
  return (
    <aside class="glass" aria-label="Behind the glass">
      <div class="tabs">
        <div role="tablist" aria-label="The glass" onKeyDown={choose}>
          {TABS.map(([name, label]) => (
            <button
              type="button"
              role="tab"
              id={`tab-${name}`}
              key={name}
              aria-selected={panel.value === name}
              aria-controls="glass-panel"
              tabIndex={panel.value === name ? 0 : -1}
              onClick={() => (panel.value = name)}
            >
              {label}
            </button>
          ))}
        </div>
        <button type="button" class="icon close" aria-label="Close" onClick={() => (glassOpen.value = false)}>
          ×
        </button>
      </div>
      <div class="panel" role="tabpanel" id="glass-panel" aria-labelledby={`tab-${panel.value}`} tabIndex={0}>
        {panel.value === "events"
          ? <EventsPanel store={store} live={live} />
          : panel.value === "context"
          ? <ContextPanel store={store} />
          : <UsagePanel store={live} />}
      </div>
      <Timeline live={live} />
    </aside>
  );
}
