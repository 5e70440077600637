/** What clients of `POST /v1/responses` send, in OpenAI's words. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { CallSettings } from "../../events/catalog/call_settings.ts";
import { CALL_ID_CHARS } from "../../events/catalog/limits.ts";
import { FormName, FunctionName, inEveryCall, Limit, TOOLS } from "./completion_shapes.ts";

const Part = lazy(() =>
  z.looseObject({
    type: z.string(),
    text: z.string().nullish(),
    refusal: z.string().nullish(),
    image_url: z.string().nullish(),
    file_data: z.string().nullish(),
    filename: z.string().nullish(),
    detail: z.string().nullish(),
  })
);
export type InputPart = z.infer<typeof Part>;
const Words = lazy(() => z.union([z.string(), z.array(Part)]));

/** Something that was said, called or given; which of the fields it has, its type says. */
const Item = lazy(() =>
  z.looseObject({
    /** Absent: a message. */
    type: z.string().nullish(),
    role: z.string().nullish(),
    content: Words.nullish(),
    call_id: z.string().min(1).max(CALL_ID_CHARS).nullish(),
    name: FunctionName.nullish(),
    /** JSON, as the model wrote it. */
    arguments: z.string().nullish(),
    output: z.union([Words, z.record(z.string(), z.unknown())]).nullish(),
  })
);
export type InputItem = z.infer<typeof Item>;

const Tool = lazy(() =>
  z.looseObject({
    type: z.string(),
    name: FunctionName.nullish(),
    description: z.string().nullish(),
    /** JSON Schema of the arguments. */
    parameters: z.record(z.string(), z.unknown()).nullish(),
    strict: z.boolean().nullish(),
  })
);
const ToolChoice = lazy(() =>
  z.union([z.string(), z.looseObject({ type: z.string(), name: z.string().nullish() })])
);

export const TextForm = lazy(() =>
  z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("text") }),
    z.strictObject({ type: z.literal("json_object") }),
    z.strictObject({
      type: z.literal("json_schema"),
      name: FormName,
      description: z.string().optional(),
      schema: z.record(z.string(), z.unknown()).optional(),
      strict: z.boolean().nullish(),
    }),
  ])
);
export type TextForm = z.infer<typeof TextForm>;

export const { effort: Effort, verbosity: Verbosity } = CallSettings.shape;

/**
 * What stands here is honoured; any other field is refused by its name (`server/programs/responses/`), but for values
 * that ask for nothing.
 */
export const ResponseRequest = lazy(() =>
  z.looseObject({
    model: z.string().optional(),
    /** A text of the user, or all that was said since the answer that it goes on from. */
    input: z.union([z.string(), z.array(Item).min(1)]),
    instructions: z.string().nullish(),
    /** The answer that it goes on from. */
    previous_response_id: z.string().max(200).nullish(),
    stream: z.boolean().nullish(),
    stream_options: z.strictObject({
      /** Bytes that hide how long a piece is; a maker's own affair, and nothing an answer is made of. */
      include_obfuscation: z.boolean().optional(),
    }).nullish(),
    max_output_tokens: Limit.nullish(),
    text: z.strictObject({ format: TextForm.nullish(), verbosity: Verbosity.nullish() }).nullish(),
    reasoning: z.looseObject({ effort: Effort.nullish() }).nullish(),
    tools: z.array(Tool).max(TOOLS).nullish(),
    tool_choice: ToolChoice.nullish(),
    ...inEveryCall,
  }).meta({ id: "ResponseRequest" })
);
export type ResponseRequest = z.infer<typeof ResponseRequest>;
