/** Who speaks next, and why. */
import { MANAGER_TURNS } from "../../../events/catalog/limits.ts";
import type { Mode, Reason } from "../../../events/catalog/conversation.ts";
import type {
  ConversationState,
  Message,
  Participant,
  Turn,
} from "../../../projections/conversation/state.ts";
import type { Decision, Requesting } from "../decision.ts";

/** Requests the turns that a person's message sets in motion; with nobody to speak, says why (C-5). */
export function speak(now: Decision, message: Message): void {
  const { mode, participants, manager, settings, seq: through } = now.state;
  const exchange = message.id;
  const limit = now.limit();
  if (limit) return now.notify("cap", limit, { exchange });
  const { mentions = [] } = message;
  const mentioned = mentions.length > 0;
  if (mode === "manual" && !mentioned) return;
  const enabled = participants.filter((p) => p.enabled);
  const speakers = mode === "manager"
    ? enabled.filter((p) => p.id === manager?.participantId)
    : mentioned
    ? enabled.filter((p) => mentions.includes(p.id))
    : enabled;
  const [first] = speakers;
  if (!first) return now.notify("no_agents", nobody(mode, mentioned, enabled.length), { exchange });
  const base = { exchange, mode, through };
  if (mode === "manager") {
    const reason: Reason = { code: "managing", text: "manages this conversation", from: 0 };
    now.request({ ...base, participantId: first.id, reason });
  } else if (mode === "round_robin") {
    const reason = inTurn("in_turn", 1, speakers.length, 1, settings.rounds ?? 1);
    now.request({ ...base, participantId: first.id, reason });
  } else {
    const reason: Reason = mentioned
      ? { code: "mentioned", text: `mentioned by ${message.author.name}` }
      : { code: "enabled", text: "enabled in this conversation" };
    for (const speaker of speakers) now.request({ ...base, participantId: speaker.id, reason });
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

/** The next of an in-turn exchange after `turn`, which has ended; null when every round is done. */
export function nextInTurn(state: ConversationState, turn: Turn): Requesting | null {
  const { round = 1, rounds = 1 } = turn.reason;
  const turns = (state.exchanges[turn.exchange]?.turnIds ?? []).flatMap((id) => state.turns[id] ?? [])
    .filter((t) => t.reason.round === round);
  const { mentions = [] } = state.messages[turn.exchange] ?? {};
  const members = state.participants.filter((p) =>
    p.enabled && (mentions.length === 0 || mentions.includes(p.id))
  );
  const want = (p: Participant, r: number, place: number): Requesting => ({
    participantId: p.id,
    exchange: turn.exchange,
    mode: turn.mode,
    reason: inTurn(turn.reason.code === "asked" ? "asked" : "in_turn", place, members.length, r, rounds),
  });
  const next = members.find((p) => !turns.some((t) => t.participantId === p.id));
  if (next) return want(next, round, members.indexOf(next) + 1);
  const first = members[0];
  if (!first || round >= rounds) return null;
  const silent = turns.every((t) => state.messages[t.messageId]?.passed);
  return silent ? null : want(first, round + 1, 1);
}

/** Turns one exchange of manager mode may take. */
export function managerTurns(state: Pick<ConversationState, "settings">): number {
  return state.settings.limits?.managerTurns ?? MANAGER_TURNS;
}
