/** From a call to its answer, whole or as a stream, in whichever words: what the forms of both are given. */
import { HEARTBEAT_MS } from "../stream/event_stream.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { Completion } from "../contract/completion_shapes.ts";
import { Problem } from "../http/problem.ts";
import type { Call } from "../http/route.ts";
import { type Basis, begin, type Started, type Target } from "./begin.ts";
import { type Answer, failureOf, forCaller, isForPerson, wait } from "./completions.ts";
import { GrowingText } from "./growing_text.ts";

/** A call whose exchange has begun. */
export interface Begun {
  readonly call: Call<Completion>;
  readonly target: Target;
  readonly started: Started;
  /** Seconds since the epoch. */
  readonly created: number;
}

/** An answer that has come. */
export interface Answered {
  readonly state: ConversationState;
  readonly outcome: Answer;
  /** Its words, as the caller may have them. */
  readonly text: string;
}

/** Sends the data of one frame, and its name where it has one. */
export type Write = (data: string, event?: string) => void;

/** In whose words a call is answered. */
export interface Form<A> {
  whole(begun: Begun, answered: Answered): A;
  /** Says that a stream is alive, where its words have something for it; absent: a comment. */
  beat?(write: Write): void;
  stream(begun: Begun, write: Write): {
    /** Sends the answer as it grows, and its end. Throws why there is none. */
    send(gone: AbortSignal): Promise<void>;
    failed(problem: Problem): void;
  };
}

export async function answering<A>(
  call: Call<Completion>,
  target: Target,
  form: Form<A>,
  basis?: Basis,
): Promise<A | Response> {
  // Before anybody is asked and paid: a stream that cannot be held is refused.
  const leave = call.body.stream ? call.services.hub.places.take(call.caller) : () => {};
  let started: Started;
  try {
    started = await begin(call, target, basis);
  } catch (error) {
    leave();
    throw error;
  }
  const begun = { call, target, started, created: Math.floor(call.services.now() / 1_000) };
  if (call.body.stream) return streamed(begun, form, leave);
  // It tells that the caller has gone: of an answer that was given nothing is said any more (`no-legacy-abort` in deno.json).
  return form.whole(begun, await answered(begun, call.request.signal));
}

/** Waits for the answer, and looks whenever something happened. Throws why there is none. */
async function answered(
  { call, target, started }: Begun,
  gone: AbortSignal,
  look?: (state: ConversationState) => void,
): Promise<Answered> {
  const { state, outcome } = await wait(call, started, gone, look);
  if (!outcome.ok) throw failureOf(outcome);
  return { state, outcome, text: await forCaller(call, target.managing !== undefined, state, outcome.text) };
}

/** Waits for the answer; what it grows by is shown, what it was thought of before what is said. */
export async function growing(
  begun: Begun,
  gone: AbortSignal,
  show: (said: string, thought: string) => void,
): Promise<Answered> {
  const { call, started } = begun;
  const said = new GrowingText();
  const thought = new GrowingText();
  // Thought anew by another attempt, it is no continuation, and left out.
  const grow = (text: string, reasoning: string) => show(said.grow(text), thought.grow(reasoning));
  const whole = await answered(begun, gone, (now) => {
    for (const draft of call.services.system.drafts(started.conversationId)) {
      if (isForPerson(now, draft.turnId, started)) grow(draft.text, draft.reasoning?.text ?? "");
    }
  });
  if (!said.continuedBy(whole.text)) {
    throw new Problem("unavailable", "The answer was interrupted and begun anew. Please ask again.");
  }
  grow(whole.text, whole.outcome.reasoning);
  return whole;
}

function streamed<A>(begun: Begun, form: Form<A>, leave: () => void): Response {
  const encoder = new TextEncoder();
  const gone = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (!gone.signal.aborted) controller.enqueue(encoder.encode(`${text}\n\n`));
      };
      const data: Write = (text, event) => write(`${event ? `event: ${event}\n` : ""}data: ${text}`);
      // While a model thinks, whoever stands between would take the silence for the end.
      const beat = () => form.beat ? form.beat(data) : write(": hb");
      const quiet = begun.call.services.hub.every(HEARTBEAT_MS, beat);
      const stream = form.stream(begun, data);
      stream.send(gone.signal).catch((error) => {
        const known = error instanceof Problem;
        stream.failed(known ? error : new Problem("internal", "Something went wrong here."));
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
