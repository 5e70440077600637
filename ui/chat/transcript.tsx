/** What was said, exchange by exchange in the order of the log, and below it what is on its way. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useAnswerKeys } from "../exchange/answer_keys.ts";
import { ExchangeView } from "../exchange/exchange.tsx";
import { type Exchange, exchangesOf, keepingSame } from "../exchange/grouping.ts";
import { Icon } from "../parts/icon.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { readingOf } from "../state/reading.ts";
import { older, outbox, sought } from "../state/server_state.ts";
import { words } from "../words/answers.ts";
import { Empty } from "./empty.tsx";
import { useFollowing } from "./following.ts";
import { Invitation, invites } from "./invitation.tsx";
import { Outgoing } from "./outgoing.tsx";
import { show } from "./showing.ts";

/** Pixels from the top where older messages are asked for. */
const NEAR_TOP = 300;
/** Messages asked for there at once: as many as can be laid out while one scrolls on. */
const AT_ONCE = 25;

/** Once what was added stands where it belongs: its sizes are told after the first frame that has it. */
const inPlace = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

export function Transcript({ store }: { store: ConversationStore }) {
  const { scroller, content, pinned, unseen, scrolled, toEnd, toRow } = useFollowing();
  const loading = useSignal(false);
  const state = store.now;
  const order = store.order.value;
  const first = order.findIndex((id) => state.bodies[id]);
  const exchanges = useExchanges(store, first < 0 ? order : order.slice(first), pinned);
  const onScroll = async (box: Element) => {
    scrolled(box);
    const near = () => box.isConnected && box.scrollTop < NEAR_TOP && store.live;
    if (first <= 0 || loading.value || !near()) return;
    loading.value = true;
    // At the very top a wheel moves nothing that could be heard: whoever is still there wants the page before too.
    while (near() && await older(store, AT_ONCE)) await inPlace();
    loading.value = false;
  };
  // What one has just written is where one wants to be.
  const outgoing = outbox.items.value.filter((item) => item.conversationId === store.id);
  useEffect(() => {
    if (outgoing.length > 0) toEnd();
  }, [outgoing.length]);
  const coming = store.live || store.asOf ? outgoing.filter(({ id }) => !state.messages[id]) : [];
  // What is on its way takes its place at once: both would stand there for a moment, and move.
  const quiet = order.length === 0 && coming.length === 0;
  useSought(store, exchanges, content, toRow);
  useAnswerKeys(store, exchanges);
  return (
    <div class="transcript-frame">
      <div
        class="transcript"
        ref={scroller}
        role="log"
        aria-label={words.messages}
        aria-live="off"
        tabIndex={0}
        onScroll={(event) => void onScroll(event.currentTarget)}
      >
        <div
          class={quiet ? "column quiet" : invites(store, exchanges) ? "column inviting" : "column"}
          ref={content}
        >
          {first > 0 && <p class="hint" aria-busy={loading.value}>{words.olderAbove}</p>}
          {quiet && <Empty store={store} />}
          <Exchanges store={store} exchanges={exchanges} />
          <Invitation store={store} exchanges={exchanges} />
          {coming.map((item) => <Outgoing key={item.id} item={item} state={state} />)}
        </div>
      </div>
      {unseen.value && (
        <button type="button" class="to-end" onClick={toEnd}>
          {words.newMessages}
          <Icon name="arrow-down" />
        </button>
      )}
    </div>
  );
}

/** Frames in which what is sought is waited for: it may have to be unfolded, or its part of the page loaded. */
const SOUGHT_FRAMES = 300;

/** Shows the message that is sought, unfolding what it stands in, and marks it for a moment. */
function useSought(
  store: ConversationStore,
  exchanges: readonly Exchange[],
  content: { readonly current: HTMLElement | null },
  toRow: (row: Element) => void,
): void {
  const wanted = sought.value;
  useEffect(() => {
    if (wanted === null) return;
    show(readingOf(store.id), exchanges, wanted, store.state.messages[wanted]?.panel?.stage ?? null);
    let frames = 0;
    const look = () => {
      const element = document.getElementById(wanted);
      if (!element || !content.current?.contains(element)) {
        if (++frames < SOUGHT_FRAMES) frame = requestAnimationFrame(look);
        return;
      }
      sought.value = null;
      toRow(element);
      element.classList.add("found");
      element.addEventListener("animationend", () => element.classList.remove("found"), { once: true });
    };
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [wanted, exchanges]);
}

/** The exchanges of what is in the page. The one before the last stays open for whoever reads in it. */
function useExchanges(
  store: ConversationStore,
  ids: readonly string[],
  pinned: { readonly current: boolean },
): readonly Exchange[] {
  const before = useRef<readonly Exchange[]>([]);
  const exchanges = keepingSame(before.current, exchangesOf(store.state, ids));
  const last = before.current.at(-1)?.key;
  if (last !== undefined && exchanges.at(-1)?.key !== last && !pinned.current) {
    readingOf(store.id).exchanges.change(last, { folded: false });
  }
  before.current = exchanges;
  return exchanges;
}

interface ExchangesProps {
  readonly store: ConversationStore;
  readonly exchanges: readonly Exchange[];
}

/** Of an exchange that is as it was the same nodes are shown again: with each event one exchange is made anew, not all. */
function Exchanges({ store, exchanges }: ExchangesProps) {
  const made = useRef(new WeakMap<Exchange, { store: ConversationStore; last: boolean; node: VNode }>());
  const nodes = exchanges.map((exchange, index) => {
    const last = index === exchanges.length - 1;
    const known = made.current.get(exchange);
    if (known?.store === store && known.last === last) return known.node;
    const node = <ExchangeView key={exchange.key} store={store} exchange={exchange} last={last} />;
    made.current.set(exchange, { store, last, node });
    return node;
  });
  return <>{nodes}</>;
}
