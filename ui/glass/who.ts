/** Whose something is, by the colours of a conversation. */
import type { Roster } from "../parts/marks.ts";

/** The colour of an agent, also of one that left; undefined for people and what nobody knows. */
export function colorOf(
  { participants, former }: Roster,
  participantId: string | undefined,
): number | undefined {
  if (participantId === undefined) return undefined;
  return (participants.find(({ id }) => id === participantId) ??
    former.find(({ id }) => id === participantId))
    ?.color;
}
