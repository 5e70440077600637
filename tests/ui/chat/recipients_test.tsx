/** What stands under the message box of those who are asked, and what it costs to tell. */
import assert from "node:assert/strict";
import { place } from "../tiny_document.ts";
import { render } from "preact";
import { History } from "../../history.ts";

const { Recipients } = await import("../../../ui/chat/recipients.tsx");
const { ConversationStore } = await import("../../../ui/state/conversation_store.ts");

Deno.test("with each key what is written is counted, and nothing of what was said is read again", () => {
  const history = new History().started().joined("ada", "bob");
  history.answered("m1", "x".repeat(4_000), { ada: "one", bob: "eins" });
  const store = new ConversationStore(history.state());
  let read = 0;
  const { messages } = store.state;
  Object.assign(store.state, {
    messages: new Proxy(messages, { get: (all, id) => (read++, Reflect.get(all, id)) }),
  });
  const root = place();
  const told = (text: string, changes: number) => {
    render(<Recipients store={store} changes={changes} text={text} files={[]} />, root);
    return root.textContent;
  };
  assert.match(told("", 1), /~2K tokens/);
  assert.ok(read > 0, "what was said is counted");
  read = 0;
  assert.match(told("y".repeat(4_000), 1), /~4K tokens/, "two are sent what is written");
  assert.equal(read, 0);
  for (const event of history.posted("m2", "x".repeat(4_000)).events.slice(-1)) {
    assert.ok(store.apply(event));
  }
  assert.match(told("y".repeat(4_000), 2), /~6K tokens/, "what was said since is counted when it is told");
  render(null, root);
});
