/**
 * Who was sent what, told from the log: which turns had a message in their context, and of what each provider
 * call was made. Nothing of this is stored; a turn's `ContextSpec` decides it for ever.
 */
import type { ConversationEvent } from "../events/conversation.ts";
import type { AnyEvent } from "../events/envelope.ts";
import type { ConversationState, Turn } from "./conversation_state.ts";
import { type Context, contextFor, omission, type Spec } from "./context.ts";

export interface Seen {
  readonly turnId: string;
  readonly participantId: string;
  /** The answer that was given with the message in view. */
  readonly messageId: string;
  /** When the turn's last attempt started. */
  readonly at: string;
}

/** What decides the context of a turn that was started; null before that. */
export function specOf(turn: Turn): Spec | null {
  return turn.context ? { ...turn.context, mode: turn.mode } : null;
}

/** The turns whose context had the message, in the order they were requested. One check per turn. */
export function seenBy(state: ConversationState, messageId: string): Seen[] {
  const message = state.messages[messageId];
  if (!message) return [];
  const seen: Seen[] = [];
  for (const turn of Object.values(state.turns)) {
    const spec = specOf(turn);
    if (!spec || omission(state, message, turn.participantId, spec)) continue;
    const { id: turnId, participantId, startedAt: at = "" } = turn;
    seen.push({ turnId, participantId, messageId: turn.messageId, at });
  }
  return seen;
}

/** What a started turn was sent, and what not; null for a turn that is unknown or never started. */
export function contextOfTurn(state: ConversationState, turnId: string): Context | null {
  const turn = state.turns[turnId];
  const spec = turn && specOf(turn);
  return spec && turn ? contextFor(state, turn.participantId, spec) : null;
}

/** A finished round of tool calls inside a turn, as a renderer takes it. */
export interface CallRound {
  readonly said: string;
  readonly opaque?: string;
  readonly calls: readonly {
    readonly callId: string;
    readonly tool: string;
    readonly args: string;
    readonly status: "ok" | "error" | "unknown" | "refused";
    readonly result: string;
  }[];
}

type Called = Extract<ConversationEvent, { type: "ProviderCalled" }>["data"];
type Failed = Extract<ConversationEvent, { type: "ProviderCallFailed" }>["data"];

/** One provider call of a turn with what came before it in its attempt. */
export interface TurnCall extends Called {
  readonly seq: number;
  readonly at: string;
  readonly error?: Failed["error"];
  /** Tool rounds of this attempt that its request contains. A call without a result is `unknown`. */
  readonly rounds: readonly CallRound[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type OpenRound = Mutable<CallRound> & { number: number; calls: Mutable<CallRound["calls"][number]>[] };

/** The provider calls of a turn, oldest first, from the conversation's events in order. */
export function turnCalls(events: Iterable<AnyEvent>, turnId: string): TurnCall[] {
  const calls: Mutable<TurnCall>[] = [];
  let rounds: OpenRound[] = [];
  let current = 0;
  for (const read of events) {
    // Reading is the edge where stored bytes become typed events; unknown types match no case.
    const event = read as ConversationEvent;
    switch (event.type) {
      case "ProviderCalled":
      case "ProviderCallFailed":
      case "ToolCalled":
      case "ToolReturned":
        break;
      default:
        continue;
    }
    if (event.data.turnId !== turnId) continue;
    if (event.data.attempt !== current) {
      current = event.data.attempt;
      rounds = [];
    }
    switch (event.type) {
      case "ProviderCalled":
        calls.push({ ...event.data, seq: event.seq, at: event.at, rounds: rounds.map(settled) });
        break;
      case "ProviderCallFailed": {
        const { attempt, round, error } = event.data;
        const call = calls.findLast((c) => c.attempt === attempt && c.round === round);
        if (call) call.error = error;
        break;
      }
      case "ToolCalled": {
        const { round: number, callId, tool, args, said, opaque } = event.data;
        let round = rounds.find((r) => r.number === number);
        if (!round) {
          round = { number, said: said ?? "", ...(opaque === undefined ? {} : { opaque }), calls: [] };
          rounds.push(round);
        }
        round.calls.push({ callId, tool, args, status: "unknown", result: "" });
        break;
      }
      case "ToolReturned": {
        const { callId, round, status, result } = event.data;
        const call = rounds.find((r) => r.number === round)?.calls.find((c) => c.callId === callId);
        if (call) Object.assign(call, { status, result });
        break;
      }
    }
  }
  return calls;
}

function settled({ number: _, calls, ...round }: OpenRound): CallRound {
  return { ...round, calls: calls.map((call) => ({ ...call })) };
}
