/** Behind the count of agents: all of them with switches, order and menus, and those that may be added. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Participant } from "../../projections/shapes/folds.ts";
import { Icon } from "../parts/icon.tsx";
import { Mark, MemberMark } from "../parts/mark.tsx";
import { Menu } from "../parts/menu.tsx";
import { Name } from "../parts/name.tsx";
import { Popover } from "../parts/popover.tsx";
import { watchDown } from "../rich/edges.ts";
import { addAgent, enable, move } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { orSay } from "../state/toast.ts";
import { words } from "../words/head.ts";
import { agentItems, doingOf } from "./agent_doing.ts";
import { othersOf } from "./pills.tsx";

export function AgentsButton({ store }: { store: ConversationStore }) {
  const { participants } = store.now;
  const on = participants.filter(({ enabled }) => enabled).length;
  return (
    <Popover
      label={words.agentsOn(participants.length, on)}
      name={words.agents}
      class="select count"
      content={() => <Agents store={store} />}
    >
      <span class="long">{words.agentCount(participants.length)}</span>
      <span class="short">{participants.length}</span>
      <Icon name="chevron-down" />
    </Popover>
  );
}

/** All agents of a conversation with their switches, and those who can be added. */
export function Agents({ store }: { store: ConversationStore }) {
  const dragged = useSignal<string | null>(null);
  const { participants } = store.now;
  return (
    <div class="agents">
      <header>
        <h2>{words.agents}</h2>
        {store.live && <AllOn store={store} />}
      </header>
      {store.live && <Others store={store} />}
      <ul aria-label={words.agentsAndOrder}>
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
          >
            <Line store={store} participant={participant} index={index} />
          </li>
        ))}
      </ul>
      {participants.length === 0 && <p class="hint">{words.nobodyYet}</p>}
    </div>
  );
}

/**
 * Those who can be added, above the list that grows with each. Who is added stays here while it is open: whoever presses
 * one after the other, or twice, finds under the pointer what was there.
 */
function Others({ store }: { store: ConversationStore }) {
  const seen = useRef<ReturnType<typeof othersOf>>([]);
  const others = new Map(othersOf(store).map((one) => [one.id, one]));
  const known = new Set(seen.current.map(({ id }) => id));
  seen.current = [...seen.current, ...[...others.values()].filter(({ id }) => !known.has(id))];
  return (
    <section class="others" aria-label={words.addHeading}>
      <h2>{words.addHeading}</h2>
      <div ref={(box) => watchDown(box)}>
        {seen.current.map(({ id, name, color }) => (
          <button
            type="button"
            key={id}
            class="chip"
            aria-pressed={!others.has(id)}
            // Not disabled, which would lose the focus.
            onClick={() => others.has(id) && void orSay(addAgent(store.id, id))}
          >
            {others.has(id) ? <Mark agent={id} color={color} size={18} /> : <Icon name="check" size={18} />}
            <Name of={name} />
          </button>
        ))}
        <a class="chip" href="/settings/agents" data-go>
          <Icon name="plus" />
          {words.newAgent}
        </a>
      </div>
    </section>
  );
}

/** All at once: with twenty of them nobody wants to press twenty times. */
function AllOn({ store }: { store: ConversationStore }) {
  const { participants } = store.now;
  const wanted = participants.some(({ enabled }) => !enabled);
  const all = async () => {
    for (const { id, enabled } of participants) {
      if (enabled !== wanted && !(await orSay(enable(store.id, id, wanted))).ok) return;
    }
  };
  if (participants.length < 2) return null;
  return (
    <button type="button" class="quiet small" onClick={() => void all()}>
      {wanted ? words.allOn : words.allOff}
    </button>
  );
}

interface LineProps {
  readonly store: ConversationStore;
  readonly participant: Participant;
  readonly index: number;
}

function Line({ store, participant, index }: LineProps) {
  const { id, name, model, enabled, color } = participant;
  const doing = doingOf(store, participant);
  const named = clearText(name);
  return (
    <>
      {store.live && (
        <button
          type="button"
          class="icon grip"
          aria-label={words.moveAgent(named)}
          data-tip={words.moveHow}
          onKeyDown={(event) => {
            const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
            if (step === 0) return;
            event.preventDefault();
            void orSay(move(store.id, id, index + step));
          }}
        >
          <Icon name="grip-vertical" />
        </button>
      )}
      <MemberMark roster={store.now} member={participant} state={doing.mark} leads={doing.leads} />
      <span class="who-is" data-color={color}>
        <b>
          <Name of={name} />
        </b>
        <small>{[doing.leads && words.manages, doing.what || model].filter(Boolean).join(" · ")}</small>
      </span>
      {store.live && (
        <Menu label={words.actionsIn(named)} items={agentItems(store, participant, index)}>
          <Icon name="ellipsis" />
        </Menu>
      )}
      <button
        type="button"
        class="switch"
        role="switch"
        aria-checked={enabled}
        aria-label={named}
        disabled={!store.live}
        onClick={() => void orSay(enable(store.id, id, !enabled))}
      />
    </>
  );
}
