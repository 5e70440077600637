/** A call of Anthropic's Messages API as the call of chat completions that asks for the same. */
import type { Completion } from "../../contract/completion_shapes.ts";
import { type CountRequest, MessagesRequest } from "../../contract/message_request.ts";
import { missing } from "../../http/problem.ts";
import { empty, none, oneOf, type Refused, refuseStrange } from "../call_settings.ts";
import { unsupported } from "../unsupported.ts";
import { type Place, SYSTEM, talkOf } from "./blocks.ts";

/** Parameters that nobody here can honour, each with the values that ask for nothing. */
const REFUSED: Refused = {
  // Marks for a cache change no answer; what an agent of Anthropic's is sent is cached anyway.
  cache_control: () => true,
  container: () => false,
  context_management: empty,
  diagnostics: (value) => empty(value) || JSON.stringify(value) === '{"previous_message_id":null}',
  fallbacks: empty,
  inference_geo: () => false,
  mcp_servers: empty,
  service_tier: oneOf("auto", "standard_only"),
  speed: oneOf("standard"),
};
const REFUSED_TOOL: Refused = {
  allowed_callers: (value) => JSON.stringify(value) === '["direct"]',
  cache_control: () => true,
  defer_loading: none,
  // In how many pieces arguments come is the model's affair.
  eager_input_streaming: () => true,
  input_examples: empty,
};
/** Headers of the SDKs' own parameters: there are no such places here. */
const REFUSED_HEADERS = ["user-profile-id", "workspace-id"] as const;

/** Every parameter that is known, for the test that sends them all. */
export const knownParameters = (): string[] =>
  [
    ...Object.keys(MessagesRequest.unwrap().shape),
    ...Object.keys(REFUSED),
    ...REFUSED_HEADERS.map((name) => name.replaceAll("-", "_")),
  ].sort();

/** Refuses what a header asks for. */
export function checkHeaders(headers: Headers): void {
  const strange = REFUSED_HEADERS.find((name) => headers.has(`anthropic-${name}`));
  if (strange) throw unsupported(strange.replaceAll("-", "_"), "A token here is of no profile or workspace.");
}

/** Tokens to think of up to which each effort is meant: a model here is told how hard to think, not how long. */
const BUDGETS = [[4_096, "low"], [16_384, "medium"]] as const;

const effortFor = (budget: number) => BUDGETS.find(([most]) => budget <= most)?.[1] ?? "high";

/**
 * How hard a model is to think. Who asks for thoughts without saying how many gets what Anthropic's models do by
 * themselves.
 * @param set agents of the call think because their own settings say so
 */
function effortOf({ thinking, output_config: config }: CountRequest, set: boolean) {
  const effort = config?.effort ?? undefined;
  if (!thinking) return effort;
  const { type, budget_tokens: budget, display: _, ...rest } = thinking;
  refuseStrange(rest, {}, {}, "thinking.");
  if (type === "adaptive") return effort ?? "high";
  if (type === "enabled") {
    if (!budget) throw missing("thinking.budget_tokens");
    return effort ?? effortFor(budget);
  }
  if (type !== "disabled" || effort !== undefined) {
    throw unsupported("thinking", "It cannot be honoured here, or not beside an effort.");
  }
  return set ? "none" : undefined;
}

function toolOf(tool: NonNullable<MessagesRequest["tools"]>[number], index: number) {
  const { type, name, description, input_schema: parameters, strict, ...rest } = tool;
  const at = `tools.${index}`;
  if (type && type !== "custom") {
    throw unsupported(`${at}.type`, "Only tools that the caller runs and describes are known here.");
  }
  refuseStrange(rest, {}, REFUSED_TOOL, `${at}.`);
  if (!name) throw missing(`${at}.name`);
  if (!parameters) throw missing(`${at}.input_schema`);
  return { type: "function", function: { name, description, parameters, strict } };
}

function choiceOf(choice: MessagesRequest["tool_choice"]): Completion["tool_choice"] {
  if (!choice) return undefined;
  const { type, name, disable_parallel_tool_use: _, ...rest } = choice;
  refuseStrange(rest, {}, {}, "tool_choice.");
  if (type === "tool") return { type: "function", function: { name: name ?? "" } };
  return type === "any" ? "required" : type;
}

function formOf({ output_config: config }: CountRequest): Completion["response_format"] {
  const { effort: _, format, ...rest } = config ?? {};
  refuseStrange(rest, {}, {}, "output_config.");
  if (!format) return undefined;
  // Anthropic's forms have no name, and a model has to keep to them.
  return { type: "json_schema", json_schema: { name: "answer", schema: format.schema, strict: true } };
}

/** A call in the words of chat completions. */
export interface Translated {
  readonly body: Completion;
  readonly places: readonly Place[];
}

/** Who is asked. */
interface Asked {
  /** Several agents, whose talk with one another a limit would cut. */
  readonly agency: boolean;
  /** Some of them think because their own settings say so. */
  readonly thinks: boolean;
}

/**
 * Translates it. Throws what nobody here can do, before anybody is asked.
 * @param known parameters that were checked
 */
export async function translated(
  body: CountRequest & Partial<MessagesRequest>,
  { agency, thinks }: Asked,
  known: Readonly<Record<string, unknown>> = MessagesRequest.unwrap().shape,
): Promise<Translated> {
  refuseStrange(body, known, REFUSED);
  const { messages, places } = await talkOf(body);
  return {
    places,
    body: {
      model: body.model,
      messages,
      stream: body.stream,
      // Every call has to name a limit: to an agency that is no wish.
      max_tokens: agency ? undefined : body.max_tokens,
      temperature: body.temperature,
      top_p: body.top_p,
      top_k: body.top_k,
      stop: body.stop_sequences,
      user: body.metadata?.user_id,
      reasoning_effort: effortOf(body, thinks),
      response_format: formOf(body),
      tools: body.tools?.map(toolOf),
      tool_choice: choiceOf(body.tool_choice),
      parallel_tool_calls: body.tool_choice?.disable_parallel_tool_use ? false : undefined,
    },
  };
}

const NAMES: Readonly<Record<string, string>> = {
  stop: "stop_sequences",
  user: "metadata.user_id",
  response_format: "output_config.format",
  parallel_tool_calls: "tool_choice.disable_parallel_tool_use",
  "tool_choice.function.name": "tool_choice.name",
};

/** What a field of the translated call is called in the one that was sent. */
export function nameOf(path: string, { places }: Translated, sent: CountRequest): string {
  if (path === "reasoning_effort") return sent.output_config?.effort ? "output_config.effort" : "thinking";
  const [, number, field = ""] = /^messages\.(\d+)(.*)$/.exec(path) ?? [];
  const place = places[Number(number)];
  if (!place) {
    return Object.hasOwn(NAMES, path)
      ? NAMES[path] ?? path
      : path.replace(/^(tools\.\d+)\.function/, "$1").replace(/^(tools\.\d+)\.parameters/, "$1.input_schema");
  }
  const [, call, inCall = ""] = /^\.tool_calls\.(\d+)(.*)$/.exec(field) ?? [];
  if (call) {
    return (place.calls[Number(call)] ?? place.at) +
      inCall.replace(".function.arguments", ".input").replace(".function", "");
  }
  const [, part, inPart = ""] = /^\.content\.(\d+)(.*)$/.exec(field) ?? [];
  const file = place.files.get(Number(part));
  if (part && file) return inPart === ".type" ? `${file[0]}.type` : file[1];
  if (place.at === SYSTEM) return place.at;
  return place.at + field.replace(".tool_call_id", ".tool_use_id").replace(/\.tool_calls$/, "");
}
