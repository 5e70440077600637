/**
 * The messages, in the order of the log. Answers of one exchange that were asked together stand side by side.
 * It follows the end only while the reader is there; any upward scroll lets go, and then what is read stays
 * where it is, whatever comes above or below it.
 */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { factsOf } from "../../events/catalog/modes.ts";
import type { ConversationState } from "../../projections/conversation/state.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { older, outbox, sought } from "../state/server_state.ts";
import { Behind } from "../message/agents_talk.tsx";
import { Item } from "../message/message.tsx";
import { Outgoing } from "./outgoing.tsx";

/** Pixels from the end that still count as being there. */
const AT_END = 60;

/** The row that the reader has at the top, and where it stood in the scrolled content, in pixels. */
interface Anchor {
  readonly row: Element;
  at: number;
}

const placeOf = (box: Element, row: Element): number => row.getBoundingClientRect().top + box.scrollTop;

/**
 * The first row that begins within `box`, or where none does the one that fills it; found by halves, there may
 * be thousands. One that begins above may still get another height, and would push what is read about.
 */
function anchorOf(box: Element, content: Element): Anchor | null {
  const { top, bottom } = box.getBoundingClientRect();
  const rows = content.children;
  const first = rows[0]?.matches(".hint") ? 1 : 0;
  let [from, to] = [first, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rows[middle]?.getBoundingClientRect().top ?? 0) >= top) to = middle;
    else from = middle + 1;
  }
  const begins = rows[from];
  const inside = from === first || (begins && begins.getBoundingClientRect().top < bottom);
  const row = inside ? begins : rows[from - 1];
  return row ? { row, at: placeOf(box, row) } : null;
}

/** Scrolls by what came or went above the anchor since it was last looked at; returns how much that was. */
function hold(box: Element, anchor: Anchor | null): number {
  if (!anchor?.row.isConnected) return 0;
  const now = placeOf(box, anchor.row);
  const above = now - anchor.at;
  anchor.at = now;
  if (above !== 0) box.scrollTop += above;
  return above;
}

/** A row of the transcript: one message, answers side by side, or the agents' own talk. */
export type Row =
  | { readonly kind: "one"; readonly id: string }
  | { readonly kind: "together"; readonly ids: readonly string[] }
  | { readonly kind: "behind"; readonly ids: readonly string[] };

/** Said between agents in manager mode: one click away from the person's view. */
function isBehind(state: ConversationState, id: string): boolean {
  const message = state.messages[id];
  if (!message) return false;
  const turn = state.turns[message.turnId ?? ""];
  if (message.role === "user") return message.author.kind === "system";
  if (!turn || !factsOf(turn.mode).addressed || message.role !== "assistant") return false;
  if (message.to !== undefined) return message.to !== "person";
  // Not yet addressed: the manager may still mean the person, anyone else cannot.
  return turn.participantId !== state.manager?.participantId;
}

/** Groups ids into rows. */
export function rowsOf(state: ConversationState, ids: readonly string[]): Row[] {
  const rows: Row[] = [];
  for (const id of ids) {
    const last = rows.at(-1);
    const turn = state.turns[state.messages[id]?.turnId ?? ""];
    if (isBehind(state, id)) {
      if (last?.kind === "behind") rows[rows.length - 1] = { kind: "behind", ids: [...last.ids, id] };
      else rows.push({ kind: "behind", ids: [id] });
      continue;
    }
    const before = last?.kind === "together" ? last.ids[0] : last?.kind === "one" ? last.id : undefined;
    const sibling = before === undefined ? undefined : state.turns[state.messages[before]?.turnId ?? ""];
    const together = turn && sibling && turn.exchange === sibling.exchange &&
      factsOf(turn.mode).sideBySide && turn.reason.round === undefined;
    if (together && last?.kind === "together") {
      rows[rows.length - 1] = { kind: "together", ids: [...last.ids, id] };
    } else if (together && last?.kind === "one") {
      rows[rows.length - 1] = { kind: "together", ids: [last.id, id] };
    } else rows.push({ kind: "one", id });
  }
  return rows;
}

export function Transcript({ store }: { store: ConversationStore }) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const pinned = useRef(true);
  const lastTop = useRef(0);
  const anchor = useRef<Anchor | null>(null);
  const unseen = useSignal(false);
  const loading = useSignal(false);
  const state = store.now;
  const order = store.order.value;
  const first = order.findIndex((id) => state.bodies[id]);
  const ids = first < 0 ? order : order.slice(first);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, []);
  useEffect(() => {
    const box = scroller.current;
    if (!box || !content.current) return;
    let height = box.scrollHeight;
    const observer = new ResizeObserver(() => {
      const grown = box.scrollHeight - height;
      height = box.scrollHeight;
      if (pinned.current) {
        box.scrollTop = box.scrollHeight;
        return;
      }
      const above = hold(box, anchor.current);
      if (grown - above > 1) unseen.value = true;
    });
    observer.observe(content.current);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  const onScroll = async () => {
    const box = scroller.current;
    if (!box) return;
    // Rows that were only estimated get their size as they come into sight.
    if (!pinned.current) hold(box, anchor.current);
    const up = box.scrollTop < lastTop.current;
    lastTop.current = box.scrollTop;
    const fromTheEnd = box.scrollHeight - box.scrollTop - box.clientHeight;
    // A scroll up that is not the end growing away lets go at once, near the end too.
    if (up && fromTheEnd > 1) pinned.current = false;
    else if (fromTheEnd < AT_END) {
      pinned.current = true;
      unseen.value = false;
    }
    anchor.current = content.current && anchorOf(box, content.current);
    if (box.scrollTop < 300 && first > 0 && !loading.value && store.live) {
      loading.value = true;
      await older(store);
      // Not before they are in place: until then one is still near the top.
      requestAnimationFrame(() => (loading.value = false));
    }
  };
  // What one has just written is where one wants to be.
  const sent = outbox.items.value.filter((item) => item.conversationId === store.id).length;
  useEffect(() => {
    if (sent > 0) toEnd();
  }, [sent]);
  const wanted = sought.value;
  useEffect(() => {
    const element = wanted === null ? null : document.getElementById(wanted);
    if (!element || !content.current?.contains(element)) return;
    sought.value = null;
    pinned.current = false;
    anchor.current = null;
    element.scrollIntoView({ block: "center" });
    element.classList.add("found");
    element.addEventListener("animationend", () => element.classList.remove("found"), { once: true });
  });
  const toEnd = () => {
    const box = scroller.current;
    pinned.current = true;
    unseen.value = false;
    if (box) box.scrollTop = box.scrollHeight;
  };

  return (
    <div class="transcript-frame">
      <div
        class="transcript"
        ref={scroller}
        role="log"
        aria-label="Messages"
        aria-live="off"
        tabIndex={0}
        onScroll={() => void onScroll()}
      >
        <div class="column" ref={content}>
          {first > 0 && <p class="hint" aria-busy={loading.value}>Older messages above…</p>}
          {order.length === 0 && <Empty store={store} />}
          {rowsOf(state, ids).map((row) =>
            row.kind === "one"
              ? <Item key={row.id} store={store} id={row.id} />
              : row.kind === "together"
              ? (
                <div class="together" key={row.ids[0]} data-count={row.ids.length}>
                  {row.ids.map((id) => <Item key={id} store={store} id={id} card />)}
                </div>
              )
              : <Behind key={row.ids[0]} store={store} ids={row.ids} />
          )}
          {store.live &&
            outbox.items.value.filter((item) => item.conversationId === store.id && !state.messages[item.id])
              .map((item) => <Outgoing key={item.id} item={item} />)}
        </div>
      </div>
      {unseen.value && <button type="button" class="to-end" onClick={toEnd}>New messages ↓</button>}
    </div>
  );
}

function Empty({ store }: { store: ConversationStore }) {
  const agents = store.state.participants.length;
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
