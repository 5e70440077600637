/** Short messages, gone after a while: what was done, how to take it back, and the one place that says what failed. */
import { signal } from "@preact/signals";
import type { Answer } from "./api.ts";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly error: boolean;
  /** Takes back what was done. */
  readonly undo?: () => void;
}

/** Those that are shown, oldest first. */
export const toasts = signal<readonly Toast[]>([]);

/** Messages at once: an older one has to go when a newer comes. */
export const TOASTS = 3;
/** Milliseconds a message stays: what went wrong takes longer to read, and a change of mind takes a while. */
const SHOWN_MS = 3_000;
const WRONG_MS = 8_000;
const UNDO_MS = 10_000;

const timers = new Map<number, ReturnType<typeof setTimeout>>();
let next = 1;
/** Somebody is at them: none goes away. */
let held = false;

function leave(toast: Toast): void {
  clearTimeout(timers.get(toast.id));
  const patience = toast.undo ? UNDO_MS : toast.error ? WRONG_MS : SHOWN_MS;
  if (!held) timers.set(toast.id, setTimeout(() => dismiss(toast.id), patience));
}

export function dismiss(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
  if (toasts.value.length === 0) held = false;
}

/** What is said already is said anew, not twice. */
function show(toast: Omit<Toast, "id">): void {
  const same = toasts.value.find(({ text }) => text === toast.text);
  if (same) dismiss(same.id);
  const shown = { ...toast, id: next++ };
  const [oldest] = toasts.value;
  if (oldest && toasts.value.length >= TOASTS) dismiss(oldest.id);
  toasts.value = [...toasts.value, shown];
}

/** It can be read from now on, which on a page at work is later than it was said: now its time begins. */
export const drawn = (toast: Toast): void => leave(toast);

export const say = (text: string, error = false): void => show({ text, error });

/** Says what was done; `undo` takes it back, once, while the words are shown. */
export const offer = (text: string, undo: () => void): void => show({ text, error: false, undo });

/** Takes back what a message tells; without a name, what the newest that can be taken back tells. False: there is none. */
export function undo(id?: number): boolean {
  const told = toasts.value.findLast((toast) => toast.undo && (id === undefined || toast.id === id));
  if (!told) return false;
  dismiss(told.id);
  told.undo?.();
  return true;
}

/** While one reads or reaches for a button, time stands still; after that each has its whole time again. */
export function hold(): void {
  held = true;
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
}
export function release(): void {
  held = false;
  for (const toast of toasts.value) leave(toast);
}

/** Says what failed of a command that no open form speaks for; `done` is said of what went well. */
export async function orSay<T>(told: Promise<Answer<T>>, done?: string): Promise<Answer<T>> {
  const answer = await told;
  if (!answer.ok) say(answer.message, true);
  else if (done) say(done);
  return answer;
}

/** The same, with a way back from what went well. */
export async function orUndo<T>(
  told: Promise<Answer<T>>,
  done: string,
  undo: () => void,
): Promise<Answer<T>> {
  const answer = await told;
  if (answer.ok) offer(done, undo);
  else say(answer.message, true);
  return answer;
}
