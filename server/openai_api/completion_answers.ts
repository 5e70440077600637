/** The answers of chat completions: one object, or a stream of chunks, in OpenAI's words. */
import { begin, type Started, type Target } from "./begin.ts";
import { failureOf, forCaller, isForPerson, usageOf, wait } from "./completions.ts";
import { GrowingText } from "./growing_text.ts";
import type { ToolUse } from "../../projections/shapes/folds.ts";
import type {
  ChatCompletion,
  ChunkData,
  Completion,
  CompletionChunk,
  MoreOfCompletion,
} from "../contract/completion_shapes.ts";
import { Problem, programProblem } from "../http/problem.ts";
import type { Call } from "../http/route.ts";
import { HEARTBEAT_MS } from "../stream/event_stream.ts";

/** Fields an agency's answer has besides. */
type More = (started: Started, text: string) => MoreOfCompletion;
type Head = Pick<ChatCompletion, "id" | "created" | "model">;
type Choice = CompletionChunk["choices"][number];
type Send = (value: Exclude<ChunkData, string>) => void;

/** A call whose exchange has begun. */
interface Answering {
  readonly call: Call<Completion>;
  readonly target: Target;
  readonly started: Started;
  /** Fields of the answer and of every chunk of it. */
  readonly head: Head;
  readonly more: More;
}

export async function answer(
  call: Call<Completion>,
  target: Target,
  more: More = () => ({}),
): Promise<ChatCompletion | Response> {
  // Before anybody is asked and paid: a stream that cannot be held is refused.
  const leave = call.body.stream ? call.services.hub.places.take(call.caller) : () => {};
  let started: Started;
  try {
    started = await begin(call, target);
  } catch (error) {
    leave();
    throw error;
  }
  const head = {
    id: `chatcmpl-${started.exchange}`,
    created: Math.floor(call.services.now() / 1_000),
    model: target.model,
  };
  if (call.body.stream) return stream({ call, target, started, head, more }, leave);
  // Deno aborts a request's signal on success too; until the answer is there it means that the caller has gone.
  const { state, outcome } = await wait(call, started, call.request.signal);
  if (!outcome.ok) throw failureOf(outcome);
  const text = await forCaller(call, target, state, outcome.text);
  return {
    ...head,
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
    ...more(started, text),
  };
}

/** A call of one of the caller's tools, in OpenAI's words. */
const toolCall = ({ callId, tool, args }: ToolUse) => ({
  id: callId,
  type: "function" as const,
  function: { name: tool, arguments: args },
});

function stream(answering: Answering, leave: () => void): Response {
  const encoder = new TextEncoder();
  const gone = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (!gone.signal.aborted) controller.enqueue(encoder.encode(`${text}\n\n`));
      };
      const data = (text: string) => write(`data: ${text}`);
      // While a model thinks, whoever stands between would take the silence for the end.
      const quiet = answering.call.services.hub.every(HEARTBEAT_MS, () => write(": hb"));
      const send: Send = (value) => data(JSON.stringify(value));
      sendChunks(answering, gone.signal, send).then(() => data("[DONE]")).catch((error) => {
        const known = error instanceof Problem;
        send(programProblem(known ? error : new Problem("internal", "Something went wrong here.")));
      }).finally(() => {
        leave();
        quiet();
        if (!gone.signal.aborted) controller.close();
      });
    },
    cancel: () => gone.abort(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
  });
}

/** Sends the answer as it grows, and its end. Throws why there is none. */
async function sendChunks(
  { call, target, started, head, more }: Answering,
  gone: AbortSignal,
  send: Send,
): Promise<void> {
  const sent = new GrowingText();
  const thought = new GrowingText();
  const object = "chat.completion.chunk";
  const chunk = (delta: Choice["delta"], finish: Choice["finish_reason"] = null) =>
    send({ ...head, object, choices: [{ index: 0, delta, finish_reason: finish }] });
  const show = (text: string, reasoning: string) => {
    // Thought anew by another attempt, it is no continuation, and left out.
    const reasoning_content = thought.grow(reasoning);
    if (reasoning_content !== "") chunk({ reasoning_content });
    const content = sent.grow(text);
    if (content !== "") chunk({ content });
  };
  chunk({ role: "assistant", content: "" });
  const { state, outcome } = await wait(call, started, gone, (now) => {
    for (const draft of call.services.system.drafts(started.conversationId)) {
      if (isForPerson(now, draft.turnId, started)) {
        show(draft.text, draft.reasoning?.text ?? "");
      }
    }
  });
  if (!outcome.ok) throw failureOf(outcome);
  const text = await forCaller(call, target, state, outcome.text);
  if (!sent.continuedBy(text)) {
    throw new Problem("unavailable", "The answer was interrupted and begun anew. Please ask again.");
  }
  show(text, outcome.reasoning);
  outcome.calls.forEach((use, index) => chunk({ tool_calls: [{ index, ...toolCall(use) }] }));
  chunk({}, outcome.finish);
  const wantsUsage = call.body.stream_options?.include_usage ?? false;
  const extra = {
    ...(wantsUsage ? { usage: usageOf(state, outcome.turns) } : {}),
    ...more(started, text),
  };
  if (Object.keys(extra).length > 0) send({ ...head, object, choices: [], ...extra });
}
