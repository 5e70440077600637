/** The server's time: each second while somebody looks at it, as how long an answer has been written, and each minute. */
import { computed, signal } from "@preact/signals";
import { ahead, serverNow } from "./server_time.ts";

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

const MINUTE_MS = 60_000;
/** When it was looked at the clock here. */
const looked = signal(Date.now());
/** For what tells how long ago something was. */
export const minute = computed(() => new Date(looked.value + ahead.value));
const dayName = computed(() => minute.value.toDateString());
/** The day it is here, at its midnight: changed when another begins. For what tells days apart. */
export const today = computed(() => new Date(dayName.value));

/** Keeps both right on a page that stays open, and has them right at once where somebody comes back to it. */
export function followMinutes(): void {
  const look = () => {
    if (!document.hidden) looked.value = Date.now();
  };
  setInterval(look, MINUTE_MS);
  document.addEventListener("visibilitychange", look);
}
