/** Opens the box for finding words in the conversation; what finds them is loaded with it. */
import { useEffect } from "preact/hooks";
import { useKeys } from "../keys/acts.ts";
import { lazy } from "../parts/lazy.tsx";
import { leaveField } from "../parts/left_field.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { finding } from "./opened.ts";

const FindBar = lazy<{ store: ConversationStore }>(async () => (await import("./find_bar.tsx")).FindBar);

function find(): boolean {
  if (finding.value) return false;
  // What is typed until the box is there is meant for it, not for the message.
  leaveField();
  finding.value = true;
  return true;
}

export function FindHere({ store }: { store: ConversationStore }) {
  useKeys({ find });
  useEffect(() => () => void (finding.value = false), []);
  return finding.value ? <FindBar store={store} /> : null;
}
