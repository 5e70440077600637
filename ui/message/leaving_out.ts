/** What is left out one after the other is told in one line, which takes all of it back with one press. */
import { includeAll } from "../state/commands.ts";
import { dismiss, offer, orSay, toasts } from "../state/toast.ts";
import { words } from "../words/answers.ts";

interface Row {
  readonly conversation: string;
  readonly ids: readonly string[];
  readonly text: string;
}
/** What the line tells, as long as it is shown. */
let row: Row | null = null;

/** The line, where it tells of this conversation. */
const shown = (conversation: string) =>
  row?.conversation === conversation ? toasts.value.find((toast) => toast.text === row?.text) : undefined;

/** Says that a message was left out, with what was left out just before. */
export function tellLeftOut(conversation: string, id: string): void {
  const before = shown(conversation);
  const ids = before && row ? [...row.ids, id] : [id];
  if (before) dismiss(before.id);
  const text = words.leftOutNow(ids.length);
  row = { conversation, ids, text };
  offer(text, () => {
    void orSay(includeAll(conversation, ids.map((messageId) => ({ messageId, included: true }))));
  });
}

/** It was taken in again by hand: nothing is left to be taken back of it. */
export function tellTakenIn(conversation: string, id: string): void {
  const line = shown(conversation);
  if (line && row?.ids.includes(id)) dismiss(line.id);
}
