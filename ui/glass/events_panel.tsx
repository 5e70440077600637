/** The log as it grows: the last events, with a filter. A click looks at the conversation as it was then. */
import { Name } from "../parts/avatar.tsx";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import { clock, count } from "../parts/format.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { eventsAfter } from "../state/queries.ts";
import { enter, replay } from "../state/replay.ts";
import { connections } from "../state/ui_state.ts";

/** Events shown. */
const TAIL = 200;

interface Subject {
  readonly name: string;
  readonly color: number | undefined;
  readonly detail: string;
}

/** Who an event is about, and its most telling detail. */
function subjectOf(store: ConversationStore, event: AnyEvent): Subject {
  const data = event.data as Record<string, unknown>;
  const { state } = store;
  const turn = typeof data["turnId"] === "string" ? state.turns[data["turnId"]] : undefined;
  const id = typeof data["participantId"] === "string" ? data["participantId"] : turn?.participantId ?? "";
  const who = participantOf(state, id);
  const reason = data["reason"] as { text?: string } | undefined;
  const error = data["error"] as { code?: string } | undefined;
  const checked = event.type === "InclusionSet" ? (data["included"] ? "in" : "out") : "";
  const allowed = event.type === "ToolDecided" ? (data["allowed"] ? "allowed" : "refused") : "";
  const detail = event.erased ? "erased" : reason?.text ?? error?.code ?? (checked || allowed);
  return {
    name: who?.name ?? "",
    color: who?.color,
    detail: detail || String(data["why"] ?? data["mode"] ?? ""),
  };
}

const words = (type: string) => type.replace(/(?!^)([A-Z])/g, ".$1").toLowerCase();

export function EventsPanel({ store, live }: { store: ConversationStore; live: ConversationStore }) {
  const filter = useSignal("");
  const earlier = useSignal<readonly AnyEvent[]>([]);
  useEffect(() => void (earlier.value = []), [live]);
  // Opened while the server was away it has none; each conversation begins with one.
  const tries = earlier.value.length === 0 ? connections.value : 0;
  useEffect(() => {
    if (earlier.value.length > 0) return;
    const late = new AbortController();
    const after = Math.max(0, live.state.seq - TAIL);
    void eventsAfter(live.id, after, TAIL, late.signal).then((answer) => {
      if (answer.ok) earlier.value = answer.value.events;
    });
    return () => late.abort();
  }, [live, tries]);
  const all = replay.value
    ? replay.value.events
    : [...earlier.value, ...live.events.value.filter((e) => e.seq > (earlier.value.at(-1)?.seq ?? 0))];
  const wanted = filter.value.trim().toLowerCase();
  const line = (event: AnyEvent) => `${words(event.type)} ${subjectOf(store, event).name}`.toLowerCase();
  const end = replay.value?.at ?? Infinity;
  const shown = all.filter((e) => !wanted || line(e).includes(wanted)).slice(-TAIL);
  return (
    <>
      <input
        class="filter"
        type="search"
        placeholder="Filter events"
        aria-label="Filter events"
        value={filter.value}
        onInput={(event) => (filter.value = event.currentTarget.value)}
      />
      <ol class="events">
        {shown.toReversed().map((event) => {
          const subject = subjectOf(store, event);
          return (
            <li key={event.seq}>
              <button
                type="button"
                class={`${event.seq === end ? "here" : ""}${event.seq > end ? " later" : ""}`}
                data-color={subject.color}
                title={`Look at the conversation as it was after event ${event.seq}`}
                onClick={() => void enter(live.id, event.seq)}
              >
                <span class="seq">{count(event.seq)}</span>
                <i class="dot" />
                <span class="type">
                  {words(event.type)} <Name of={subject.name} otherwise="" />
                </span>
                <span class="detail">{subject.detail || clock(event.at)}</span>
              </button>
            </li>
          );
        })}
      </ol>
      {shown.length === 0 && <p class="hint">{wanted ? "No event matches." : "Nothing has happened yet."}</p>}
    </>
  );
}
