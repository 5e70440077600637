/** Answers of `/v1/responses`, in OpenAI's words. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { Effort, TextForm, Verbosity } from "./response_request.ts";
import { Count, Json, type Wire } from "./values.ts";

/** What there never is here, and clients look into. */
const None = lazy(() => z.array(Json).max(0));
const ItemStatus = z.enum(["in_progress", "completed", "incomplete"]);
const OutputText = lazy(() =>
  z.strictObject({
    type: z.literal("output_text"),
    text: z.string(),
    annotations: None,
    logprobs: None,
  })
);
const ReasoningText = lazy(() => z.strictObject({ type: z.literal("reasoning_text"), text: z.string() }));

/** What the answer was thought of, as the model told it. */
const Reasoning = lazy(() =>
  z.strictObject({
    type: z.literal("reasoning"),
    id: z.string(),
    summary: None,
    content: z.array(ReasoningText),
    status: ItemStatus,
  })
);
const Message = lazy(() =>
  z.strictObject({
    type: z.literal("message"),
    id: z.string(),
    role: z.literal("assistant"),
    content: z.array(OutputText),
    status: ItemStatus,
  })
);
/** A call of one of the caller's tools; `arguments` as the model wrote them. */
const FunctionCall = lazy(() =>
  z.strictObject({
    type: z.literal("function_call"),
    id: z.string(),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
    status: ItemStatus,
  })
);
export const OutputItem = lazy(() => z.discriminatedUnion("type", [Reasoning, Message, FunctionCall]));
export type OutputItem = Wire<typeof OutputItem>;

const FunctionTool = lazy(() =>
  z.strictObject({
    type: z.literal("function"),
    name: z.string(),
    description: z.string().nullable(),
    parameters: z.record(z.string(), z.unknown()),
    strict: z.boolean().nullable(),
  })
);
const ResponseFailure = lazy(() =>
  z.strictObject({
    code: z.enum(["server_error", "rate_limit_exceeded", "invalid_prompt"]),
    message: z.string(),
  })
);

export const ResponseObject = lazy(() =>
  z.strictObject({
    id: z.string(),
    object: z.literal("response"),
    /** Seconds since the epoch. */
    created_at: z.int(),
    status: z.enum(["in_progress", "completed", "incomplete", "failed"]),
    error: ResponseFailure.nullable(),
    incomplete_details: z.strictObject({ reason: z.literal("max_output_tokens") }).nullable(),
    model: z.string(),
    output: z.array(OutputItem),
    /** Null until the answer is whole. */
    usage: z.strictObject({
      input_tokens: Count,
      input_tokens_details: z.strictObject({ cached_tokens: Count, cache_write_tokens: Count }),
      output_tokens: Count,
      output_tokens_details: z.strictObject({ reasoning_tokens: Count }),
      total_tokens: Count,
    }).nullable(),
    /** Absent where it is asked for later: it is kept nowhere. */
    previous_response_id: z.string().nullable().exactOptional(),
    /** All system text that it was written under. */
    instructions: z.string().nullable(),
    max_output_tokens: z.int().nullable(),
    temperature: z.number().nullable(),
    top_p: z.number().nullable(),
    text: z.strictObject({ format: TextForm, verbosity: Verbosity.unwrap().nullable() }),
    reasoning: z.strictObject({ effort: Effort.unwrap().nullable(), summary: z.null() }),
    tools: z.array(FunctionTool),
    tool_choice: z.union([
      z.enum(["none", "auto", "required"]),
      z.strictObject({ type: z.literal("function"), name: z.string() }),
    ]),
    parallel_tool_calls: z.boolean(),
    metadata: z.record(z.string(), z.string()),
    user: z.string().exactOptional(),
    safety_identifier: z.string().nullable(),
    prompt_cache_key: z.string().nullable(),
    store: z.boolean(),
    background: z.literal(false),
    max_tool_calls: z.null(),
    service_tier: z.literal("default"),
    top_logprobs: z.literal(0),
    truncation: z.literal("disabled"),
  }).meta({ id: "Response" })
);
export type ResponseObject = Wire<typeof ResponseObject>;

const sequence_number = Count;
const about = <T extends string>(type: T) => ({
  type: z.literal(type),
  sequence_number,
  response: ResponseObject,
});
const aboutItem = <T extends string>(type: T) => ({
  type: z.literal(type),
  sequence_number,
  output_index: Count,
});
const within = <T extends string>(type: T) => ({ ...aboutItem(type), item_id: z.string() });
const inPart = <T extends string>(type: T) => ({ ...within(type), content_index: z.literal(0) });
const Part = lazy(() => z.discriminatedUnion("type", [OutputText, ReasoningText]));

/** What a streamed answer consists of, in its order. */
const ResponseEvent = lazy(() =>
  z.discriminatedUnion("type", [
    z.strictObject(about("response.created")),
    z.strictObject(about("response.in_progress")),
    z.strictObject(about("response.completed")),
    z.strictObject(about("response.incomplete")),
    z.strictObject(about("response.failed")),
    z.strictObject({ ...aboutItem("response.output_item.added"), item: OutputItem }),
    z.strictObject({ ...aboutItem("response.output_item.done"), item: OutputItem }),
    z.strictObject({ ...inPart("response.content_part.added"), part: Part }),
    z.strictObject({ ...inPart("response.content_part.done"), part: Part }),
    z.strictObject({ ...inPart("response.output_text.delta"), delta: z.string(), logprobs: None }),
    z.strictObject({ ...inPart("response.output_text.done"), text: z.string(), logprobs: None }),
    z.strictObject({ ...inPart("response.reasoning_text.delta"), delta: z.string() }),
    z.strictObject({ ...inPart("response.reasoning_text.done"), text: z.string() }),
    z.strictObject({ ...within("response.function_call_arguments.delta"), delta: z.string() }),
    z.strictObject({
      ...within("response.function_call_arguments.done"),
      name: z.string(),
      arguments: z.string(),
    }),
    /** Instead of all others, where there was nothing to tell of. */
    z.strictObject({
      type: z.literal("error"),
      sequence_number,
      code: z.string(),
      message: z.string(),
      param: z.null(),
    }),
  ]).meta({ id: "ResponseEvent" })
);
export type ResponseEvent = Wire<typeof ResponseEvent>;
/** One frame of a streamed answer: it is named by the type of its event. */
export const ResponseFrame = lazy(() => z.strictObject({ event: z.string(), data: ResponseEvent }));
