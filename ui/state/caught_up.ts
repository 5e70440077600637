/** The list of conversations as it was fetched, brought up to what was heard while it was on its way. */
import { evolveRow } from "../../projections/conversation/list.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import type { LocatedEvent } from "../../server/contract/event_frames.ts";

/** `heard`: the last events, oldest first. What a row knows already changes nothing. */
export function caughtUp(
  rows: readonly ListRow[],
  heard: readonly LocatedEvent[],
): ReadonlyMap<string, ListRow> {
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const event of heard) {
    const row = known.get(event.stream) ?? null;
    // The settings have no row; of a conversation that was not listed only its beginning makes one.
    if (event.stream === "workspace" || (!row && event.seq > 1)) continue;
    const next = evolveRow(row, event.stream, event);
    if (next) known.set(event.stream, next);
    else known.delete(event.stream);
  }
  return known;
}
