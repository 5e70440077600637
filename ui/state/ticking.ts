/** The server's time, told once a second while somebody looks at it: how long an answer has been written. */
import { signal } from "@preact/signals";
import { serverNow } from "./server_time.ts";

const SECOND_MS = 1_000;

/** Milliseconds since 1970, to the second; stands still while nobody looks. */
export const now = signal(serverNow());
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Keeps the time going; what it gives ends that. */
export function watchTime(): () => void {
  now.value = serverNow();
  if (watchers++ === 0) timer = setInterval(() => (now.value = serverNow()), SECOND_MS);
  return () => {
    if (--watchers === 0) clearInterval(timer);
  };
}
