/** The agents above the chat: each pill turns one on or off, shows what it is doing, and has its menu. */
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Participant } from "../../projections/shapes/folds.ts";
import { Icon } from "../parts/icon.tsx";
import { MemberMark } from "../parts/mark.tsx";
import { Menu } from "../parts/menu.tsx";
import { Name } from "../parts/name.tsx";
import { nextIn } from "../parts/roving.ts";
import { addAgent, enable, move } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { settings } from "../state/server_state.ts";
import { orSay } from "../state/toast.ts";
import { words as frame } from "../words/frame.ts";
import { words } from "../words/head.ts";
import { agentItems, doingOf } from "./agent_doing.ts";

/**
 * Whether the pills have to do without names. How much room they take with names is measured as they are drawn with
 * them, before anybody sees it, and again when `content` changes; how much there is, whenever that changes.
 */
function useBare(list: RefObject<HTMLElement | null>, content: string): boolean {
  const bare = useSignal(false);
  const needed = useRef(0);
  const decide = () => (bare.value = needed.current > (list.current?.clientWidth ?? 0));
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    element.classList.remove("bare");
    const [from = 0, to = 0] = [element.firstElementChild, element.lastElementChild].map((one, at) =>
      one?.getBoundingClientRect()[at === 0 ? "left" : "right"]
    );
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    needed.current = to - from + parseFloat(paddingLeft) + parseFloat(paddingRight);
    decide();
    element.classList.toggle("bare", bare.peek());
  }, [content]);
  useLayoutEffect(() => {
    if (!list.current) return;
    const observer = new ResizeObserver(decide);
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  return bare.value;
}

export function Pills({ store }: { store: ConversationStore }) {
  const list = useRef<HTMLUListElement>(null);
  const dragged = useSignal<string | null>(null);
  const stop = useSignal<string | null>(null);
  const { participants } = store.now;
  // What takes no room is not measured: each look lays the page out, amid the work of an answer that begins or ends.
  const told = participants.map((one) => {
    const { what, full, odd } = doingOf(store, one);
    return full || odd ? `${one.name} ${what}` : one.name;
  });
  const bare = useBare(list, told.join());
  const first = participants.some(({ id }) => id === stop.value) ? stop.value : participants[0]?.id;
  return (
    <ul
      class={bare ? "pills bare" : "pills"}
      aria-label={words.agents}
      ref={list}
      onKeyDown={(event) =>
        nextIn([...event.currentTarget.querySelectorAll<HTMLElement>(".pill > .plain")], event, true)}
      onWheel={(event) => {
        if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
      }}
    >
      {participants.map((participant, index) => (
        <li
          key={participant.id}
          draggable={store.live}
          onDragStart={() => (dragged.value = participant.id)}
          onDragOver={(event) => dragged.value && event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            const { value } = dragged;
            if (value && value !== participant.id) void orSay(move(store.id, value, index));
            dragged.value = null;
          }}
          onFocusIn={() => (stop.value = participant.id)}
        >
          <Pill store={store} participant={participant} index={index} stop={participant.id === first} />
        </li>
      ))}
    </ul>
  );
}

interface PillProps {
  readonly store: ConversationStore;
  readonly participant: Participant;
  readonly index: number;
  /** Tab leads to it. */
  readonly stop: boolean;
}

function Pill({ store, participant, index, stop }: PillProps) {
  const open = useSignal(false);
  const { id, enabled } = participant;
  const doing = doingOf(store, participant);
  const toggle = () => store.live && void orSay(enable(store.id, id, !enabled));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" && !event.altKey && store.live) {
      event.preventDefault();
      open.value = true;
    } else if (event.altKey && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      event.preventDefault();
      void orSay(move(store.id, id, index + (event.key === "ArrowRight" ? 1 : -1)));
    }
  };
  return (
    <span class={`pill ${doing.status}${doing.asks ? " asks" : ""}`} data-color={participant.color}>
      <button
        type="button"
        class="plain"
        tabIndex={stop ? 0 : -1}
        aria-pressed={enabled}
        data-tip={`${clearText(participant.name)} · ${doing.what || participant.model} · ${
          enabled ? words.pillOn : words.pillOff
        }`}
        onClick={toggle}
        onKeyDown={onKeyDown}
        onContextMenu={(event) => {
          event.preventDefault();
          open.value = store.live;
        }}
      >
        <MemberMark
          roster={store.now}
          member={participant}
          size={22}
          state={doing.mark}
          leads={doing.leads}
        />
        <span class="name">
          <Name of={participant.name} />
        </span>
        {/* That it writes is told by its mark: a pill that grew by the word would push the others about. */}
        <span class={doing.full ? "what full" : doing.odd ? "what" : "what sr"}>
          {doing.what || participant.model}
        </span>
      </button>
      {store.live && (
        <Menu
          label={frame.actionsFor(clearText(participant.name))}
          class="icon more"
          align="start"
          tabIndex={-1}
          open={open}
          items={agentItems(store, participant, index)}
        >
          <Icon name="ellipsis" />
        </Menu>
      )}
    </span>
  );
}

/** The agents that do not take part yet. */
export function othersOf({ now }: ConversationStore) {
  const present = new Set(now.participants.map((p) => p.agentId));
  return Object.values(settings.value?.agents ?? {}).filter((a) => !a.archived && !present.has(a.id));
}

export function AddAgent({ store }: { store: ConversationStore }) {
  const others = othersOf(store);
  if (others.length === 0) {
    return (
      <a
        class="icon add"
        href="/settings/agents"
        data-go
        aria-label={words.newAgent}
        data-tip={words.newAgent}
      >
        <Icon name="plus" />
      </a>
    );
  }
  return (
    <Menu
      label={words.addAgent}
      class="icon add"
      items={others.map(({ id, name }) => ({
        label: name,
        run: () => void orSay(addAgent(store.id, id)),
      }))}
    >
      <Icon name="plus" />
    </Menu>
  );
}
