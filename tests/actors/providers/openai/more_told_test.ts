import assert from "node:assert/strict";
import { addressOf, SHOWN, withMore } from "../../../../actors/providers/openai/more_told.ts";
import { createOpenAi } from "../../../../actors/providers/openai/openai.ts";
import { configOf, FakeServer } from "../fake_server.ts";

const { signal } = new AbortController();
const asking = () => {
  const asked: [path: string, question: unknown][] = [];
  const told =
    (answer: (path: string, question: unknown) => unknown) => (path: string, question?: unknown) => {
      asked.push([path, question]);
      return Promise.resolve(answer(path, question));
    };
  return { asked, told };
};

Deno.test("nobody is asked for more but LiteLLM and Ollama, told by what their lists are like", async () => {
  const { asked, told } = asking();
  const list = [{ id: "gpt-5", owned_by: "openai", created: 1_700_000_000 }, null, 7];
  const models = await Array.fromAsync(withMore(list, told(() => ({})), signal));
  assert.deepEqual(models, [list[0], {}, {}]);
  assert.deepEqual(await Array.fromAsync(withMore([], told(() => ({})), signal)), []);
  assert.deepEqual(asked, []);
});

Deno.test("LiteLLM is asked once for all of its models; whose answer is of no use costs nothing else", async () => {
  const { asked, told } = asking();
  const list = ["a", "b"].map((id) => ({ id, owned_by: "openai", created: 1_677_610_602 }));
  const data = [
    { model_name: "a", model_info: { max_input_tokens: 5 } },
    { model_name: "a", model_info: { max_input_tokens: 6 } },
    null,
  ];
  const models = await Array.fromAsync(withMore(list, told(() => ({ data })), signal));
  assert.deepEqual(models, [
    { ...list[0], model_info: { max_input_tokens: 5 } },
    { ...list[1], model_info: undefined },
  ]);
  assert.deepEqual(asked, [["/model/info", undefined]]);
  const none = await Array.fromAsync(withMore(list, () => Promise.reject(new Error("403")), signal));
  assert.equal(none.length, 2);
});

Deno.test("Ollama is asked for each model, a few at once, as many as have room on one machine", async () => {
  let open = 0, most = 0;
  const asked: unknown[] = [];
  const list = Array.from({ length: SHOWN + 10 }, (_, n) => ({ id: `m${n}`, owned_by: "library" }));
  const models = await Array.fromAsync(withMore(list, async (path, question) => {
    asked.push(path, question);
    most = Math.max(most, ++open);
    await Promise.resolve();
    open--;
    return { capabilities: ["tools"] };
  }, signal));
  assert.equal(models.length, SHOWN + 10);
  assert.equal(most, 4);
  assert.equal(asked.length, 2 * SHOWN);
  assert.deepEqual(asked.slice(0, 2), ["/api/show", { model: "m0" }]);
  assert.deepEqual(models[0], { ...list[0], show: { capabilities: ["tools"] } });
  assert.deepEqual(models.at(-1), { ...list.at(-1), show: undefined });
});

Deno.test("who stops waits for no answer", async () => {
  const stopped = AbortSignal.abort();
  const list = [{ id: "a", owned_by: "library" }];
  await assert.rejects(
    Array.fromAsync(withMore(list, () => Promise.reject(new Error("cut")), stopped)),
    /cut/,
  );
});

Deno.test("Ollama's own paths stand beside /v1, those of a proxy behind its address", () => {
  assert.equal(addressOf("http://host:11434/v1", "/api/show"), "http://host:11434/api/show");
  assert.equal(addressOf("http://host:11434", "/api/show"), "http://host:11434/api/show");
  assert.equal(addressOf("http://host:4000/v1", "/model/info"), "http://host:4000/v1/model/info");
});

Deno.test("an Ollama server is read as it documents its answers, with the key where the list has it", async () => {
  await using server = new FakeServer(({ path, method, body }) => {
    if (path === "/v1/models") {
      return Response.json({
        object: "list",
        data: [{ id: "qwen3:8b", object: "model", created: 1, owned_by: "library" }],
      });
    }
    assert.equal(`${method} ${path}`, "POST /api/show");
    assert.deepEqual(JSON.parse(new TextDecoder().decode(body)), { model: "qwen3:8b" });
    return Response.json({
      license: "Apache License ".repeat(2_000),
      parameters: 'stop "<|im_end|>"\ntemperature 0.6',
      template: "{{ .Prompt }}",
      details: { family: "qwen3", parameter_size: "8.2B" },
      model_info: {
        "general.architecture": "qwen3",
        "qwen3.context_length": 40_960,
        "tokenizer.ggml.tokens": null,
      },
      capabilities: ["completion", "tools", "thinking"],
    });
  });
  const adapter = createOpenAi(() => 0);
  const models = await adapter.models({
    config: configOf("openai", `${server.url}/v1`),
    apiKey: "k",
    signal,
  });
  assert.deepEqual(models, [
    { name: "qwen3:8b", contextWindow: 40_960, images: false, tools: true, thinks: true },
  ]);
  assert.deepEqual(server.got.map(({ headers }) => headers.get("authorization")), ["Bearer k", "Bearer k"]);
});

Deno.test("a document about one model that has no end is not read to it", async () => {
  await using server = new FakeServer(({ path }) =>
    path === "/v1/models"
      ? Response.json({ data: [{ id: "m", owned_by: "library" }] })
      : Response.json({ capabilities: ["tools"], license: "x".repeat(600 * 1024) })
  );
  const adapter = createOpenAi(() => 0);
  const models = await adapter.models({
    config: configOf("openai", `${server.url}/v1`),
    apiKey: null,
    signal,
  });
  assert.deepEqual(models, [{ name: "m" }]);
});

Deno.test("LM Studio is asked for its own list, which says what its other one does not", async () => {
  const id = (name: string) => ({ id: name, object: "model", owned_by: "organization_owner" });
  const own = (name: string, more: object) => ({ id: name, object: "model", publisher: "x", ...more });
  await using server = new FakeServer(({ path, method }) => {
    if (path === "/v1/models") {
      return Response.json({ object: "list", data: [id("gemma"), id("qwen"), id("nomic"), id("new")] });
    }
    assert.equal(`${method} ${path}`, "GET /api/v0/models");
    return Response.json({
      object: "list",
      data: [
        own("gemma", { type: "vlm", state: "not-loaded", max_context_length: 131_072 }),
        own("qwen", {
          type: "llm",
          state: "loaded",
          max_context_length: 32_768,
          loaded_context_length: 4_096,
          capabilities: ["tool_use"],
        }),
        own("nomic", { type: "embeddings", max_context_length: 2_048 }),
      ],
    });
  });
  const config = configOf("openai", `${server.url}/v1`);
  assert.deepEqual(await createOpenAi(() => 0).models({ config, apiKey: null, signal }), [
    { name: "gemma", contextWindow: 131_072, images: true },
    { name: "new" },
    { name: "qwen", contextWindow: 4_096, images: false, tools: true },
  ]);
});
