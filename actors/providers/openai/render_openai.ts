/**
 * The bytes of a Chat Completions request, fixed for ever as `openai/1`: system, then tools and transcript in
 * an order that only ever grows at the end (PROVIDERS.md rows 7 and 9). Nothing but the input decides: what a
 * model is known not to take is already in the shell's `downgrades`, since a table of models changes with time.
 */
import { z } from "zod";
import type { CallSettings } from "../../../events/catalog/call_settings.ts";
import { jsonOf } from "../../runtime/json.ts";
import { bytesOf } from "../extra_body.ts";
import { formatAsked, type Renderer, type RenderInput, type Shell, type ToolRound } from "../types.ts";
import { type Block, joined, validTurns } from "../valid_messages.ts";

type Json = Record<string, unknown>;

/** What a server asked to have back with its own tool calls (reasoning of DeepSeek, signatures of Gemini …). */
export const OpenAiOpaque = z.strictObject({
  message: z.record(z.string(), z.unknown()).optional(),
  /** Extra fields by call id. */
  calls: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});

export const openAiRenderer: Renderer = {
  name: "openai/1",
  render(input) {
    const { shell } = input;
    const without = new Set(shell.downgrades);
    const messages: Json[] = [];
    if (shell.system.trim() !== "") {
      const role = without.has("no_developer") ? "system" : "developer";
      messages.push({ role, content: shell.system });
    }
    for (const turn of validTurns(input)) {
      if (turn.role === "round") messages.push(...roundMessages(turn.round));
      else messages.push({ role: turn.role, content: content(turn.blocks) });
    }
    const body: Json = {
      model: shell.model,
      messages,
      ...tools(shell),
      stream: true,
      ...(without.has("no_stream_options") ? {} : { stream_options: { include_usage: true } }),
      ...parameters(input, without),
    };
    return bytesOf(body, shell);
  },
};

function parameters({ shell, cacheKey }: RenderInput, without: ReadonlySet<string>): Json {
  // A shell without settings of a call makes the bytes it always made.
  const call: CallSettings = shell.call ?? {};
  const { temperature, maxTokens, effort } = { ...shell.params, ...call };
  const result: Json = {};
  if (maxTokens !== undefined) {
    const modern = without.has("no_max_tokens") || !without.has("no_max_completion_tokens");
    result[modern ? "max_completion_tokens" : "max_tokens"] = maxTokens;
  }
  if (temperature !== undefined && !without.has("no_temperature")) {
    result["temperature"] = temperature;
  }
  if (effort !== undefined && !without.has("no_effort")) {
    result["reasoning_effort"] = effort;
  }
  return {
    ...result,
    ...ofAgent(shell, without),
    ...ofCall(call, without, formatAsked(shell)),
    ...keyOf({ shell, cacheKey }, without),
  };
}

/** What an agent's settings ask for, as far as it is understood; a call's own comes before it. */
function ofAgent({ params }: Shell, without: ReadonlySet<string>): Json {
  const { topP, stop, seed, verbosity, serviceTier } = params;
  const asked: Json = {
    top_p: without.has("no_temperature") || without.has("no_top_p") ? undefined : topP,
    stop: without.has("no_stop") ? undefined : stop,
    seed: without.has("no_seed") ? undefined : seed,
    verbosity: without.has("no_verbosity") ? undefined : verbosity,
    service_tier: without.has("no_service_tier") ? undefined : serviceTier,
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

/** What names calls that begin alike for the maker's cache. */
export function keyOf(
  { shell, cacheKey }: { readonly shell: Shell; readonly cacheKey: string | undefined },
  without: ReadonlySet<string>,
): Json {
  const own = shell.call?.cacheKey !== undefined;
  const wanted = shell.cacheKey === true && cacheKey !== undefined && !without.has("no_cache_key");
  return own || !wanted ? {} : { prompt_cache_key: cacheKey };
}

/** What only a calling program asks for. */
function ofCall(call: CallSettings, without: ReadonlySet<string>, format?: string): Json {
  const asked: Json = {
    top_p: call.topP,
    frequency_penalty: call.frequencyPenalty,
    presence_penalty: call.presencePenalty,
    stop: call.stop,
    seed: call.seed,
    verbosity: call.verbosity,
    response_format: format === undefined ? undefined : jsonOf(format),
    user: call.user,
    safety_identifier: call.safetyId,
    prompt_cache_key: without.has("no_cache_key") ? undefined : call.cacheKey,
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

function tools(shell: Shell): Json {
  if (shell.tools.length === 0) return {};
  return {
    tools: shell.tools.map(({ name, description, parameters, strict }) => ({
      type: "function",
      function: { name, description, parameters, strict },
    })),
    ...choice(shell.call ?? {}),
  };
}

/** Which of the tools a calling program wants called. */
function choice({ toolChoice, parallelTools }: CallSettings): Json {
  const named = typeof toolChoice === "object"
    ? { type: "function", function: { name: toolChoice.name } }
    : toolChoice;
  return {
    ...(named === undefined ? {} : { tool_choice: named }),
    ...(parallelTools === undefined ? {} : { parallel_tool_calls: parallelTools }),
  };
}

/** Plain text as a string, which every server takes; parts only where there is an image or a PDF. */
function content(blocks: readonly Block[]): string | Json[] {
  const parts = joined(blocks);
  const [only] = parts;
  if (parts.length === 1 && only?.type === "text") return only.text;
  return parts.map((part) => {
    if (part.type === "text") return { type: "text", text: part.text };
    const { type, name, bytes } = part.file;
    const data = `data:${type};base64,${bytes.toBase64()}`;
    if (part.type === "document") return { type: "file", file: { filename: name, file_data: data } };
    return { type: "image_url", image_url: { url: data } };
  });
}

function roundMessages(round: ToolRound): Json[] {
  // Another maker's: it goes on from no pause, and what was said counts.
  if (round.paused) return round.said.trim() === "" ? [] : [{ role: "assistant", content: round.said }];
  const opaque = opaqueOf(round.opaque);
  return [
    {
      role: "assistant",
      content: round.said.trim() === "" ? null : round.said,
      ...opaque.message,
      tool_calls: round.calls.map(({ callId, tool, args }) => ({
        id: callId,
        type: "function",
        function: { name: tool, arguments: args.trim() === "" ? "{}" : args },
        ...opaque.calls?.[callId],
      })),
    },
    ...round.calls.map((call) => ({ role: "tool", tool_call_id: call.callId, content: resultText(call) })),
  ];
}

/** What is said of pictures that do not go along: outside any fence, for it is this program's word. */
function leftOut({ attachments = [], files = [] }: ToolRound["calls"][number]): string {
  const count = attachments.length - files.length;
  if (count <= 0) return "";
  return count === 1 ? "\n\n(A picture is left out.)" : `\n\n(${count} pictures are left out.)`;
}

/** A result as text that is never empty and says when it is no success. */
export function resultText(call: ToolRound["calls"][number]): string {
  const text = (call.result.trim() === "" ? "(no output)" : call.result) + leftOut(call);
  return call.status === "ok" ? text : `[${call.status}] ${text}`;
}

function opaqueOf(text: string | undefined): z.infer<typeof OpenAiOpaque> {
  return OpenAiOpaque.safeParse(jsonOf(text ?? "")).data ?? {};
}
