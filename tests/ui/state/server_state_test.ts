/** What the browser knows of the server. */
import "../page.ts";
import assert from "node:assert/strict";
import { History } from "../../history.ts";
import { clockwork, problem, serving } from "../browser.ts";
import { place } from "../../../ui/state/router.ts";
import { current, missing, open } from "../../../ui/state/server_state.ts";

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

/** Until nothing that was asked is on its way. */
const answered = () => new Promise((resolve) => setImmediate(resolve));

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
  const history = new History().started();
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
