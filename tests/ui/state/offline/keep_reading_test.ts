/** What is kept when, and what is taken back. */
import assert from "node:assert/strict";
import "../../page.ts";
import { conversation } from "../../../../projections/conversation/conversation.ts";
import { rowOf } from "../../../../projections/conversation/list.ts";
import type { ConversationState } from "../../../../projections/shapes/folds.ts";
import { Copies } from "../../../../ui/state/offline/copies.ts";
import { FakePlaces } from "./fake_places.ts";
import { Keeping } from "../../../../ui/state/offline/keep_reading.ts";
import { keptConversation, keptRows } from "../../../../ui/state/offline/meanwhile.ts";
import { signal } from "@preact/signals";

const fold = (id: string, seq = 1): ConversationState => ({ ...conversation.initial(id), seq });

/** A device on which somebody reads; `rows` are those of the list by id, with the seq they are at. */
async function reading(rows: Readonly<Record<string, number>>) {
  const copies = new Copies(new FakePlaces());
  let minute = 0;
  const keeping = new Keeping({
    copies,
    now: () => new Date(Date.UTC(2026, 0, 1, 10, minute++)),
    breathe: () => {},
    row: (id) => rows[id] === undefined ? undefined : rowOf(fold(id, rows[id])),
  });
  await keeping.begin();
  const ids = async () => (await copies.all()).map(({ id, seq }) => `${id} ${seq}`).sort();
  return { copies, keeping, ids };
}

Deno.test("a conversation that is read is kept, and says of when it is", async () => {
  const { copies, keeping } = await reading({ a: 1 });
  keeping.opened("a");
  await keeping.keep(fold("a"));
  const found = await keptConversation("a", copies);
  assert.equal(found?.fold.id, "a");
  assert.equal(found?.at, "2026-01-01T10:01:00.000Z");
  assert.equal((await copies.all())[0]?.read, "2026-01-01T10:00:00.000Z");
  assert.equal(await keptConversation("b", copies), null);
});

Deno.test("what is deleted is forgotten at once and not kept by what was on its way; taken back, it may be kept again", async () => {
  const { keeping, ids } = await reading({ a: 1, b: 1 });
  await keeping.keep(fold("a"));
  await keeping.keep(fold("b"));
  const onItsWay = keeping.keep(fold("a"));
  keeping.heard({ stream: "a", type: "DeletionRequested" });
  await onItsWay;
  await keeping.keep(fold("a"));
  assert.deepEqual(await ids(), ["b 1"]);
  keeping.heard({ stream: "a", type: "DeletionWithdrawn" });
  await keeping.keep(fold("a"));
  assert.deepEqual(await ids(), ["a 1", "b 1"]);
});

Deno.test("a copy goes with the first of its words that is erased", async () => {
  const { keeping, ids } = await reading({ a: 1 });
  await keeping.keep(fold("a"));
  keeping.heard({ stream: "a", type: "MessagePosted" });
  keeping.heard({ stream: "a", type: "MessagePosted", erased: true });
  await keeping.begin();
  assert.deepEqual(await ids(), []);
});

Deno.test("what went on while nobody listened is fetched again, what is gone goes, and what nobody knows stays", async () => {
  const { copies, keeping, ids } = await reading({ same: 1, on: 4, unknown: 7 });
  for (const id of ["same", "on", "unknown"]) await keeping.keep(fold(id));
  const before = (await copies.all()).find(({ id }) => id === "on")?.read;
  const asked: string[] = [];
  await keeping.check((id) => {
    asked.push(id);
    return Promise.resolve(id === "on" ? fold("on", 4) : undefined);
  });
  assert.deepEqual(asked, ["on", "unknown"]);
  assert.deepEqual(await ids(), ["on 4", "same 1", "unknown 1"]);
  // Fetching it is no look at it.
  assert.equal((await copies.all()).find(({ id }) => id === "on")?.read, before);
  await keeping.check(() => Promise.resolve(null));
  assert.deepEqual(await ids(), ["on 4", "same 1"]);
});

Deno.test("after signing out nothing is there, and nothing is kept until somebody comes in again", async () => {
  const { keeping, ids } = await reading({ a: 1 });
  await keeping.keep(fold("a"));
  const onItsWay = keeping.keep(fold("a"));
  await keeping.forgetAll();
  await onItsWay;
  await keeping.keep(fold("a"));
  assert.deepEqual(await ids(), []);
  await keeping.begin();
  await keeping.keep(fold("a"));
  assert.deepEqual(await ids(), ["a 1"]);
});

Deno.test("the list of what can be read stands in where the list itself is not known", async () => {
  const { copies, keeping } = await reading({ a: 1 });
  await keeping.keep(fold("a"));
  const rows = signal<ReadonlyMap<string, ReturnType<typeof rowOf>> | null>(null);
  await keptRows(rows, copies);
  assert.deepEqual([...rows.value?.keys() ?? []], ["a"]);
  rows.value = new Map();
  await keptRows(rows, copies);
  assert.deepEqual([...rows.value.keys()], []);
});
