/** What is deliberately not offered: nothing said is edited, taken out, answered aside or branched off in place. */
import assert from "node:assert/strict";
import { ConversationEvent } from "../../events/catalog/conversation.ts";
import { routes } from "../../server/routes/table.ts";
import { TestServer, WELCOME } from "./harness.ts";

const at = `/api/conversations/${WELCOME}`;

// Shows S0-62, S0-63, S0-C2.
Deno.test("no route changes or removes the text of a message, whatever is sent to it", async () => {
  await using server = await TestServer.start();
  const before = (await server.call("GET", `${at}/messages`)).json.items;
  const ofMessages = routes.filter(({ path }) => /\/messages\/:messageId/.test(path));
  assert.deepEqual(ofMessages.map(({ method, path }) => `${method} ${path.split(":messageId")[1]}`).sort(), [
    // Takes the words away, and puts none in their place.
    "DELETE /content",
    "GET /brief",
    "GET /copies",
    "GET /seen-by",
    "PATCH ",
    "POST /keep",
    "POST /pin",
  ]);
  for (const { id, included } of before) {
    const changed = await server.call("PATCH", `${at}/messages/${id}`, {
      included,
      content: "edited",
      role: "system",
    });
    assert.ok(changed.status < 500);
    for (const method of ["DELETE", "PUT"]) {
      const refused = await server.call(method, `${at}/messages/${id}`, { content: "edited" });
      assert.ok([404, 405].includes(refused.status), `${method}: ${refused.status}`);
    }
    const again = await server.call("POST", `${at}/messages`, { id, content: "edited" });
    assert.ok(again.status >= 400 && again.status < 500, "an id that is taken is not written over");
  }
  assert.deepEqual((await server.call("GET", `${at}/messages`)).json.items, before);
});

// Shows S0-62, S0-63, S0-64, S0-65, S0-66, S0-C2.
Deno.test("the log has no event that edits or removes a message, answers to one, or branches", async () => {
  const types = ConversationEvent.options.map(({ shape }) => shape.type.value);
  const aboutMessages = types.filter((type) => /Message|Inclusion/.test(type));
  assert.deepEqual(aboutMessages.sort(), ["InclusionSet", "MessagePosted"]);
  assert.deepEqual(types.filter((type) => /Edit|Repl|Thread|Branch|Rewr/.test(type)), []);
  await using server = await TestServer.start();
  const { events } = (await server.call("GET", `${at}/events`)).json;
  const found = events.find((event: { type: string }) => event.type === "MessagePosted");
  const { seq: _, ...posted } = found;
  assert.equal(ConversationEvent.safeParse(posted).success, true);
  for (const field of ["replyTo", "parentId", "threadId", "branch"]) {
    const aside = { ...posted, data: { ...posted.data, [field]: posted.data.messageId } };
    assert.equal(ConversationEvent.safeParse(aside).success, false, field);
  }
});
