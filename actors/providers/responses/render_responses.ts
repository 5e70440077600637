/**
 * The bytes of a Responses request, fixed for ever as `responses/1`: instructions, tools, then a list of items that only
 * ever grows at its end (PROVIDERS.md row 9). Nothing is kept by the maker (`store: false`), so what a model thought comes
 * along, sealed by its maker, with the calls it led to. Nothing but the input decides (see `adaptShell`).
 */
import { z } from "zod";
import type { CallSettings } from "../../../events/catalog/call_settings.ts";
import { jsonOf } from "../../runtime/json.ts";
import { bytesOf } from "../extra_body.ts";
import { keyOf, resultText } from "../openai/render_openai.ts";
import { formatAsked, type Renderer, type RenderInput, type Shell, type ToolRound } from "../types.ts";
import { type Block, joined, validTurns } from "../valid_messages.ts";

type Json = Record<string, unknown>;

/** The items of an answer that called tools, as they came. */
export const ResponsesOpaque = z.array(z.looseObject({ type: z.string() }));

export const responsesRenderer: Renderer = {
  name: "responses/1",
  render(input) {
    const { shell } = input;
    const items = validTurns(input).flatMap((turn): Json[] =>
      turn.role === "round" ? roundItems(turn.round) : [{ role: turn.role, content: content(turn.blocks) }]
    );
    const body: Json = {
      model: shell.model,
      ...(shell.system.trim() === "" ? {} : { instructions: shell.system }),
      input: items,
      ...tools(shell),
      stream: true,
      store: false,
      ...parameters(input),
    };
    return bytesOf(body, shell);
  },
};

function parameters({ shell, cacheKey }: RenderInput): Json {
  const without = new Set(shell.downgrades);
  const call: CallSettings = shell.call ?? {};
  const { temperature, maxTokens, effort, topP, verbosity } = { ...shell.params, ...call };
  const { serviceTier } = shell.params;
  const reasoning = {
    ...(effort === undefined || without.has("no_effort") ? {} : { effort }),
    ...(without.has("no_summary") ? {} : { summary: "auto" }),
  };
  const format = formatAsked(shell);
  const text = {
    ...(format === undefined ? {} : { format: formatOf(format) }),
    ...(verbosity === undefined || (call.verbosity === undefined && without.has("no_verbosity"))
      ? {}
      : { verbosity }),
  };
  const asked: Json = {
    include: without.has("no_encrypted") ? undefined : ["reasoning.encrypted_content"],
    reasoning: Object.keys(reasoning).length > 0 && !without.has("no_reasoning") ? reasoning : undefined,
    max_output_tokens: maxTokens,
    temperature: without.has("no_temperature") ? undefined : temperature,
    top_p: call.topP ?? (without.has("no_temperature") || without.has("no_top_p") ? undefined : topP),
    text: Object.keys(text).length > 0 ? text : undefined,
    user: call.user,
    safety_identifier: call.safetyId,
    prompt_cache_key: without.has("no_cache_key") ? undefined : call.cacheKey,
    service_tier: without.has("no_service_tier") ? undefined : serviceTier,
    ...keyOf({ shell, cacheKey }, without),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

const SchemaFormat = z.object({ type: z.literal("json_schema"), json_schema: z.looseObject({}) });

/** What Chat Completions calls `response_format`, as Responses takes it: the schema's fields stand beside its type. */
function formatOf(text: string): unknown {
  const format = jsonOf(text);
  const schema = SchemaFormat.safeParse(format).data;
  return schema ? { type: schema.type, ...schema.json_schema } : format;
}

function tools(shell: Shell): Json {
  const search = shell.search && !shell.downgrades.includes("no_search") ? [{ type: "web_search" }] : [];
  if (shell.tools.length + search.length === 0) return {};
  const { toolChoice, parallelTools } = shell.call ?? {};
  const wanted = typeof toolChoice === "object" ? { type: "function", name: toolChoice.name } : toolChoice;
  return {
    // Not saying is strict here, and most schemas are none that strict takes.
    tools: [
      ...shell.tools.map(({ name, description, parameters, strict = false }) => ({
        type: "function",
        name,
        description,
        parameters,
        strict,
      })),
      ...search,
    ],
    ...(wanted === undefined ? {} : { tool_choice: wanted }),
    ...(parallelTools === undefined ? {} : { parallel_tool_calls: parallelTools }),
  };
}

/** Plain text as a string; parts only where there is an image or a PDF, which only the user's turns have. */
function content(blocks: readonly Block[]): string | Json[] {
  const parts = joined(blocks);
  const [only] = parts;
  if (parts.length === 1 && only?.type === "text") return only.text;
  return parts.map((part) => {
    if (part.type === "text") return { type: "input_text", text: part.text };
    const { type, name, bytes } = part.file;
    const data = `data:${type};base64,${bytes.toBase64()}`;
    if (part.type === "document") return { type: "input_file", filename: name, file_data: data };
    return { type: "input_image", detail: "auto", image_url: data };
  });
}

/** The items of a round, and a result for each call in them. */
function roundItems(round: ToolRound): Json[] {
  // Another maker's: it goes on from no pause, and what was said counts.
  if (round.paused) return round.said.trim() === "" ? [] : [{ role: "assistant", content: round.said }];
  const calls = new Map(round.calls.map((call) => [call.callId, call]));
  const items: Json[] = opaqueOf(round.opaque) ?? [
    ...(round.said.trim() === "" ? [] : [{ role: "assistant", content: round.said }]),
    ...round.calls.map(({ callId, tool, args }) => ({
      type: "function_call",
      call_id: callId,
      name: tool,
      arguments: args.trim() === "" ? "{}" : args,
    })),
  ];
  const ids = items.flatMap((item) =>
    item["type"] === "function_call" && typeof item["call_id"] === "string" ? [item["call_id"]] : []
  );
  const results = ids.map((id) => {
    const call = calls.get(id);
    const output = call ? resultOutput(call) : "[unknown] (not run)";
    return { type: "function_call_output", call_id: id, output };
  });
  return [...items, ...results];
}

/** Text alone stays a text, as it always was. */
function resultOutput(call: ToolRound["calls"][number]): string | Json[] {
  const text = resultText(call);
  if (!call.files?.length) return text;
  return content([{ type: "text", text }, ...call.files.map((file) => ({ type: "image" as const, file }))]);
}

/** Recorded items, if they are items and hold a call; anything else is rendered from what was said. */
function opaqueOf(text: string | undefined): Json[] | null {
  const items = ResponsesOpaque.safeParse(jsonOf(text ?? "")).data;
  return items?.some(({ type, call_id }) => type === "function_call" && typeof call_id === "string")
    ? items
    : null;
}
