/** An answer as the Responses API has it: one object, made of what is recorded of the call and of its end. */
import { z } from "zod";
import { jsonOf } from "../../../actors/runtime/json.ts";
import type { CallSettings } from "../../../events/catalog/call_settings.ts";
import { customInstructions } from "../../../projections/prompt/agency_prompt.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import { TextForm } from "../../contract/response_request.ts";
import type { OutputItem, ResponseObject } from "../../contract/response_shapes.ts";
import type { Problem } from "../../http/problem.ts";
import type { Answered } from "../answering.ts";
import type { Started } from "../begin.ts";
import { tokensOf } from "../completions.ts";
import { responseId } from "../previous.ts";

/** An answer before its end, and all of it that is the same then. */
export interface Head extends Pick<Started, "conversationId" | "exchange"> {
  readonly created: number;
  readonly model: string;
  /** Absent: nobody knows any more. */
  readonly previous?: string | null;
}

/** The ids of the parts of an answer: by them they are found again. */
export const itemId = (kind: "rs" | "msg" | "fc", { conversationId, exchange }: Head, number = 0): string =>
  `${kind}_${conversationId}.${exchange}${kind === "fc" ? `.${number}` : ""}`;

const RecordedForm = z.union([
  TextForm,
  z.object({
    type: z.literal("json_schema"),
    json_schema: z.object({
      name: z.string(),
      description: z.string().optional(),
      schema: z.record(z.string(), z.unknown()).optional(),
      strict: z.boolean().nullish(),
    }),
  }),
]);
const RecordedTools = z.array(z.object({
  name: z.string(),
  description: z.string().optional(),
  parameters: z.record(z.string(), z.unknown()),
  strict: z.boolean().optional(),
}));

/** The form of an answer as it is recorded, in the words of the call. In a log from elsewhere anything may stand there. */
function formOf(recorded = ""): TextForm {
  const form = RecordedForm.safeParse(jsonOf(recorded)).data;
  if (!form) return { type: "text" };
  return "json_schema" in form ? { type: form.type, ...form.json_schema } : form;
}

const toolsOf = (recorded = "[]"): ResponseObject["tools"] =>
  (RecordedTools.safeParse(jsonOf(recorded)).data ?? []).map(({ name, description, parameters, strict }) => ({
    type: "function",
    name,
    description: description ?? null,
    parameters,
    strict: strict ?? null,
  }));

function choiceOf(choice: CallSettings["toolChoice"]): ResponseObject["tool_choice"] {
  if (typeof choice === "object") return { type: "function", name: choice.name };
  return choice ?? "auto";
}

/** What was asked for, as the answer repeats it. */
function askedOf(state: ConversationState, exchange: string) {
  const call: CallSettings = state.bodies[exchange]?.call ?? {};
  return {
    instructions: customInstructions(state, state.messages[exchange]?.seq) || null,
    max_output_tokens: call.maxTokens ?? null,
    temperature: call.temperature ?? null,
    top_p: call.topP ?? null,
    text: { format: formOf(call.format), verbosity: call.verbosity ?? null },
    reasoning: { effort: call.effort ?? null, summary: null },
    tools: toolsOf(call.tools),
    tool_choice: choiceOf(call.toolChoice),
    parallel_tool_calls: call.parallelTools ?? true,
    metadata: call.metadata ?? {},
    ...(call.user === undefined ? {} : { user: call.user }),
    safety_identifier: call.safetyId ?? null,
    prompt_cache_key: call.cacheKey ?? null,
    store: call.store ?? true,
  };
}

/** The answer while it is being written. */
export const begunResponse = (
  { conversationId, exchange, created, model, previous }: Head,
  state: ConversationState,
): ResponseObject => ({
  id: responseId(conversationId, exchange),
  object: "response",
  created_at: created,
  status: "in_progress",
  error: null,
  incomplete_details: null,
  model,
  output: [],
  usage: null,
  ...(previous === undefined ? {} : { previous_response_id: previous }),
  ...askedOf(state, exchange),
  background: false,
  max_tool_calls: null,
  service_tier: "default",
  top_logprobs: 0,
  truncation: "disabled",
});

/** What an answer consists of: what it was thought of, what it says, and which of the caller's tools it calls. */
export function outputOf(head: Head, { outcome, text }: Answered): OutputItem[] {
  const { reasoning, calls, finish } = outcome;
  const cut = finish === "length";
  const items: OutputItem[] = [];
  if (reasoning !== "") {
    const content = [{ type: "reasoning_text", text: reasoning } as const];
    items.push({
      type: "reasoning",
      id: itemId("rs", head),
      summary: [],
      content,
      status: "completed",
    });
  }
  if (text !== "" || calls.length === 0) {
    items.push({
      type: "message",
      id: itemId("msg", head),
      role: "assistant",
      content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
      status: cut && calls.length === 0 ? "incomplete" : "completed",
    });
  }
  calls.forEach(({ callId, tool, args }, number) =>
    items.push({
      type: "function_call",
      id: itemId("fc", head, number),
      call_id: callId,
      name: tool,
      arguments: args,
      // Of the last one the arguments may be half of them.
      status: cut && number === calls.length - 1 ? "incomplete" : "completed",
    })
  );
  return items;
}

/** The whole answer. */
export function endedResponse(head: Head, answered: Answered): ResponseObject {
  const { state, outcome } = answered;
  const { input, output, cached, written, reasoning } = tokensOf(state, outcome.turns);
  const cut = outcome.finish === "length";
  return {
    ...begunResponse(head, state),
    status: cut ? "incomplete" : "completed",
    incomplete_details: cut ? { reason: "max_output_tokens" } : null,
    output: outputOf(head, answered),
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: input + output,
    },
  };
}

const CODES: Partial<Record<Problem["code"], NonNullable<ResponseObject["error"]>["code"]>> = {
  too_many_requests: "rate_limit_exceeded",
  validation: "invalid_prompt",
  context_length_exceeded: "invalid_prompt",
  content_filter: "invalid_prompt",
};

/** The answer that there is none. */
export const failedResponse = (begun: ResponseObject, { code, detail }: Problem): ResponseObject => ({
  ...begun,
  status: "failed",
  error: { code: CODES[code] ?? "server_error", message: detail },
});
