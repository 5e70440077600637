/**
 * Chat completions on ordinary conversations: each call posts one message, waits until its exchange is over,
 * and answers with what the agent, or the agency's manager, said to the person. Everything else stays behind.
 */
import { z } from "zod";
import type { Joining, Managing, Posting } from "../actors/conversation/commands.ts";
import type { ConversationState, Turn } from "../projections/conversation_state.ts";
import type { TurnError } from "../events/conversation.ts";
import { problemOf } from "./commanding.ts";
import { Problem, type ProblemCode } from "./problem.ts";
import type { Call } from "./route.ts";
import { mint } from "./services.ts";

const Text = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  z.null(),
]);
const ChatMessage = z.looseObject({ role: z.string(), content: Text.optional() });
export type ChatMessage = z.infer<typeof ChatMessage>;

/** What clients send; fields nobody here knows are tolerated. */
export const Completion = z.looseObject({
  model: z.string().optional(),
  messages: z.array(ChatMessage).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  conversation_id: z.string().regex(/^[\w-]{1,64}$/).nullish(),
});
export type Completion = z.infer<typeof Completion>;

export function textOf({ content }: ChatMessage): string {
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => part.text ?? "").join("");
}

/** Who answers: one agent, or an agency with its manager. */
export interface Target {
  readonly model: string;
  readonly agents: readonly Joining[];
  readonly managing?: Managing;
}

/** The last thing the user said, with what came before it quoted where the call brings its own history. */
function posting({ messages, conversation_id }: Completion): Posting {
  const last = messages.findLastIndex(({ role }) => role === "user");
  const asked = messages[last];
  if (!asked) {
    throw new Problem("validation", "messages: there must be a message of the user", [
      { path: "messages", message: "there must be a message of the user" },
    ]);
  }
  const system = messages.filter(({ role }) => role === "system" || role === "developer").map(textOf).join(
    "\n\n",
  );
  const earlier = conversation_id
    ? []
    : messages.slice(0, last).filter(({ role }) => role === "user" || role === "assistant");
  const quoted = earlier.map((one) => `[${one.role}]: ${textOf(one)}`).join("\n\n");
  return {
    content: quoted ? `${quoted}\n\n[user]: ${textOf(asked)}` : textOf(asked),
    program: true,
    ...(system ? { instructions: system } : {}),
  };
}

export interface Started {
  readonly conversationId: string;
  /** Id of the posted message: its exchange. */
  readonly exchange: string;
}

/** Posts the call's message into its conversation, or into a new one. */
export async function begin(call: Call<Completion>, target: Target): Promise<Started> {
  const { system } = call.services;
  const message = posting(call.body);
  const known = call.body.conversation_id;
  const conversationId = known ?? mint(call.services, "conversation");
  const id = mint(call.services, "message");
  const outcome = await system.execute(
    conversationId,
    known ? { type: "post", ...message, id } : {
      type: "start",
      title: "",
      mode: target.managing ? "manager" : "parallel",
      settings: {},
      agents: target.agents,
      ...(target.managing ? { managing: target.managing } : {}),
      message: { ...message, id },
    },
    { by: call.by },
  );
  if (!outcome.ok) throw problemOf(outcome);
  return { conversationId, exchange: id };
}

/** How an exchange stands: the answer for the person, why there is none, or null while it goes on. */
export type Outcome =
  | { readonly ok: true; readonly text: string; readonly turns: readonly Turn[] }
  | { readonly ok: false; readonly error: TurnError | null; readonly notice: string };

const turnsOf = (state: ConversationState, exchange: string): Turn[] =>
  Object.values(state.turns).filter((turn) => turn.exchange === exchange);

export function outcomeOf(state: ConversationState, { exchange }: Started): Outcome | null {
  const turns = turnsOf(state, exchange);
  if (turns.some((turn) => state.open.includes(turn.id)) || state.exchanges[exchange]) return null;
  const answers = turns.flatMap((turn) => state.messages[turn.messageId] ?? []);
  const answer = answers.findLast((m) =>
    m.status === "complete" && (m.to === undefined || m.to === "person")
  );
  if (answer) return { ok: true, text: state.bodies[answer.id]?.content ?? "", turns };
  const error = answers.findLast((m) => m.error)?.error ?? null;
  const said = state.order.findLast((id) => state.messages[id]?.notice);
  return { ok: false, error, notice: state.bodies[said ?? ""]?.content ?? "Nobody answered." };
}

/** Whether an answer being written is meant for the person: any agent's own, or the manager's. */
export function isForPerson(state: ConversationState, turnId: string, exchange: string): boolean {
  const turn = state.turns[turnId];
  if (turn?.exchange !== exchange) return false;
  return turn.mode !== "manager";
}

export function usageOf(state: ConversationState, turns: readonly Turn[]) {
  let [prompt, completion] = [0, 0];
  for (const turn of turns) {
    const usage = state.messages[turn.messageId]?.usage;
    prompt += (usage?.input ?? 0) + (usage?.cacheRead ?? 0) + (usage?.cacheWrite ?? 0);
    completion += usage?.output ?? 0;
  }
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const STATUS: Partial<Record<TurnError["code"], ProblemCode>> = {
  rate_limited: "too_many_requests",
  overloaded: "unavailable",
  bad_request: "validation",
  context_overflow: "validation",
};

export function failureOf({ error, notice }: Extract<Outcome, { ok: false }>): Problem {
  return new Problem(error ? STATUS[error.code] ?? "upstream" : "upstream", error?.message ?? notice);
}

/** Waits for the end of the exchange; `look` is called with the fold after every change. */
export async function wait(
  call: Call<Completion>,
  started: Started,
  gone: AbortSignal,
  look: (state: ConversationState) => void = () => {},
): Promise<{ state: ConversationState; outcome: Outcome }> {
  const { system } = call.services;
  while (true) {
    let heard = () => {};
    const news = new Promise<void>((resolve) => (heard = resolve));
    const stop = system.subscribe(() => heard());
    gone.addEventListener("abort", heard, { once: true });
    try {
      const state = await system.conversation(started.conversationId);
      if (!state) throw new Problem("not_found", "The conversation was deleted.");
      look(state);
      const outcome = outcomeOf(state, started);
      if (outcome) return { state, outcome };
      if (gone.aborted) {
        await system.execute(started.conversationId, { type: "stop" }, { by: call.by });
        throw new Problem("unavailable", "The caller has gone.");
      }
      await news;
    } finally {
      stop();
      gone.removeEventListener("abort", heard);
    }
  }
}
