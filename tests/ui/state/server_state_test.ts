/** What the browser knows of the server. */
import "../page.ts";
import assert from "node:assert/strict";
import { History } from "../../history.ts";
import { problem, serving } from "../browser.ts";
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

Deno.test("of a conversation that was not read here it is said so where the server cannot be reached", async () => {
  using _ = serving(() => Promise.reject(new TypeError("nobody there")));
  await open("conversation_c");
  assert.match(missing.value ?? "", /was not read on this device/);
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
