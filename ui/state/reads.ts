/** How far the person at this page has seen each conversation: in another tab, or another browser, too. */
import { signal } from "@preact/signals";
import type { ReadMark } from "../../projections/shapes/views.ts";
import { markRead } from "./commands.ts";
import { after } from "./timer.ts";

/** Who sits before a page; programs have marks of their own. */
const ME = "local";

/** Seqs by conversation. */
export const reads = signal<ReadonlyMap<string, number>>(new Map());

/** Takes marks over where they are further than what is known. */
export function seen(marks: Iterable<readonly [conversationId: string, seq: number]>): void {
  let changed: Map<string, number> | null = null;
  for (const [id, seq] of marks) {
    if (seq <= ((changed ?? reads.peek()).get(id) ?? 0)) continue;
    (changed ??= new Map(reads.peek())).set(id, seq);
  }
  if (changed) reads.value = changed;
}

export function heardRead({ conversationId, by, seq }: ReadMark): void {
  if (by === ME) seen([[conversationId, seq]]);
}

/** The person has seen events up to `seq`; said once, however often it is asked for. */
export function see(conversationId: string, seq: number): void {
  if (seq <= (reads.peek().get(conversationId) ?? 0)) return;
  seen([[conversationId, seq]]);
  // Where it is not heard it is said again with what is seen next. To ask is a task of its own: answers end in this one.
  after(0, () => void markRead(conversationId, seq));
}
