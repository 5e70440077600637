/** The messages, in the order of the log, and below them what is on its way. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ConversationStore } from "../state/conversation_store.ts";
import { older, outbox, sought } from "../state/server_state.ts";
import { Behind } from "../message/agents_talk.tsx";
import { Item } from "../message/message.tsx";
import { useFollowing } from "./following.ts";
import { Outgoing } from "./outgoing.tsx";
import { type Row, rowsOf } from "./rows.ts";

/** Pixels from the top where older messages are asked for. */
const NEAR_TOP = 300;

export function Transcript({ store }: { store: ConversationStore }) {
  const { scroller, content, unseen, scrolled, toEnd, toRow } = useFollowing();
  const loading = useSignal(false);
  const state = store.now;
  const order = store.order.value;
  const first = order.findIndex((id) => state.bodies[id]);
  const ids = first < 0 ? order : order.slice(first);
  const onScroll = async (box: Element) => {
    scrolled(box);
    if (box.scrollTop >= NEAR_TOP || first <= 0 || loading.value || !store.live) return;
    loading.value = true;
    await older(store);
    // Not before they are in place: until then one is still near the top.
    requestAnimationFrame(() => (loading.value = false));
  };
  // What one has just written is where one wants to be.
  const outgoing = outbox.items.value.filter((item) => item.conversationId === store.id);
  useEffect(() => {
    if (outgoing.length > 0) toEnd();
  }, [outgoing.length]);
  const wanted = sought.value;
  useEffect(() => {
    const element = wanted === null ? null : document.getElementById(wanted);
    if (!element || !content.current?.contains(element)) return;
    sought.value = null;
    toRow(element);
    element.classList.add("found");
    element.addEventListener("animationend", () => element.classList.remove("found"), { once: true });
  });
  return (
    <div class="transcript-frame">
      <div
        class="transcript"
        ref={scroller}
        role="log"
        aria-label="Messages"
        aria-live="off"
        tabIndex={0}
        onScroll={(event) => void onScroll(event.currentTarget)}
      >
        <div class="column" ref={content}>
          {first > 0 && <p class="hint" aria-busy={loading.value}>Older messages above…</p>}
          {order.length === 0 && <Empty store={store} />}
          {rowsOf(state, ids).map((row) => <Group key={row.ids[0]} store={store} row={row} />)}
          {store.live && outgoing.filter(({ id }) => !state.messages[id])
            .map((item) => <Outgoing key={item.id} item={item} />)}
        </div>
      </div>
      {unseen.value && <button type="button" class="to-end" onClick={toEnd}>New messages ↓</button>}
    </div>
  );
}

function Group({ store, row: { kind, ids } }: { store: ConversationStore; row: Row }) {
  if (kind === "one") return <Item store={store} id={ids[0]} />;
  if (kind === "behind") return <Behind store={store} ids={ids} />;
  return (
    <div class="together" data-count={ids.length}>
      {ids.map((id) => <Item key={id} store={store} id={id} card />)}
    </div>
  );
}

function Empty({ store }: { store: ConversationStore }) {
  const agents = store.now.participants.length;
  return (
    <div class="empty">
      <h2>Say something</h2>
      <p>
        {agents === 0
          ? "No agents take part yet. Add one above, or keep this as notes to yourself."
          : "Everyone whose pill is solid answers. Click a pill to turn an agent off."}
      </p>
    </div>
  );
}
