/** Decisions about turns: asking, stopping and retrying by people; running them by actors. */
import type { DataOf } from "../../../events/catalog/conversation.ts";
import { TURN_ATTEMPTS } from "../../../events/catalog/limits.ts";
import { factsOf } from "../../../events/catalog/modes.ts";
import { RULES } from "../../../projections/context/spec.ts";
import { participantOf } from "../../../projections/conversation/conversation.ts";
import { isBeside } from "../../../projections/conversation/asked_beside.ts";
import { openInTalk } from "../../../projections/conversation/trials.ts";
import { speakerOf } from "../../../projections/panels/panels.ts";
import type { Participant, Turn } from "../../../projections/shapes/folds.ts";
import { inclusionOf } from "../../../projections/trials/trial_turns.ts";
import { type Decision, refuse } from "../decision.ts";
import type { Answer, CommandOf, Refusal } from "../commands.ts";
import { contextWarning } from "./context_warning.ts";
import { cancel, cancelAll, fail, follow } from "./ending.ts";
import { lowerHands } from "./hands.ts";
import { placed } from "../modes/in_turn.ts";
import { modeOfTurn } from "../modes/modes.ts";
import { NO_PARTICIPANT } from "./roster.ts";
import { supersede } from "./inclusion.ts";

const NOT_ON_REQUEST = refuse("validation", "This chat does not support manual responses");
const NO_TURN = refuse("not_found", "There is no such turn in this conversation.", "turnId");
const STALE = refuse("stale", "The turn has ended or another attempt runs.");

const HAND_LOST = "The program stopped while it was asked, and it is not asked a second time.";

/** Why an agent that a person asks may not answer now; null when it may. */
export function mayAnswer(now: Decision, participant: Participant): Refusal | null {
  if (now.open().some((turn) => turn.participantId === participant.id && !isBeside(turn))) {
    return refuse("conflict", "This agent is already answering.");
  }
  if (!participant.enabled) return refuse("validation", "This agent is not enabled in this conversation.");
  const limit = now.limit();
  return limit === null ? null : refuse("validation", limit);
}

/** On request: one agent answers because a person asked (S4-8…10, S4-40…43). */
export function ask({ agentId }: CommandOf<"ask">, now: Decision): Answer | Refusal {
  const { mode, participants } = now.state;
  if (!factsOf(mode).onRequest) return NOT_ON_REQUEST;
  const participant = participants.find((p) => p.agentId === agentId);
  if (!participant) return NO_PARTICIPANT;
  const refusal = mayAnswer(now, participant);
  if (refusal) return refusal;
  lowerHands(now, "stopped", participant.id);
  return now.request({
    participantId: participant.id,
    mode,
    reason: { code: "asked", text: `asked by ${now.by.name}` },
  });
}

/** Every enabled agent, one after the other, each seeing the reply before it. */
export function askAll(now: Decision): Answer | Refusal {
  const { mode, participants } = now.state;
  if (!factsOf(mode).onRequest) return NOT_ON_REQUEST;
  const enabled = participants.filter((p) => p.enabled);
  const [first] = enabled;
  if (!first) return refuse("validation", "No agents are enabled for this conversation.");
  if (openInTalk(now.state).length > 0) return refuse("conflict", "An agent is already answering.");
  const refusal = mayAnswer(now, first);
  if (refusal) return refusal;
  lowerHands(now, "stopped");
  const { turnId } = now.request({
    participantId: first.id,
    // Asked is asked: unlike in a round of its own mode, nobody is told that it may pass (S4-12…15).
    mode,
    reason: placed("asked", 1, enabled.length),
  });
  return { turnIds: [turnId] };
}

export function stop({ turnId, exchange }: CommandOf<"stop">, now: Decision): Answer | Refusal {
  if (turnId !== undefined && !now.state.turns[turnId]) return NO_TURN;
  const turns = now.open().filter((turn) =>
    (turnId === undefined || turn.id === turnId) && (exchange === undefined || turn.exchange === exchange)
  );
  const [one] = turns;
  // One seat of a panel is a gap: the others go on.
  if (turnId !== undefined && one?.panel) {
    cancel(now, one, "stopped");
    follow(now, one);
  } else cancelAll(now, turns, "stopped");
  return { stopped: turns.map((turn) => turn.id) };
}

/** A new turn for that agent alone, with the context of the old one and today's checkboxes (P11, S2-45). */
export function retry({ turnId }: CommandOf<"retry">, now: Decision): Answer | Refusal {
  const old = now.state.turns[turnId];
  if (!old) return NO_TURN;
  if (isBeside(old)) {
    return refuse("validation", "An answer beside the talk is asked for with its others alone.");
  }
  const participant = now.state.participants.find((p) => p.id === old.participantId);
  if (!participant) return NO_PARTICIPANT;
  const refusal = mayAnswer(now, participant);
  if (refusal) return refusal;
  return now.request({
    participantId: participant.id,
    mode: modeOfTurn(old).retriedIn ?? old.mode,
    reason: { code: "retried", text: `asked again by ${now.by.name}` },
    through: old.through,
    retryOf: old.id,
    ...(old.sources ? { sources: old.sources } : {}),
    ...(old.task ? { task: old.task } : {}),
    ...(old.panel ? { panel: old.panel } : {}),
  });
}

/** The claim: the log's optimistic lock decides between two processes. */
export function claim(command: CommandOf<"claim">, now: Decision): Answer | Refusal {
  const { turnId, owner, agentVersion, window, tokens, memory, call, seen = now.state.seq } = command;
  const turn = now.state.turns[turnId];
  if (!turn || turn.status !== "pending") return STALE;
  // What was erased meanwhile is not sent any more: it is prepared anew.
  if ((now.state.erasedThrough ?? 0) > seen) return STALE;
  if (call && (call.data.turnId !== turnId || call.data.attempt !== turn.attempt + 1)) return STALE;
  const { messageId, participantId, exchange } = turn;
  // An agent answers one thing at a time, in the order it was asked.
  if (now.open().find((t) => speakerOf(t) === speakerOf(turn))?.id !== turnId) return STALE;
  const warning = isBeside(turn) ? null : contextWarning(now.state, participantId, tokens);
  now.add("TurnStarted", {
    turnId,
    attempt: turn.attempt + 1,
    owner,
    agentVersion,
    context: { through: turn.through, inclusionThrough: inclusionOf(now.state, turn), rules: RULES, window },
    ...(tokens ? { tokens } : {}),
    ...(memory ? { memory } : {}),
  }, exchange);
  if (warning) now.notify("context_warning", warning, { exchange, turnId, participantId });
  if (call) now.add("ProviderCalled", call.data, exchange, call.salt);
  return { turnId, messageId };
}

/** The turn, if `attempt` is the one that runs. */
function running(now: Decision, data: { turnId: string; attempt: number }): Turn | null {
  const turn = now.state.turns[data.turnId];
  return turn?.status === "running" && turn.attempt === data.attempt ? turn : null;
}

type Inside =
  | "ProviderCalled"
  | "ProviderCallFailed"
  | "ToolCalled"
  | "InputAsked"
  | "InputAnswered"
  | "ToolReturned"
  | "AnswerPaused";

/** Records what happens inside a running attempt. */
export function record<T extends Inside>(
  type: T,
  happened: readonly { readonly data: DataOf<T>; readonly salt?: string }[],
  now: Decision,
): Answer | Refusal {
  const [subject] = happened;
  const turn = subject && running(now, subject.data);
  if (!turn) return STALE;
  for (const { data, salt } of happened) now.add(type, data, turn.exchange, salt);
  return { turnId: turn.id };
}

export function toolReturned(
  { title, ...returned }: CommandOf<"tool_returned">,
  now: Decision,
): Answer | Refusal {
  if (title !== undefined && running(now, returned.data)) now.add("ConversationRenamed", { title });
  return record("ToolReturned", [returned], now);
}

export function complete({ data, address }: CommandOf<"complete">, now: Decision): Answer | Refusal {
  const turn = running(now, data);
  if (!turn) return STALE;
  const { id: turnId, messageId, participantId, exchange } = turn;
  const addressed = modeOfTurn(turn).address?.(now.state, turn, address);
  now.add("TurnCompleted", { ...data, ...(addressed ? { to: addressed.to } : {}) }, exchange);
  supersede(now, turn);
  if (data.passed && !isBeside(turn)) {
    const name = participantOf(now.state, participantId)?.name ?? "The agent";
    now.notify("passed", `${name} passed.`, { exchange, turnId, participantId });
  }
  follow(now, turn, addressed?.error);
  return { turnId, messageId };
}

export function failTurn({ data }: CommandOf<"fail">, now: Decision): Answer | Refusal {
  const turn = running(now, data);
  if (!turn) return STALE;
  fail(now, turn, data);
  return { turnId: turn.id };
}

/** Puts a turn whose owner is gone back in line, or fails it when its attempts are used up. */
export function interrupt({ data }: CommandOf<"interrupt">, now: Decision): Answer | Refusal {
  const turn = running(now, data);
  if (!turn) return STALE;
  now.add("TurnInterrupted", data, turn.exchange);
  // A hand may have been paid for, and is not worth a second call.
  if (turn.asks || turn.attempt >= TURN_ATTEMPTS) {
    const message = turn.asks ? HAND_LOST : `The answer was interrupted ${turn.attempt} times.`;
    fail(now, turn, {
      turnId: turn.id,
      attempt: turn.attempt,
      error: { code: "lost", message, retryable: true },
    });
  }
  return { turnId: turn.id };
}
