/** One conversation: title, mode, roster, transcript, and the composer or the replay bar. */
import { Name } from "../parts/avatar.tsx";
import { useSignal } from "@preact/signals";
import { ROUNDS, TITLE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { factsOf, MODES } from "../../events/catalog/modes.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { configure, rename, setMode } from "../state/commands.ts";
import { replay } from "../state/replay.ts";
import { orSay } from "../state/toast.ts";
import { glassOpen, sidebarOpen } from "../state/ui_state.ts";
import { Composer } from "./composer.tsx";
import { Pills } from "./pills.tsx";
import { ReplayBar } from "./replay_bar.tsx";
import { RowMenu } from "../sidebar/row_menu.tsx";
import { Transcript } from "./transcript.tsx";
import { TriggerBar } from "./trigger_bar.tsx";

export function Chat({ store }: { store: ConversationStore }) {
  const past = replay.value?.store;
  // Another conversation has another past.
  const shown = past?.id === store.id ? past : store;
  const inReplay = shown !== store;
  return (
    <section class="chat" aria-label={shown.state.title || "Conversation"}>
      <Header store={shown} inReplay={inReplay} />
      <Transcript store={shown} key={inReplay ? `replay ${replay.value?.round}` : "live"} />
      {inReplay ? <ReplayBar /> : (
        <>
          <TriggerBar store={store} />
          <Composer store={store} />
        </>
      )}
    </section>
  );
}

function Header({ store, inReplay }: { store: ConversationStore; inReplay: boolean }) {
  return (
    <header class="chat-head">
      <div class="title-line">
        <button
          type="button"
          class="icon only-narrow"
          aria-label="Show conversations"
          onClick={() => (sidebarOpen.value = true)}
        >
          ☰
        </button>
        <Title store={store} />
        <ModeSwitch store={store} />
        {!inReplay && <RowMenu row={store.now} open />}
        <button
          type="button"
          class="icon"
          aria-pressed={glassOpen.value}
          aria-label="Show events, context and usage"
          title="Events, context, usage, replay"
          onClick={() => (glassOpen.value = !glassOpen.value)}
        >
          ◫
        </button>
      </div>
      <Pills store={store} />
    </header>
  );
}

function Title({ store }: { store: ConversationStore }) {
  const editing = useSignal(false);
  const title = store.now.title || "New conversation";
  if (!editing.value || !store.live) {
    return (
      <h1>
        <button type="button" class="plain" title="Rename" onClick={() => (editing.value = true)}>
          <Name of={title} />
        </button>
      </h1>
    );
  }
  const save = (text: string) => {
    editing.value = false;
    const wanted = text.trim();
    if (wanted && wanted !== store.state.title) void orSay(rename(store.id, wanted));
  };
  return (
    <input
      class="title-edit"
      aria-label="Title"
      value={title}
      maxLength={TITLE_CODE_POINTS}
      ref={(input) => input?.select()}
      onBlur={(event) => save(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") save(event.currentTarget.value);
        if (event.key === "Escape") {
          event.preventDefault();
          editing.value = false;
        }
      }}
    />
  );
}

function ModeSwitch({ store }: { store: ConversationStore }) {
  const { mode, settings } = store.now;
  return (
    <div class="modes">
      <div class="segmented" role="group" aria-label="Who answers">
        {MODES.map((value) => (
          <button
            type="button"
            key={value}
            aria-pressed={mode === value}
            disabled={!store.live}
            title={factsOf(value).help}
            onClick={() => void orSay(setMode(store.id, value))}
          >
            {factsOf(value).label}
          </button>
        ))}
      </div>
      {factsOf(mode).rounds && (
        <label class="rounds">
          Rounds
          <select
            disabled={!store.live}
            value={String(settings.rounds ?? 1)}
            onChange={({ currentTarget }) =>
              void orSay(configure(store.id, { rounds: Number(currentTarget.value) }))}
          >
            {Array.from({ length: ROUNDS }, (_, index) => index + 1).map((n) => (
              <option key={n} value={String(n)}>{n}</option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
