/** In turn: one after the other, each seeing the answers before its own, for as many rounds as a person chose. */
import type { Reason } from "../../../events/catalog/conversation.ts";
import type { Turn } from "../../../projections/conversation/state.ts";
import { roomPrompt } from "../../../projections/prompt/room_prompt.ts";
import type { Decision } from "../decision.ts";
import type { Mode } from "./mode.ts";
import { members } from "./together.ts";

const MAY_PASS = "When you have nothing to add to what was said, answer with the single word SKIP.";

/** Whose turn it is in which round, both from 1. */
interface Place {
  readonly place: number;
  readonly of: number;
  readonly round: number;
  readonly rounds: number;
}

/** "in turn 2 of 3", and the round where there are several. */
export function placed(code: "in_turn" | "asked", { place, of, round, rounds }: Place): Reason {
  const text = `in turn ${place} of ${of}` + (rounds > 1 ? `, round ${round} of ${rounds}` : "");
  return { code, text, round, rounds };
}

/** Requests the next of a round after `turn`, which has ended, or the first of the next round; in silence none. */
export function goOn(now: Decision, { id, exchange, mode, reason }: Turn): void {
  const { state } = now;
  const { round = 1, rounds = 1 } = reason;
  const spoken = (state.exchanges[exchange]?.turnIds ?? []).flatMap((turnId) => state.turns[turnId] ?? [])
    .filter((turn) => turn.reason.round === round);
  const all = members(state, state.messages[exchange] ?? {});
  const left = all.find((p) => !spoken.some((turn) => turn.participantId === p.id));
  const silent = spoken.every((turn) => state.messages[turn.messageId]?.passed);
  const next = left ?? (round < rounds && !silent ? all[0] : undefined);
  if (!next) return;
  const limit = now.limit();
  if (limit) return now.notify("cap", limit, { exchange, turnId: id });
  const place = { place: all.indexOf(next) + 1, of: all.length, round: left ? round : round + 1, rounds };
  now.request({
    participantId: next.id,
    exchange,
    mode,
    reason: placed(reason.code === "asked" ? "asked" : "in_turn", place),
  });
}

export const inTurn: Mode = {
  mayPass: true,
  // One answer is asked for again, not the rest of its round.
  retriedIn: "parallel",
  prompt: (...asked) => [roomPrompt(...asked), MAY_PASS].filter((part) => part !== "").join("\n\n"),
  speakers: (state, message) =>
    members(state, message).map(({ id }, _, { length }) => ({
      participantId: id,
      reason: placed("in_turn", { place: 1, of: length, round: 1, rounds: state.settings.rounds ?? 1 }),
    })).slice(0, 1),
  next: goOn,
};
