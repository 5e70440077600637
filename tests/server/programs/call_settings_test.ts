/** What becomes of each parameter that OpenAI's API has: honoured, or refused by its name; nothing is left out in silence. */
import assert from "node:assert/strict";
import { Completion } from "../../../server/contract/completion_shapes.ts";
import { knownParameters, settingsOf } from "../../../server/programs/call_settings.ts";
import { Problem } from "../../../server/http/problem.ts";

const messages = [{ role: "user", content: "Hi" }];
const read = (more: object) => settingsOf(Completion.parse({ messages, ...more }));

/** The refused parameter, or null where nothing was refused. */
function refused(more: object): string | null {
  try {
    read(more);
    return null;
  } catch (error) {
    assert.ok(error instanceof Problem && error.code === "unsupported_parameter", String(error));
    return error.errors?.[0]?.path ?? "";
  }
}

/** Names of the parameters in the types of the official SDK. */
async function parametersOfSdk(): Promise<string[]> {
  const types = await Deno.readTextFile(
    new URL(
      "../../../node_modules/openai/resources/chat/completions/completions.d.ts",
      import.meta.url,
    ),
  );
  const [, body = ""] = /interface ChatCompletionCreateParamsBase \{\n([\s\S]*?)\n\}/.exec(types) ?? [];
  return [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name = ""]) => name);
}

Deno.test("every parameter of the official SDK's types is known here by its name", async () => {
  const theirs = await parametersOfSdk();
  assert.ok(theirs.length > 30, "the types were found");
  assert.deepEqual(theirs.filter((name) => !knownParameters().includes(name)), []);
});

Deno.test("what can be honoured becomes a setting of the call, under either name of a limit", () => {
  assert.deepEqual(
    read({
      max_tokens: 7,
      temperature: 0.2,
      top_p: 0.5,
      frequency_penalty: 1,
      presence_penalty: -1,
      stop: "END",
      seed: 42,
      reasoning_effort: "high",
      verbosity: "low",
      response_format: { type: "json_object" },
      user: "u1",
      safety_identifier: "s1",
      prompt_cache_key: "k1",
      metadata: { run: "3" },
    }),
    {
      maxTokens: 7,
      temperature: 0.2,
      topP: 0.5,
      frequencyPenalty: 1,
      presencePenalty: -1,
      stop: ["END"],
      seed: 42,
      effort: "high",
      verbosity: "low",
      format: '{"type":"json_object"}',
      user: "u1",
      safetyId: "s1",
      cacheKey: "k1",
      metadata: { run: "3" },
    },
  );
  assert.deepEqual(read({ max_completion_tokens: 9, stop: ["a", "b"] }), { maxTokens: 9, stop: ["a", "b"] });
  assert.equal(refused({ max_tokens: 1, max_completion_tokens: 2 }), "max_tokens");
});

Deno.test("what nobody here can do is refused by its name, and so is a name that nobody knows", () => {
  const strange: readonly (readonly [string, unknown])[] = [
    ["n", 2],
    ["logprobs", true],
    ["top_logprobs", 3],
    ["logit_bias", { 5: 1 }],
    ["audio", { voice: "alloy", format: "mp3" }],
    ["modalities", ["text", "audio"]],
    ["prediction", { type: "content", content: "x" }],
    ["functions", [{ name: "f" }]],
    ["tool_choice", "required"],
    ["web_search_options", {}],
    ["service_tier", "flex"],
    ["moderation", {}],
    ["prompt_cache_retention", "24h"],
    ["temprature", 0.2],
    ["constructor", 1],
    ["toString", 1],
  ];
  for (const [name, value] of strange) assert.equal(refused({ [name]: value }), name, name);
  assert.equal(refused({ "my key is sk-1234": 1 }), "", "a text in the place of a name is not told");
});

Deno.test("a value that asks for nothing is no reason to refuse a call", () => {
  assert.equal(
    read({
      n: 1,
      logprobs: false,
      top_logprobs: 0,
      logit_bias: {},
      modalities: ["text"],
      tools: [],
      functions: [],
      tool_choice: "none",
      function_call: "none",
      parallel_tool_calls: false,
      service_tier: "auto",
      store: true,
      audio: null,
      top_p: 1,
      frequency_penalty: 0,
      presence_penalty: 0,
      response_format: { type: "text" },
      metadata: {},
      stop: [],
    }),
    undefined,
  );
});
