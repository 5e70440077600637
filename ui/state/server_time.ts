/**
 * What time it is where times are told: how long an answer has been written, and until when somebody may allow what it waits
 * for, is counted from what the server wrote down, and a browser's clock may be minutes away from that.
 */
import { signal } from "@preact/signals";

/** Milliseconds: a date in a head tells seconds, and has been on its way. Clocks that are no further apart count as the same. */
const UNSURE_MS = 2_000;
const HALF_SECOND_MS = 500;

/** Milliseconds that the server's clock is ahead of this browser's. */
export const ahead = signal(0);

/** Heard with an answer of the server, which was asked for at `asked`; the last one counts, for clocks are set. */
export function heardTime(headers: Headers, asked: number): void {
  const now = Date.now();
  const at = Date.parse(headers.get("date") ?? "") + HALF_SECOND_MS;
  // One that was long on its way, or heard by a page that slept, does not say what time it is.
  if (Number.isNaN(at) || now - asked > UNSURE_MS) return;
  const by = at - (asked + now) / 2;
  if (Math.abs(by - ahead.value) > UNSURE_MS) ahead.value = by;
}

/** Milliseconds since 1970 by the server's clock. */
export const serverNow = (): number => Date.now() + ahead.value;
