/** Which conversations have answers nobody looked at. */
import "../page.ts";
import assert from "node:assert/strict";
import { isUnread, known, REMEMBERED } from "../../../ui/state/unread.ts";

const row = (id: string, saidSeq: number, createdAt = "2026-01-02") => ({ id, saidSeq, createdAt });
const NONE = new Map<string, number>();

Deno.test("what was said since somebody looked is new, wherever they looked, and no longer after a look", () => {
  const marks = new Map([["a", 7]]);
  assert.equal(isUnread(row("a", 7), marks, {}), false);
  assert.equal(isUnread(row("a", 9), marks, {}), true);
  assert.equal(isUnread(row("a", 9), marks, { a: 9 }), true, "a mark tells more than what was heard here");
  assert.equal(isUnread(row("a", 9), new Map([["a", 9]]), { a: 0 }), false);
});

Deno.test("a list that tells nothing unknown gives the same object", () => {
  const heard = known({}, [row("a", 1)], "");
  assert.equal(known(heard, [row("a", 9)], ""), heard);
});

Deno.test("what was there before the first visit counts as seen, what was begun elsewhere since then does not", () => {
  const since = "2026-01-02";
  const heard = known({}, [row("old", 5, "2026-01-01"), row("new", 2, "2026-01-03")], since);
  assert.equal(isUnread(row("old", 5), NONE, heard), false);
  assert.equal(isUnread(row("old", 6), NONE, heard), true);
  assert.equal(isUnread(row("new", 2), NONE, heard), true);
  assert.equal(isUnread(row("unknown", 2), NONE, {}), false);
  assert.equal(isUnread(row("new", 0), NONE, heard), false, "nothing was said in it");
});

Deno.test("more conversations than the bound are not remembered, the first to be remembered go", () => {
  const rows = Array.from({ length: REMEMBERED + 5 }, (_, at) => row(`c${at}`, 1));
  const heard = known(known({}, rows.slice(0, 10), ""), rows, "");
  assert.equal(Object.keys(heard).length, REMEMBERED);
  assert.equal("c0" in heard, false);
  assert.equal(`c${REMEMBERED + 4}` in heard, true);
});
