/** The buttons that ask an agent. */
import assert from "node:assert/strict";
import { ofClass, place } from "../tiny_document.ts";
import { render } from "preact";
import type { Outgoing } from "../../../ui/state/outbox.ts";
import { History } from "../../history.ts";

const { TriggerBar } = await import("../../../ui/chat/trigger_bar.tsx");
const { ConversationStore } = await import("../../../ui/state/conversation_store.ts");
const { outbox } = await import("../../../ui/state/server_state.ts");

Deno.test("nobody can be asked while what was just sent is not there; who is off cannot at all", () => {
  const history = new History("conv_ask").started({ mode: "manual" }).joined("ada", "bob");
  history.add("ParticipantDisabled", { participantId: "p_bob" });
  const store = new ConversationStore(history.state());
  const item = { id: "m", content: "Hi", attachments: [] };
  const able = (sent: Pick<Outgoing, "conversationId" | "status"> | null) => {
    const root = place();
    outbox.items.value = sent ? [{ ...item, ...sent }] : [];
    render(<TriggerBar store={store} />, root);
    const buttons = ofClass(root, "trigger-bar").flatMap((bar) => ofClass(bar, "outline"));
    render(null, root);
    return buttons.filter((one) => ![...one.attributes].some(({ name }) => name === "disabled"))
      .map(({ textContent }) => textContent);
  };
  assert.deepEqual(able(null), ["ada", "Ask all"]);
  assert.deepEqual(able({ conversationId: "conv_ask", status: "sending" }), []);
  assert.deepEqual(able({ conversationId: "conv_other", status: "sending" }), ["ada", "Ask all"]);
  assert.deepEqual(able({ conversationId: "conv_ask", status: "failed" }), ["ada", "Ask all"]);
  outbox.items.value = [];
});
