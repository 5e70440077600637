/** What becomes of each parameter and block of a Messages call: the same call of chat completions, or a refusal by name. */
import assert from "node:assert/strict";
import { MessagesRequest } from "../../../../server/contract/message_request.ts";
import { settingsOf } from "../../../../server/programs/call_settings.ts";
import { askedOf } from "../../../../server/programs/caller_messages.ts";
import {
  checkHeaders,
  knownParameters,
  nameOf,
  translated,
} from "../../../../server/programs/messages/translate_messages.ts";
import { inOwnWords } from "../../../../server/programs/own_words.ts";
import { Problem } from "../../../../server/http/problem.ts";
import { refusalOf } from "../../programs.ts";
import { PNG } from "../../../pictures.ts";

const HI = [{ role: "user", content: "Hi" }];

/** What is asked for and how, once it is translated. */
async function read(more: object, asked = { agency: false, thinks: false }) {
  const body = MessagesRequest.parse({ model: "m", max_tokens: 7, messages: HI, ...more });
  const translation = await translated(body, asked);
  return inOwnWords(
    (path) => nameOf(path, translation, body),
    async () => ({ settings: settingsOf(translation.body), asked: await askedOf(translation.body) }),
  );
}

const refused = (more: object): Promise<string | null> => refusalOf(() => read(more));

/** The types of the official SDK, of one of its interfaces the names of the fields. */
async function fieldsOfSdk(file: string, name: string): Promise<string[]> {
  const types = await Deno.readTextFile(
    new URL(`../../../../node_modules/@anthropic-ai/sdk/resources/${file}.d.ts`, import.meta.url),
  );
  const [, body = ""] = new RegExp(`^export interface ${name} \\{\\n([\\s\\S]*?)\\n\\}`, "m").exec(types) ??
    [];
  return [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, field = ""]) => field);
}

Deno.test("every parameter of the official SDK's types is known here by its name", async () => {
  const theirs = await fieldsOfSdk("messages/messages", "MessageCreateParamsBase");
  assert.ok(theirs.length > 15, "the types were found");
  assert.deepEqual(theirs.filter((name) => !knownParameters().includes(name)), []);
});

Deno.test("every field of the SDK's tools and of the blocks that are taken is honoured or refused by its name", async () => {
  const within: readonly (readonly [name: string, at: string, more: (field: object) => object])[] = [
    ["Tool", "tools.0", (field) => ({
      tools: [{ name: "f", input_schema: { type: "object" }, ...field }],
    })],
    ["ImageBlockParam", "messages.0.content.0", (field) => user({ type: "image", ...png, ...field })],
    ["DocumentBlockParam", "messages.0.content.0", (field) => user({ type: "document", ...plain, ...field })],
    ["TextBlockParam", "messages.0.content.0", (field) => user({ type: "text", text: "Hi", ...field })],
    ["OutputConfig", "output_config", (field) => ({ output_config: field })],
  ];
  const taken = new Set<string>();
  for (const [name, at, more] of within) {
    const fields = await fieldsOfSdk("messages/messages", name);
    assert.ok(fields.length > 1, `${name} was found`);
    for (const field of fields) {
      const strange = await refused(more({ [field]: 7 })).catch(() => `invalid ${at}.${field}`);
      if (strange === null) taken.add(field);
      else assert.match(strange, new RegExp(`${at}.${field}`), `${name}.${field}`);
    }
  }
  // Marks for a cache, where an answer found its words, and in which pieces arguments come: no answer is another for it.
  assert.deepEqual([...taken].sort(), ["cache_control", "citations", "eager_input_streaming"]);
});

const png = { source: { type: "base64", media_type: "image/png", data: PNG.toBase64() } };
const plain = { source: { type: "text", media_type: "text/plain", data: "hello" } };
const user = (...content: object[]) => ({ messages: [{ role: "user", content }] });

Deno.test("what can be honoured becomes the setting that chat completions have for it", async () => {
  const schema = { type: "object", properties: {} };
  const { settings, asked } = await read({
    system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }, {
      type: "text",
      text: "Be kind.",
    }],
    temperature: 0.2,
    top_p: 0.5,
    top_k: 40,
    stop_sequences: ["END"],
    metadata: { user_id: "u1" },
    output_config: { effort: "max", format: { type: "json_schema", schema } },
    tools: [{ name: "weather", description: "Tells it.", input_schema: schema, cache_control: null }],
    tool_choice: { type: "tool", name: "weather", disable_parallel_tool_use: true },
  });
  assert.equal(asked.instructions, "Be brief.\n\nBe kind.");
  assert.deepEqual(settings, {
    maxTokens: 7,
    temperature: 0.2,
    topP: 0.5,
    topK: 40,
    stop: ["END"],
    user: "u1",
    effort: "max",
    format: JSON.stringify({ type: "json_schema", json_schema: { name: "answer", schema, strict: true } }),
    tools: JSON.stringify([{ name: "weather", description: "Tells it.", parameters: schema }]),
    toolChoice: { name: "weather" },
    parallelTools: false,
  });
  const tools = [{ name: "f", input_schema: schema }];
  assert.equal((await read({ tools, tool_choice: { type: "any" } })).settings?.toolChoice, "required");
  assert.equal((await read({ tools, tool_choice: { type: "none" } })).settings?.toolChoice, "none");
  assert.equal((await read({}, { agency: true, thinks: false })).settings, undefined, "an agency is not cut");
});

Deno.test("to think is an effort; not to is one for agents that think by their own settings", async () => {
  const effort = async (more: object, thinks = false) =>
    (await read(more, { agency: false, thinks })).settings?.effort;
  const budgets = [[1_024, "low"], [4_096, "low"], [4_097, "medium"], [16_385, "high"]] as const;
  for (const [budget_tokens, wanted] of budgets) {
    assert.equal(await effort({ thinking: { type: "enabled", budget_tokens } }), wanted);
  }
  assert.equal(await effort({ thinking: { type: "adaptive", display: "omitted" } }), "high");
  assert.equal(await effort({ thinking: { type: "adaptive" }, output_config: { effort: "xhigh" } }), "xhigh");
  assert.equal(await effort({ thinking: { type: "disabled" } }), undefined);
  assert.equal(await effort({ thinking: { type: "disabled" } }, true), "none");
});

Deno.test("what nobody here can do is refused by its own name, and so is a name that nobody knows", async () => {
  const strange: readonly (readonly [path: string, value: unknown, parameter?: string])[] = [
    ["container", "c1"],
    ["context_management", { edits: [{}] }],
    ["diagnostics", { previous_message_id: "msg_1" }],
    ["fallbacks", [{}]],
    ["inference_geo", "us"],
    ["mcp_servers", [{}]],
    ["service_tier", "priority"],
    ["speed", "fast"],
    ["thinking", { type: "between_tools" }],
    ["tool_choice", { type: "any" }],
    ["n", 2],
    ["toString", 1],
    ["tools.0.type", [{ type: "web_search_20260318", name: "web_search" }], "tools"],
    ["tools.0.defer_loading", [{ name: "f", input_schema: {}, defer_loading: true }], "tools"],
    ["tools.0.input_examples", [{ name: "f", input_schema: {}, input_examples: [{}] }], "tools"],
    ["output_config.task_budget", { task_budget: {} }, "output_config"],
    ["thinking.tempo", { type: "adaptive", tempo: 1 }, "thinking"],
  ];
  for (const [path, value, name = path] of strange) {
    assert.equal(await refused({ [name]: value }), `unsupported_parameter ${path}`, path);
  }
  assert.equal(
    await refused({ thinking: { type: "disabled" }, output_config: { effort: "low" } }),
    "unsupported_parameter thinking",
  );
  for (const name of ["workspace-id", "user-profile-id"]) {
    assert.throws(() => checkHeaders(new Headers({ [`anthropic-${name}`]: "x" })), Problem, name);
  }
  checkHeaders(new Headers({ "anthropic-version": "2023-06-01", "anthropic-beta": "x" }));
});

Deno.test("a value that asks for nothing is no reason to refuse a call", async () => {
  const nothing = {
    cache_control: { type: "ephemeral" },
    container: null,
    context_management: {},
    diagnostics: { previous_message_id: null },
    inference_geo: null,
    mcp_servers: [],
    service_tier: "standard_only",
    speed: "standard",
    metadata: {},
    output_config: { effort: null, format: null },
    tools: [],
    tool_choice: { type: "auto" },
    stop_sequences: [],
  };
  assert.deepEqual((await read(nothing)).settings, { maxTokens: 7 });
});

Deno.test("blocks are the talk that they tell: results stand first, thoughts are no talk, documents are files", async () => {
  const { asked } = await read({
    system: "Be brief.",
    messages: [
      { role: "user", content: [{ type: "text", text: "Rome?" }, { type: "text", text: "Now?" }] },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature: "" },
          { type: "text", text: "Let me ", citations: null },
          { type: "text", text: "see." },
          { type: "tool_use", id: "a", name: "weather", input: { city: "Rome" }, caller: { type: "direct" } },
          { type: "tool_use", id: "b", name: "time", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "b", content: [{ type: "text", text: "Noon." }] },
          { type: "tool_result", tool_use_id: "a", content: "Broken.", is_error: true },
          { type: "text", text: "Well?" },
          { type: "document", title: "notes.txt", ...plain },
          { type: "image", ...png },
        ],
      },
    ],
  });
  const calls = [
    { callId: "a", tool: "weather", args: '{"city":"Rome"}' },
    { callId: "b", tool: "time", args: "{}" },
  ];
  const results = [{ callId: "b", result: "Noon." }, { callId: "a", result: "[error] Broken." }];
  assert.deepEqual(asked.before, [
    { role: "user", content: "Rome?\n\nNow?", files: [] },
    { role: "assistant", content: "Let me see.", files: [], calls },
    { role: "user", content: "", files: [], results },
  ]);
  assert.equal(asked.content, "Well?");
  assert.equal(asked.instructions, "Be brief.");
  assert.deepEqual(asked.files.map(({ name, type }) => `${name} ${type}`), [
    "notes.txt text/plain",
    "image-2.png image/png",
  ]);
});

Deno.test("what is wrong with a block is said of it where it stands", async () => {
  const use = { type: "tool_use", id: "a", name: "f", input: {} };
  const gave = { type: "tool_result", tool_use_id: "a", content: "x" };
  const talk = (...more: object[]) => ({ messages: [...HI, { role: "assistant", content: [use] }, ...more] });
  const wrong: readonly (readonly [string, object])[] = [
    ["validation messages.0.content", { messages: [{ role: "user", content: " " }] }],
    ["unsupported_parameter messages", { messages: [...HI, { role: "assistant", content: "Yes" }] }],
    ["unsupported_parameter messages.0.role", { messages: [{ role: "critic", content: "Hi" }] }],
    ["unsupported_parameter messages.0.name", { messages: [{ role: "user", content: "Hi", name: "Ada" }] }],
    ["unsupported_parameter messages.0.content.0.type", user({ type: "search_result" })],
    ["unsupported_parameter messages.0.content.0.type", user(use)],
    ["unsupported_parameter messages.1.content.0.type", talkOf({ type: "image", ...png })],
    [
      "unsupported_parameter messages.0.content.1.source.url",
      user(
        { type: "text", text: "What?" },
        { type: "image", source: { type: "url", url: "https://example.org/a.png" } },
      ),
    ],
    [
      "unsupported_parameter messages.0.content.0.source.file_id",
      user(
        { type: "image", source: { type: "file", file_id: "f" } },
      ),
    ],
    [
      "unsupported_parameter messages.0.content.0.source.data",
      user(
        { type: "document", source: { type: "base64", media_type: "application/pdf", data: "UERG" } },
      ),
    ],
    [
      "unsupported_parameter messages.0.content.0.citations",
      user(
        { type: "document", ...plain, citations: { enabled: true } },
      ),
    ],
    [
      "unsupported_parameter messages.2.content.0.content.0.type",
      talk(
        { role: "user", content: [{ ...gave, content: [{ type: "image", ...png }] }] },
      ),
    ],
    [
      "validation messages.2.content.1.tool_use_id",
      talk(
        { role: "user", content: [gave, { ...gave, tool_use_id: "z" }] },
      ),
    ],
    ["validation messages.2", talk({ role: "user", content: "And?" })],
    ["unsupported_parameter messages.1.content.0.toolset_name", talkOf({ ...use, toolset_name: "x" })],
    ["validation messages.1.content.0.id", talkOf({ ...use, id: null })],
    ["unsupported_parameter system.0.type", { system: [{ type: "image" }] }],
  ];
  for (const [expected, more] of wrong) assert.equal(await refused(more), expected, JSON.stringify(more));
  function talkOf(block: object) {
    return { messages: [...HI, { role: "assistant", content: [block] }, { role: "user", content: "x" }] };
  }
});

Deno.test("what is wrong with a setting is said of the parameter that was sent", async () => {
  const tool = { name: "f", input_schema: {} };
  const big = { name: "f", input_schema: { description: "x".repeat(70_000) } };
  const wrong: readonly (readonly [string, object])[] = [
    ["validation tools.1.name", { tools: [tool, tool] }],
    ["validation tools.0", { tools: [big] }],
    ["validation tools.0.input_schema", { tools: [{ name: "f" }] }],
    ["validation tool_choice.name", { tools: [tool], tool_choice: { type: "tool", name: "g" } }],
  ];
  for (const [expected, more] of wrong) assert.equal(await refused(more), expected, expected);
  const body = MessagesRequest.parse({ model: "m", max_tokens: 1, messages: HI });
  const translation = await translated(body, { agency: false, thinks: false });
  const names = ["stop", "user", "response_format", "parallel_tool_calls", "reasoning_effort", "top_k"];
  assert.deepEqual(names.map((name) => nameOf(name, translation, body)), [
    "stop_sequences",
    "metadata.user_id",
    "output_config.format",
    "tool_choice.disable_parallel_tool_use",
    "thinking",
    "top_k",
  ]);
});
