/** Which conversations have answers that nobody looked at: at this page, in another tab, or in another browser. */
import { effect, signal } from "@preact/signals";
import { isUnread as isNew } from "../../projections/conversation/list.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import { load, save } from "./browser_storage.ts";
import { reads, see } from "./reads.ts";
import { place } from "./router.ts";
import { list, rows } from "./server_state.ts";

type Told = Pick<ListRow, "id" | "saidSeq" | "createdAt">;

/** The event with which something was said last, by conversation, when this browser first heard of it. */
export type Heard = Readonly<Record<string, number>>;

/** Conversations remembered: more than anybody has on the screen. */
export const REMEMBERED = 2_000;

/** What nobody ever looked at counts from when this browser heard of it: what was there before is not new. */
export const isUnread = (row: Told, marks: ReadonlyMap<string, number>, heard: Heard): boolean =>
  isNew(row, marks.get(row.id) ?? heard[row.id] ?? Infinity);

/**
 * `heard` with the conversations it did not know: what was begun before `since`, when this browser came here first, counts
 * as seen. The first to be remembered are forgotten beyond the bound.
 */
export function known(heard: Heard, all: readonly Told[], since: string): Heard {
  const unknown = all.filter(({ id }) => !(id in heard));
  if (unknown.length === 0) return heard;
  const added = unknown.map(({ id, createdAt, saidSeq }) => [id, createdAt > since ? 0 : saidSeq] as const);
  return Object.fromEntries([...Object.entries(heard), ...added].slice(-REMEMBERED));
}

const heard = signal<Heard>(load("heard", {}));

/** Whether a row of the list has something new for whoever sits here. */
export const unread = (row: Told): boolean => isUnread(row, reads.value, heard.value);

/** Follows the list and what one looks at, for as long as the page is open; `now` is the time in ISO 8601. */
export function followSeen(now: string): void {
  const since = load("since", now);
  save("since", since);
  const visible = signal(document.visibilityState === "visible");
  document.addEventListener(
    "visibilitychange",
    () => (visible.value = document.visibilityState === "visible"),
  );
  effect(() => {
    const next = known(heard.peek(), list.value, since);
    if (next === heard.peek()) return;
    heard.value = next;
    save("heard", next);
  });
  effect(() => {
    const at = place.value;
    const row = at.view === "chat" && visible.value ? rows.value?.get(at.id) : undefined;
    if (row) see(row.id, row.saidSeq);
  });
}
