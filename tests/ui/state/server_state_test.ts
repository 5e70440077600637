/** What the browser knows of the server. */
import "../page.ts";
import assert from "node:assert/strict";
import { evolveRow } from "../../../projections/conversation/list.ts";
import type { ListRow } from "../../../projections/shapes/views.ts";
import { History } from "../../history.ts";
import { clockwork, problem, serving } from "../browser.ts";
import { place } from "../../../ui/state/router.ts";
import { current, listings, loadList, missing, open, rows } from "../../../ui/state/server_state.ts";

Deno.test("a conversation that is not there stays so while it is asked for again; another one is opened first", async () => {
  const said: (string | null)[] = [];
  using _ = serving(() => {
    said.push(missing.value);
    return problem(404, "There is none.");
  });
  await open("conversation_a");
  await open("conversation_a");
  await open("conversation_b");
  const gone = "This conversation does not exist, or was deleted.";
  assert.deepEqual(said, [null, gone, null], "what is shown while each answer is on its way");
  assert.equal(missing.value, gone);
});

/** Until nothing that was asked is on its way, the module that conversations are shown with among it. */
const answered = async () => {
  await import("../../../ui/state/conversation_store.ts");
  await new Promise((resolve) => setImmediate(resolve));
};

Deno.test("of a conversation that was not read here it is said so where the server cannot be reached", async () => {
  using clock = clockwork();
  let isThere = false;
  using _ = serving(() => isThere ? problem(404, "") : Promise.reject(new TypeError("nobody there")));
  await open("conversation_c");
  assert.match(missing.value ?? "", /was not read on this device/);
  isThere = true;
  clock.ring();
  await answered();
});

Deno.test("what a proxy could not have for a moment is asked for again, once at a time, until it is there", async () => {
  using clock = clockwork();
  const history = new History("conversation_d").started();
  const { id } = history.state();
  let isAway = true;
  using server = serving(({ path }) => {
    if (!path.includes(id)) return problem(404, "");
    return isAway
      ? problem(503, "")
      : Response.json({ fold: history.state(), drafts: [], waits: [], read: 0 });
  });
  const asked = () => server.asked.filter(({ path }) => path.includes(id)).length;
  place.value = { view: "chat", id };
  await open(id);
  await open(id);
  assert.deepEqual(clock.waits(), [5_000]);
  assert.equal(current.value?.id === id, false);
  for (let n = 0; n < 2; n++) {
    clock.ring();
    await answered();
    assert.equal(asked(), 3 + n);
  }
  isAway = false;
  clock.ring();
  await answered();
  assert.equal(current.value?.id, id);
  assert.equal(current.value?.live, true);
  assert.deepEqual(clock.waits(), []);
  place.value = { view: "home" };
});

Deno.test("at the first connection what was read to the open conversation stays, unless something newer was said", async () => {
  const history = new History().started();
  for (let n = 0; n < 3; n++) history.posted(`m${n}`, `message ${n}`);
  using _ = serving(() => {
    const fold = structuredClone(history.state());
    delete fold.bodies["m0"];
    return Response.json({ fold, drafts: [], waits: [], read: 0 });
  });
  const { id } = history.state();
  await open(id);
  const store = current.value;
  assert.ok(store);
  store.addBodies({ m0: { content: "message 0" } });
  await open(id, true);
  assert.equal(current.value, store);
  assert.equal(current.value?.state.bodies["m0"]?.content, "message 0");
  history.posted("m3", "message 3");
  await open(id, true);
  assert.equal(current.value?.state.bodies["m3"]?.content, "message 3");
  const later = current.value;
  await open(id);
  assert.notEqual(current.value, later, "asked for again because the place was lost, it is read anew");
});

/** The row of a conversation in which so many messages stand. */
function row(id: string, messages = 1): ListRow {
  const history = new History(id).started();
  for (let n = 0; n < messages; n++) history.posted(`m${n}`, `Message ${n}`);
  const made = history.events.reduce((known: ListRow | null, event) => evolveRow(known, id, event), null);
  assert.ok(made);
  return made;
}

const answer = (items: readonly ListRow[], next: string | null = null) =>
  Response.json({ items, next, position: "1", read: {} });
const isNext = (path: string) => path.includes("cursor=");
const shown = () => [...rows.value?.keys() ?? []].sort();
const counted = () => [...rows.value?.values() ?? []].map(({ id, messageCount }) => `${id} ${messageCount}`);

Deno.test("the newest rows are shown before what follows them is asked for, which is then added", async () => {
  using clock = clockwork();
  using server = serving(({ path }) => isNext(path) ? answer([row("c")]) : answer([row("a"), row("b")], "b"));
  rows.value = null;
  const before = listings.value;
  await loadList();
  assert.deepEqual(shown(), ["a", "b"]);
  assert.equal(listings.value, before, "what is not in it may be in what follows");
  assert.deepEqual(server.asked.map(({ path }) => path), ["/api/conversations?limit=100"]);
  clock.ring();
  await answered();
  assert.deepEqual(server.asked.at(-1)?.path, "/api/conversations?limit=400&cursor=b");
  assert.deepEqual(shown(), ["a", "b", "c"]);
  assert.equal(listings.value, before + 1);
});

Deno.test("a list that is shown is fetched as a whole, so that no row goes for a moment", async () => {
  using clock = clockwork();
  using server = serving(() => answer([row("a"), row("c")], "c"));
  rows.value = new Map([["a", row("a")], ["b", row("b")]]);
  await loadList();
  assert.deepEqual(server.asked.map(({ path }) => path), ["/api/conversations?limit=500"]);
  assert.deepEqual(shown(), ["a", "c"]);
  assert.deepEqual(clock.waits(), []);
});

Deno.test("what follows the newest adds nothing where the list was fetched again meanwhile, and changes no row that is known", async () => {
  using clock = clockwork();
  const told = Promise.withResolvers<ListRow[]>();
  using _ = serving(({ path }) =>
    isNext(path)
      ? told.promise.then((items) => answer(items))
      : path.endsWith("=100")
      ? answer([row("a", 2)], "a")
      : answer([row("a", 3)])
  );
  rows.value = null;
  await loadList();
  clock.ring();
  await answered();
  await loadList();
  told.resolve([row("a"), row("late")]);
  await answered();
  assert.deepEqual(counted(), ["a 3"]);
  rows.value = null;
  await loadList();
  clock.ring();
  await answered();
  assert.deepEqual(counted().sort(), ["a 2", "late 1"]);
});

Deno.test("what follows the newest is asked for again where it could not be had", async () => {
  using clock = clockwork();
  using server = serving(({ path }) =>
    isNext(path)
      ? problem(503, "")
      : path.endsWith("=100")
      ? answer([row("a")], "a")
      : answer([row("a"), row("b")])
  );
  rows.value = null;
  await loadList();
  clock.ring();
  await answered();
  assert.deepEqual(clock.waits(), [5_000]);
  clock.ring();
  await answered();
  assert.ok(server.asked.some(({ path }) => path === "/api/conversations?limit=500"));
  assert.deepEqual(shown(), ["a", "b"]);
});
