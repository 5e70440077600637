/**
 * Conversations that nobody has touched for a while, the oldest first. They are looked for in the list by time, whose
 * times may be claims of a file; what counts is when something last happened here. What stays whatever its age: what is
 * pinned, what somebody answers in, and of what nobody knows when it was touched.
 */
import { WORKSPACE } from "../../events/catalog/envelope.ts";
import type { RecentRows } from "../../events/store/list_types.ts";
import type { EventLog } from "../../events/store/types.ts";
import { broughtUp } from "../../projections/conversation/former_rows.ts";
import { isListRow, shelfOf } from "../../projections/conversation/list_order.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import { onlyCopied } from "../conversation/rules/deletion.ts";
import type { Environment } from "../runtime/environment.ts";
import type { Untouched } from "./found.ts";
import { Slices } from "../runtime/yield_loop.ts";

export interface FindPorts {
  readonly log: Pick<EventLog, "read">;
  readonly recent: Pick<RecentRows, "page">;
  readonly environment: Pick<Environment, "monotonic" | "breathe">;
}

/** A place in the list by time. */
export interface Place {
  readonly shelf: string;
  readonly at: string;
  readonly id: string;
}

/** What came of a row of the list; null: it stays. */
export interface Looked {
  readonly place: Place;
  readonly found: Untouched | null;
}

/** Rows of one page: as many as a list of the page asks for; each look at the list costs what was appended lately. */
const PAGE = 250;
const SHELVES = [shelfOf({ archived: false }), shelfOf({ archived: true })];

/** Whether it stays whatever its age. */
export const stays = (row: ListRow): boolean => row.pinned || row.answering > 0 || onlyCopied(row);

/**
 * Every row that stands in the list before a time, from `after` on; ends where the list is not made yet.
 * @param before milliseconds since the epoch
 */
export async function* untouched(
  ports: FindPorts,
  before: number,
  after: Place | null = null,
): AsyncGenerator<Looked> {
  const slices = new Slices(ports.environment);
  const end = new Date(before).toISOString();
  const since = await firstTime(ports);
  for (const shelf of SHELVES.slice(after ? SHELVES.indexOf(after.shelf) : 0)) {
    let at = after?.shelf === shelf ? after : null;
    for (let more = true; more;) {
      const page = await ports.recent.page(shelf, at, PAGE, true);
      if (!page) return;
      more = page.more;
      for (const { row } of page.rows) {
        if (slices.due) await slices.rest();
        if (!isListRow(row)) continue;
        if (row.updatedAt >= end) {
          more = false;
          break;
        }
        at = { shelf, at: row.updatedAt, id: row.id };
        const found = await touched(ports, broughtUp(row));
        const counts = found && found.touchedAt < end && found.touchedAt >= since;
        yield { place: at, found: counts ? found : null };
      }
    }
  }
}

/** When the workspace was begun. What says that it happened before was said by a clock that was wrong. */
async function firstTime({ log }: FindPorts): Promise<string> {
  for await (const [first] of log.read(WORKSPACE, 0, 1)) if (first) return first.at;
  return "";
}

/** Null for what stays. */
async function touched({ log }: FindPorts, row: ListRow): Promise<Untouched | null> {
  if (stays(row)) return null;
  const { id, title, updatedAt } = row;
  let [seq, touchedAt] = [0, updatedAt];
  try {
    for await (const events of log.read(id, row.seq - 1)) {
      for (const event of events) {
        seq = event.seq;
        if (event.at > touchedAt) touchedAt = event.at;
      }
    }
  } catch {
    // What cannot be read is for `verify`; nothing of it is removed by itself.
    return null;
  }
  return seq === 0 ? null : { id, title, seq, touchedAt };
}
