/** The head of a conversation, on one line: title, menu, agents, who answers, the glass. */
import { useSignal } from "@preact/signals";
import { parted } from "../../projections/conversation/copy_title.ts";
import { TITLE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { shortcut } from "../keys/told.ts";
import { Summed } from "../exchange/sum.tsx";
import { Icon } from "../parts/icon.tsx";
import { lazy } from "../parts/lazy.tsx";
import { Name } from "../parts/name.tsx";
import { TitleEdit } from "../parts/title_edit.tsx";
import { ListButton } from "../sidebar/list_button.tsx";
import { RowMenu } from "../sidebar/row_menu.tsx";
import { rename } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { orSay } from "../state/toast.ts";
import { glassOpen } from "../state/ui_state.ts";
import { words as frame } from "../words/frame.ts";
import { words } from "../words/head.ts";
import { AgentsButton } from "./agents_panel.tsx";
import { ModeSelect } from "./mode_select.tsx";
import { AddAgent, Pills } from "./pills.tsx";

const InProject = lazy<{ id: string }>(
  async () => (await import("../projects/in_project.tsx")).InProject,
  true,
);
const Lineage = lazy(async () => (await import("./lineage.tsx")).Lineage, true);

const Imported = lazy(async () => (await import("./imported.tsx")).Imported, true);

export function Header({ store, inReplay }: { store: ConversationStore; inReplay: boolean }) {
  return (
    <header class="chat-head">
      <div class="title-line">
        <ListButton />
        <Summed store={store}>
          <Title store={store} />
        </Summed>
        {store.now.projectId !== undefined && <InProject id={store.now.projectId} />}
        {store.now.lineage && <Lineage of={store.now.lineage} />}
        {store.now.importedThrough !== undefined && <Imported store={store} />}
        {!inReplay && (
          <RowMenu
            row={{ ...store.now, messages: store.now.order.length + store.missing.value }}
            current
          />
        )}
      </div>
      <div class="who-line">
        <Pills store={store} />
        {store.live && <AddAgent store={store} />}
        <AgentsButton store={store} />
        <ModeSelect store={store} />
      </div>
      <button
        type="button"
        class="icon glass-toggle"
        aria-pressed={glassOpen.value}
        aria-label={words.glass}
        data-tip={`${words.glassTip} · ${shortcut("glass")}`}
        onClick={() => (glassOpen.value = !glassOpen.value)}
      >
        <Icon name="panel-right" />
      </button>
    </header>
  );
}

function Title({ store }: { store: ConversationStore }) {
  const editing = useSignal(false);
  const title = store.now.title || frame.untitled;
  const [stem, end] = store.now.lineage ? parted(title) : [title, ""];
  if (!editing.value || !store.live) {
    return (
      <h1>
        <button type="button" class="plain" data-tip={words.rename} onClick={() => (editing.value = true)}>
          <Name of={stem} />
          {end && <span class="kind">{` (${end})`}</span>}
        </button>
      </h1>
    );
  }
  const done = (wanted: string | null) => {
    editing.value = false;
    if (wanted !== null) void orSay(rename(store.id, wanted));
  };
  return <TitleEdit label={words.title} title={title} most={TITLE_CODE_POINTS} done={done} />;
}
