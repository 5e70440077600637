/** Rows beside events that count how often somebody tried to write one anew. */
import type { SideRows } from "../../../events/store/types.ts";
import { replacing } from "../../replacing.ts";

export function countingUpdates(rows: SideRows): { rows: SideRows; counts: { tried: number } } {
  const counts = { tried: 0 };
  const counted = replacing(rows, {
    update: (id, change) =>
      rows.update(id, (value) => {
        const after = change(value);
        if (after !== undefined) counts.tried++;
        return after;
      }),
  });
  return { rows: counted, counts };
}
