/** What a message may be, in the log and on its way there. */
import assert from "node:assert/strict";
import { MessagePosted } from "../../events/catalog/conversation.ts";
import { MESSAGE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { ChangeMessage, PostMessage } from "../../server/contract/conversation_requests.ts";
import { said } from "./store/given.ts";

const posted = (role: unknown) => {
  const author = { kind: "user", id: "ann", name: "Ann" };
  return { ...said("m/0"), type: "MessagePosted", data: { messageId: "m1", author, role, content: "Hi" } };
};

// Shows S0-38.
Deno.test("a message is a user's, an assistant's or the system's, and nothing else", () => {
  for (const role of ["user", "assistant", "system"]) {
    assert.equal(MessagePosted.safeParse(posted(role)).success, true, role);
  }
  for (const role of ["tool", "developer", "User", "", null, undefined, 1]) {
    assert.equal(MessagePosted.safeParse(posted(role)).success, false, String(role));
  }
  const { data } = posted("user");
  assert.equal(MessagePosted.safeParse({ ...posted("user"), data: { ...data, more: 1 } }).success, false);
});

// Shows S0-38.
Deno.test("what makes a message and what changes one have schemas of their own; neither takes the other's fields", () => {
  const makes = (body: unknown) => PostMessage.safeParse(body).success;
  assert.ok(makes({ content: "Hi" }));
  assert.ok(makes({ content: "x".repeat(MESSAGE_CODE_POINTS + 1) }), "its length is judged with the rest");
  for (
    const body of [{}, { content: 1 }, { content: "Hi", role: "system" }, { content: "Hi", included: true }]
  ) {
    assert.equal(makes(body), false, JSON.stringify(body));
  }
  const changes = (body: unknown) => ChangeMessage.safeParse(body).success;
  assert.ok(changes({ included: false }));
  for (const body of [{}, { included: "no" }, { included: true, content: "edited" }, { content: "edited" }]) {
    assert.equal(changes(body), false, JSON.stringify(body));
  }
});
