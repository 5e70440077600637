/** A call of the Responses API as the call of chat completions that asks for the same. */
import type { Completion } from "../../contract/completion_shapes.ts";
import { ResponseRequest, type TextForm } from "../../contract/response_request.ts";
import { missing } from "../../http/problem.ts";
import { empty, none, oneOf, type Refused, refuseStrange } from "../call_settings.ts";
import { unsupported } from "../unsupported.ts";
import { type Place, talkOf } from "./input.ts";

/**
 * What an answer may be wished to show besides, by clients that send the wish with every call: nobody here has it, and the
 * answer says so where it has a place for it.
 */
const INCLUDABLE: readonly unknown[] = [
  "code_interpreter_call.outputs",
  "computer_call_output.output.image_url",
  "file_search_call.results",
  "message.input_image.image_url",
  "message.output_text.logprobs",
  "reasoning.encrypted_content",
  "web_search_call.action.sources",
  "web_search_call.results",
];
const SUMMARIES = ["auto", "concise", "detailed"] as const;
/** How soon to answer, at which price: the answer says how it was done. */
const TIERS = ["auto", "default", "flex", "scale", "priority", "fast", "ultrafast"] as const;

const isWished = (value: unknown) => Array.isArray(value) && value.every((one) => INCLUDABLE.includes(one));
const isNotes = (value: unknown) =>
  typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "string");

/** Parameters that nobody here can honour, each with the values that ask for nothing. */
const REFUSED: Refused = {
  access_programs: () => false,
  background: none,
  // What a client notes about itself: nobody is told.
  client_metadata: isNotes,
  context_management: empty,
  conversation: () => false,
  image: () => false,
  include: isWished,
  max_tool_calls: () => false,
  moderation: () => false,
  prompt: () => false,
  prompt_cache_options: empty,
  prompt_cache_retention: () => false,
  service_tier: oneOf(...TIERS),
  top_logprobs: none,
  truncation: oneOf("disabled"),
};
const REFUSED_REASONING: Refused = {
  context: oneOf("auto"),
  generate_summary: oneOf(...SUMMARIES),
  mode: oneOf("standard"),
  summary: oneOf(...SUMMARIES),
};

/** Every parameter that is known, for the test that sends them all. */
export const knownParameters = (): string[] =>
  [
    ...Object.keys(ResponseRequest.unwrap().shape),
    ...Object.keys(REFUSED),
  ].sort();

/** A search of what OpenAI keeps of the web, and not of the web itself: there is nothing here to search in. */
const isCachedSearch = (tool: NonNullable<ResponseRequest["tools"]>[number] | undefined) =>
  tool?.type === "web_search" && tool["external_web_access"] === false;

/** Fields of a tool that mean something only where tools run elsewhere. */
const ASK_NOTHING = ["async", "defer_loading", "allowed_callers", "output_schema"] as const;

function toolOf(tool: NonNullable<ResponseRequest["tools"]>[number], index: number) {
  const { type, name, description, parameters, strict, ...rest } = tool;
  if (type !== "function") {
    throw unsupported(`tools.${index}.type`, "Only tools of the type function are known here.");
  }
  for (const field of ASK_NOTHING) if (rest[field] === false) delete rest[field];
  if (!name) throw missing(`tools.${index}.name`);
  return { ...rest, type, function: { name, description, parameters, strict } };
}

function choiceOf(choice: ResponseRequest["tool_choice"]): Completion["tool_choice"] {
  if (typeof choice !== "object" || choice === null) return choice;
  const { type, name, ...rest } = choice;
  return { ...rest, type, ...(name ? { function: { name } } : {}) };
}

function formOf(form: TextForm | null | undefined): Completion["response_format"] {
  if (form?.type !== "json_schema") return form;
  const { type, ...json_schema } = form;
  return { type, json_schema };
}

/** A call in the words of chat completions. */
export interface Translated {
  readonly body: Completion;
  readonly places: readonly Place[];
  /** Where each of the tools stands that an agent can be offered. */
  readonly offered: readonly number[];
}

/** Translates it. Throws what nobody here can do, before anybody is asked. */
export async function translated(body: ResponseRequest): Promise<Translated> {
  refuseStrange(body, ResponseRequest.unwrap().shape, REFUSED);
  refuseStrange(body.reasoning ?? {}, { effort: true }, REFUSED_REASONING, "reasoning.");
  const { messages, places } = await talkOf(body);
  const { tools = [] } = body;
  const offered = [...tools?.keys() ?? []].filter((index) => !isCachedSearch(tools?.[index]));
  return {
    places,
    offered,
    body: {
      model: body.model,
      messages,
      stream: body.stream,
      max_completion_tokens: body.max_output_tokens,
      temperature: body.temperature,
      top_p: body.top_p,
      verbosity: body.text?.verbosity,
      response_format: formOf(body.text?.format),
      reasoning_effort: body.reasoning?.effort,
      tools: offered.flatMap((index) => tools?.[index] ? [toolOf(tools[index], index)] : []),
      tool_choice: choiceOf(body.tool_choice),
      parallel_tool_calls: body.parallel_tool_calls,
      user: body.user,
      safety_identifier: body.safety_identifier,
      prompt_cache_key: body.prompt_cache_key,
      store: body.store,
      metadata: body.metadata,
    },
  };
}

const NAMES: Readonly<Record<string, string>> = {
  max_completion_tokens: "max_output_tokens",
  response_format: "text.format",
  reasoning_effort: "reasoning.effort",
  verbosity: "text.verbosity",
  messages: "input",
  conversation_id: "previous_response_id",
};

/** What a field of the translated call is called in the one that was sent. */
export function nameOf(path: string, { places, offered }: Omit<Translated, "body">): string {
  const [, number, field = ""] = /^messages\.(\d+)(.*)$/.exec(path) ?? [];
  const place = places[Number(number)];
  if (!place) {
    return Object.hasOwn(NAMES, path)
      ? NAMES[path] ?? path
      : path.replace(/^(tools\.\d+|tool_choice)\.function/, "$1")
        .replace(/(?<=^tools\.)\d+/, (at) => `${offered[Number(at)] ?? at}`);
  }
  const [, call, inCall = ""] = /^\.tool_calls\.(\d+)(.*)$/.exec(field) ?? [];
  if (call) return (place.calls[Number(call)] ?? place.at) + inCall.replace(".function", "");
  if (place.words === "") return place.at;
  return place.at + field.replace(/^\.content/, `.${place.words}`).replace(".tool_call_id", ".call_id")
    .replace(/\.tool_calls$/, "").replace(".image_url.url", ".image_url")
    .replace(".image_url.detail", ".detail").replace(".file.file_data", ".file_data");
}
