/** A line under the story: asks whether what is on the page is what the signed chain of the log covers. */
import { useSignal } from "@preact/signals";
import { exact } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { proofLines } from "../state/queries.ts";
import { words } from "../words/behind.ts";
import type { ScreenCheck } from "./chain_check.ts";

/** Of the build: the schemas say it, and are in no page. */
declare const WORD_BLANKS: Readonly<Record<string, unknown>>;

type Found = { readonly as: "waits" | "holds" | "wrong"; readonly said: string };

/** What came of it, in a sentence. */
export function foundOf({ checked, messages, differs }: ScreenCheck, live: ConversationStore): Found {
  const { chain } = words;
  if (checked.ok === null) return { as: "wrong", said: chain.unable };
  if (!checked.ok) return { as: "wrong", said: chain.refuted(checked.refuted.line, checked.refuted.detail) };
  if (differs === null) return { as: "holds", said: chain.holds(checked.proved.events, messages) };
  const { author, at = "" } = live.state.messages[differs] ?? {};
  return { as: "wrong", said: chain.differs(author?.name ?? "", exact(at)) };
}

export function ChainLine({ live }: { live: ConversationStore }) {
  const found = useSignal<Found | null>(null);
  const ask = async () => {
    found.value = { as: "waits", said: words.chain.checking };
    const [{ checkScreen }, lines] = await Promise.all([import("./chain_check.ts"), proofLines(live.id)]);
    found.value = lines.ok
      ? foundOf(await checkScreen(lines.value, live.state, globalThis.crypto?.subtle, WORD_BLANKS), live)
      : { as: "wrong", said: lines.message };
  };
  const { as, said } = found.value ?? {};
  return (
    <p class={`chain-line ${as ?? ""}`}>
      <button type="button" class="slim" disabled={as === "waits"} onClick={() => void ask()}>
        <Icon name="shield-check" />
        <span>{words.chain.check}</span>
      </button>
      <span role="status">{said}</span>
    </p>
  );
}
