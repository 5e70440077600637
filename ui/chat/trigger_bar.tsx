/**
 * On request: one button per agent, and one for all in turn (S4-49…53). The bar is off while it asks, no longer:
 * while one agent answers another can be asked; only who answers cannot be asked again, nor all together.
 */
import { useSignal } from "@preact/signals";
import { factsOf } from "../../events/catalog/modes.ts";
import { openInTalk } from "../../projections/conversation/trials.ts";
import { agentStatus } from "../../projections/conversation/conversation.ts";
import type { Written } from "../../server/contract/conversation_shapes.ts";
import { HandsButtonHere, HandsHere } from "../hands/hands_here.ts";
import type { Answer } from "../state/api.ts";
import { ask, askAll } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { outbox } from "../state/server_state.ts";
import { orSay } from "../state/toast.ts";
import { MemberMark } from "../parts/mark.tsx";
import { Name } from "../parts/name.tsx";
import { words } from "../words/writing.ts";
import { watchDown } from "../rich/edges.ts";
import { Robot } from "../parts/robot.tsx";

/** Stands for everybody where one agent's id could stand. */
const ALL = "all";

export function TriggerBar({ store }: { store: ConversationStore }) {
  // Who is being asked; `seq` is not known before the server's answer.
  const asked = useSignal<{ readonly who: string; readonly seq: number } | null>(null);
  const { participants, mode } = store.now;
  if (!factsOf(mode).onRequest || participants.length === 0) return null;
  // What was just sent must be there before anybody is asked about it.
  const sending = outbox.items.value.some((item) =>
    item.conversationId === store.id && item.status === "sending"
  );
  const inFlight = asked.value?.seq === Infinity;
  const busy = inFlight || sending;
  // Asked, but the events that say so are still on their way: a second click would only be refused.
  const arriving = asked.value && store.state.seq < asked.value.seq ? asked.value.who : null;
  const begin = async (who: string, asking: () => Promise<Answer<Written>>) => {
    if (asked.value?.seq === Infinity) return;
    asked.value = { who, seq: Infinity };
    const answer = await orSay(asking());
    asked.value = answer.ok ? { who, seq: answer.value.seq } : null;
  };
  return (
    <>
      <HandsHere store={store} />
      <div class="trigger-line">
        {/* Told with each drawing: one more agent changes no size that would be heard of. */}
        <div class="trigger-bar" role="group" aria-label={words.askAnAgent} ref={(box) => watchDown(box)}>
          <span>{words.askAgent}</span>
          {participants.map((p) => {
            const spinning = arriving === p.id || (arriving === ALL && p.enabled) ||
              ["answering", "waiting"].includes(agentStatus(store.state, p));
            return (
              <button
                type="button"
                key={p.id}
                class="outline"
                data-color={p.color}
                disabled={busy || spinning || !p.enabled}
                aria-busy={spinning}
                onClick={() => void begin(p.id, () => ask(store.id, p.agentId))}
              >
                {spinning
                  ? <span class="spinner" />
                  : <MemberMark roster={store.state} member={p} size={18} />}
                <Robot />
                <Name of={p.name} />
              </button>
            );
          })}
          <button
            type="button"
            class="outline"
            disabled={busy || arriving !== null || openInTalk(store.now).length > 0}
            onClick={() => void begin(ALL, () => askAll(store.id))}
          >
            {words.askAll}
          </button>
        </div>
        <HandsButtonHere store={store} />
      </div>
    </>
  );
}
