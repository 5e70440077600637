/** Who is who in two runs of a conversation: by name, and of those of one name by their order. */
import type { ConversationState } from "../../projections/shapes/folds.ts";

/** By participant. */
export function seatsOf(
  { participants, former }: Pick<ConversationState, "participants" | "former">,
): Map<string, string> {
  const counts = new Map<string, number>();
  return new Map([...participants, ...former].map(({ id, name }) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [id, `${count} ${name}`];
  }));
}
