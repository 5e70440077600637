/**
 * Chat completions on ordinary conversations: each call posts one message, waits until its exchange is over,
 * and answers with what the agent, or the agency's manager, said to the person. Everything else stays behind.
 */
import { clientCalls } from "../../projections/conversation/client_calls.ts";
import type { ConversationState, Message, ToolUse, Turn } from "../../projections/shapes/folds.ts";
import type { TurnError } from "../../events/catalog/conversation.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import { answerAmong } from "./continuing.ts";
import { asCalled, type Started } from "./begin.ts";
import type { Completion } from "../contract/completion_shapes.ts";
import type { Live } from "../../actors/system.ts";
import { privateTexts, withoutPrivate } from "./private_text.ts";
import type { ProblemCode } from "../contract/problem_document.ts";
import { Problem } from "../http/problem.ts";
import type { Call } from "../http/route.ts";

/** An answer for the person. */
export interface Answer {
  readonly ok: true;
  readonly text: string;
  /** What it was thought of, where the model tells and the caller may know: never an agency's. */
  readonly reasoning: string;
  /** Calls of the caller's own tools, with which the answer ended. */
  readonly calls: readonly ToolUse[];
  readonly finish: "stop" | "length" | "tool_calls";
  /** The same as its provider said it; "" where it said nothing. */
  readonly reason: string;
  readonly turns: readonly Turn[];
}

/** How an exchange stands: the answer for the person, why there is none, or null while it goes on. */
type Outcome =
  | Answer
  | {
    readonly ok: false;
    readonly error: TurnError | null;
    /** Why nobody answers, in words. */
    readonly notice: string;
  };

/** How an answer ended, in OpenAI's words. Where it was cut, the arguments of its last call may be half of them. */
export function finishOf(reason = "", calls: number): Answer["finish"] {
  if (/length|max_tokens/.test(reason)) return "length";
  return calls > 0 ? "tool_calls" : "stop";
}

export function outcomeOf(
  state: ConversationState,
  { exchange, speakerId }: Pick<Started, "exchange" | "speakerId">,
): Outcome | null {
  if (state.queue.includes(exchange)) return null;
  const turns = Object.values(state.turns).filter((turn) => turn.exchange === exchange);
  if (turns.some((turn) => state.open.includes(turn.id)) || state.exchanges[exchange]) return null;
  const answers = turns.flatMap((turn) => state.messages[turn.messageId] ?? []).filter((message) =>
    isResult(state, message)
  );
  const answer = answerAmong(answers.filter(({ participantId }) => participantId === speakerId));
  if (answer) {
    const calls = clientCalls(state.bodies[answer.id]);
    const { finishReason: reason = "" } = answer;
    const { content = "", reasoning = "" } = state.bodies[answer.id] ?? {};
    return {
      ok: true,
      text: content,
      reasoning: answer.to === undefined ? reasoning : "",
      calls,
      finish: finishOf(reason, calls.length),
      reason,
      turns,
    };
  }
  const capped = noticeOf(state, exchange);
  if (capped !== null) return { ok: false, error: null, notice: capped };
  const error = answers.findLast((m) => m.error)?.error ?? null;
  return { ok: false, error, notice: turns.length > 0 ? "The answer was stopped." : "Nobody answered." };
}

/** Of a panel only what its last stage gives is the answer. */
function isResult(state: ConversationState, { panel: place }: Pick<Message | Turn, "panel">): boolean {
  if (place?.stage === undefined) return true;
  return place.stage === (state.panels?.[place.panelId]?.shape.stages.length ?? 0) - 1;
}

/** What the program said about this exchange, and not about an earlier one: why it went no further. */
function noticeOf(state: ConversationState, exchange: string): string | null {
  const since = state.messages[exchange]?.seq ?? Infinity;
  const id = state.order.findLast((id) => {
    const message = state.messages[id];
    return message !== undefined && message.seq > since &&
      (message.notice?.code === "cap" || message.notice?.code === "no_agents");
  });
  return id === undefined ? null : state.bodies[id]?.content ?? "";
}

/** Whether an answer being written is the one the caller gets: never a manager's, before it is known to whom. */
export function isForPerson(state: ConversationState, turnId: string, started: Started): boolean {
  const turn = state.turns[turnId];
  return turn?.exchange === started.exchange && turn.participantId === started.speakerId &&
    isResult(state, turn) && !factsOf(turn.mode).addressed;
}

/** The answer as the caller may have it: an agency's private words are left out (S1-30). */
export async function forCaller(
  call: Call,
  managed: boolean,
  state: ConversationState,
  text: string,
): Promise<string> {
  if (!managed) return text;
  const secrets = privateTexts(state, await call.services.system.workspace());
  const own = state.order.filter((id) => {
    const message = state.messages[id];
    return message?.author.kind === "human" || message?.notice?.code === "custom_instructions";
  });
  return await withoutPrivate(text, secrets, own.map((id) => state.bodies[id]?.content ?? "").join("\n"));
}

/** Tokens that were used for an answer, by everybody who was asked. */
export function tokensOf(state: ConversationState, turns: readonly Turn[]) {
  const sum = { input: 0, output: 0, cached: 0, written: 0, reasoning: 0 };
  for (const turn of turns) {
    const usage = state.messages[turn.messageId]?.usage;
    sum.input += (usage?.input ?? 0) + (usage?.cacheRead ?? 0) + (usage?.cacheWrite ?? 0);
    sum.output += usage?.output ?? 0;
    sum.cached += usage?.cacheRead ?? 0;
    sum.written += usage?.cacheWrite ?? 0;
    sum.reasoning += usage?.reasoning ?? 0;
  }
  return sum;
}

export function usageOf(state: ConversationState, turns: readonly Turn[]) {
  const { input, output, cached, reasoning } = tokensOf(state, turns);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

const STATUS: Partial<Record<TurnError["code"], ProblemCode>> = {
  rate_limited: "too_many_requests",
  overloaded: "unavailable",
  bad_request: "validation",
  context_overflow: "context_length_exceeded",
  refused: "content_filter",
  auth: "upstream_refused",
  permission: "upstream_refused",
  not_found: "upstream_refused",
};
/** Broken off here or on the way, and not tried again by us: the one kind of failure that a repetition may mend. */
const BROKEN_OFF: readonly TurnError["code"][] = ["truncated", "lost", "internal"];
/** SDKs repeat 409, 429 and 5xx unless they are told not to. */
const ENOUGH = { "x-should-retry": "false" };

/** When the provider wants to be asked again, for who asks at a time of its own; of waiting that helps alone. */
const comeAgainAfter = ({ retryable, retryAfterMs }: TurnError): Record<string, string> =>
  retryable && retryAfterMs !== undefined ? { "retry-after": `${Math.ceil(retryAfterMs / 1_000)}` } : {};

/**
 * What stopped by a cap or a person must not be tried again by itself, nor what will not change, nor what was tried as
 * often as it may be: each repetition would be a conversation of its own, with all our tries.
 */
export function failureOf({ error, notice }: Extract<Outcome, { ok: false }>): Problem {
  if (!error) return new Problem("stopped", notice, undefined, ENOUGH);
  // An empty account is no matter of waiting.
  const empty = error.code === "rate_limited" && !error.retryable;
  const code = empty ? "upstream_refused" : STATUS[error.code] ?? "upstream";
  const headers = BROKEN_OFF.includes(error.code) ? {} : ENOUGH;
  return new Problem(code, error.message, undefined, { ...headers, ...comeAgainAfter(error) });
}

/** Whether news is of this conversation: many calls under way must not wake one another. */
const isOf = (live: Live, id: string): boolean =>
  live.type === "drafts"
    ? live.drafts.some(({ conversationId }) => conversationId === id)
    : live.type === "commit" && live.commit.events.some(({ stream }) => stream === id);

/** Waits for the end of the exchange; `look` is called with the fold after every change. */
export async function wait(
  call: Call<Completion>,
  started: Started,
  gone: AbortSignal,
  look: (state: ConversationState) => void = () => {},
): Promise<{ state: ConversationState; outcome: Outcome }> {
  const { system } = call.services;
  const { conversationId, exchange } = started;
  while (true) {
    let heard = () => {};
    const news = new Promise<void>((resolve) => (heard = resolve));
    const stop = system.subscribe((live) => isOf(live, conversationId) && heard());
    gone.addEventListener("abort", heard, { once: true });
    try {
      const state = await asCalled(call, conversationId);
      if (!state) throw new Problem("not_found", "The conversation was deleted.");
      look(state);
      const outcome = outcomeOf(state, started);
      if (outcome) return { state, outcome };
      // A message that still waits its turn is stopped when it comes.
      if (gone.aborted && !state.queue.includes(exchange)) {
        await system.execute(conversationId, { type: "stop", exchange }, { by: call.by });
        throw new Problem("unavailable", "The caller has gone.");
      }
      await news;
    } finally {
      stop();
      gone.removeEventListener("abort", heard);
    }
  }
}
