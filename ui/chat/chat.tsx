/** One conversation: the head, the transcript, and the composer or the replay bar. */
import { FindHere } from "../find/find_here.tsx";
import { clock } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { replay } from "../state/replay.ts";
import { Composer } from "./composer.tsx";
import { Header } from "./header.tsx";
import { ReplayBar } from "./replay_bar.tsx";
import { words } from "../words/frame.ts";
import { Transcript } from "./transcript.tsx";
import { TriggerBar } from "./trigger_bar.tsx";

export function Chat({ store }: { store: ConversationStore }) {
  const past = replay.value?.store;
  // Another conversation has another past.
  const shown = past?.id === store.id ? past : store;
  const inReplay = shown !== store;
  return (
    <section class="chat" aria-label={shown.state.title || words.thisConversation}>
      <Header store={shown} inReplay={inReplay} />
      {shown.asOf && (
        <p class="banner" role="status">
          <Icon name="cloud-off" />
          {words.asOf(clock(shown.asOf))}
        </p>
      )}
      <FindHere store={shown} key={shown.id} />
      <Transcript store={shown} key={inReplay ? `replay ${replay.value?.round}` : "live"} />
      {inReplay ? <ReplayBar /> : (
        <>
          {store.live && <TriggerBar store={store} />}
          <Composer store={store} />
        </>
      )}
    </section>
  );
}
