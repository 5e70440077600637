/** What is kept of conversations: how much, how long, and that it goes. */
import assert from "node:assert/strict";
import { conversation } from "../../../../projections/conversation/conversation.ts";
import { rowOf } from "../../../../projections/conversation/list.ts";
import type { ListRow } from "../../../../projections/shapes/views.ts";
import { ALL_BYTES, COPIES, Copies, type Copy, surplus } from "../../../../ui/state/offline/copies.ts";
import { FakePlaces } from "./fake_places.ts";

const row = (id: string): ListRow => ({ ...rowOf(conversation.initial(id)), title: "Größe: 5 €" });
/** `read`: the minute in which it was opened. */
const copy = (id: string, read: number, bytes = 10): Copy => ({
  id,
  at: "2026-01-01T00:00:00.000Z",
  read: new Date(Date.UTC(2026, 0, 1, 0, read)).toISOString(),
  seq: 1,
  bytes,
  row: row(id),
});
const words = (id: string) => new Blob([JSON.stringify({ id })]);

Deno.test("those opened longest ago go first, by number and by bytes", () => {
  const many = Array.from({ length: COPIES + 2 }, (_, at) => copy(`c${at}`, at));
  assert.deepEqual([...surplus(many)].sort(), ["c0", "c1"]);
  assert.deepEqual(surplus(many.slice(2)), []);
  const half = ALL_BYTES / 2;
  assert.deepEqual(surplus([copy("old", 1, half), copy("new", 3, half), copy("mid", 2, half)]), ["old"]);
  assert.deepEqual(surplus([copy("old", 1, half), copy("new", 3, half)]), []);
});

Deno.test("what was kept is read again, with what is known of it", async () => {
  const copies = new Copies(new FakePlaces());
  await copies.begin();
  await copies.put(copy("a/b", 1), words("a/b"));
  const found = await copies.read("a/b");
  assert.deepEqual({ ...found }, { copy: copy("a/b", 1), fold: { id: "a/b" } });
  assert.equal(await copies.read("b"), null);
  assert.deepEqual(await copies.all(), [copy("a/b", 1)]);
});

Deno.test("keeping one more than there may be lets the oldest go", async () => {
  const copies = new Copies(new FakePlaces());
  await copies.begin();
  for (let at = 0; at <= COPIES; at++) await copies.put(copy(`c${at}`, at), words(`c${at}`));
  assert.equal((await copies.all()).length, COPIES);
  assert.equal(await copies.read("c0"), null);
});

Deno.test("who signs out takes the place away: what another tab still has in hand is not kept", async () => {
  const places = new FakePlaces();
  const [here, there] = [new Copies(places), new Copies(places)];
  await here.begin();
  await here.put(copy("a", 1), words("a"));
  await here.forgetAll();
  await there.put(copy("b", 2), words("b"));
  assert.deepEqual(await there.all(), []);
  assert.deepEqual([...places.places.keys()], []);
});

Deno.test("one conversation is forgotten, the others stay", async () => {
  const copies = new Copies(new FakePlaces());
  await copies.begin();
  for (const id of ["a", "b"]) await copies.put(copy(id, 1), words(id));
  await copies.forget("a");
  assert.deepEqual((await copies.all()).map(({ id }) => id), ["b"]);
});
