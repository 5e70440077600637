/** What becomes of each parameter and item of a Responses call: the same call of chat completions, or a refusal by name. */
import assert from "node:assert/strict";
import { ResponseRequest } from "../../../../server/contract/response_request.ts";
import { settingsOf } from "../../../../server/programs/call_settings.ts";
import { askedOf } from "../../../../server/programs/caller_messages.ts";
import { inOwnWords } from "../../../../server/programs/own_words.ts";
import { knownParameters, nameOf, translated } from "../../../../server/programs/responses/request.ts";
import { refusalOf, WISHES } from "../../programs.ts";

/** What is asked for and how, once it is translated. */
const read = async (more: object) => {
  const translation = await translated(ResponseRequest.parse({ input: "Hi", ...more }));
  return inOwnWords(
    (path) => nameOf(path, translation),
    async () => ({ settings: settingsOf(translation.body), asked: await askedOf(translation.body) }),
  );
};

const refused = (more: object): Promise<string | null> => refusalOf(() => read(more));

/** Names of the parameters in the types of the official SDK. */
async function parametersOfSdk(): Promise<string[]> {
  const types = await Deno.readTextFile(
    new URL("../../../../node_modules/openai/resources/responses/responses.d.ts", import.meta.url),
  );
  const [, body = ""] = /interface ResponseCreateParamsBase \{\n([\s\S]*?)\n\}/.exec(types) ?? [];
  return [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name = ""]) => name);
}

Deno.test("every parameter of the official SDK's types is known here by its name", async () => {
  const theirs = await parametersOfSdk();
  assert.ok(theirs.length > 30, "the types were found");
  assert.deepEqual(theirs.filter((name) => !knownParameters().includes(name)), []);
});

Deno.test("what can be honoured becomes the setting that chat completions have for it", async () => {
  const schema = { type: "object", properties: {} };
  const { settings } = await read({
    max_output_tokens: 7,
    temperature: 0.2,
    top_p: 0.5,
    text: { format: { type: "json_schema", name: "f", schema, strict: true }, verbosity: "low" },
    reasoning: { effort: "high", summary: null },
    tools: [{ type: "function", name: "weather", parameters: schema, strict: null, async: false }],
    tool_choice: { type: "function", name: "weather" },
    ...WISHES,
  });
  assert.deepEqual(settings, {
    maxTokens: 7,
    temperature: 0.2,
    topP: 0.5,
    effort: "high",
    verbosity: "low",
    format: JSON.stringify({ type: "json_schema", json_schema: { name: "f", schema, strict: true } }),
    tools: JSON.stringify([{ name: "weather", parameters: schema }]),
    toolChoice: { name: "weather" },
    parallelTools: false,
    user: "u1",
    safetyId: "s1",
    cacheKey: "k1",
    store: false,
    metadata: { run: "3" },
  });
});

Deno.test("what nobody here can do is refused by its own name, and so is a name that nobody knows", async () => {
  const strange: readonly (readonly [string, unknown])[] = [
    ["access_programs", {}],
    ["background", true],
    ["context_management", [{ type: "compaction" }]],
    ["conversation", "conv_1"],
    ["image", {}],
    ["include", ["reasoning.encrypted_content", "weather.forecast"]],
    ["client_metadata", { nested: {} }],
    ["max_tool_calls", 3],
    ["moderation", {}],
    ["prompt", { id: "pmpt_1" }],
    ["prompt_cache_options", { mode: "explicit" }],
    ["prompt_cache_retention", "24h"],
    ["service_tier", "soon"],
    ["top_logprobs", 2],
    ["truncation", "auto"],
    ["tool_choice", "required"],
    ["messages", []],
    ["stop", "END"],
    ["toString", 1],
  ];
  for (const [name, value] of strange) {
    assert.equal(await refused({ [name]: value }), `unsupported_parameter ${name}`, name);
  }
  const within: readonly (readonly [string, object])[] = [
    ["reasoning.summary", { reasoning: { summary: "long" } }],
    ["tools.1.type", { tools: [{ type: "web_search", external_web_access: false }, { type: "custom" }] }],
    ["reasoning.mode", { reasoning: { mode: "pro" } }],
    ["reasoning.tempo", { reasoning: { tempo: 1 } }],
    ["tools.0.type", { tools: [{ type: "web_search" }] }],
    // What Codex offers of its own where it takes the model for one of OpenAI’s.
    ["tools.0.type", { tools: [{ type: "custom", name: "apply_patch", format: { type: "text" } }] }],
    ["tools.0.type", { tools: [{ type: "local_shell" }] }],
    ["tools.0.type", { tools: [{ type: "namespace", name: "mcp", tools: [] }] }],
    ["input.0.type", { input: [{ type: "custom_tool_call", call_id: "c", name: "f", input: "x" }] }],
    ["tools.0.defer_loading", { tools: [{ type: "function", name: "f", defer_loading: true }] }],
    ["tool_choice", {
      tools: [{ type: "function", name: "f" }],
      tool_choice: { type: "allowed_tools", mode: "auto", tools: [] },
    }],
  ];
  for (const [path, more] of within) assert.equal(await refused(more), `unsupported_parameter ${path}`, path);
});

Deno.test("a value that asks for nothing is no reason to refuse a call", async () => {
  const nothing = {
    background: false,
    context_management: [],
    conversation: null,
    include: [],
    max_tool_calls: null,
    prompt_cache_options: {},
    service_tier: "auto",
    top_logprobs: 0,
    truncation: "disabled",
    reasoning: { context: "auto", mode: "standard", effort: null },
    text: { format: { type: "text" } },
    tools: [],
    tool_choice: "auto",
    store: true,
    stream_options: { include_obfuscation: false },
  };
  assert.equal((await read(nothing)).settings, undefined);
});

Deno.test("wishes that some clients send with every call are taken, whatever comes of them", async () => {
  const wishes = {
    include: ["reasoning.encrypted_content", "message.output_text.logprobs"],
    client_metadata: { "x-codex-installation-id": "i1" },
    service_tier: "priority",
    reasoning: { summary: "auto", generate_summary: "concise" },
  };
  assert.equal((await read(wishes)).settings, undefined);
  const cached = { type: "web_search", external_web_access: false };
  const tool = { type: "function", name: "shell", parameters: {} };
  assert.equal((await read({ tools: [cached] })).settings, undefined);
  assert.equal(
    (await read({ tools: [cached, tool] })).settings?.tools,
    JSON.stringify([{ name: "shell", parameters: {} }]),
  );
  // A search that is not offered moves no other tool from where it stands.
  assert.equal(await refused({ tools: [cached, tool, tool] }), "validation tools.2.name");
});

Deno.test("items are the talk that they tell: calls belong to the words before them, thoughts are no talk", async () => {
  const { asked } = await read({
    input: [
      { role: "developer", content: "Be brief." },
      { type: "message", role: "user", content: [{ type: "input_text", text: "Rome?" }] },
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "x" },
      {
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "Let me see.", annotations: [{}], logprobs: [] }],
      },
      {
        type: "function_call",
        id: "fc_1",
        call_id: "a",
        name: "weather",
        arguments: "{}",
        status: "completed",
      },
      { type: "function_call", call_id: "b", name: "time", arguments: "{}" },
      { type: "function_call_output", call_id: "b", output: [{ type: "input_text", text: "Noon." }] },
      { type: "function_call_output", call_id: "a", output: "Sunny." },
    ],
  });
  assert.deepEqual(asked, {
    content: "",
    files: [],
    instructions: "Be brief.",
    results: [{ callId: "b", result: "Noon." }, { callId: "a", result: "Sunny." }],
    before: [
      { role: "user", content: "Rome?", files: [] },
      {
        role: "assistant",
        content: "Let me see.",
        files: [],
        calls: [{ callId: "a", tool: "weather", args: "{}" }, { callId: "b", tool: "time", args: "{}" }],
      },
    ],
  });
});

Deno.test("what is wrong with an item is said of it where it stands", async () => {
  const call = { type: "function_call", call_id: "a", name: "f", arguments: "{}" };
  const image = (more: object) => ({ role: "user", content: [{ type: "input_image", ...more }] });
  const png = "data:image/png;base64,iVBORw0KGgo=";
  const wrong: readonly (readonly [string, unknown])[] = [
    ["validation input", ""],
    ["unsupported_parameter input", [{ role: "user", content: "Hi" }, { role: "assistant", content: "Yes" }]],
    ["unsupported_parameter input.0.role", [{ role: "critic", content: "Hi" }]],
    ["unsupported_parameter input.0.name", [{ role: "user", content: "Hi", name: "Ada" }]],
    ["unsupported_parameter input.0.type", [{ type: "computer_call", id: "msg_1" }]],
    ["unsupported_parameter input.0.content.0.type", [{
      role: "user",
      content: [{ type: "input_audio" }],
    }]],
    ["unsupported_parameter input.0.content.0.image_url", [
      image({ image_url: "https://example.org/a.png" }),
    ]],
    ["unsupported_parameter input.0.content.0.file_id", [image({ file_id: "file_1" })]],
    ["unsupported_parameter input.0.content.0.detail", [image({ image_url: png, detail: "high" })]],
    ["unsupported_parameter input.0.content.0.file_data", [{
      role: "user",
      content: [{ type: "input_file", file_data: "nothing" }],
    }]],
    ["validation input.1.call_id", [{ role: "user", content: "Hi" }, {
      type: "function_call_output",
      call_id: "z",
      output: "",
    }]],
    ["unsupported_parameter input", [{ role: "user", content: "Hi" }, call]],
    ["validation input", [{ role: "user", content: "Hi" }, call, { ...call, call_id: "b" }, {
      type: "function_call_output",
      call_id: "b",
      output: "x",
    }]],
    ["validation input.2", [{ role: "user", content: "Hi" }, call, { role: "user", content: "And?" }]],
    ["validation input.1", [{ role: "user", content: "Hi" }, call, call, {
      type: "function_call_output",
      call_id: "a",
      output: "x",
    }]],
    ["validation input.0.name", [{ ...call, name: undefined }]],
    ["unsupported_parameter input.0.output.0.type", [{
      type: "function_call_output",
      call_id: "a",
      output: [{ type: "input_image", image_url: png }],
    }]],
  ];
  for (const [expected, input] of wrong) {
    assert.equal(await refused({ input }), expected, JSON.stringify(input));
  }
});
