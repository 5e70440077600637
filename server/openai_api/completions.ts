/**
 * Chat completions on ordinary conversations: each call posts one message, waits until its exchange is over,
 * and answers with what the agent, or the agency's manager, said to the person. Everything else stays behind.
 */
import { isDeepStrictEqual } from "node:util";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { Joining, Managing, Posting } from "../../actors/conversation/commands.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import type { TurnError } from "../../events/catalog/conversation.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import type { Completion } from "../contract/completion_shapes.ts";
import { checkSettings, settingsOf, unsupported } from "./call_settings.ts";
import { type Asked, askedOf } from "./caller_messages.ts";
import { conversationIdFor, execute, keyedName, noConversation } from "../http/commands.ts";
import { privateTexts, withoutPrivate } from "./private_text.ts";
import type { ProblemCode } from "../contract/problem_document.ts";
import { Problem } from "../http/problem.ts";
import type { Call } from "../http/route.ts";
import { mint } from "../http/services.ts";

/** Messages of a caller's history in one append. */
const BROUGHT_AT_ONCE = 400;

/** Who answers: one agent, or an agency with its manager. */
export interface Target {
  readonly model: string;
  readonly agents: readonly Joining[];
  readonly managing?: Managing;
}

export interface Started {
  readonly conversationId: string;
  /** Id of the posted message: its exchange. */
  readonly exchange: string;
  /** The participant whose answer is the call's. */
  readonly speakerId: string;
}

/** Posts the call's message into its conversation, or into a new one. */
export async function begin(call: Call<Completion>, target: Target): Promise<Started> {
  const asked = askedOf(call.body);
  const settings = await settingsFor(call, target);
  const known = call.body.conversation_id ?? undefined;
  const name = keyedName(call);
  const conversationId = known ?? conversationIdFor(call);
  if (known !== undefined) await mayGoOn(call, known);
  const exchange = name ? `message_${name}` : mint(call.services, "message");
  // The call was made before: its answer is only waited for.
  const repeated = async (): Promise<Started | null> => {
    const state = name ? await asCalled(call, conversationId) : null;
    if (!state?.messages[exchange]) return null;
    const { content, call: before } = state.bodies[exchange] ?? {};
    if (content === asked.content && isDeepStrictEqual(before, settings)) {
      return { conversationId, exchange, speakerId: speakerOf(state, target) };
    }
    throw new Problem("reused_key", "The idempotency key was used for another request.");
  };
  const before = await repeated();
  if (before) return before;
  const message: Posting = {
    id: exchange,
    content: asked.content,
    program: true,
    ...(settings ? { call: settings } : {}),
    ...(asked.instructions ? { instructions: asked.instructions } : {}),
  };
  const whole = known === undefined && asked.before.length <= BROUGHT_AT_ONCE;
  if (!whole && settings?.store === false) {
    throw unsupported(
      "store",
      `Without being kept, at most ${BROUGHT_AT_ONCE} messages of history are taken.`,
    );
  }
  if (known === undefined) {
    try {
      await open(call, target, conversationId, asked, whole ? message : undefined);
    } catch (error) {
      // The same call at the same moment may have been first.
      const other = await repeated();
      if (other) return other;
      throw error;
    }
  }
  const state = await asCalled(call, conversationId);
  if (!state) throw noConversation();
  const speakerId = speakerOf(state, target);
  // Beside others the model that was asked for answers alone; a manager needs no asking.
  const alone = target.managing !== undefined || state.participants.length === 1;
  if (!whole) {
    const mentions = alone ? {} : { mentions: [speakerId] };
    await execute(call, conversationId, { type: "post", ...message, ...mentions }, { by: call.by });
  }
  return { conversationId, exchange, speakerId };
}

/** The conversation as whoever made the call may see it: one that is not kept is gone for everybody else by its end. */
function asCalled(
  { services: { system }, body }: Call<Completion>,
  id: string,
): Promise<ConversationState | null> {
  return body.store === false ? system.hidden(id) : system.conversation(id);
}

/** What the call wants of its answers; throws what cannot be honoured. */
async function settingsFor(call: Call<Completion>, { agents, managing }: Target) {
  const settings = settingsOf(call.body);
  if (!settings) return undefined;
  const workspace = await call.services.system.workspace();
  checkSettings(call.body, settings, workspace, agents.map(({ agentId }) => agentId), managing !== undefined);
  return settings;
}

/** A token that may only chat goes on in conversations it began itself; of others it does not learn that they are. */
async function mayGoOn(call: Call<Completion>, conversationId: string): Promise<void> {
  if (call.who.scope !== "chat") return;
  for await (const [first] of call.services.system.log.read(conversationId, 0, 1)) {
    // A copy has the first event of what it was made from, and is somebody else's.
    const started = first && conversationEvent(first);
    const copied = started?.type === "ConversationStarted" && started.data.lineage !== undefined;
    if (first?.by.id === call.by.id && !copied) return;
  }
  throw noConversation();
}

/** A conversation of the call's own: with its message in one commit, or with the history it brings, to go on from. */
async function open(
  call: Call<Completion>,
  { agents, managing }: Target,
  id: string,
  { before }: Asked,
  message: Posting | undefined,
): Promise<void> {
  // Several commands of one call: its key names what they make, not each of them.
  const by = { by: call.by };
  await execute(call, id, {
    type: "start",
    title: "",
    mode: managing ? "manager" : "parallel",
    settings: {},
    agents,
    ...(managing ? { managing } : {}),
    ...(message ? { message, said: before } : {}),
  }, by);
  if (message) return;
  for (let from = 0; from < before.length; from += BROUGHT_AT_ONCE) {
    await execute(call, id, { type: "bring", said: before.slice(from, from + BROUGHT_AT_ONCE) }, by);
  }
}

/** Who of the conversation answers for the model; 404 where that is nobody. */
function speakerOf(state: ConversationState, { managing, agents }: Target): string {
  const managed = factsOf(state.mode).addressed;
  const speaker = managing
    ? managed && state.manager?.agencyId === managing.agencyId && state.manager?.participantId
    : !managed && state.participants.find((p) => p.agentId === agents[0]?.agentId)?.id;
  if (speaker) return speaker;
  throw new Problem("not_found", "That model does not answer in this conversation.", [
    { path: "conversation_id", message: "that model does not answer in this conversation" },
  ]);
}

/** How an exchange stands: the answer for the person, why there is none, or null while it goes on. */
type Outcome =
  | {
    readonly ok: true;
    readonly text: string;
    /** What it was thought of, where the model tells and the caller may know: never an agency's. */
    readonly reasoning: string;
    readonly finish: "stop" | "length";
    readonly turns: readonly Turn[];
  }
  | {
    readonly ok: false;
    readonly error: TurnError | null;
    /** Why nobody answers, in words. */
    readonly notice: string;
  };

function outcomeOf(state: ConversationState, { exchange, speakerId }: Started): Outcome | null {
  if (state.queue.includes(exchange)) return null;
  const turns = Object.values(state.turns).filter((turn) => turn.exchange === exchange);
  if (turns.some((turn) => state.open.includes(turn.id)) || state.exchanges[exchange]) return null;
  const answers = turns.flatMap((turn) => state.messages[turn.messageId] ?? []);
  const answer = answers.findLast((m) =>
    m.status === "complete" && m.participantId === speakerId && (m.to === undefined || m.to === "person")
  );
  if (answer) {
    const finish = /length|max_tokens/.test(answer.finishReason ?? "") ? "length" : "stop";
    const { content = "", reasoning = "" } = state.bodies[answer.id] ?? {};
    return { ok: true, text: content, reasoning: answer.to === undefined ? reasoning : "", finish, turns };
  }
  const capped = noticeOf(state, exchange);
  if (capped !== null) return { ok: false, error: null, notice: capped };
  const error = answers.findLast((m) => m.error)?.error ?? null;
  return { ok: false, error, notice: turns.length > 0 ? "The answer was stopped." : "Nobody answered." };
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
    !factsOf(turn.mode).addressed;
}

/** The answer as the caller may have it: an agency's private words are left out (S1-30). */
export async function forCaller(
  call: Call<Completion>,
  target: Target,
  state: ConversationState,
  text: string,
): Promise<string> {
  if (!target.managing) return text;
  const secrets = privateTexts(state, await call.services.system.workspace());
  const own = state.order.filter((id) => {
    const message = state.messages[id];
    return message?.author.kind === "human" || message?.notice?.code === "custom_instructions";
  });
  return await withoutPrivate(text, secrets, own.map((id) => state.bodies[id]?.content ?? "").join("\n"));
}

export function usageOf(state: ConversationState, turns: readonly Turn[]) {
  let [prompt, completion, cached, reasoning] = [0, 0, 0, 0];
  for (const turn of turns) {
    const usage = state.messages[turn.messageId]?.usage;
    prompt += (usage?.input ?? 0) + (usage?.cacheRead ?? 0) + (usage?.cacheWrite ?? 0);
    completion += usage?.output ?? 0;
    cached += usage?.cacheRead ?? 0;
    reasoning += usage?.reasoning ?? 0;
  }
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
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

/**
 * What stopped by a cap or a person must not be tried again by itself, nor what will not change, nor what was tried as
 * often as it may be: each repetition would be a conversation of its own, with all our tries.
 */
export function failureOf({ error, notice }: Extract<Outcome, { ok: false }>): Problem {
  if (!error) return new Problem("stopped", notice, undefined, ENOUGH);
  // An empty account is no matter of waiting.
  const empty = error.code === "rate_limited" && !error.retryable;
  const code = empty ? "upstream_refused" : STATUS[error.code] ?? "upstream";
  return new Problem(code, error.message, undefined, BROKEN_OFF.includes(error.code) ? {} : ENOUGH);
}

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
    const stop = system.subscribe(() => heard());
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
