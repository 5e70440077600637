/** An answer as Anthropic's Messages API has it: one object, made of what is recorded of the call and of its end. */
import { z } from "zod";
import { jsonOf } from "../../../actors/runtime/json.ts";
import type { AnswerBlock, MessageObject } from "../../contract/message_shapes.ts";
import type { ToolUse } from "../../../projections/shapes/folds.ts";
import type { Answered } from "../answering.ts";
import type { Started } from "../begin.ts";
import { tokensOf } from "../completions.ts";

/** An answer before its end, and all of it that is the same then. */
export interface Head extends Pick<Started, "conversationId" | "exchange"> {
  readonly model: string;
  /** What a model thought is told. */
  readonly tells: boolean;
}

const NO_TOKENS = { input: 0, output: 0, cached: 0, written: 0, reasoning: 0 };

/** Anthropic's input is without what a cache gave and took. */
const countsOf = ({ input, output, cached, written, reasoning }: typeof NO_TOKENS) => ({
  input_tokens: input - cached - written,
  cache_creation_input_tokens: written,
  cache_read_input_tokens: cached,
  output_tokens: output,
  output_tokens_details: { thinking_tokens: reasoning },
  server_tool_use: null,
});

/** How it ended, and what it cost. */
export interface Ending {
  readonly delta: Pick<MessageObject, "stop_reason" | "stop_sequence" | "stop_details" | "container">;
  readonly usage: ReturnType<typeof countsOf>;
}

const REASONS = { stop: "end_turn", length: "max_tokens", tool_calls: "tool_use" } as const;

export function endingOf({ exchange }: Pick<Head, "exchange">, { state, outcome }: Answered): Ending {
  const stopped = outcome.finish === "stop" && outcome.reason === "stop_sequence";
  const [stop, ...others] = state.bodies[exchange]?.call?.stop ?? [];
  return {
    delta: {
      stop_reason: stopped ? "stop_sequence" : REASONS[outcome.finish],
      // Its provider told only that it was one of them.
      stop_sequence: stopped && stop !== undefined && others.length === 0 ? stop : null,
      stop_details: null,
      container: null,
    },
    usage: countsOf(tokensOf(state, outcome.turns)),
  };
}

/** The answer while nothing is said yet. */
export const begunMessage = ({ conversationId, exchange, model }: Head): MessageObject => ({
  id: `msg_${conversationId}.${exchange}`,
  type: "message",
  role: "assistant",
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  stop_details: null,
  container: null,
  diagnostics: null,
  usage: {
    ...countsOf(NO_TOKENS),
    cache_creation: null,
    inference_geo: null,
    service_tier: null,
    speed: null,
  },
});

const Arguments = z.record(z.string(), z.unknown());

/** What a call is given. Words of a model that are no object, as those of a call that was cut, stand in one. */
export const inputOf = (args: string): Record<string, unknown> =>
  args.trim() === "" ? {} : Arguments.safeParse(jsonOf(args)).data ?? { input: args };

/** Without `citations`, as Anthropic has words that cite nothing: SDKs refuse one that is null. */
export const textBlock = (text: string): AnswerBlock => ({ type: "text", text });
export const thinkingBlock = (thinking: string): AnswerBlock => ({
  type: "thinking",
  thinking,
  signature: "",
});
export const callBlock = (
  { callId, tool, args }: Pick<ToolUse, "callId" | "tool" | "args">,
): Extract<AnswerBlock, { type: "tool_use" }> => ({
  type: "tool_use",
  id: callId,
  name: tool,
  input: inputOf(args),
  caller: { type: "direct" },
});

/** The whole answer: what it was thought of, what it says, and which of the caller's tools it calls. */
export function endedMessage(head: Head, answered: Answered): MessageObject {
  const { text, outcome: { reasoning, calls } } = answered;
  const { delta, usage } = endingOf(head, answered);
  const begun = begunMessage(head);
  return {
    ...begun,
    ...delta,
    content: [
      ...(reasoning !== "" && head.tells ? [thinkingBlock(reasoning)] : []),
      ...(text !== "" || calls.length === 0 ? [textBlock(text)] : []),
      ...calls.map(callBlock),
    ],
    usage: { ...begun.usage, ...usage },
  };
}
