/** Who speaks next, and why: every `TurnRequested` is made here. */
import { MANAGER_TURNS } from "../../../events/catalog/limits.ts";
import type { Mode, Reason } from "../../../events/catalog/conversation.ts";
import type { ConversationState, Participant, Turn } from "../../../projections/conversation/state.ts";
import type { Batch } from "../decision.ts";

/** What a turn needs to be requested. */
export interface Requesting {
  readonly participantId: string;
  readonly exchange: string;
  readonly mode: Mode;
  readonly reason: Reason;
  readonly through: number;
  readonly retryOf?: string;
  /** Chosen by the caller where the exchange is named after the turn. */
  readonly turnId?: string;
}

export function requestTurn(batch: Batch, want: Requesting): { turnId: string; messageId: string } {
  const turnId = want.turnId ?? batch.mint("turn");
  const messageId = batch.mint("message");
  const { participantId, mode, reason, through, retryOf } = want;
  batch.add("TurnRequested", {
    turnId,
    participantId,
    messageId,
    mode,
    reason,
    through,
    ...(retryOf ? { retryOf } : {}),
  }, want.exchange);
  batch.request(want.exchange, turnId);
  return { turnId, messageId };
}

/** A message of the program itself; never part of a context (S0-40). */
export function notify(
  batch: Batch,
  code:
    | "no_agents"
    | "unclear_mention"
    | "turn_failed"
    | "passed"
    | "cap"
    | "custom_instructions"
    | "context_warning",
  content: string,
  about: { exchange?: string | undefined; turnId?: string; participantId?: string } = {},
): void {
  const { exchange, ...subject } = about;
  batch.add("MessagePosted", {
    messageId: batch.mint("message"),
    author: { kind: "system", id: "system", name: "System" },
    role: "system",
    content,
    notice: { code, ...subject },
  }, exchange);
}

/** What of a conversation decides who speaks. */
export type Roster = Pick<ConversationState, "participants" | "mode" | "settings" | "manager" | "tokens">;

/**
 * Why the conversation may not cause another call now, in words; null when it may (P13). Asked before every turn,
 * also the next of a round; calls under way are not taken back, and money counts from the end of a turn on.
 */
export function capReached(batch: Batch, roster: Pick<Roster, "settings" | "tokens">): string | null {
  const { tokens, usd } = roster.settings.limits ?? {};
  if (tokens !== undefined && roster.tokens + batch.tokens >= tokens) {
    return `Stopped: this conversation has used its ${tokens} tokens.`;
  }
  if (usd !== undefined && (batch.deciding.spentUsd ?? 0) >= usd) {
    return `Stopped: this conversation has used its ${usd} US dollars.`;
  }
  return null;
}

/** Requests the turns that a person's message sets in motion; with nobody to speak, says why (C-5). */
export function speak(
  batch: Batch,
  roster: Roster,
  message: { id: string; through: number; mentions: readonly string[]; authorName: string },
): void {
  const exchange = message.id;
  const cap = capReached(batch, roster);
  if (cap) return notify(batch, "cap", cap, { exchange });
  const { mode } = roster;
  const mentioned = message.mentions.length > 0;
  if (mode === "manual" && !mentioned) return;
  const enabled = roster.participants.filter((p) => p.enabled && !batch.off.has(p.id));
  const speakers = mode === "manager"
    ? enabled.filter((p) => p.id === roster.manager?.participantId)
    : mentioned
    ? enabled.filter((p) => message.mentions.includes(p.id))
    : enabled;
  const [first] = speakers;
  if (!first) return notify(batch, "no_agents", nobody(mode, mentioned, enabled.length), { exchange });
  const base = { exchange, mode, through: message.through };
  if (mode === "manager") {
    const reason: Reason = { code: "managing", text: "manages this conversation", from: 0 };
    requestTurn(batch, { ...base, participantId: first.id, reason });
  } else if (mode === "round_robin") {
    const rounds = roster.settings.rounds ?? 1;
    requestTurn(batch, {
      ...base,
      participantId: first.id,
      reason: inTurn("in_turn", 1, speakers.length, 1, rounds),
    });
  } else {
    const reason: Reason = mentioned
      ? { code: "mentioned", text: `mentioned by ${message.authorName}` }
      : { code: "enabled", text: "enabled in this conversation" };
    for (const speaker of speakers) requestTurn(batch, { ...base, participantId: speaker.id, reason });
  }
}

function nobody(mode: Mode, mentioned: boolean, enabled: number): string {
  if (mode === "manager") return "The manager is not enabled in this conversation, so nobody answers.";
  if (mentioned && enabled > 0) return "The mentioned agents are not enabled, so nobody answers.";
  return "No agents are enabled for this conversation.";
}

/** "in turn 2 of 3", and the round where there are several. */
export function inTurn(
  code: "in_turn" | "asked",
  place: number,
  of: number,
  round: number,
  rounds: number,
): Reason {
  const text = `in turn ${place} of ${of}` + (rounds > 1 ? `, round ${round} of ${rounds}` : "");
  return { code, text, round, rounds };
}

/** The next of an in-turn exchange after `turn`, or null when every round is done. */
export function nextInTurn(batch: Batch, turn: Turn, passed: boolean): Requesting | null {
  const { state } = batch;
  const round = turn.reason.round ?? 1;
  const rounds = turn.reason.rounds ?? 1;
  const turns = (state.exchanges[turn.exchange]?.turnIds ?? []).flatMap((id) => state.turns[id] ?? []);
  const mentions = state.messages[turn.exchange]?.mentions ?? [];
  const takesPart = (p: Participant) =>
    p.enabled && !batch.off.has(p.id) && (mentions.length === 0 || mentions.includes(p.id));
  const members = state.participants.filter(takesPart);
  const spoken = new Set(turns.filter((t) => t.reason.round === round).map((t) => t.participantId));
  const want = (p: Participant, r: number, place: number): Requesting => ({
    participantId: p.id,
    exchange: turn.exchange,
    mode: turn.mode,
    reason: inTurn(turn.reason.code === "asked" ? "asked" : "in_turn", place, members.length, r, rounds),
    through: 0, // set by the caller: everything up to the moment of the request
  });
  const next = members.find((p) => !spoken.has(p.id));
  if (next) return want(next, round, members.indexOf(next) + 1);
  const first = members[0];
  if (!first || round >= rounds) return null;
  const others = turns.filter((t) => t.reason.round === round && t.id !== turn.id);
  const silent = passed && others.every((t) => state.messages[t.messageId]?.passed);
  return silent ? null : want(first, round + 1, 1);
}

/** Turns one exchange of manager mode may take. */
export function managerTurns(state: Pick<ConversationState, "settings">): number {
  return state.settings.limits?.managerTurns ?? MANAGER_TURNS;
}
