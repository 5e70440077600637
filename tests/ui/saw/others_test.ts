/** What a turn may be set against: others of its conversation, and of those that have to do with it. */
import assert from "node:assert/strict";
import type { Turn } from "../../../projections/shapes/folds.ts";
import type { ListRow } from "../../../projections/shapes/views.ts";
import { family, firstOther, OFFERED, offered } from "../../../ui/saw/others.ts";

const turn = (id: string, exchange: string, requestedSeq: number, calls = 1) =>
  ({ id, exchange, requestedSeq, calls }) as Turn; // what is looked at here
const row = (id: string, from?: string) =>
  ({ id, lineage: from === undefined ? null : { conversationId: from } }) as ListRow; // the same

Deno.test("answers to the same words come by themselves, the newest first, and none that was sent nothing", () => {
  const all = [turn("a", "e1", 1), turn("b", "e1", 2), turn("c", "e2", 3), turn("d", "e1", 4, 0)];
  const turns = Object.fromEntries(all.map((one) => [one.id, one]));
  const of = (id: string | null) => {
    const { beside, others } = offered({ turns }, id === null ? null : turns[id] ?? null);
    return [beside, others].map((list) => list.map(({ id }) => id));
  };
  assert.deepEqual(of("a"), [["b"], ["c"]]);
  assert.deepEqual(of("c"), [[], ["b", "a"]]);
  assert.deepEqual(of(null), [[], ["c", "b", "a"]]);
  const first = (one: Turn, among = turns) => firstOther({ id: "here", turns: among }, one);
  assert.deepEqual(all.slice(0, 3).map((one) => first(one).turnId), ["b", "a", "b"]);
  const alone = turn("a", "e1", 1);
  assert.deepEqual(first(alone, { a: alone }), { conversationId: "here", turnId: "" });
});

Deno.test("of more turns than anybody looks through the newest are offered", () => {
  const turns = Object.fromEntries(
    Array.from({ length: OFFERED + 2 }, (_, at) => [`t${at}`, turn(`t${at}`, `e${at}`, at)]),
  );
  const { others } = offered({ turns }, null);
  assert.equal(others.length, OFFERED);
  assert.equal(others[0]?.id, `t${OFFERED + 1}`);
});

Deno.test("a conversation's family is what it was made of, what was made of it, and what was made beside it", () => {
  const rows = [
    row("old"),
    row("me", "old"),
    row("twin", "old"),
    row("child", "me"),
    row("other"),
    row("far", "twin"),
  ];
  const names = (id: string, from: string | null) =>
    family({ id, lineage: from === null ? null : { conversationId: from } as ListRow["lineage"] }, rows)
      .map(({ id }) => id);
  assert.deepEqual(names("me", "old"), ["old", "twin", "child"]);
  assert.deepEqual(names("other", null), [], "of two that were made of nothing neither is the other's");
});
