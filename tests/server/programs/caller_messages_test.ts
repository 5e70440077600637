/** What is read of the list of messages a program sends. */
import assert from "node:assert/strict";
import { ATTACHMENT_BYTES } from "../../../events/catalog/limits.ts";
import { Problem } from "../../../server/http/problem.ts";
import { askedOf } from "../../../server/programs/caller_messages.ts";

Deno.test("the last words of the user are asked; system and developer instruct", async () => {
  const asked = await askedOf({
    messages: [
      { role: "system", content: "Be kind." },
      { role: "user", content: "First." },
      { role: "assistant", content: "Yes?" },
      { role: "developer", content: "Be short." },
      { role: "user", content: "Second." },
    ],
  });
  assert.equal(asked.content, "Second.");
  assert.equal(asked.instructions, "Be kind.\n\nBe short.");
  assert.deepEqual(asked.before, [
    { role: "user", content: "First.", files: [] },
    { role: "assistant", content: "Yes?", files: [] },
  ]);
});

Deno.test("another user's name stands before what was said; an answer that is sent back is taken as it came", async () => {
  const asked = await askedOf({
    messages: [
      { role: "user", content: "Hi", name: "Ada" },
      {
        role: "assistant",
        name: "agent",
        content: null,
        refusal: "I would rather not.",
        reasoning_content: "Hm.",
        annotations: [],
        provider_specific_fields: { refusal: null },
        thinking_blocks: [{ type: "thinking", thinking: "Hm.", signature: "" }],
        tool_calls: [],
        audio: null,
      },
      { role: "user", content: [{ type: "text", text: "Why" }, { type: "text", text: "?" }] },
    ],
  });
  assert.deepEqual(asked.before, [
    { role: "user", content: "[Ada]: Hi", files: [] },
    { role: "assistant", content: "I would rather not.", files: [] },
  ]);
  assert.equal(asked.content, "Why?");
});

Deno.test("what would be lost of a message is refused by its place", async () => {
  const call = { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } };
  const cases: readonly (readonly [string, Parameters<typeof askedOf>[0]["messages"][number]])[] = [
    ["messages.1.role", { role: "function", name: "f", content: "5 degrees" }],
    ["messages.1.tool_calls", { role: "user", content: "Hi", tool_calls: [call] }],
    ["messages.1.tool_call_id", { role: "user", content: "Hi", tool_call_id: "call_1" }],
    ["messages.1.cache_control", { role: "user", content: "Hi", cache_control: { type: "ephemeral" } }],
    ["messages.1", { role: "user", content: "Hi", "my secret": "sk-1" }],
    ["messages.1.content.0.type", { role: "user", content: [{ type: "input_audio" }] }],
    ["messages.1.content.0.cache_control", {
      role: "user",
      content: [{ type: "text", text: "Hi", cache_control: { type: "ephemeral" } }],
    }],
    ["messages.1.content.0.type", {
      role: "assistant",
      content: [{ type: "image_url", image_url: { url: "" } }],
    }],
    ["messages.1.content.0.type", { role: "user", content: [{ type: "image_url" }] }],
    ["messages", { role: "assistant", content: "Once upon" }],
  ];
  for (const [path, message] of cases) {
    await assert.rejects(
      () => askedOf({ messages: [{ role: "user", content: "Hi" }, message] }),
      (error) =>
        error instanceof Problem && error.code === "unsupported_parameter" &&
        error.errors?.[0]?.path === path,
      path,
    );
  }
});

Deno.test("what could not be posted after its history is refused before it: nothing said, and a text over the log's bound", async () => {
  const path = async (messages: { role: string; content: string }[]) => {
    try {
      await askedOf({ messages });
      return null;
    } catch (error) {
      return error instanceof Problem ? error.errors?.[0]?.path : String(error);
    }
  };
  const [hi, most] = [{ role: "user", content: "Hi" }, "ä".repeat(ATTACHMENT_BYTES / 2)];
  assert.equal(await path([hi, { role: "user", content: " \n" }]), "messages.1.content");
  for (const role of ["user", "assistant"]) {
    assert.equal(await path([{ role, content: most }, hi]), null);
    assert.equal(await path([{ role, content: `${most}!` }, hi]), "messages.0.content");
  }
  assert.equal(await path([hi, { role: "user", content: `${most}!` }]), "messages.1.content");
  assert.equal(await path([{ role: "system", content: `${most}!` }, hi]), "messages");
});
