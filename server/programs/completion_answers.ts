/** The answers of chat completions: one object, or a stream of chunks, in OpenAI's words. */
import { answering, type Begun, type Form, growing, type Write } from "./answering.ts";
import type { Started, Target } from "./begin.ts";
import { usageOf } from "./completions.ts";
import type { ToolUse } from "../../projections/shapes/folds.ts";
import type {
  ChatCompletion,
  ChunkData,
  Completion,
  CompletionChunk,
  MoreOfCompletion,
} from "../contract/completion_shapes.ts";
import { programProblem } from "../http/problem.ts";
import type { Call } from "../http/route.ts";

/** Fields an agency's answer has besides. */
type More = (started: Started, text: string) => MoreOfCompletion;
type Choice = CompletionChunk["choices"][number];

/** Fields of the answer and of every chunk of it. */
const headOf = ({ started, created, target }: Begun) => ({
  id: `chatcmpl-${started.exchange}`,
  created,
  model: target.model,
});

export const answer = (
  call: Call<Completion>,
  target: Target,
  more: More = () => ({}),
): Promise<ChatCompletion | Response> => answering(call, target, formOf(more));

const formOf = (more: More): Form<ChatCompletion> => ({
  whole: (begun, { state, outcome, text }) => ({
    ...headOf(begun),
    object: "chat.completion",
    choices: [{
      index: 0,
      message: {
        role: "assistant",
        content: text === "" && outcome.calls.length > 0 ? null : text,
        ...(outcome.reasoning === "" ? {} : { reasoning_content: outcome.reasoning }),
        ...(outcome.calls.length === 0 ? {} : { tool_calls: outcome.calls.map(toolCall) }),
        refusal: null,
      },
      logprobs: null,
      finish_reason: outcome.finish,
    }],
    usage: usageOf(state, outcome.turns),
    ...more(begun.started, text),
  }),
  stream(begun, write) {
    const send = (value: Exclude<ChunkData, string>) => write(JSON.stringify(value));
    return {
      send: (gone) => sendChunks(begun, more, gone, write),
      failed: (problem) => send(programProblem(problem)),
    };
  },
});

/** A call of one of the caller's tools, in OpenAI's words. */
const toolCall = ({ callId, tool, args }: ToolUse) => ({
  id: callId,
  type: "function" as const,
  function: { name: tool, arguments: args },
});

/** Sends the answer as it grows, and its end. Throws why there is none. */
async function sendChunks(begun: Begun, more: More, gone: AbortSignal, write: Write): Promise<void> {
  const send = (value: Exclude<ChunkData, string>) => write(JSON.stringify(value));
  const head = headOf(begun);
  const object = "chat.completion.chunk";
  const chunk = (
    delta: Choice["delta"],
    finish: Choice["finish_reason"] = null,
    extra: ReturnType<More> = {},
  ) => send({ ...head, object, choices: [{ index: 0, delta, finish_reason: finish }], ...extra });
  chunk({ role: "assistant", content: "" });
  const { state, outcome, text } = await growing(begun, gone, (content, reasoning_content) => {
    if (reasoning_content !== "") chunk({ reasoning_content });
    if (content !== "") chunk({ content });
  });
  outcome.calls.forEach((use, index) => chunk({ tool_calls: [{ index, ...toolCall(use) }] }));
  chunk({}, outcome.finish, more(begun.started, text));
  // Who did not ask for a chunk without a choice reads the first one of each.
  if (begun.call.body.stream_options?.include_usage) {
    send({ ...head, object, choices: [], usage: usageOf(state, outcome.turns) });
  }
  write("[DONE]");
}
