/** An answer of which nothing is there for long: for how long, and how long this agent mostly takes. */
import { useEffect } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Message } from "../../projections/shapes/folds.ts";
import { count, seconds } from "../parts/format.ts";
import { Fish } from "../parts/fish.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { now, watchTime } from "../state/ticking.ts";
import { words } from "../words/answers.ts";
import { usualMs } from "./usual.ts";

/** Milliseconds after which one may ask oneself whether anything still happens. */
const LONG_MS = 20_000;

export function LongWait({ store: { state }, message }: { store: ConversationStore; message: Message }) {
  useEffect(watchTime, []);
  const since = Date.parse(state.turns[message.turnId ?? ""]?.startedAt ?? message.at);
  const waited = now.value - since;
  if (waited < LONG_MS) return null;
  const usual = usualMs(state, message.participantId ?? "");
  return (
    <div class="long-wait">
      <Fish does="swims" />
      <div>
        <b>{words.stillSwimming}</b>
        <p class="num">
          {words.thinksFor(clearText(message.author.name), `${count(Math.floor(waited / 1_000))} s`)}
          {usual !== null && ` ${words.mostTake(seconds(usual))}`}
        </p>
      </div>
    </div>
  );
}
