/** What goes from this browser when a person signs out in it: all that was read and written here. */
import { Copies } from "./copies.ts";

/** What is kept of how the page looks and tells; every other key has to do with what was said. */
const STAYS = new Set([
  "contrast",
  "density",
  "glass",
  "greeted",
  "keys",
  "language",
  "layout",
  "motion",
  "notify",
  "panel",
  "rail",
  "sidebar",
  "sound",
  "text",
  "theme",
].map((name) => `fishbowl.${name}`));

type Storing = Pick<Storage, "length" | "key" | "removeItem">;

/** Forgets drafts, what was not sent yet, and what was looked at. */
export function forgetWritten(storage: Storing): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith("fishbowl.") && !STAYS.has(key)) storage.removeItem(key);
}

/** Leaves nothing behind. Where a browser keeps nothing there is nothing to leave. */
export async function leaveNothing(): Promise<void> {
  try {
    forgetWritten(localStorage);
    await new Copies(caches).forgetAll();
  } catch {
    // Nothing can be kept where nothing can be taken back.
  }
}
