/**
 * Raised hands, in the mode in which nobody answers before a person asks: who is asked whether it has something to add, and
 * when that has used what it may. Asked is after a person's word and never after an answer, so that whoever writes decides
 * what it costs.
 */
import { isSealed } from "../../../projections/comparisons/comparisons.ts";
import { setForHands } from "../../../projections/conversation/hands.ts";
import type { Message } from "../../../projections/shapes/folds.ts";
import type { Hands } from "../../../projections/shapes/hand_folds.ts";
import type { Decision } from "../decision.ts";

/** Which of its measures so many more would go beyond; null: none. Who is not answered yet counts as the dearest so far. */
function usedUp(now: Decision, { calls, usd, turnIds }: Hands, more: number): "calls" | "usd" | null {
  if (turnIds.length + more > calls) return "calls";
  if (usd === undefined) return null;
  const each = turnIds.map((id) => now.usdOf([id]));
  const spent = each.reduce((sum, one) => sum + one, 0);
  return spent + more * Math.max(0, ...each) > usd ? "usd" : null;
}

/** Asks each agent that is there whether it has something to add to what a person has just said to nobody. */
export function askForHands(now: Decision, message: Message): void {
  const { state } = now;
  const hands = setForHands(state);
  // What says something by itself, or for a program, says who is to answer.
  if (!hands || now.by.kind !== "user" || message.schedule !== undefined || isSealed(state)) return;
  if ((state.run && !state.run.ended) || state.bodies[message.id]?.call) return;
  const asked = state.participants.filter(({ enabled }) => enabled);
  if (asked.length === 0) return;
  const why = usedUp(now, hands, asked.length);
  if (why) {
    now.add("HandsEnded", { why });
    return now.notify("cap", why === "calls" ? callsUsed(hands) : usdUsed(hands), { exchange: message.id });
  }
  const exchange = now.mint("hands");
  for (const { id } of asked) {
    now.request({
      participantId: id,
      mode: state.mode,
      reason: { code: "asked", text: "asked whether it has something to add" },
      through: message.seq,
      exchange,
      asks: "hand",
    });
  }
}

const callsUsed = ({ calls }: Hands): string =>
  `Agents are not asked for hands any more: asking all of them again would go beyond the ${calls} calls that it may use.`;
const usdUsed = ({ usd = 0 }: Hands): string =>
  `Agents are not asked for hands any more: asking all of them again would go beyond the ${usd} US dollars that it may use.`;
