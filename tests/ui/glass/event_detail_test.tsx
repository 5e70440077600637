/** What an event holds, and what can be done from there. */
import assert from "node:assert/strict";
import { ofClass, place } from "../tiny_document.ts";
import { render } from "preact";
import { History } from "../../history.ts";

const { EventDetail, RAW_SHOWN } = await import("../../../ui/glass/event_detail.tsx");

const nothing = () => {};

Deno.test("what was sent is offered where something was; what is too long is cut, and it says by how much", () => {
  const history = new History().started().joined("ada").posted("m1", "x".repeat(RAW_SHOWN));
  const root = place();
  const told = (onSaw: (() => void) | null) => {
    render(
      <EventDetail
        events={history.events.slice(-1)}
        onHeight={nothing}
        onReplay={nothing}
        onBranch={nothing}
        onSaw={onSaw}
      />,
      root,
    );
    return ofClass(root, "event-acts")[0]?.textContent;
  };
  const acts = "Replay from hereBranch from hereCopy";
  assert.deepEqual([told(null), told(nothing)], [acts, `What it saw${acts}`]);
  const raw = JSON.stringify(history.events.at(-1), null, 2);
  assert.match(root.textContent ?? "", new RegExp(`x… .*\\b${raw.length - RAW_SHOWN} `));
  render(null, root);
});
