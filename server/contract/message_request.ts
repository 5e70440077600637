/** What clients of `POST /v1/messages` send, in Anthropic's words. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { CallSettings } from "../../events/catalog/call_settings.ts";
import { EFFORTS } from "../../events/catalog/efforts.ts";
import { CALL_ID_CHARS } from "../../events/catalog/limits.ts";
import { FunctionName, Limit, Stop, TOOLS } from "./completion_shapes.ts";

/** Where the bytes of an image or a document are; which of the fields it has, its type says. */
const Source = lazy(() =>
  z.looseObject({
    type: z.string(),
    media_type: z.string().nullish(),
    data: z.string().nullish(),
    url: z.string().nullish(),
    content: z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().nullish() }))])
      .nullish(),
  })
);

const block = {
  type: z.string(),
  text: z.string().nullish(),
  source: Source.nullish(),
  title: z.string().nullish(),
};
const InnerBlock = lazy(() => z.looseObject(block));
/** Something that was said, called or given; which of the fields it has, its type says. */
const Block = lazy(() =>
  z.looseObject({
    ...block,
    id: z.string().min(1).max(CALL_ID_CHARS).nullish(),
    name: FunctionName.nullish(),
    /** Arguments of a call. */
    input: z.record(z.string(), z.unknown()).nullish(),
    tool_use_id: z.string().min(1).max(CALL_ID_CHARS).nullish(),
    content: z.union([z.string(), z.array(InnerBlock)]).nullish(),
    is_error: z.boolean().nullish(),
  })
);
export type MessageBlock = z.infer<typeof Block>;
export type InnerBlock = z.infer<typeof InnerBlock>;

const SentMessage = lazy(() =>
  z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(Block)]) })
);
export type SentMessage = z.infer<typeof SentMessage>;

const Tool = lazy(() =>
  z.looseObject({
    /** Absent: one that the caller runs. */
    type: z.string().nullish(),
    name: FunctionName.nullish(),
    description: z.string().nullish(),
    input_schema: z.record(z.string(), z.unknown()).nullish(),
    strict: z.boolean().nullish(),
  })
);
const ToolChoice = lazy(() =>
  z.looseObject({
    type: z.enum(["auto", "any", "tool", "none"]),
    name: z.string().nullish(),
    disable_parallel_tool_use: z.boolean().nullish(),
  })
);

const { topP, topK, user } = CallSettings.shape;

/**
 * What stands here is honoured; any other field is refused by its name (`server/programs/messages/`), but for values that
 * ask for nothing.
 */
export const MessagesRequest = lazy(() =>
  z.looseObject({
    model: z.string(),
    max_tokens: Limit,
    messages: z.array(SentMessage).min(1),
    system: z.union([z.string(), z.array(InnerBlock)]).nullish(),
    stream: z.boolean().nullish(),
    temperature: z.number().min(0).max(1).nullish(),
    top_p: topP.nullish(),
    top_k: topK.nullish(),
    stop_sequences: z.array(Stop).max(4).nullish(),
    metadata: z.strictObject({ user_id: user.nullish() }).nullish(),
    thinking: z.looseObject({
      type: z.string(),
      budget_tokens: z.int().min(1).nullish(),
      display: z.enum(["summarized", "omitted"]).nullish(),
    }).nullish(),
    output_config: z.looseObject({
      effort: z.enum(EFFORTS).nullish(),
      format: z.strictObject({
        type: z.literal("json_schema"),
        schema: z.record(z.string(), z.unknown()),
      }).nullish(),
    }).nullish(),
    tools: z.array(Tool).max(TOOLS).nullish(),
    tool_choice: ToolChoice.nullish(),
  }).meta({ id: "MessagesRequest" })
);
export type MessagesRequest = z.infer<typeof MessagesRequest>;

/** The same call before it is made: what it takes depends on these alone. */
export const CountRequest = lazy(() =>
  MessagesRequest.unwrap().pick({
    model: true,
    messages: true,
    system: true,
    thinking: true,
    output_config: true,
    tools: true,
    tool_choice: true,
  }).meta({ id: "CountRequest" })
);
export type CountRequest = z.infer<typeof CountRequest>;
