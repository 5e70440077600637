/** Decisions about turns: asking, stopping and retrying by people; running them by actors. */
import { TURN_ATTEMPTS } from "../../../events/catalog/limits.ts";
import { RULES } from "../../../projections/context/context.ts";
import { participantOf } from "../../../projections/conversation/conversation.ts";
import type { ConversationState, Turn } from "../../../projections/conversation/state.ts";
import { tokensOf } from "../../../projections/conversation/turns.ts";
import { Batch, refuse } from "../decision.ts";
import type { Deciding, Decision, PersonCommand, TurnCommand } from "../commands.ts";
import { warnOfContext } from "./context_warning.ts";
import { cancelAll, fail, follow } from "./ending.ts";
import { resolveAddress } from "../modes/manager.ts";
import { NO_PARTICIPANT } from "./roster.ts";
import { capReached, inTurn, notify, requestTurn } from "./speaking.ts";

type CommandOf<T extends (PersonCommand | TurnCommand)["type"]> = Extract<
  PersonCommand | TurnCommand,
  { type: T }
>;

const NOT_MANUAL = refuse("validation", "This chat does not support manual responses");
const STALE = refuse("stale", "The turn has ended or another attempt runs.");

/** Manual mode: one agent answers because a person asked (S4-8…10, S4-40…43). */
export function ask(command: CommandOf<"ask">, state: ConversationState, deciding: Deciding): Decision {
  if (state.mode !== "manual") return NOT_MANUAL;
  const participant = state.participants.find((p) => p.agentId === command.agentId);
  if (!participant) return NO_PARTICIPANT;
  const batch = new Batch(state, deciding);
  if (batch.open().some((turn) => turn.participantId === participant.id)) {
    return refuse("conflict", "This agent is already answering.");
  }
  if (!participant.enabled) return refuse("validation", "This agent is not enabled in this conversation.");
  const cap = capReached(batch, state);
  if (cap) return refuse("validation", cap);
  const turnId = batch.mint("turn");
  const answer = requestTurn(batch, {
    turnId,
    participantId: participant.id,
    exchange: turnId,
    mode: "manual",
    reason: { code: "asked", text: `asked by ${deciding.by.name}` },
    through: batch.seq,
  });
  return { ok: true, events: batch.events, answer };
}

/** Every enabled agent, one after the other, each seeing the reply before it. */
export function askAll(state: ConversationState, deciding: Deciding): Decision {
  if (state.mode !== "manual") return NOT_MANUAL;
  const enabled = state.participants.filter((p) => p.enabled);
  const [first] = enabled;
  if (!first) return refuse("validation", "No agents are enabled for this conversation.");
  const batch = new Batch(state, deciding);
  if (batch.open().length > 0) return refuse("conflict", "An agent is already answering.");
  const cap = capReached(batch, state);
  if (cap) return refuse("validation", cap);
  const turnId = batch.mint("turn");
  requestTurn(batch, {
    turnId,
    participantId: first.id,
    exchange: turnId,
    // Asked is asked: unlike in a round of its own mode, nobody is told that it may pass (S4-12…15).
    mode: "manual",
    reason: inTurn("asked", 1, enabled.length, 1, 1),
    through: batch.seq,
  });
  return { ok: true, events: batch.events, answer: { turnIds: [turnId] } };
}

export function stop(command: CommandOf<"stop">, state: ConversationState, deciding: Deciding): Decision {
  const { turnId, exchange } = command;
  if (turnId !== undefined && !state.turns[turnId]) {
    return refuse("not_found", "There is no such turn in this conversation.", "turnId");
  }
  const batch = new Batch(state, deciding);
  const turns = batch.open().filter((turn) =>
    (turnId === undefined || turn.id === turnId) && (exchange === undefined || turn.exchange === exchange)
  );
  cancelAll(batch, turns, "stopped");
  return { ok: true, events: batch.events, answer: { stopped: turns.map((turn) => turn.id) } };
}

/** A new turn for that agent alone, with the context of the old one and today's checkboxes (P11, S2-45). */
export function retry(command: CommandOf<"retry">, state: ConversationState, deciding: Deciding): Decision {
  const old = state.turns[command.turnId];
  if (!old) return refuse("not_found", "There is no such turn in this conversation.", "turnId");
  const participant = state.participants.find((p) => p.id === old.participantId);
  if (!participant) return NO_PARTICIPANT;
  const batch = new Batch(state, deciding);
  if (batch.open().some((turn) => turn.participantId === participant.id)) {
    return refuse("conflict", "This agent is already answering.");
  }
  if (!participant.enabled) return refuse("validation", "This agent is not enabled in this conversation.");
  const cap = capReached(batch, state);
  if (cap) return refuse("validation", cap);
  const message = state.messages[old.messageId];
  if (message?.status === "complete" && message.included) {
    // Two answers to one question would both count; the newer one does (P11).
    batch.add("InclusionSet", { messageId: message.id, included: false });
  }
  const turnId = batch.mint("turn");
  const answer = requestTurn(batch, {
    turnId,
    participantId: participant.id,
    exchange: turnId,
    // One answer is asked for again, not the rest of its round; only the manager goes on managing.
    mode: old.mode === "round_robin" ? "parallel" : old.mode,
    reason: { code: "retried", text: `asked again by ${deciding.by.name}` },
    through: old.through,
    retryOf: old.id,
  });
  return { ok: true, events: batch.events, answer };
}

/** The claim: the log's optimistic lock decides between two processes. */
export function claim(command: CommandOf<"claim">, state: ConversationState, deciding: Deciding): Decision {
  const { turnId, owner, agentVersion, window, tokens, call } = command;
  const turn = state.turns[turnId];
  if (!turn || turn.status !== "pending") return STALE;
  if (call && (call.turnId !== turnId || call.attempt !== turn.attempt + 1)) return STALE;
  const batch = new Batch(state, deciding);
  // An agent answers one thing at a time, in the order it was asked.
  if (batch.open().find((t) => t.participantId === turn.participantId)?.id !== turnId) return STALE;
  batch.add("TurnStarted", {
    turnId,
    attempt: turn.attempt + 1,
    owner,
    agentVersion,
    context: { through: turn.through, inclusionThrough: turn.requestedSeq, rules: RULES, window },
    ...(tokens ? { tokens } : {}),
  }, turn.exchange);
  if (tokens) warnOfContext(batch, turn, tokens);
  if (call) batch.add("ProviderCalled", call, turn.exchange);
  return { ok: true, events: batch.events, answer: { turnId, messageId: turn.messageId } };
}

/** The turn, if `attempt` is the one that runs. */
function running(state: ConversationState, data: { turnId: string; attempt: number }): Turn | null {
  const turn = state.turns[data.turnId];
  return turn?.status === "running" && turn.attempt === data.attempt ? turn : null;
}

/** Records what happens inside a running attempt. */
export function record(
  command: CommandOf<"call" | "call_failed" | "tool_called" | "tool_returned">,
  state: ConversationState,
  deciding: Deciding,
): Decision {
  const [subject] = command.type === "tool_called" ? command.data : [command.data];
  const turn = subject && running(state, subject);
  if (!turn) return STALE;
  const batch = new Batch(state, deciding);
  switch (command.type) {
    case "call":
      batch.add("ProviderCalled", command.data, turn.exchange);
      break;
    case "call_failed":
      batch.add("ProviderCallFailed", command.data, turn.exchange);
      break;
    case "tool_called":
      for (const data of command.data) batch.add("ToolCalled", data, turn.exchange);
      break;
    case "tool_returned":
      if (command.title !== undefined) batch.add("ConversationRenamed", { title: command.title });
      batch.add("ToolReturned", command.data, turn.exchange);
      break;
    default:
      command satisfies never;
  }
  return { ok: true, events: batch.events, answer: { turnId: turn.id } };
}

export function complete(
  command: CommandOf<"complete">,
  state: ConversationState,
  deciding: Deciding,
): Decision {
  const { data, address } = command;
  const turn = running(state, data);
  if (!turn) return STALE;
  const batch = new Batch(state, deciding);
  const from = participantOf(state, turn.participantId);
  const addressed = turn.mode === "manager" && from && address !== undefined
    ? resolveAddress(state, from, address)
    : null;
  const to = addressed?.kind === "person"
    ? "person"
    : addressed?.kind === "participant"
    ? addressed.participant.id
    // Said to nobody: it stays with its author, who hears why.
    : turn.mode === "manager"
    ? turn.participantId
    : undefined;
  batch.add("TurnCompleted", { ...data, ...(to ? { to } : {}) }, turn.exchange);
  batch.end(turn.id, "completed");
  batch.tokens += tokensOf(data.usage);
  if (data.passed) {
    notify(batch, "passed", `${from?.name ?? "The agent"} passed.`, {
      exchange: turn.exchange,
      turnId: turn.id,
      participantId: turn.participantId,
    });
  }
  follow(batch, turn, {
    how: "completed",
    passed: data.passed ?? false,
    ...(addressed?.kind === "nobody" ? { error: addressed.error } : to ? { to } : {}),
  });
  return { ok: true, events: batch.events, answer: { turnId: turn.id, messageId: turn.messageId } };
}

export function failTurn(command: CommandOf<"fail">, state: ConversationState, deciding: Deciding): Decision {
  const turn = running(state, command.data);
  if (!turn) return STALE;
  const batch = new Batch(state, deciding);
  fail(batch, turn, command.data);
  return { ok: true, events: batch.events, answer: { turnId: turn.id } };
}

/** Puts a turn whose owner is gone back in line, or fails it when its attempts are used up. */
export function interrupt(
  command: CommandOf<"interrupt">,
  state: ConversationState,
  deciding: Deciding,
): Decision {
  const turn = running(state, command.data);
  if (!turn) return STALE;
  const batch = new Batch(state, deciding);
  batch.add("TurnInterrupted", command.data, turn.exchange);
  if (turn.attempt >= TURN_ATTEMPTS) {
    fail(batch, turn, {
      turnId: turn.id,
      attempt: turn.attempt,
      error: command.error ?? {
        code: "lost",
        message: `The answer was interrupted ${turn.attempt} times.`,
        retryable: true,
      },
    });
  }
  return { ok: true, events: batch.events, answer: { turnId: turn.id } };
}
