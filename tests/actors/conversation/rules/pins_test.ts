import assert from "node:assert/strict";
import { PINS } from "../../../../events/catalog/limits.ts";
import { History } from "../../../history.ts";
import { given } from "../../given.ts";

const talk = () => new History().started().joined("Ada").answered("m1", "Look", { Ada: "I do." });
const pinned = (history: History, messageId: string) => history.state().messages[messageId]?.pinned ?? false;

Deno.test("a message is pinned and unpinned; said again, neither changes anything", () => {
  const on = given(talk()).when({ type: "pin", messageId: "m1", pinned: true }).then("PinSet");
  assert.equal(pinned(on.next, "m1"), true);
  given(on.next).when({ type: "pin", messageId: "m1", pinned: true }).then();
  const off = given(on.next).when({ type: "pin", messageId: "m1", pinned: false }).then("PinSet");
  assert.equal(pinned(off.next, "m1"), false);
  given(off.next).when({ type: "pin", messageId: "m1", pinned: false }).then();
});

Deno.test("what is pinned counts: left out it is put in first, and left out later it is pinned no more", () => {
  const out = talk().add("InclusionSet", { messageId: "m1", included: false });
  const on = given(out).when({ type: "pin", messageId: "m1", pinned: true }).then("InclusionSet", "PinSet");
  assert.equal(on.next.state().messages["m1"]?.included, true);
  const left = given(on.next).when({ type: "include", messageId: "m1", included: false }).then(
    "InclusionSet",
  );
  assert.equal(pinned(left.next, "m1"), false);
  const hidden = given(on.next).when({
    type: "include",
    messageId: "m1",
    included: false,
    participantIds: ["p_Ada"],
  }).then("InclusionSet");
  assert.equal(pinned(hidden.next, "m1"), true, "hidden from one agent alone");
});

Deno.test("notices, what is gone and what is not there cannot be pinned", () => {
  const history = talk().add("MessagePosted", {
    messageId: "notice",
    author: { kind: "system", id: "system", name: "System" },
    role: "system",
    content: "No agents are enabled for this conversation.",
  });
  given(history).when({ type: "pin", messageId: "notice", pinned: true }).refused("validation");
  given(history).when({ type: "pin", messageId: "nowhere", pinned: true }).refused("not_found");
  const gone = talk();
  gone.events.forEach((event, index) => {
    if (event.type === "MessagePosted") gone.events[index] = { ...event, erased: true };
  });
  given(gone).when({ type: "pin", messageId: "m1", pinned: true }).refused("validation");
});

Deno.test(`one more than ${PINS} is refused, until one is unpinned`, () => {
  const history = new History().started().joined("Ada");
  for (let n = 0; n <= PINS; n++) history.posted(`m${n}`, "Look");
  for (let n = 0; n < PINS - 1; n++) history.add("PinSet", { messageId: `m${n}`, pinned: true });
  const last = given(history).when({ type: "pin", messageId: `m${PINS - 1}`, pinned: true }).then("PinSet");
  const more = { type: "pin", messageId: `m${PINS}`, pinned: true } as const;
  given(last.next).when(more).refused("validation");
  const fewer = given(last.next).when({ type: "pin", messageId: "m0", pinned: false }).then("PinSet");
  given(fewer.next).when(more).then("PinSet");
});
