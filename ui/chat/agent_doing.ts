/** What an agent of a conversation is doing, in words and as its mark shows it, and what can be done with it. */
import { factsOf } from "../../events/catalog/modes.ts";
import { isNearlyFull, lastTokens, percentOf } from "../../projections/context/tokens.ts";
import { agentStatus } from "../../projections/conversation/conversation.ts";
import { needsPerson } from "../../projections/conversation/waiting.ts";
import type { Participant } from "../../projections/shapes/folds.ts";
import { toTheSecond } from "../parts/format.ts";
import type { MarkState } from "../parts/mark.tsx";
import type { Item } from "../parts/menu.tsx";
import { addAgent, ask, enable, move, removeAgent } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { orSay, orUndo } from "../state/toast.ts";
import { insert, showContext } from "../state/ui_state.ts";
import { waits } from "../state/waits.ts";
import { words } from "../words/head.ts";

const MARKS = { idle: undefined, waiting: "waiting", answering: "writing", off: "off" } as const;

/** Until when the participant's answer waits because its provider asked for it. */
function waitingUntil({ state }: ConversationStore, { id }: Participant): string | undefined {
  const turnId = state.open.find((open) => state.turns[open]?.participantId === id && waits.value.has(open));
  return turnId === undefined ? undefined : waits.value.get(turnId);
}

/** Whether the participant's answer asks something and waits for a person's word; the question may be out of sight. */
function asksPerson({ state }: ConversationStore, { id }: Participant): boolean {
  return state.open.some((open) => {
    const turn = state.turns[open];
    if (turn?.participantId !== id || turn.status !== "running") return false;
    const uses = state.bodies[turn.messageId ?? ""]?.tools ?? [];
    return uses.some((use) => needsPerson(use) && use.attempt === turn.attempt);
  });
}

export interface Doing {
  readonly status: keyof typeof MARKS;
  /** "" where there is nothing to say. */
  readonly what: string;
  /** It says what its mark does not: why it takes so long. */
  readonly odd: boolean;
  /** What it says is that its context is nearly full. */
  readonly full: boolean;
  /** It waits for a person's word. */
  readonly asks: boolean;
  readonly mark: MarkState | undefined;
  /** It manages the others. */
  readonly leads: boolean;
}

/** Reads what changes with every event: to be called where that is to be shown again. */
export function doingOf(store: ConversationStore, participant: Participant): Doing {
  const state = store.now;
  const status = agentStatus(state, participant);
  const tokens = lastTokens(state, participant.id);
  const until = waitingUntil(store, participant);
  const asks = asksPerson(store, participant);
  const nearlyFull = tokens && isNearlyFull(tokens) ? words.full(percentOf(tokens)) : "";
  const doing = status === "idle" ? "" : words.doing[status];
  const busy = until ? words.waitsUntil(toTheSecond(until)) : asks ? words.waitsForYou : doing;
  return {
    status,
    what: busy || nearlyFull,
    odd: until !== undefined || asks,
    full: !busy && nearlyFull !== "",
    asks,
    mark: asks ? "waiting" : MARKS[status],
    leads: factsOf(state.mode).addressed === true && state.manager?.participantId === participant.id,
  };
}

async function solo(store: ConversationStore, wanted: string): Promise<void> {
  for (const { id, enabled } of store.state.participants) {
    if (enabled !== (id === wanted)) await orSay(enable(store.id, id, !enabled));
  }
}

/** What the menu of an agent offers; `index` is its place in the roster. */
export function agentItems(
  store: ConversationStore,
  { id, agentId, name }: Participant,
  index: number,
): Item[] {
  const moveBy = (step: number) => void orSay(move(store.id, id, index + step));
  return [
    factsOf(store.state.mode).onRequest
      ? { label: words.ask, icon: "message-circle", run: () => void orSay(ask(store.id, agentId)) }
      : { label: words.askOnly, icon: "message-circle", run: () => (insert.value = `@${name} `) },
    { label: words.solo, icon: "user", run: () => void solo(store, id) },
    { label: words.willSee, icon: "eye", run: () => showContext(id) },
    { label: words.moveLeft, icon: "arrow-left", apart: true, run: () => moveBy(-1) },
    { label: words.moveRight, icon: "arrow-right", run: () => moveBy(1) },
    {
      label: words.remove,
      icon: "x",
      danger: true,
      apart: true,
      run: () =>
        void orUndo(
          removeAgent(store.id, id),
          words.removed(name),
          () => void orSay(addAgent(store.id, agentId)),
        ),
    },
  ];
}
