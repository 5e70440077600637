/** How far a call is, as its server says: now and then, in a line, however often and however much it says. */
import type { Progress } from "../../projections/shapes/views.ts";
import { clearText } from "../../events/catalog/clear_text.ts";
import { beginning, type Clean } from "./beginning.ts";
import type { Heard } from "./connection.ts";

export type News = Pick<Progress, "done" | "total" | "said">;

/** Milliseconds between two that are told. */
const NEWS_MS = 250;
/** UTF-16 units of its words. */
const SAID_UNITS = 200;

/**
 * What hears a server, and tells some of it.
 * @param now monotonic milliseconds
 */
export function told(tell: (news: News) => void, now: () => number, clean: Clean) {
  let last = -Infinity;
  return ({ progress, total, message = "" }: Heard): void => {
    const at = now();
    if (at - last < NEWS_MS || !Number.isFinite(progress)) return;
    last = at;
    const whole = total !== undefined && Number.isFinite(total) && total > 0 ? total : null;
    tell({ done: progress, total: whole, said: clearText(beginning(message, SAID_UNITS, clean), "") });
  };
}
