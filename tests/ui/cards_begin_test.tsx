/** Where cards stand once their answers ended. */
import assert from "node:assert/strict";
import { nextFrame, place } from "./tiny_document.ts";
import { render } from "preact";
import { clockwork } from "./browser.ts";

const { useCapped } = await import("../../ui/message/capped.ts");

function Card({ open }: { open: boolean }) {
  const { body, content } = useCapped(open, true);
  return (
    <div ref={body}>
      <div ref={content} />
    </div>
  );
}

Deno.test("of cards that end together each comes to its beginning in a frame of its own", () => {
  using clock = clockwork();
  const root = place();
  const show = (open: boolean) => {
    render(["a", "b", "c"].map((key) => <Card key={key} open={open} />), root);
    nextFrame();
  };
  show(true);
  const cards = [...root.children];
  for (const card of cards) card.scrollTop = 100;
  const begun = () => cards.filter(({ scrollTop }) => scrollTop === 0).length;
  show(false);
  const seen = [begun()];
  for (let frame = 0; frame < 3; frame++) {
    nextFrame();
    clock.ring();
    seen.push(begun());
  }
  assert.deepEqual(seen, [1, 2, 3, 3]);
  render(null, root);
});
