/** The way to what is found, also where it is found in what the page had not read when it began to look. */
import assert from "node:assert/strict";
import { nextFrame, place } from "../tiny_document.ts";
import { render } from "preact";
import { clockwork, heard, problem, serving } from "../browser.ts";
import { History } from "../../history.ts";

const { useFind } = await import("../../../ui/find/use_find.ts");
const { ConversationStore } = await import("../../../ui/state/conversation_store.ts");

/** Ten messages, of which the page has read the last. */
function opened() {
  const history = new History().started();
  for (let n = 0; n < 10; n++) history.posted(`m${n}`, n < 2 ? "a wombat" : `filler ${n}`);
  const state = history.state();
  for (let n = 0; n < 9; n++) delete state.bodies[`m${n}`];
  return new ConversationStore(state);
}

Deno.test("who looks for what only older messages have is taken to the newest of its hits as they are read", async () => {
  using clock = clockwork();
  const older = Promise.withResolvers<Response>();
  using _server = serving(({ path }) => path.includes("before=") ? older.promise : problem(404, "Gone."));
  const store = opened();
  let found: ReturnType<typeof useFind> | undefined;
  function Looks() {
    found = useFind(store, "wombat");
    return null;
  }
  const root = place();
  const settle = async () => {
    for (let n = 0; n < 5; n++) {
      await heard();
      clock.ring();
      nextFrame();
    }
  };
  render(<Looks />, root);
  await settle();
  assert.deepEqual(
    [found?.total, found?.number, found?.looking],
    [0, -1, true],
    "counted, and none was read",
  );
  const bodies = Object.fromEntries(
    Array.from({ length: 9 }, (_, n) => [`m${n}`, { content: n < 2 ? "a wombat" : `filler ${n}` }]),
  );
  older.resolve(Response.json({ bodies }));
  await settle();
  assert.deepEqual([found?.total, found?.number, found?.looking], [2, 1, false]);
  render(null, root);
});
