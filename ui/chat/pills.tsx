/** The roster: each agent's pill turns it on or off, shows whether it answers, and holds its menu. */
import { clearText } from "../../events/catalog/clear_text.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import { useSignal } from "@preact/signals";
import { isNearlyFull, lastTokens, percentOf } from "../../projections/context/tokens.ts";
import { agentStatus } from "../../projections/conversation/conversation.ts";
import type { Participant } from "../../projections/shapes/folds.ts";
import { waits as waitsForPerson } from "../../projections/conversation/message_view.ts";
import { addAgent, ask, enable, move, removeAgent } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { settings } from "../state/server_state.ts";
import { orSay } from "../state/toast.ts";
import { waits } from "../state/waits.ts";
import { toTheSecond } from "../parts/format.ts";
import { Avatar, Name } from "../parts/avatar.tsx";
import { type Item, Menu } from "../parts/menu.tsx";
import { insert, showContext } from "../state/ui_state.ts";

const WORDS = { idle: "", waiting: "waiting", answering: "answering", off: "off" } as const;

/** Until when the participant's answer waits because its provider asked for it. */
function waitingUntil({ state }: ConversationStore, { id }: Participant): string | undefined {
  const turnId = state.open.find((open) => state.turns[open]?.participantId === id && waits.value.has(open));
  return turnId === undefined ? undefined : waits.value.get(turnId);
}

/** Whether the participant's answer asks something and waits for a person's word; the question may be out of sight. */
function asks({ state }: ConversationStore, { id }: Participant): boolean {
  return state.open.some((open) => {
    const turn = state.turns[open];
    if (turn?.participantId !== id || turn.status !== "running") return false;
    const uses = state.bodies[turn.messageId ?? ""]?.tools ?? [];
    return uses.some((use) => waitsForPerson(use) && use.attempt === turn.attempt);
  });
}

export function Pills({ store }: { store: ConversationStore }) {
  const dragged = useSignal<string | null>(null);
  const { participants } = store.now;
  return (
    <ul class="pills" aria-label="Agents">
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
          <Pill store={store} participant={participant} index={index} />
        </li>
      ))}
      {store.live && <AddAgent store={store} />}
    </ul>
  );
}

interface PillProps {
  readonly store: ConversationStore;
  readonly participant: Participant;
  readonly index: number;
}

function Pill({ store, participant, index }: PillProps) {
  const { id } = participant;
  // Read here and not given: what an agent does changes though its entry in the roster does not.
  const state = store.now;
  const status = agentStatus(state, participant);
  const tokens = lastTokens(state, id);
  const until = waitingUntil(store, participant);
  const full = tokens && isNearlyFull(tokens) ? `${percentOf(tokens)} % full` : "";
  const moveBy = (step: number) => void orSay(move(store.id, id, index + step));
  return (
    <span class={`pill ${status}`} data-color={participant.color}>
      <button
        type="button"
        class="plain"
        aria-pressed={participant.enabled}
        title={participant.enabled ? "Answers. Click to turn off" : "Off. Click to turn on"}
        onClick={() => store.live && void orSay(enable(store.id, id, !participant.enabled))}
        onKeyDown={(event) => {
          if (!event.altKey || !event.key.startsWith("Arrow")) return;
          event.preventDefault();
          moveBy(event.key === "ArrowRight" ? 1 : -1);
        }}
      >
        <Avatar name={participant.name} />
        <span class="name">
          <Name of={participant.name} />
        </span>
        <span class={full && !until ? "what full" : "what"}>
          {until
            ? `waits until ${toTheSecond(until)} (asked by provider)`
            : asks(store, participant)
            ? "waits for you"
            : WORDS[status] || full || participant.model}
        </span>
      </button>
      {store.live && (
        <Menu
          label={`Actions for ${clearText(participant.name)}`}
          class="icon more"
          items={[
            askItem(store, participant),
            { label: "Solo: turn the others off", run: () => void solo(store, id) },
            { label: "What it will see", run: () => showContext(id) },
            { label: "Move left", run: () => moveBy(-1) },
            { label: "Move right", run: () => moveBy(1) },
            { label: "Remove", danger: true, run: () => void orSay(removeAgent(store.id, id)) },
          ]}
        >
          ⋮
        </Menu>
      )}
    </span>
  );
}

const askItem = ({ id, state }: ConversationStore, { agentId, name }: Participant): Item =>
  factsOf(state.mode).onRequest
    ? { label: "Ask", run: () => void orSay(ask(id, agentId)) }
    : { label: "Ask only this one", run: () => (insert.value = `@${name} `) };

async function solo(store: ConversationStore, wanted: string): Promise<void> {
  for (const { id, enabled } of store.state.participants) {
    if (enabled !== (id === wanted)) await orSay(enable(store.id, id, !enabled));
  }
}

function AddAgent({ store }: { store: ConversationStore }) {
  const present = new Set(store.now.participants.map((p) => p.agentId));
  const others = Object.values(settings.value?.agents ?? {}).filter((a) => !a.archived && !present.has(a.id));
  if (others.length === 0) {
    return (
      <li>
        <a class="pill add" href="/settings/agents" data-go>+ New agent</a>
      </li>
    );
  }
  return (
    <li>
      <Menu
        label="+ Add agent"
        class="pill add"
        items={others.map((agent) => ({
          label: agent.name,
          run: () => void orSay(addAgent(store.id, agent.id)),
        }))}
      >
        + Add agent
      </Menu>
    </li>
  );
}
