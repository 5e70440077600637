/** A short message at the bottom, gone after a while: what was done, and the one place that says what failed. */
import { signal } from "@preact/signals";
import type { Answer } from "./api.ts";

export const toast = signal<{ text: string; error: boolean } | null>(null);

/** Milliseconds a message stays: what went wrong takes longer to read. */
const SHOWN_MS = 3_000;
const WRONG_MS = 8_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string, error = false): void {
  toast.value = { text, error };
  clearTimeout(timer);
  timer = setTimeout(() => (toast.value = null), error ? WRONG_MS : SHOWN_MS);
}

/** Says what failed of a command that no open form speaks for; `done` is said of what went well. */
export async function orSay<T>(told: Promise<Answer<T>>, done?: string): Promise<Answer<T>> {
  const answer = await told;
  if (!answer.ok) say(answer.message, true);
  else if (done) say(done);
  return answer;
}
