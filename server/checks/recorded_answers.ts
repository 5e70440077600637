/**
 * Answers that were recorded, given again without asking anybody: to the very request they answered where its bytes are
 * the same, else by whose turn it is. What no longer fits its request is told.
 */
import type { Usage } from "../../events/catalog/conversation.ts";
import type { System } from "../../actors/system.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import { type Part, type ProviderAdapter, ProviderError } from "../../actors/providers/types.ts";
import { questionsOf } from "../../projections/checks/results.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import { seatsOf } from "./seats.ts";

/** One call of a recorded answer. */
export interface RecordedCall {
  readonly parts: readonly Part[];
  /** Of the body that it answered; null where that cannot be told any more. */
  readonly hash: string | null;
}

/**
 * A cache's key names the conversation, and says nothing to the model.
 * @outside
 */
export const requestKey = (body: string): string =>
  sha256(body.replace(/"prompt_cache_key":"fishbowl-[0-9a-f]{32}",?/, ""));

const finish = (
  { messages }: ConversationState,
  { messageId }: Turn,
  reason: string,
  usage: Usage | null = null,
): Part => ({ type: "finish", reason, usage, model: messages[messageId]?.model ?? "", messageId: null });

/** What each call of a turn was answered: with calls of tools, round by round, and then with words. */
function callsOf(state: ConversationState, turn: Turn): Part[][] {
  const message = state.messages[turn.messageId];
  const body = state.bodies[turn.messageId];
  const tools = body?.tools?.filter(({ attempt }) => attempt === turn.attempt) ?? [];
  const rounds = [...new Set(tools.map(({ round }) => round))].sort((a, b) => a - b);
  const calls = rounds.map((round): Part[] => [
    ...tools.filter((use) => use.round === round).map(({ callId, tool, args }): Part => ({
      type: "tool",
      callId,
      tool,
      args,
    })),
    finish(state, turn, "tool_calls"),
  ]);
  const text = rounds.length > 0 ? body?.content ?? "" : body?.raw ?? body?.content ?? "";
  const last = finish(state, turn, message?.finishReason ?? "stop", message?.usage ?? null);
  return [...calls, [...(text === "" ? [] : [{ type: "text", text } as const]), last]];
}

export class RecordedAnswers {
  readonly #byRequest = new Map<string, readonly Part[]>();
  /** By question and seat. */
  readonly #byTurn = new Map<string, RecordedCall[]>();
  readonly #given = new Map<string, number>();
  /** Answers given to another request than the one they were recorded for: which seat, and which question. */
  readonly misfits = new Set<string>();

  /** @param state the conversation whose answers they are */
  static async of(system: System, state: ConversationState): Promise<RecordedAnswers> {
    const answers = new RecordedAnswers();
    const questions = questionsOf(state).map(({ id }) => id);
    const seats = seatsOf(state);
    for (const turn of Object.values(state.turns)) {
      const message = state.messages[turn.messageId];
      if (message?.status !== "complete" || message.task || message.erased) continue;
      const asked = questions.indexOf(message.question ?? "");
      const seat = seats.get(turn.participantId);
      if (asked < 0 || seat === undefined) continue;
      const sent = (await system.requestOf(state.id, turn.id))?.calls.filter(({ error }) => !error) ?? [];
      const key = `${asked} ${seat}`;
      const before = answers.#byTurn.get(key) ?? [];
      const calls = callsOf(state, turn).map((parts, at): RecordedCall => {
        const body = sent[at]?.body ?? null;
        return { parts, hash: body === null ? null : requestKey(body) };
      });
      for (const { hash, parts } of calls) if (hash) answers.#byRequest.set(hash, parts);
      answers.#byTurn.set(key, [...before, ...calls]);
    }
    return answers;
  }

  /** What a call of this seat is answered while the question is asked; null: nothing was recorded. */
  answer(question: number, seat: string, body: string): readonly Part[] | null {
    const key = `${question} ${seat}`;
    const at = this.#given.get(key) ?? 0;
    this.#given.set(key, at + 1);
    const exact = this.#byRequest.get(requestKey(body));
    if (exact) return exact;
    const next = this.#byTurn.get(key)?.[at];
    if (!next) return null;
    this.misfits.add(key);
    return next.parts;
  }
}

/** What asks nobody: `now` says which question is being asked, from 0, and whose provider is whose. */
export function offline(
  real: ProviderAdapter,
  answers: () => RecordedAnswers,
  now: { question(): Promise<number>; readonly seats: ReadonlyMap<string, string> },
): ProviderAdapter {
  return {
    kind: real.kind,
    renderer: real.renderer,
    async *send({ config, body }) {
      const seat = now.seats.get(config.id) ?? "";
      const parts = answers().answer(await now.question(), seat, new TextDecoder().decode(body));
      if (!parts) throw new ProviderError("not_found", "No answer to this was recorded.", false);
      yield* parts;
    },
    models: () => Promise.resolve([]),
  };
}
