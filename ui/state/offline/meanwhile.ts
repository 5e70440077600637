/** What was kept in this browser, for the time until the server is there again. */
import type { Signal } from "@preact/signals";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import type { ListRow } from "../../../projections/shapes/views.ts";
import { Copies } from "./copies.ts";

/** A conversation as it was kept, and when that was. */
export async function keptConversation(
  id: string,
  copies = new Copies(caches),
): Promise<{ readonly fold: ConversationState; readonly at: string } | null> {
  const found = await copies.read(id);
  return found && { fold: found.fold, at: found.copy.at };
}

/** Lists what can be read, where the list itself is not known. Those put away stay out of it, as ever. */
export async function keptRows(
  rows: Signal<ReadonlyMap<string, ListRow> | null>,
  copies = new Copies(caches),
): Promise<void> {
  const kept = (await copies.all()).filter(({ row }) => !row.archived);
  if (kept.length > 0) rows.value ??= new Map(kept.map(({ id, row }) => [id, row]));
}
