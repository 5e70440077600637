/** The roster: each agent's pill turns it on or off, shows whether it answers, and holds its menu. */
import { clearText } from "../../events/catalog/clear_text.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import { useSignal } from "@preact/signals";
import { isNearlyFull, lastTokens, percentOf } from "../../projections/context/tokens.ts";
import { agentStatus } from "../../projections/conversation/conversation.ts";
import type { Participant } from "../../projections/conversation/state.ts";
import { waits as waitsForPerson } from "../../projections/conversation/message_view.ts";
import { write } from "../state/api.ts";
import { insert } from "../state/composer_text.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { settings } from "../state/server_state.ts";
import { say } from "../state/ui_state.ts";
import { showContext } from "../state/context_choice.ts";
import { waits } from "../state/waits.ts";
import { toTheSecond } from "../parts/format.ts";
import { Avatar, Name } from "../parts/avatar.tsx";
import { Menu } from "../parts/menu.tsx";

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
  store.tick.value;
  const dragged = useSignal<string | null>(null);
  const { participants } = store.state;
  const move = (id: string, position: number) =>
    call(store, "PATCH", `/participants/${id}`, { position: Math.max(0, position) });
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
            if (dragged.value && dragged.value !== participant.id) void move(dragged.value, index);
            dragged.value = null;
          }}
        >
          <Pill store={store} participant={participant} index={index} move={move} />
        </li>
      ))}
      {store.live && <AddAgent store={store} />}
    </ul>
  );
}

async function call(
  store: ConversationStore,
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  body: object = {},
) {
  const answer = await write(method, `/api/conversations/${store.id}${path}`, body);
  if (!answer.ok) say(answer.message, true);
}

function Pill(props: {
  store: ConversationStore;
  participant: Participant;
  index: number;
  move(id: string, position: number): Promise<void>;
}) {
  const { store, participant, index, move } = props;
  const status = agentStatus(store.state, participant);
  const tokens = lastTokens(store.state, participant.id);
  const until = waitingUntil(store, participant);
  const full = tokens && isNearlyFull(tokens) ? `${percentOf(tokens)} % full` : "";
  const toggle = () =>
    store.live && call(store, "PATCH", `/participants/${participant.id}`, { enabled: !participant.enabled });
  const solo = async () => {
    for (const other of store.state.participants) {
      const enabled = other.id === participant.id;
      if (other.enabled !== enabled) await call(store, "PATCH", `/participants/${other.id}`, { enabled });
    }
  };
  const { onRequest } = factsOf(store.state.mode);
  const ask = () =>
    onRequest
      ? call(store, "POST", `/trigger_agent/${participant.agentId}`)
      : insert.value = `@${participant.name} `;
  return (
    <span class={`pill ${status}`} data-color={participant.color}>
      <button
        type="button"
        class="plain"
        aria-pressed={participant.enabled}
        title={participant.enabled ? "Answers. Click to turn off" : "Off. Click to turn on"}
        onClick={() => void toggle()}
        onKeyDown={(event) => {
          if (!event.altKey || !event.key.startsWith("Arrow")) return;
          event.preventDefault();
          void move(participant.id, index + (event.key === "ArrowRight" ? 1 : -1));
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
            { label: onRequest ? "Ask" : "Ask only this one", run: () => void ask() },
            { label: "Solo: turn the others off", run: () => void solo() },
            {
              label: "What it will see",
              run: () => showContext(participant.id),
            },
            { label: "Move left", run: () => void move(participant.id, index - 1) },
            { label: "Move right", run: () => void move(participant.id, index + 1) },
            {
              label: "Remove",
              danger: true,
              run: () => void call(store, "DELETE", `/participants/${participant.id}`),
            },
          ]}
        >
          ⋮
        </Menu>
      )}
    </span>
  );
}

function AddAgent({ store }: { store: ConversationStore }) {
  store.tick.value;
  const present = new Set(store.state.participants.map((p) => p.agentId));
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
          run: () => void call(store, "POST", "/participants", { agentId: agent.id }),
        }))}
      >
        + Add agent
      </Menu>
    </li>
  );
}
