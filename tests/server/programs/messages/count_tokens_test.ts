/** Tokens are counted before they are asked for: what the call would send, and nothing happens. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type Anthropic from "@anthropic-ai/sdk";
import { BadRequestError, NotFoundError } from "@anthropic-ai/sdk";
import { TestServer } from "../../harness.ts";
import { agency, agent, blindAgent, claude, FORECAST, user } from "../../programs.ts";
import { PNG } from "../../../pictures.ts";

type Counted = Anthropic.MessageCountTokensParams;
const MODEL = "agent/plain";
/** Tokens of a text of these many letters. */
const letters = (n: number) => n / 4;

/** What counting must leave as it was. */
async function traces(server: TestServer) {
  const sha256 = createHash("sha256").update(PNG).digest("hex");
  return [
    (await server.call("GET", "/api/conversations")).json.items.length,
    await server.store.blobs.get(sha256),
  ];
}

Deno.test("what a call would send is counted: prompt, talk, tools, form and files; nothing is kept, nobody asked", async () => {
  await using server = await TestServer.start();
  await agency(server);
  await agent(server, "plain", "echo");
  await agent(server, "prompted", "echo", { systemPrompt: "s".repeat(400) });
  await agent(server, "told", "echo", { systemPrompt: "s".repeat(800) });
  const before = await traces(server);
  const asked = server.mock.requests().length;
  const count = async (more: Partial<Counted> = {}) =>
    (await claude(server).messages.countTokens({ model: MODEL, messages: [user("Hi?")], ...more }))
      .input_tokens;
  const plain = await count();
  assert.ok(plain > 0);
  assert.equal(await count({ model: "agent/told" }) - await count({ model: "agent/prompted" }), letters(400));
  const longer = await count({
    messages: [user("H".repeat(4_000)), { role: "assistant", content: "a" }, user("Hi?")],
  });
  assert.ok(longer - plain >= letters(4_000) && longer - plain < letters(4_000) + 20);
  assert.ok(await count({ system: "s".repeat(800) }) - plain >= letters(800));
  const description = "d".repeat(2_000);
  const tools = [{ name: "forecast", description, input_schema: { ...FORECAST, type: "object" as const } }];
  await agent(server, "calls", "tool-user");
  assert.ok(
    await count({ model: "agent/calls", tools }) - await count({ model: "agent/calls" }) > letters(2_000),
  );
  const data = PNG.toBase64();
  const image = {
    type: "image" as const,
    source: { type: "base64" as const, media_type: "image/png" as const, data },
  };
  assert.ok(
    await count({ messages: [{ role: "user", content: [image, { type: "text", text: "Hi?" }] }] }) >
      plain + 1_000,
  );
  assert.ok(await count({ model: "agency/works" }) > plain, "the manager’s first request");
  const call = { type: "tool_use" as const, id: "c1", name: "forecast", input: { city: "x".repeat(400) } };
  const gave = { type: "tool_result" as const, tool_use_id: "c1", content: "y".repeat(400) };
  const tooled = await count({
    messages: [user("Hi?"), { role: "assistant", content: [call] }, { role: "user", content: [gave] }],
  });
  assert.ok(tooled - plain >= letters(800));
  assert.deepEqual(await traces(server), before);
  assert.equal(server.mock.requests().length, asked);
});

Deno.test("the same talk counts as it is then sent", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo", { systemPrompt: "Speak plainly." });
  const messages = [user("One?"), { role: "assistant" as const, content: "One." }, user("Two?")];
  const { input_tokens } = await claude(server).messages.countTokens({ model: MODEL, messages });
  await claude(server).messages.create({ model: MODEL, messages, max_tokens: 9 });
  const [{ id }] = (await server.call("GET", "/api/conversations")).json.items;
  const state = await server.system.conversation(id);
  const turn = Object.values(state?.turns ?? {})[0];
  // What it was sent is what it would have been sent as of then.
  const would = await server.system.wouldSend(id, turn?.participantId ?? "", turn?.requestedSeq);
  assert.equal(input_tokens, would?.tokens.estimated);
});

Deno.test("what the call would be refused for is refused, in the same words", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  await blindAgent(server);
  const url = { type: "image", source: { type: "url", url: "https://a.example/a.png" } };
  const refused = async (more: object) => {
    const body = { model: MODEL, messages: [user("Hi?")], ...more };
    const [counted, called] = [
      await server.call("POST", "/v1/messages/count_tokens", body),
      await server.call("POST", "/v1/messages", { ...body, max_tokens: 9 }),
    ];
    assert.deepEqual([counted.status, counted.json.error], [called.status, called.json.error], counted.text);
    return counted.json.error.details;
  };
  for (
    const more of [
      { messages: [] },
      { messages: [{ role: "user", content: [url] }] },
      { messages: [user("Hi?"), { role: "assistant", content: "So" }] },
      {
        messages: [{
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "nobody’s", content: "" }],
        }],
      },
      { tools: [{ type: "bash_20250124", name: "bash" }] },
      { container: "c" },
      { strange: 1 },
      { model: "agent/none" },
      { output_config: { effort: "much" } },
    ]
  ) await refused(more);
  const counting = claude(server).messages;
  const base = { model: MODEL, messages: [user("Hi?")] };
  await assert.rejects(counting.countTokens({ ...base, model: "agent/none" }), NotFoundError);
  for (const more of [{ max_tokens: "many" }, { max_tokens: 5 }, { temperature: {} }, { stream: true }]) {
    await assert.rejects(counting.countTokens({ ...base, ...more } as Counted), BadRequestError);
  }
});
