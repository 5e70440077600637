/** A conversation's history, written as a story: each step adds one event with a plain, stable id. */
import type { DataOf, NewConversationEvent } from "../events/catalog/conversation.ts";
import type { Actor, AnyEvent } from "../events/catalog/envelope.ts";
import { AgentContext, type Context } from "../projections/context/context.ts";
import { specOf } from "../projections/context/spec.ts";
import { conversation } from "../projections/conversation/conversation.ts";
import type { ConversationState } from "../projections/shapes/folds.ts";
import { foldAll } from "../projections/fold.ts";
import { evolveRow, rowOf } from "../projections/conversation/list.ts";
import type { ListRow } from "../projections/shapes/views.ts";
import assert from "node:assert/strict";

type Type = NewConversationEvent["type"];

export const ANN: Actor = { kind: "user", id: "ann", name: "Ann" };
export const BEN: Actor = { kind: "user", id: "ben", name: "Ben" };

/** Milliseconds between two events of a story; starts at noon. */
const STEP_MS = 1_000;
const NOON = Date.UTC(2026, 0, 1, 12);

export class History {
  readonly events: AnyEvent[] = [];

  /** Folded as far as somebody asked for a turn: nobody else holds it, for folding changes it. */
  #known: { state: ConversationState; folded: readonly AnyEvent[] } | null = null;

  constructor(readonly id = "conv_1") {}

  get seq(): number {
    return this.events.length;
  }

  add<T extends Type>(type: T, data: DataOf<T>, more: { by?: Actor; exchange?: string } = {}): this {
    const seq = this.seq + 1;
    this.events.push({
      seq,
      id: `story/${seq}`,
      type,
      v: 1,
      at: new Date(NOON + seq * STEP_MS).toISOString(),
      by: more.by ?? ANN,
      ...(more.exchange ? { exchange: more.exchange } : {}),
      data,
    });
    return this;
  }

  started(data: Partial<DataOf<"ConversationStarted">> = {}): this {
    return this.add("ConversationStarted", { title: "", mode: "parallel", settings: {}, ...data });
  }

  /** Agents `a_<name>` as participants `p_<name>`, numbered from 101. */
  joined(...names: string[]): this {
    for (const name of names) {
      this.add("ParticipantAdded", {
        participantId: `p_${name}`,
        agentId: `a_${name}`,
        agentVersion: 1,
        number: 101 + this.events.filter((e) => e.type === "ParticipantAdded").length,
        name,
        color: 1,
        model: "echo",
      });
    }
    return this;
  }

  /** The mode `manager` with `name` managing. */
  managed(name: string, principles = "Be brief."): this {
    return this.add("ModeChanged", {
      mode: "manager",
      manager: { participantId: `p_${name}`, principles },
    });
  }

  posted(id: string, content: string, by: Actor = ANN, more: Partial<DataOf<"MessagePosted">> = {}): this {
    return this.add("MessagePosted", {
      messageId: id,
      author: { kind: "user", id: by.id, name: by.name },
      role: "user",
      content,
      ...more,
    }, { by, exchange: id });
  }

  /** Turn `t_<name>` (or `turnId`) of exchange `exchange`, whose answer is `m_<turnId>`. */
  requested(name: string, exchange: string, more: Partial<DataOf<"TurnRequested">> = {}): this {
    const turnId = more.turnId ?? `t_${name}`;
    return this.add("TurnRequested", {
      turnId,
      participantId: `p_${name}`,
      messageId: `m_${turnId}`,
      mode: "parallel",
      reason: { code: "enabled", text: "enabled in this conversation" },
      through: this.seq,
      ...more,
    }, { exchange });
  }

  claimed(turnId: string, attempt = 1): this {
    const turn = this.#turn(turnId);
    return this.add("TurnStarted", {
      turnId,
      attempt,
      owner: "process-1",
      agentVersion: 1,
      context: {
        through: turn?.through ?? this.seq,
        inclusionThrough: turn?.requestedSeq ?? this.seq,
        rules: 1,
        window: null,
      },
    }, { exchange: turn?.exchange ?? turnId });
  }

  completed(turnId: string, content: string, more: Partial<DataOf<"TurnCompleted">> = {}): this {
    return this.add("TurnCompleted", { ...completion(turnId, content), ...more }, {
      exchange: this.#turn(turnId)?.exchange ?? turnId,
    });
  }

  /** A message and complete answers to it, in one step. */
  answered(id: string, content: string, answers: Record<string, string>, by: Actor = ANN): this {
    this.posted(id, content, by);
    const through = this.seq;
    for (const name of Object.keys(answers)) {
      this.requested(name, id, { turnId: `t_${name}_${id}`, through });
    }
    for (const [name, answer] of Object.entries(answers)) {
      this.claimed(`t_${name}_${id}`).completed(`t_${name}_${id}`, answer);
    }
    return this.add("ExchangeCompleted", {
      completed: Object.keys(answers).length,
      failed: 0,
      cancelled: 0,
    }, { exchange: id });
  }

  #turn(turnId: string): ConversationState["turns"][string] | undefined {
    const known = this.#known;
    // Somebody may have changed what was folded.
    const grown = known?.folded.every((event, at) => event === this.events[at]);
    const state = known && grown
      ? foldAll(conversation, known.state, this.events.slice(known.folded.length))
      : this.state();
    this.#known = { state, folded: [...this.events] };
    return state.turns[turnId];
  }

  state(): ConversationState {
    return foldAll(conversation, conversation.initial(this.id), this.events);
  }
}

/** What `TurnCompleted` holds for a plain answer. */
export function completion(turnId: string, content: string, attempt = 1): DataOf<"TurnCompleted"> {
  return {
    turnId,
    attempt,
    messageId: `m_${turnId}`,
    content,
    finishReason: "stop",
    usage: { input: 10, cacheRead: 0, cacheWrite: 0, output: 5, reasoning: 0 },
    model: "echo",
    providerMessageId: null,
    toolsUsed: [],
    timing: { firstTextMs: 10, totalMs: 50 },
  };
}

/** What a started turn was sent, and what not; null for a turn that is unknown or never started. */
export function contextOfTurn(state: ConversationState, turnId: string): Context | null {
  const turn = state.turns[turnId];
  const spec = turn && specOf(turn);
  return spec && turn ? new AgentContext(state, turn.participantId, spec).whole() : null;
}

/** The row after an event, as a browser has it: one that is had back it has to read again. */
export function rowAfter(row: ListRow | null, state: ConversationState, event: AnyEvent): ListRow | null {
  const next = evolveRow(row, state.id, event);
  // Nor whose words the title and the last message were.
  if (event.type === "ContentErased" && next) return rowOf(state);
  if (event.type !== "DeletionWithdrawn") return next;
  assert.equal(next, null, "nobody knows the row of what was gone");
  return rowOf(state);
}
