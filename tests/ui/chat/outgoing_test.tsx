/** A message on its way, and one that did not get there. */
import assert from "node:assert/strict";
import { ofClass, place } from "../tiny_document.ts";
import { render } from "preact";
import type { Outgoing as Sent } from "../../../ui/state/outbox.ts";
import { History } from "../../history.ts";

const { Outgoing } = await import("../../../ui/chat/outgoing.tsx");
const { offline } = await import("../../../ui/state/ui_state.ts");

const state = new History("conv_out").started().joined("ada").state();

/** What is told under it, and the files that are shown with it. */
function shown(more: Partial<Sent>): (string | undefined)[] {
  const item: Sent = {
    id: "m",
    conversationId: "conv_out",
    content: "",
    attachments: [],
    status: "sending",
    ...more,
  };
  const root = place();
  render(<Outgoing item={item} state={state} />, root);
  const [message] = ofClass(root, "outgoing");
  const found = [...message?.children ?? []].map(({ textContent }) => textContent ?? "");
  render(null, root);
  return found;
}

Deno.test("what is on its way is shown as it is, with its files", () => {
  assert.deepEqual(shown({ content: "Hi" }), ["Hi", "sending…"]);
  const file = { name: "a.csv", type: "text/csv", size: 9, sha256: "a".repeat(64) };
  const [files, told] = shown({ attachments: [file] });
  assert.match(files ?? "", /a\.csv/);
  assert.equal(told, "sending…");
});

Deno.test("what did not get there says why, and is sent again where that would help; offline it is by itself", () => {
  const failed = { status: "failed", content: "Hi", error: "No." } as const;
  assert.deepEqual(shown(failed), ["Hi", "not sent", "No. RetryDiscard"]);
  assert.deepEqual(shown({ ...failed, refused: true }), ["Hi", "not sent", "No. Discard"]);
  offline.value = true;
  assert.deepEqual(shown(failed), ["Hi", "Will be sent once the server is back. Discard"]);
  assert.deepEqual(shown({ ...failed, refused: true }), ["Hi", "not sent", "No. Discard"]);
  offline.value = false;
});
