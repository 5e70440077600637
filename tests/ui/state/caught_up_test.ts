/** A list that was on its way while something happened misses nothing of it. */
import assert from "node:assert/strict";
import { evolveRow } from "../../../projections/conversation/list.ts";
import type { ListRow } from "../../../projections/shapes/views.ts";
import { caughtUp } from "../../../ui/state/caught_up.ts";
import { History } from "../../history.ts";

const heard = (history: History) =>
  history.events.map(({ salt: _, ...event }) => ({ ...event, stream: history.id }));
/** The row after the first events of a history. */
const rowAfter = (history: History, events: number): ListRow => {
  const row = history.events.slice(0, events)
    .reduce((known: ListRow | null, event) => evolveRow(known, history.id, event), null);
  assert.ok(row);
  return row;
};
const one = new History("one").started().joined("ada").posted("m1", "Is bread food?");

Deno.test("a conversation that began while the list was on its way is in it", () => {
  const rows = caughtUp([], heard(one));
  assert.deepEqual([...rows.values()], [rowAfter(one, 3)]);
});

Deno.test("a row that was told before is brought up, and what it knows is not counted again", () => {
  assert.deepEqual(caughtUp([rowAfter(one, 2)], heard(one)).get("one"), rowAfter(one, 3));
  assert.deepEqual(caughtUp([rowAfter(one, 3)], heard(one)).get("one"), rowAfter(one, 3));
});

Deno.test("what was deleted meanwhile is gone, and the middle of a history makes no row", () => {
  const gone = new History("one").started().add("ConversationDeleted", {});
  assert.equal(caughtUp([rowAfter(one, 1)], heard(gone)).size, 0);
  assert.equal(caughtUp([], heard(one).slice(1)).size, 0);
});
