/** Above the buttons of who can be asked: whose hand is up, with what it would add, and the way to the setting. */
import "./hands.css";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import { setForHands } from "../../projections/conversation/hands.ts";
import { type Hand, handsOf } from "../../projections/conversation/raised_hands.ts";
import { Icon } from "../parts/icon.tsx";
import { MemberMark } from "../parts/mark.tsx";
import { Name } from "../parts/name.tsx";
import { ask } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { orSay } from "../state/toast.ts";
import { spoken } from "../state/spoken.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/hands.ts";

/** A screen reader is told once, when the last of them has said. */
function useTold(store: ConversationStore, hands: readonly Hand[]): void {
  const asked = useRef(false);
  const asking = hands.some(({ is }) => is === "asked");
  useEffect(() => {
    if (asked.current && !asking && hands.length > 0) {
      const names = hands.filter(({ is }) => is === "up").map(({ participantId }) =>
        clearText(store.now.participants.find(({ id }) => id === participantId)?.name ?? "")
      );
      spoken.say(names.length > 0 ? words.up(names.join(", ")) : words.none);
    }
    asked.current = asking;
  }, [asking]);
}

/** Its button goes with its hand: the next key is for what stays. */
const leave = () => document.querySelector<HTMLElement>(".hands-set > button")?.focus();

export function HandsBar({ store }: { readonly store: ConversationStore }) {
  const state = store.now;
  // Who was just pressed cannot be pressed again before that is known.
  const pressed = useSignal("");
  const hands = handsOf(state);
  const up = hands.filter(({ is }) => is === "up");
  useTold(store, hands);
  const press = async ({ turnId }: Hand, agentId: string) => {
    pressed.value = turnId;
    leave();
    const answer = await orSay(ask(store.id, agentId));
    if (!answer.ok) pressed.value = "";
  };
  if (up.length === 0) return null;
  return (
    <div class="hands" role="group" aria-label={words.raised}>
      {up.map((hand) => {
        const member = state.participants.find(({ id }) => id === hand.participantId);
        if (!member) return null;
        return (
          <button
            type="button"
            key={hand.turnId}
            class="outline"
            data-color={member.color}
            disabled={pressed.value === hand.turnId}
            onClick={() => void press(hand, member.agentId)}
          >
            <Icon name="hand" />
            <MemberMark roster={store.state} member={member} size={18} />
            <b>
              <Name of={member.name} />
            </b>
            <span class="sr">{words.wouldAdd}</span>
            <span class="line" dir="auto">{hand.line}</span>
          </button>
        );
      })}
    </div>
  );
}

/** The way to the setting: how many hands are up, and that agents are being asked. */
export function HandsButton({ store }: { readonly store: ConversationStore }) {
  const hands = handsOf(store.now);
  const asking = hands.some(({ is }) => is === "asked");
  const up = hands.filter(({ is }) => is === "up").length;
  return (
    <span class={setForHands(store.now) ? "hands-set on" : "hands-set"}>
      <button
        type="button"
        class="plain"
        aria-busy={asking}
        aria-haspopup="dialog"
        onClick={() => (dialog.value = { name: "hands" })}
      >
        {asking ? <span class="spinner" /> : <Icon name="hand" />}
        {asking
          ? words.asking
          : hands.length > 0
          ? `${words.off} · ${words.told(up, hands.length)}`
          : words.off}
      </button>
    </span>
  );
}
