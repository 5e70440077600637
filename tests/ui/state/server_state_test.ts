/** What the browser knows of the server. */
import assert from "node:assert/strict";
import { problem, serving } from "../browser.ts";

// What the modules of the page read as they are loaded.
Reflect.set(globalThis, "location", { pathname: "/" });
Reflect.set(globalThis, "matchMedia", () => ({ matches: false, addEventListener() {} }));
Reflect.set(globalThis, "document", { documentElement: { dataset: {} } });
const { missing, open } = await import("../../../ui/state/server_state.ts");

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
