/** In turn: one after the other, each seeing the answers before its own, for as many rounds as a person chose. */
import type { Reason } from "../../../events/catalog/conversation.ts";
import type { Turn } from "../../../projections/shapes/folds.ts";
import { roomPrompt } from "../../../projections/prompt/room_prompt.ts";
import type { Decision } from "../decision.ts";
import type { Mode } from "./mode.ts";
import { members } from "./together.ts";

const MAY_PASS = "When you have nothing to add to what was said, answer with the single word SKIP.";

/** "in turn 2 of 3", and the round where there are several; places and rounds are counted from 1. */
export function placed(code: Reason["code"], place: number, of: number, round = 1, rounds = 1): Reason {
  const text = rounds > 1
    ? `in turn ${place} of ${of}, round ${round} of ${rounds}`
    : `in turn ${place} of ${of}`;
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
  const limit = now.limit(exchange);
  if (limit) return now.notify("cap", limit, { exchange, turnId: id });
  now.request({
    participantId: next.id,
    exchange,
    mode,
    reason: placed(reason.code, all.indexOf(next) + 1, all.length, left ? round : round + 1, rounds),
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
      reason: placed("in_turn", 1, length, 1, state.settings.rounds),
    })).slice(0, 1),
  next: goOn,
};
