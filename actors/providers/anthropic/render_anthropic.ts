/**
 * The bytes of a Messages request, fixed for ever as `anthropic/1`: tools, then system, then transcript, with
 * one top-level `cache_control` (PROVIDERS.md rows 2 and 9). Each message stays a block of its own, so that a
 * longer history leaves every earlier block as it was and the cache keeps matching. Nothing but the input decides (see `adaptShell`).
 */
import { z } from "zod";
import type { CallSettings } from "../../../events/catalog/call_settings.ts";
import { jsonOf } from "../../runtime/json.ts";
import { bytesOf } from "../extra_body.ts";
import { resultText } from "../openai/render_openai.ts";
import { formatAsked, type Renderer, type RenderInput, type Shell, type ToolRound } from "../types.ts";
import { type Block, validTurns } from "../valid_messages.ts";

type Json = Record<string, unknown>;

/** `max_tokens` is required: this much where the shell names none, which every model can do. */
const MAX_TOKENS = 4_096;

/** The maker's own search: it runs there, at most so often for one answer. */
const SEARCH = { type: "web_search_20250305", name: "web_search", max_uses: 8 } as const;

/** The blocks of a message that called tools, replayed as they were: thinking is signed. */
const AnthropicOpaque = z.array(z.record(z.string(), z.unknown()));

export const anthropicRenderer: Renderer = {
  name: "anthropic/1",
  render(input) {
    const { shell } = input;
    const messages: { role: "user" | "assistant"; content: Json[] }[] = [];
    const push = (role: "user" | "assistant", blocks: readonly Json[]) => {
      const last = messages.at(-1);
      if (last?.role === role) last.content.push(...blocks);
      else messages.push({ role, content: [...blocks] });
    };
    for (const turn of validTurns(input)) {
      if (turn.role === "round") {
        const [said, results] = roundBlocks(turn.round);
        push("assistant", said);
        if (results.length > 0) push("user", results);
      } else push(turn.role, turn.blocks.map(block));
    }
    const body: Json = {
      model: shell.model,
      max_tokens: shell.call?.maxTokens ?? shell.params.maxTokens ?? MAX_TOKENS,
      ...toolsOf(input),
      ...(shell.system.trim() === "" ? {} : { system: [{ type: "text", text: shell.system }] }),
      messages,
      stream: true,
      ...parameters(shell),
    };
    return bytesOf(body, shell);
  },
};

/** The tools. Calls in the talk want some: where none is offered any more, those that were called, not to be called. */
function toolsOf({ shell, messages }: RenderInput): Json {
  const search = shell.search && !shell.downgrades.includes("no_search") ? [SEARCH] : [];
  if (shell.tools.length + search.length > 0) {
    const tools = shell.tools.map(({ name, description, parameters, strict }) => ({
      name,
      description,
      input_schema: parameters,
      strict,
    }));
    return { tools: [...tools, ...search], ...choice(shell.call ?? {}) };
  }
  const called = messages.flatMap(({ rounds = [] }) => rounds.flatMap(({ calls }) => calls));
  if (called.length === 0) return {};
  const names = [...new Set(called.map(({ tool }) => tool))];
  return {
    tools: names.map((name) => ({ name, input_schema: { type: "object" } })),
    tool_choice: { type: "none" },
  };
}

/** Which of the tools a calling program wants called. */
function choice({ toolChoice, parallelTools }: CallSettings): Json {
  if (toolChoice === undefined && parallelTools === undefined) return {};
  const one = parallelTools === false && toolChoice !== "none" ? { disable_parallel_tool_use: true } : {};
  const wanted = typeof toolChoice === "object"
    ? { type: "tool", name: toolChoice.name }
    : { type: toolChoice === "required" ? "any" : toolChoice ?? "auto" };
  return { tool_choice: { ...wanted, ...one } };
}

function parameters(shell: Shell): Json {
  const without = new Set(shell.downgrades);
  // A shell without settings of a call makes the bytes it always made.
  const call: CallSettings = shell.call ?? {};
  const { temperature, effort, serviceTier, cacheHour } = { ...shell.params, ...call };
  const result: Json = {};
  if (!without.has("no_cache_control")) {
    const hour = cacheHour && !without.has("no_cache_hour");
    result["cache_control"] = { type: "ephemeral", ...(hour ? { ttl: "1h" } : {}) };
  }
  const thinks = effort !== undefined && !without.has("no_thinking");
  if (thinks) result["thinking"] = { type: "adaptive", display: "summarized" };
  const format = schemaOf(formatAsked(shell));
  const effortful = effort !== undefined && !without.has("no_effort");
  if (effortful || format) {
    result["output_config"] = { ...(effortful ? { effort } : {}), ...(format ? { format } : {}) };
  }
  if (temperature !== undefined && !thinks && !without.has("no_temperature")) {
    result["temperature"] = Math.min(temperature, 1);
  }
  const sampled = !thinks && !without.has("no_temperature") && !without.has("no_top_p");
  const topP = call.topP ?? (sampled ? shell.params.topP : undefined);
  if (topP !== undefined) result["top_p"] = topP;
  if (call.topK !== undefined) result["top_k"] = call.topK;
  const stop = call.stop ?? (without.has("no_stop") ? undefined : shell.params.stop);
  if (stop !== undefined) result["stop_sequences"] = stop;
  if (serviceTier !== undefined && !without.has("no_service_tier")) result["service_tier"] = serviceTier;
  const user = call.safetyId ?? call.user;
  if (user !== undefined) result["metadata"] = { user_id: user };
  return result;
}

const SchemaFormat = z.object({ json_schema: z.object({ schema: z.record(z.string(), z.unknown()) }) });

/** The schema of OpenAI's `response_format`, as Messages takes it. */
function schemaOf(format: string | undefined): Json | null {
  const asked = SchemaFormat.safeParse(jsonOf(format ?? "")).data;
  return asked ? { type: "json_schema", schema: asked.json_schema.schema } : null;
}

function block(block: Block): Json {
  if (block.type === "text") return { type: "text", text: block.text };
  const { type, name, bytes } = block.file;
  const source = { type: "base64", media_type: type, data: bytes.toBase64() };
  return block.type === "image" ? { type: "image", source } : { type: "document", source, title: name };
}

/** The assistant's blocks of a round, and a result for each call in them: one without the other is refused. */
function roundBlocks(round: ToolRound): [Json[], Json[]] {
  if (round.paused) return [pausedBlocks(round), []];
  const replayed = opaqueOf(round.opaque);
  const idOf = replayed ? (id: string) => id : plainId;
  const calls = new Map(round.calls.map((call) => [idOf(call.callId), call]));
  const said: Json[] = replayed ?? [
    ...(round.said.trim() === "" ? [] : [{ type: "text", text: round.said }]),
    ...round.calls.map(({ callId, tool, args }) => ({
      type: "tool_use",
      id: idOf(callId),
      name: tool,
      input: object(args),
    })),
  ];
  const ids = said.flatMap((b) => b["type"] === "tool_use" && typeof b["id"] === "string" ? [b["id"]] : []);
  const results = ids.map((id) => {
    const call = calls.get(id);
    const failed = call?.status !== "ok";
    return {
      type: "tool_result",
      tool_use_id: id,
      content: call ? resultContent(call) : "[unknown] (not run)",
      ...(failed ? { is_error: true } : {}),
    };
  });
  return [said, results];
}

/** Text alone stays a text, as it always was. */
function resultContent(call: ToolRound["calls"][number]): string | Json[] {
  const text = resultText(call);
  if (!call.files?.length) return text;
  return [{ type: "text", text }, ...call.files.map((file) => block({ type: "image", file }))];
}

/** What the maker goes on from, as it came. */
function pausedBlocks({ opaque = "", said }: ToolRound): Json[] {
  const blocks = AnthropicOpaque.safeParse(jsonOf(opaque)).data ?? [];
  if (blocks.length > 0) return blocks;
  return said.trim() === "" ? [] : [{ type: "text", text: said }];
}

/** Messages takes letters, digits, _ and - alone; ids that another server gave have points and colons, too. */
const plainId = (id: string): string =>
  id.replace(/[^\w-]/g, (unit) => `_${unit.charCodeAt(0).toString(16)}`);

/** Recorded blocks, if they are blocks and hold a call; anything else is rendered from what was said. */
function opaqueOf(text: string | undefined): Json[] | null {
  const blocks = AnthropicOpaque.safeParse(jsonOf(text ?? "")).data;
  return blocks?.some((b) => b["type"] === "tool_use" && typeof b["id"] === "string") ? blocks : null;
}

function object(args: string): Json {
  if (args.trim() === "") return {};
  return z.record(z.string(), z.unknown()).safeParse(jsonOf(args)).data ?? { input: args };
}
