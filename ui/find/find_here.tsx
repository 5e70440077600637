/** Opens the box for finding words in the conversation; what finds them is loaded with it. */
import { useEffect } from "preact/hooks";
import { useKeys } from "../keys/acts.ts";
import { lazy } from "../parts/lazy.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { finding } from "./opened.ts";

const FindBar = lazy<{ store: ConversationStore }>(async () => (await import("./find_bar.tsx")).FindBar);

export function FindHere({ store }: { store: ConversationStore }) {
  useKeys({ find: () => finding.value ? false : void (finding.value = true) });
  useEffect(() => () => void (finding.value = false), []);
  return finding.value ? <FindBar store={store} /> : null;
}
