/** The APIs for programs, in OpenAI's words. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { CallSettings } from "../../events/catalog/call_settings.ts";
import { CALL_ID_CHARS } from "../../events/catalog/limits.ts";
import { ProgramProblem } from "./problem_document.ts";
import { Count, type Wire } from "./values.ts";

const Part = lazy(() =>
  z.looseObject({
    type: z.string(),
    text: z.string().optional(),
    refusal: z.string().optional(),
    image_url: z.strictObject({ url: z.string(), detail: z.string().nullish() }).optional(),
    file: z.strictObject({ file_data: z.string(), filename: z.string().optional() }).optional(),
  })
);
export type MessagePart = z.infer<typeof Part>;
const Text = lazy(() => z.union([z.string(), z.array(Part), z.null()]));
/** A name of a function, as OpenAI has them. */
export const FunctionName = z.string().regex(/^[\w-]{1,64}$/, "must be 1 to 64 letters, digits, _ or -");
/** Tools in one call, and calls in one answer that is sent back: as many as OpenAI takes. */
export const TOOLS = 128;
const Tool = lazy(() =>
  z.looseObject({
    type: z.string(),
    function: z.looseObject({
      name: FunctionName,
      description: z.string().nullish(),
      /** JSON Schema of the arguments. */
      parameters: z.record(z.string(), z.unknown()).nullish(),
      strict: z.boolean().nullish(),
    }).optional(),
  })
);
const ToolChoice = lazy(() =>
  z.union([
    z.string(),
    z.looseObject({ type: z.string(), function: z.looseObject({ name: z.string() }).optional() }),
  ])
);
const SentCall = lazy(() =>
  z.looseObject({
    id: z.string().min(1).max(CALL_ID_CHARS),
    type: z.string().optional(),
    function: z.looseObject({ name: FunctionName, arguments: z.string() }).optional(),
  })
);
const ChatMessage = lazy(() =>
  z.looseObject({
    role: z.string(),
    content: Text.optional(),
    name: z.string().max(64).nullish(),
    refusal: z.string().nullish(),
    /** Of an assistant's message: calls of the caller's own tools. */
    tool_calls: z.array(SentCall).max(TOOLS).nullish(),
    /** Of what a tool gave. */
    tool_call_id: z.string().max(CALL_ID_CHARS).nullish(),
  })
);
export type ChatMessage = z.infer<typeof ChatMessage>;
const ConversationId = z.string().regex(/^[\w-]{1,64}$/);
export const Limit = z.int().min(1);
/** A text at which an answer ends. */
export const Stop = z.string().min(1).max(1_000);
export const FormName = z.string().regex(/^[\w-]{1,64}$/);

const ResponseFormat = lazy(() =>
  z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("text") }),
    z.strictObject({ type: z.literal("json_object") }),
    z.strictObject({
      type: z.literal("json_schema"),
      json_schema: z.strictObject({
        name: FormName,
        description: z.string().optional(),
        schema: z.record(z.string(), z.unknown()).optional(),
        strict: z.boolean().nullish(),
      }),
    }),
  ])
);
const {
  temperature,
  topP,
  topK,
  frequencyPenalty,
  presencePenalty,
  seed,
  effort,
  verbosity,
  user,
  safetyId,
  cacheKey,
  metadata,
} = CallSettings.shape;

/** Fields that every kind of call has under the same name. */
export const inEveryCall = {
  temperature: temperature.nullish(),
  top_p: topP.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  user: user.nullish(),
  safety_identifier: safetyId.nullish(),
  prompt_cache_key: cacheKey.nullish(),
  /** False: the conversation goes with its answer. */
  store: z.boolean().nullish(),
  metadata: metadata.nullish(),
};

/**
 * What clients of `/v1` send, in OpenAI's words. What stands here is honoured; any other field is refused by its name
 * (`server/programs/call_settings.ts`), but for values that ask for nothing.
 */
export const Completion = lazy(() =>
  z.looseObject({
    model: z.string().optional(),
    messages: z.array(ChatMessage).min(1),
    stream: z.boolean().nullish(),
    stream_options: z.strictObject({
      include_usage: z.boolean().optional(),
      /** Bytes that hide how long a piece is; a maker's own affair, and nothing an answer is made of. */
      include_obfuscation: z.boolean().optional(),
    }).nullish(),
    conversation_id: ConversationId.nullish(),
    max_tokens: Limit.nullish(),
    max_completion_tokens: Limit.nullish(),
    /** No parameter of OpenAI's own, but what many clients send. */
    top_k: topK.nullish(),
    frequency_penalty: frequencyPenalty.nullish(),
    presence_penalty: presencePenalty.nullish(),
    stop: z.union([Stop, z.array(Stop).max(4)]).nullish(),
    seed: seed.nullish(),
    reasoning_effort: effort.nullish(),
    verbosity: verbosity.nullish(),
    response_format: ResponseFormat.nullish(),
    tools: z.array(Tool).max(TOOLS).nullish(),
    tool_choice: ToolChoice.nullish(),
    ...inEveryCall,
  }).meta({ id: "ChatCompletionRequest" })
);
export type Completion = z.infer<typeof Completion>;

const AgencyMessage = lazy(() =>
  z.strictObject({
    role: z.enum(["system", "developer", "user", "assistant"]),
    content: z.union([
      z.string(),
      z.array(z.strictObject({ type: z.literal("text"), text: z.string() })),
      z.null(),
    ]).optional(),
    /** An answer's own field: callers send answers back as they got them. */
    refusal: z.null().optional(),
  }).meta({ id: "ChatMessage" })
);
/** What an agency is sent: the same words, but nothing that would silently not happen. */
export const AgencyCompletion = lazy(() =>
  z.strictObject({
    model: z.string().optional(),
    messages: z.array(AgencyMessage).min(1),
    stream: z.boolean().nullish(),
    stream_options: z.strictObject({ include_usage: z.boolean().optional() }).nullish(),
    conversation_id: ConversationId.nullish(),
  }).meta({ id: "AgencyCompletionRequest" })
);

export const OneModel = lazy(() =>
  z.strictObject({
    id: z.string(),
    object: z.literal("model"),
    created: z.int(),
    owned_by: z.literal("fishbowl"),
    /** As people know it. */
    name: z.string(),
    /** What it is for, in the words of its role; "" where it has none. */
    description: z.string(),
  }).meta({ id: "Model" })
);
export type OneModel = Wire<typeof OneModel>;
export const ModelList = lazy(() =>
  z.strictObject({ object: z.literal("list"), data: z.array(OneModel) })
    .meta({ id: "ModelList" })
);
export type ModelList = Wire<typeof ModelList>;

const finish = z.enum(["stop", "length", "tool_calls"]);
/** A call of one of the caller's tools; `arguments` as the model wrote them. */
const toolCall = {
  id: z.string(),
  type: z.literal("function"),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
};
const usage = lazy(() =>
  z.strictObject({
    prompt_tokens: Count,
    completion_tokens: Count,
    total_tokens: Count,
    prompt_tokens_details: z.strictObject({ cached_tokens: Count }),
    completion_tokens_details: z.strictObject({ reasoning_tokens: Count }),
  })
);
/** What an answer was thought of: no field of OpenAI's own, but what most clients read. */
const reasoning_content = z.string().exactOptional();
const head = { id: z.string(), created: z.int(), model: z.string() };
/** What is told besides: the conversation to go on with, and by an agency what was said. */
const more = {
  conversation_id: z.string().exactOptional(),
  messages: z.array(AgencyMessage).exactOptional(),
};
export const ChatCompletion = lazy(() =>
  z.strictObject({
    ...head,
    object: z.literal("chat.completion"),
    choices: z.array(z.strictObject({
      index: z.literal(0),
      message: z.strictObject({
        role: z.literal("assistant"),
        /** Null where there are calls and no words. */
        content: z.string().nullable(),
        reasoning_content,
        tool_calls: z.array(z.strictObject(toolCall)).exactOptional(),
        refusal: z.null(),
      }),
      logprobs: z.null(),
      finish_reason: finish,
    })),
    usage,
    ...more,
  }).meta({ id: "ChatCompletion" })
);
export type ChatCompletion = Wire<typeof ChatCompletion>;
/** What an answer has besides OpenAI's own fields. */
export type MoreOfCompletion = Pick<ChatCompletion, keyof typeof more>;

const Chunk = lazy(() =>
  z.strictObject({
    ...head,
    object: z.literal("chat.completion.chunk"),
    choices: z.array(z.strictObject({
      index: z.literal(0),
      delta: z.strictObject({
        role: z.literal("assistant").exactOptional(),
        content: z.string().exactOptional(),
        reasoning_content,
        tool_calls: z.array(z.strictObject({ index: Count, ...toolCall })).exactOptional(),
      }),
      finish_reason: finish.nullable(),
    })),
    usage: usage.exactOptional(),
    ...more,
  }).meta({ id: "ChatCompletionChunk" })
);
export type CompletionChunk = Wire<typeof Chunk>;
/** The data of one frame of a streamed answer. */
export const ChunkData = lazy(() => z.union([Chunk, ProgramProblem, z.literal("[DONE]")]));
export type ChunkData = Wire<typeof ChunkData>;
