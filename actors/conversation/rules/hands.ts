/** Decisions about raised hands: whether agents are asked for them, and when those that are asked say no more. */
import { factsOf } from "../../../events/catalog/modes.ts";
import { setForHands } from "../../../projections/conversation/hands.ts";
import type { Answer, CommandOf, Refusal } from "../commands.ts";
import { type Decision, refuse } from "../decision.ts";
import { cancelAll, type CancelReason } from "./ending.ts";

const NOT_HERE = refuse(
  "validation",
  "Agents are asked for hands only where nobody answers before a person asks.",
);

/** Agents are asked from now on; what was used before counts no more. */
export function setHands({ calls, usd }: CommandOf<"set_hands">, now: Decision): Answer | Refusal {
  if (!factsOf(now.state.mode).onRequest) return NOT_HERE;
  now.add("HandsSet", { calls, ...(usd === undefined ? {} : { usd }) });
  return {};
}

/** Nobody is asked any more, and no hand is up. */
export function endHands(now: Decision): Answer | Refusal {
  if (!setForHands(now.state)) return {};
  lowerHands(now, "stopped");
  now.add("HandsEnded", { why: "off" });
  return {};
}

/** Ends asking that goes on: of all agents, or of one. */
export function lowerHands(now: Decision, why: CancelReason, participantId?: string): void {
  const asked = now.open().filter((turn) =>
    turn.asks === "hand" && (participantId === undefined || turn.participantId === participantId)
  );
  if (asked.length > 0) cancelAll(now, asked, why);
}
