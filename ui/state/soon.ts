/** What is not looked at while answers end is made anew a task later, so that no task has to do all of it. */
import { effect, type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ConversationStore } from "./conversation_store.ts";
import { after } from "./timer.ts";

/** Tells `run` once a task after the conversation changed, however often it did; answers with what calls it off. */
export function soon(store: Pick<ConversationStore, "now">, run: () => void): () => void {
  let off: (() => void) | null = null;
  let first = true;
  const stop = effect(() => {
    void store.now;
    if (first) return void (first = false);
    off ??= after(0, () => {
      off = null;
      run();
    });
  });
  return () => {
    stop();
    off?.();
  };
}

/** Counts the changes of the conversation, each a task later: whoever reads it is rendered then. */
export function useSoon(store: ConversationStore): Signal<number> {
  const changes = useSignal(0);
  useEffect(() => soon(store, () => changes.value++), [store]);
  return changes;
}
