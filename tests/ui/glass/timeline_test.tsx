/** The bars of the timeline, in the colours of who said something. */
import assert from "node:assert/strict";
import { nextFrame, ofClass, place } from "../tiny_document.ts";
import { render } from "preact";
import { serving } from "../browser.ts";
import { History } from "../../history.ts";

const { Timeline } = await import("../../../ui/glass/timeline.tsx");
const { ConversationStore } = await import("../../../ui/state/conversation_store.ts");

Deno.test("bars in which nobody said anything stand back, those of an agent have its colour", () => {
  using _ = serving(() => new Promise(() => {}));
  const history = new History("conv_bars").started().joined("ada").answered("m1", "One?", { ada: "one" });
  const root = place();
  render(<Timeline live={new ConversationStore(history.state())} />, root);
  nextFrame();
  const bars = ofClass(root, "bar").map(({ attributes }) => {
    const of = Object.fromEntries([...attributes].map(({ name, value }) => [name, value]));
    return [String(of["class"]).includes("nobody"), of["data-color"] !== undefined];
  });
  const [nobody, person, agent] = [[true, false], [false, false], [false, true]];
  assert.deepEqual(bars, [nobody, nobody, person, agent, agent, agent, nobody]);
  render(null, root);
});
