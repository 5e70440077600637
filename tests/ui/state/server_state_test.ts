/** What the browser knows of the server. */
import assert from "node:assert/strict";
import { History } from "../../history.ts";
import { workspace } from "../../../projections/workspace.ts";
import { problem, serving } from "../browser.ts";

// What the modules of the page read as they are loaded.
Reflect.set(globalThis, "location", { pathname: "/" });
Reflect.set(globalThis, "matchMedia", () => ({ matches: false, addEventListener() {} }));
Object.defineProperty(navigator, "languages", { value: ["en-US"], configurable: true });
const documentElement = { dataset: {} };
Reflect.set(globalThis, "document", { compatMode: "CSS1Compat", documentElement, addEventListener() {} });
const { current, missing, open, rows, settings, start } = await import("../../../ui/state/server_state.ts");
const { place } = await import("../../../ui/state/router.ts");

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

Deno.test("when the stream begins only what may be behind it is read again", async () => {
  const history = new History().started().posted("m0", "message 0");
  const { id } = history.state();
  const at = { read: "e.4", stream: "e.5" };
  let streamed: ReadableStreamDefaultController<Uint8Array> | undefined;
  const say = (text: string) => streamed?.enqueue(new TextEncoder().encode(text));
  const began = () => say(`event: sync\ndata: {"position":"${at.stream}"}\n\n`);
  const opening = () =>
    new Response(new ReadableStream({ start: (controller) => void (streamed = controller) }));
  using server = serving(({ path }) => {
    const position = at.read;
    if (path.startsWith("/api/events")) return opening();
    if (path.startsWith("/api/conversations?")) return Response.json({ items: [], read: {}, position });
    if (path === "/api/workspace") {
      return Response.json({ fold: workspace.initial("workspace"), unreadableKeys: [], tools: [], position });
    }
    return Response.json({ fold: history.state(), drafts: [], waits: [], read: 0, position });
  });
  /** How often each was asked for since the last time, once the list was `times` times. */
  const asked = async (times: number) => {
    const paths = () => server.asked.map(({ path }) => path.replace(/\?.*/, ""));
    const count = (path: string) => paths().filter((one) => one === path).length;
    while (count("/api/conversations") < times) await new Promise((wake) => setTimeout(wake, 1));
    // Everything that is asked for is asked for in the same turn.
    const counts = [count("/api/conversations"), count("/api/workspace"), count(`/api/conversations/${id}`)];
    server.asked.length = 0;
    return counts;
  };
  place.value = { view: "chat", id };
  rows.value = null;
  current.value = null;
  start();
  while (!rows.peek() || !settings.peek() || current.peek()?.id !== id || !streamed) {
    await new Promise((wake) => setTimeout(wake, 1));
  }
  assert.deepEqual(await asked(1), [1, 1, 1]);
  began();
  assert.deepEqual(await asked(1), [1, 1, 1], "an event lies between the two");
  at.read = "e.5";
  const before = streamed;
  say('event: reset\ndata: {"why":"another store"}\n\n');
  while (streamed === before) await new Promise((wake) => setTimeout(wake, 1));
  assert.deepEqual(await asked(1), [1, 1, 1], "the place was lost");
  await new Promise((wake) => setTimeout(wake, 0));
  began();
  assert.deepEqual(await asked(1), [1, 0, 0], "nothing lies between the two");
  streamed?.close();
});
