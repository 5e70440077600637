/** The form of a trial: nothing is asked before it is told what it costs. */
import assert from "node:assert/strict";
import { nextFrame, ofClass, place } from "../tiny_document.ts";
import { render } from "preact";
import { heard, serving } from "../browser.ts";

const { AskingForm } = await import("../../../ui/trials/asking_form.tsx");
type Tried = Parameters<typeof AskingForm>[0]["what"];

Deno.test("with what is asked changes what it costs; until that is told, what was told before is no price", async () => {
  let tokens = 100;
  using _ = serving(() => Response.json({ answers: 4, tokens: tokens++, largest: 50, usd: 0 }));
  const root = place();
  const told = () => {
    nextFrame();
    nextFrame();
    const disabled = [...ofClass(root, "primary")[0]?.attributes ?? []].some(({ name }) =>
      name === "disabled"
    );
    return [ofClass(root, "hint")[0]?.textContent, disabled];
  };
  const ask = (messageId: string) => {
    const what = { messageId, agentIds: [] } as unknown as Tried;
    render(
      <AskingForm conversationId="c" what={what} arms={1} timesLabel="Times" onAsked={() => {}} />,
      root,
    );
    return told();
  };
  const counting = ["Working out what it costs…", true];
  assert.deepEqual(ask("m1"), counting);
  await heard();
  assert.match(`${told()}`, /about 100 tokens.*,false$/);
  assert.deepEqual(ask("m2"), counting);
  await heard();
  assert.match(`${told()}`, /about 101 tokens.*,false$/);
  render(null, root);
});
