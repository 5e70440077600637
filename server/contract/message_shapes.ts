/** Answers of `/v1/messages`, and of `/v1/models` to Anthropic's clients, in Anthropic's words. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { MessagesProblem } from "./problem_document.ts";
import { Count, type Wire } from "./values.ts";

const Text = lazy(() => z.strictObject({ type: z.literal("text"), text: z.string() }));
/** What the answer was thought of, as the model told it; nobody here signs it. */
const Thinking = lazy(() =>
  z.strictObject({
    type: z.literal("thinking"),
    thinking: z.string(),
    signature: z.literal(""),
  })
);
/** A call of one of the caller's tools. */
const ToolUse = lazy(() =>
  z.strictObject({
    type: z.literal("tool_use"),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
    caller: z.strictObject({ type: z.literal("direct") }),
  })
);
const AnswerBlock = lazy(() => z.discriminatedUnion("type", [Thinking, Text, ToolUse]));
export type AnswerBlock = Wire<typeof AnswerBlock>;

const StopReason = z.enum(["end_turn", "max_tokens", "stop_sequence", "tool_use"]);
const counts = {
  /** Without what a cache gave and took. */
  input_tokens: Count,
  cache_creation_input_tokens: Count,
  cache_read_input_tokens: Count,
  output_tokens: Count,
  output_tokens_details: z.strictObject({ thinking_tokens: Count }),
  server_tool_use: z.null(),
};
/** How an answer ended; null until it has. */
const ending = {
  stop_reason: StopReason.nullable(),
  /** The text at which it ended, where only one was asked for: which of several it was, nobody tells. */
  stop_sequence: z.string().nullable(),
  stop_details: z.null(),
  container: z.null(),
};

export const MessageObject = lazy(() =>
  z.strictObject({
    id: z.string(),
    type: z.literal("message"),
    role: z.literal("assistant"),
    model: z.string(),
    content: z.array(AnswerBlock),
    ...ending,
    diagnostics: z.null(),
    usage: z.strictObject({
      ...counts,
      cache_creation: z.null(),
      inference_geo: z.null(),
      service_tier: z.null(),
      speed: z.null(),
    }),
  }).meta({ id: "ModelMessage" })
);
export type MessageObject = Wire<typeof MessageObject>;

const index = Count;
const Delta = lazy(() =>
  z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("thinking_delta"), thinking: z.string() }),
    z.strictObject({ type: z.literal("text_delta"), text: z.string() }),
    z.strictObject({ type: z.literal("input_json_delta"), partial_json: z.string() }),
  ])
);
/** What a streamed answer consists of, in its order. */
const MessageEvent = lazy(() =>
  z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("message_start"), message: MessageObject }),
    z.strictObject({ type: z.literal("ping") }),
    z.strictObject({ type: z.literal("content_block_start"), index, content_block: AnswerBlock }),
    z.strictObject({ type: z.literal("content_block_delta"), index, delta: Delta }),
    z.strictObject({ type: z.literal("content_block_stop"), index }),
    z.strictObject({
      type: z.literal("message_delta"),
      delta: z.strictObject(ending),
      usage: z.strictObject(counts),
    }),
    z.strictObject({ type: z.literal("message_stop") }),
    MessagesProblem,
  ]).meta({ id: "ModelMessageEvent" })
);
export type MessageEvent = Wire<typeof MessageEvent>;
/** One frame of a streamed answer: it is named by the type of its event. */
export const MessageFrame = lazy(() => z.strictObject({ event: z.string(), data: MessageEvent }));

/** What a call would take of a model's window, estimated. */
export const TokenCount = lazy(() => z.strictObject({ input_tokens: Count }).meta({ id: "TokenCount" }));
export type TokenCount = Wire<typeof TokenCount>;

/** An agent or an agency, as Anthropic tells of its models. What nobody knows of it is null. */
export const ListedModel = lazy(() =>
  z.strictObject({
    type: z.literal("model"),
    id: z.string(),
    display_name: z.string(),
    created_at: z.string(),
    lifecycle: z.literal("active"),
    capabilities: z.null(),
    deprecated_at: z.null(),
    line: z.null(),
    max_input_tokens: z.null(),
    max_tokens: z.null(),
    retires_at: z.null(),
  }).meta({ id: "ListedModel" })
);
export type ListedModel = Wire<typeof ListedModel>;
export const ModelPage = lazy(() =>
  z.strictObject({
    data: z.array(ListedModel),
    has_more: z.boolean(),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
  }).meta({ id: "ModelPage" })
);
export type ModelPage = Wire<typeof ModelPage>;
