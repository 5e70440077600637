/** Under which settings of a calling program a turn answers. */
import type { CallSettings } from "../../events/catalog/call_settings.ts";
import type { ConversationState, Turn } from "../shapes/folds.ts";

/** Those of the message that set the turn in motion; asked again, an agent answers as it was asked the first time. */
export function callOf(
  { bodies, turns }: Pick<ConversationState, "bodies" | "turns">,
  turn: Turn,
): CallSettings | undefined {
  const seen = new Set<string>();
  for (let at: Turn | undefined = turn; at && !seen.has(at.id); at = turns[at.retryOf ?? ""]) {
    const call = bodies[at.exchange]?.call;
    if (call) return call;
    seen.add(at.id);
  }
  return undefined;
}
