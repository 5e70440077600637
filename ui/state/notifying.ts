/**
 * Tells somebody who looks elsewhere that answers are done or an agent waits: always by a mark in the title, and where
 * they want it by a notification of the system and a short sound. Of several tabs one tells, and none while somebody
 * looks at another.
 */
import { effect, signal } from "@preact/signals";
import { toldOf } from "../words/news.ts";
import { onEvent } from "./hearing.ts";
import { type News, newsOf, withNews } from "./newsworthy.ts";
import { go } from "./router.ts";
import { news } from "./titling.ts";
import { kept } from "./ui_state.ts";

/** Wanted in this browser; whether it allows them is another question. */
export const notifyOn = kept("notify", false);
export const soundOn = kept("sound", false);

/** Whether the browser shows notifications of this page at all, and has not been told not to. */
export const canNotify = (): boolean => "Notification" in globalThis && Notification.permission !== "denied";

/** Turns notifications on or off; asks the browser where it has to be asked. False: it does not allow them. */
export async function setNotify(on: boolean): Promise<boolean> {
  if (!on || !("Notification" in globalThis)) {
    notifyOn.value = false;
    return !on;
  }
  const said = Notification.permission === "default"
    ? await Notification.requestPermission()
    : Notification.permission;
  notifyOn.value = said === "granted";
  return notifyOn.value;
}

const isLookedAt = () => document.visibilityState === "visible" && document.hasFocus();

/** Held, shared, by each tab that is looked at; and for a moment by the one that tells. */
const LOOKED = "fishbowl looked at";
const TELLS = "fishbowl tells";
/** Milliseconds for which a tab that tells keeps the others from telling the same. */
const TELLS_MS = 1_000;

/** Follows whether the page is looked at: then nothing is news any more. */
function followLooks(): void {
  const looked = signal(isLookedAt());
  const look = () => (looked.value = isLookedAt());
  document.addEventListener("visibilitychange", look);
  addEventListener("focus", look);
  addEventListener("blur", look);
  effect(() => {
    if (!looked.value) return;
    news.value = [];
    const away = Promise.withResolvers<void>();
    void navigator.locks?.request(LOOKED, { mode: "shared" }, () => away.promise).catch(() => {});
    return () => away.resolve();
  });
}

/** Whether this tab is the one that tells. */
async function tellsHere(): Promise<boolean> {
  const { locks } = navigator;
  // A page without a secure connection has no locks: then each tab speaks for itself.
  if (!locks) return true;
  if ((await locks.query()).held?.some(({ name }) => name === LOOKED)) return false;
  const got = Promise.withResolvers<boolean>();
  void locks.request(TELLS, { ifAvailable: true }, async (lock) => {
    got.resolve(lock !== null);
    if (lock) await new Promise((resolve) => setTimeout(resolve, TELLS_MS));
  }).catch(() => got.resolve(true));
  return await got.promise;
}

async function show(one: News): Promise<void> {
  const { title, body } = toldOf(one);
  // One a conversation: the newer takes the place of the older.
  const options = { body, tag: one.conversationId, icon: "/favicon.svg" };
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => {
      focus();
      go(`/c/${one.conversationId}`);
      shown.close();
    };
  } catch {
    // Where pages may not make them themselves, as on Android, the page's worker does, if there is one.
    await (await navigator.serviceWorker?.getRegistration())?.showNotification(title, options);
  }
}

/** Hertz and seconds of the sound's two notes: a soft fifth, upwards; for a question a third more. */
const NOTES = { done: [392, 587.3], waits: [587.3, 740] } as const;
const NOTE_S = 0.16;
const LOUDNESS = 0.06;

function ring(kind: News["kind"]): void {
  const context = new AudioContext();
  for (const [at, pitch] of NOTES[kind].entries()) {
    const from = context.currentTime + at * NOTE_S;
    const [note, loudness] = [context.createOscillator(), context.createGain()];
    note.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, from);
    loudness.gain.linearRampToValueAtTime(LOUDNESS, from + NOTE_S / 8);
    loudness.gain.exponentialRampToValueAtTime(0.0001, from + 2 * NOTE_S);
    note.connect(loudness).connect(context.destination);
    note.start(from);
    note.stop(from + 2 * NOTE_S);
  }
  setTimeout(() => void context.close(), 4_000 * NOTE_S);
}

async function tell(one: News): Promise<void> {
  const granted = "Notification" in globalThis && Notification.permission === "granted";
  if (!(notifyOn.value && granted) && !soundOn.value) return;
  if (!await tellsHere()) return;
  if (notifyOn.value && granted) await show(one);
  if (soundOn.value) ring(one.kind);
}

/** For as long as the page is open. */
export function followNews(): void {
  followLooks();
  onEvent((event, row) => {
    const one = newsOf(event, row);
    if (!one || isLookedAt()) return;
    news.value = withNews(news.value, one);
    tell(one).catch(() => {});
  });
}
