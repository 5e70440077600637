/** One conversation, agents of several providers: each is asked by its own, in that one's words, and answers alike. */
import assert from "node:assert/strict";
import { data, FakeServer, named, streamOf } from "../actors/providers/fake_server.ts";
import { TestServer } from "./harness.ts";

/** A router that speaks Chat Completions and has never heard of lists of models. */
const router = () =>
  new FakeServer(() =>
    streamOf([
      data({
        id: "c1",
        object: "chat.completion.chunk",
        created: 1,
        model: "m-1",
        choices: [{ index: 0, delta: { role: "assistant", content: "Rye." }, finish_reason: "stop" }],
      }),
      data({
        id: "c1",
        object: "chat.completion.chunk",
        created: 1,
        model: "m-1",
        choices: [],
        usage: { prompt_tokens: 20, completion_tokens: 2, total_tokens: 22 },
      }),
      "data: [DONE]\n\n",
    ])
  );

const messagesServer = () =>
  new FakeServer(() =>
    streamOf(
      [
        {
          type: "message_start",
          message: {
            id: "msg_1",
            type: "message",
            role: "assistant",
            model: "m-2",
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 20, output_tokens: 1 },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Wheat." } },
        { type: "content_block_stop", index: 0 },
        {
          type: "message_delta",
          delta: { stop_reason: "end_turn", stop_sequence: null },
          usage: { output_tokens: 2 },
        },
        { type: "message_stop" },
      ].map(named),
    )
  );

/** An agent of a provider of its own. */
async function agent(
  server: TestServer,
  name: string,
  provider: { kind: string; baseUrl?: string },
  more: object,
): Promise<string> {
  const made = await server.call("POST", "/api/providers", {
    name: `${name}'s`,
    apiKey: `key-of-${name}`,
    ...provider,
  });
  assert.equal(made.status, 201, made.text);
  const { json } = await server.call("POST", "/api/agents", { name, providerId: made.json.id, ...more });
  return json.id;
}

// Shows P3, S0-8, S0-17, S0-43, S0-44, S2-8, S2-23, S2-24, S2-25, S2-27, S4-11, S4-38, S4-T8, D-1.
Deno.test("each agent is asked by its own provider, with its own prompt and view, and all answer alike", async () => {
  await using first = router();
  await using second = messagesServer();
  await using broken = new FakeServer(() => new Response("no", { status: 401 }));
  await using server = await TestServer.start();
  const agentIds = [
    await agent(server, "Ada", { kind: "openai", baseUrl: first.url }, {
      model: "somewhere/unheard-of:beta",
      systemPrompt: "You bake rye.",
    }),
    await agent(server, "Bea", { kind: "anthropic", baseUrl: second.url }, { model: "claude-opus-5-5" }),
    await agent(server, "Cyd", { kind: "openai", baseUrl: broken.url }, { model: "m" }),
    await agent(server, "Dee", { kind: "mock" }, { model: "echo" }),
  ];
  const made = await server.call("POST", "/api/conversations", { agentIds });
  const at = `/api/conversations/${made.json.conversation.id}`;
  for (const content of ["Which flour?", "Sure?"]) {
    await server.call("POST", `${at}/messages`, { content });
    await server.settled(made.json.conversation.id);
  }

  const sent = (from: FakeServer, call: number) => JSON.parse(new TextDecoder().decode(from.got[call]?.body));
  assert.deepEqual(first.got.map(({ path }) => path), ["/chat/completions", "/chat/completions"]);
  assert.deepEqual(second.got.map(({ path }) => path), ["/v1/messages", "/v1/messages"]);
  assert.equal(broken.got.length, 2, "its own failure is nobody else's");
  assert.equal(first.got[0]?.headers.get("authorization"), "Bearer key-of-Ada");
  assert.equal(second.got[0]?.headers.get("x-api-key"), "key-of-Bea");

  const group = (others: string) =>
    `You are participating in a group conversation. Other participants: Humans: User. AI Agents: ${others}.`;
  const ada = sent(first, 1);
  assert.equal(ada.model, "somewhere/unheard-of:beta", "as it was typed; nobody looked whether it exists");
  assert.deepEqual(ada.messages, [
    { role: "system", content: `You bake rye.\n\n${group("Bea, Cyd, Dee")}` },
    { role: "user", content: "[User]: Which flour?" },
    { role: "assistant", content: "Rye." },
    { role: "user", content: "[Bea]: Wheat.\n\n[Dee]: Which flour?\n\n[User]: Sure?" },
  ]);
  const bea = sent(second, 1);
  const text = (content: string | { text: string }[]) =>
    typeof content === "string" ? content : content.map((block) => block.text).join("\n\n");
  assert.equal(text(bea.system), `You are Bea.\n\n${group("Ada, Cyd, Dee")}`);
  assert.deepEqual(bea.messages.map((m: { role: string; content: string }) => [m.role, text(m.content)]), [
    ["user", "[User]: Which flour?\n\n[Ada]: Rye."],
    ["assistant", "Wheat."],
    ["user", "[Dee]: Which flour?\n\n[User]: Sure?"],
  ]);

  const { json } = await server.call("GET", `${at}/messages`);
  // deno-lint-ignore no-explicit-any
  const answers: any[] = json.items.filter((m: { role: string }) => m.role === "assistant").slice(-4);
  const by = (name: string) => answers.find(({ authorName }) => authorName === name);
  assert.deepEqual([by("Ada").content, by("Bea").content, by("Cyd").status], ["Rye.", "Wheat.", "failed"]);
  assert.deepEqual([by("Ada").modelId, by("Bea").modelId], ["m-1", "m-2"]);
  const shape = (value: object) => Object.keys(value).sort();
  for (const other of [by("Bea"), by("Dee")]) {
    assert.deepEqual(shape(other), shape(by("Ada")), "one form of answer, whoever gave it");
    assert.deepEqual(shape(other.usage), shape(by("Ada").usage));
  }
});
