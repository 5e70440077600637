import assert from "node:assert/strict";
import { ReadMarks } from "../../../actors/live/read_marks.ts";
import { READERS } from "../../../events/catalog/limits.ts";
import type { SideKind, SideRows } from "../../../events/store/types.ts";
import type { ReadMark } from "../../../projections/shapes/views.ts";

/** Marks on rows in memory, and what listeners were told. */
function onRows(rows = new Map<string, unknown>()) {
  const told: ReadMark[] = [];
  const side: SideRows = {
    get: (id) => Promise.resolve(rows.get(id)),
    getAll: (ids) => Promise.resolve(ids.map((id) => rows.get(id))),
    set: (id, value) => Promise.resolve(void rows.set(id, value)),
    update(id, change) {
      const value = change(rows.get(id));
      if (value !== undefined) rows.set(id, value);
      return Promise.resolve(value !== undefined);
    },
    delete: (id) => Promise.resolve(void rows.delete(id)),
    list: () => Promise.resolve([...rows].map(([id, value]) => ({ id, value }))),
    between: () => Promise.reject(new Error("nobody asks")),
  };
  const log = {
    side(kind: SideKind) {
      assert.equal(kind, "read");
      return side;
    },
  };
  return { rows, told, marks: new ReadMarks(log, { read: (mark) => void told.push(mark) }) };
}

Deno.test("each reader has a place in each conversation; it goes on, never back, and is told when it does", async () => {
  const { marks, told } = onRows();
  assert.equal(await marks.at("a", "ann"), 0);
  assert.equal(await marks.move({ conversationId: "a", by: "ann", seq: 7 }), 7);
  assert.equal(await marks.move({ conversationId: "a", by: "ann", seq: 5 }), 7, "an older tab spoke late");
  assert.equal(await marks.move({ conversationId: "a", by: "ann", seq: 7 }), 7);
  assert.equal(await marks.move({ conversationId: "a", by: "bob", seq: 3 }), 3);
  assert.equal(await marks.move({ conversationId: "b", by: "ann", seq: 1 }), 1);
  assert.deepEqual([await marks.at("a", "ann"), await marks.at("a", "bob"), await marks.at("b", "bob")], [
    7,
    3,
    0,
  ]);
  assert.deepEqual([...await marks.of(["b", "c", "a"], "ann")], [["b", 1], ["a", 7]]);
  assert.deepEqual([...await marks.of(["a"], "ann")], [["a", 7]], "of those that are asked for alone");
  assert.deepEqual([...await marks.of(["a", "b"], "nobody")], []);
  assert.deepEqual(told.map(({ conversationId, by, seq }) => `${conversationId} ${by} ${seq}`), [
    "a ann 7",
    "a bob 3",
    "b ann 1",
  ]);
});

Deno.test("of more readers than are kept those go who moved longest ago", async () => {
  const { marks, rows } = onRows();
  for (let n = 1; n <= READERS; n++) await marks.move({ conversationId: "a", by: `r${n}`, seq: 1 });
  await marks.move({ conversationId: "a", by: "r1", seq: 2 });
  await marks.move({ conversationId: "a", by: "new", seq: 1 });
  assert.equal(Object.keys(Object(rows.get("a"))).length, READERS);
  assert.deepEqual([await marks.at("a", "r1"), await marks.at("a", "r2"), await marks.at("a", "r3")], [
    2,
    0,
    1,
  ]);
});

Deno.test("a row of another form is none, and is put right by the next mark", async () => {
  for (const row of ["seven", 7, null, [7], { ann: "7" }]) {
    const { marks } = onRows(new Map([["a", row]]));
    assert.equal(await marks.at("a", "ann"), 0);
    assert.equal(await marks.move({ conversationId: "a", by: "ann", seq: 2 }), 2);
    assert.equal(await marks.at("a", "ann"), 2);
  }
});
