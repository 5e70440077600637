/** The glass: what happened, what each agent sees, what it cost, and the timeline. */
import "./glass.css";
import { useEffect } from "preact/hooks";
import { replay } from "../state/replay.ts";
import { current } from "../state/server_state.ts";
import { glassOpen, panel } from "../state/ui_state.ts";
import { panelOf, PANELS } from "./panels.ts";
import { Timeline } from "./timeline.tsx";

export function Glass() {
  const live = current.value;
  useEffect(() => {
    // Another conversation has another past.
    if (replay.value && replay.value.store.id !== live?.id) replay.value = null;
  }, [live?.id]);
  if (!live) return null;
  const store = replay.value?.store ?? live;
  const shown = panelOf(panel.value);
  const choose = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const next = PANELS.at((PANELS.indexOf(shown) + step) % PANELS.length) ?? shown;
    panel.value = next.name;
    document.getElementById(`tab-${next.name}`)?.focus();
  };
  return (
    <aside class="glass" aria-label="Behind the glass">
      <div class="tabs">
        <div role="tablist" aria-label="The glass" onKeyDown={choose}>
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
        <button type="button" class="icon close" aria-label="Close" onClick={() => (glassOpen.value = false)}>
          ×
        </button>
      </div>
      <div class="panel" role="tabpanel" id="glass-panel" aria-labelledby={`tab-${shown.name}`} tabIndex={0}>
        <shown.Body store={store} live={live} />
      </div>
      <Timeline live={live} />
    </aside>
  );
}
