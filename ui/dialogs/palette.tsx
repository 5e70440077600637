/** Every action by name. */
import { useSignal } from "@preact/signals";
import { stopAll, toggleAgent } from "../parts/keyboard.ts";
import { PANELS } from "../glass/panels.ts";
import { archive, setMode } from "../state/commands.ts";
import { enter, play } from "../state/replay.ts";
import { go, SECTIONS } from "../state/router.ts";
import { current, list } from "../state/server_state.ts";
import { orSay } from "../state/toast.ts";
import { dialog, glassOpen, panel, theme } from "../state/ui_state.ts";
import { factsOf, MODES } from "../../events/catalog/modes.ts";

interface Action {
  readonly name: string;
  readonly hint?: string;
  run(): void;
}

function actions(): Action[] {
  const store = current.value;
  const all: Action[] = [
    { name: "New conversation", run: () => (dialog.value = { name: "new" }) },
    { name: "Keys", hint: "?", run: () => (dialog.value = { name: "help" }) },
  ];
  if (store) {
    all.push(
      { name: "Stop all answers", hint: "Esc", run: () => void stopAll() },
      {
        name: glassOpen.value ? "Close the glass" : "Open the glass",
        run: () => (glassOpen.value = !glassOpen.value),
      },
      {
        name: "Replay from the start",
        run: () => {
          glassOpen.value = true;
          void enter(store.id, 1).then(() => play(1));
        },
      },
      ...PANELS.map(({ name }) => ({
        name: `Show ${name}`,
        run: () => {
          panel.value = name;
          glassOpen.value = true;
        },
      })),
      ...MODES.map((mode) => ({
        name: `Answers: ${factsOf(mode).label}`,
        hint: factsOf(mode).help,
        run: () => void orSay(setMode(store.id, mode)),
      })),
      ...store.state.participants.map((p, index) => ({
        name: `Turn ${p.name} ${p.enabled ? "off" : "on"}`,
        hint: `Alt ${index + 1}`,
        run: () => void toggleAgent(index),
      })),
      { name: "Run again with other models", run: () => (dialog.value = { name: "again" }) },
      { name: "Settings of this conversation", run: () => (dialog.value = { name: "conversation" }) },
      { name: "Archive this conversation", run: () => void orSay(archive(store.id)) },
    );
  }
  all.push(
    ...SECTIONS.map((section) => ({
      name: `Settings: ${section}`,
      run: () => go(`/settings/${section}`),
    })),
    ...(["system", "light", "dark"] as const).map((name) => ({
      name: `Theme: ${name}`,
      run: () => (theme.value = name),
    })),
    ...list.value.slice(0, 50).map((row) => ({
      name: row.title || "New conversation",
      hint: "conversation",
      run: () => go(`/c/${row.id}`),
    })),
  );
  return all;
}

export function Palette() {
  const query = useSignal("");
  const at = useSignal(0);
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = actions().filter(({ name, hint = "" }) =>
    words.every((word) => `${name} ${hint}`.toLowerCase().includes(word))
  ).slice(0, 12);
  const chosen = Math.min(at.value, found.length - 1);
  const run = (action: Action | undefined) => {
    if (!action) return;
    dialog.value = null;
    action.run();
  };
  return (
    <div class="palette">
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={`action-${chosen}`}
        aria-label="What do you want to do?"
        placeholder="What do you want to do?"
        autofocus
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={(event) => {
          const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
          if (step !== 0) {
            event.preventDefault();
            at.value = (chosen + step + found.length) % Math.max(1, found.length);
          } else if (event.key === "Enter") {
            event.preventDefault();
            run(found[chosen]);
          }
        }}
      />
      <ul role="listbox" id="palette-list" aria-label="Actions">
        {found.map((action, index) => (
          <li
            key={action.name}
            id={`action-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => run(action)}
          >
            <span>{action.name}</span>
            <span class="hint">{action.hint}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="hint">No action has that name.</p>}
    </div>
  );
}
