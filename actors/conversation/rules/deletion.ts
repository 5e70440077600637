/**
 * Deleting is a person's right, not an edit of history (C-17). What is deleted is hidden at once; for a while it can be
 * had back, and then nothing is left of it.
 */
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import type { Decision } from "../decision.ts";
import type { Answer } from "../commands.ts";
import { hide, wake } from "./ending.ts";

export function remove(now: Decision): Answer {
  return { until: hide(now) };
}

/** Answers that were stopped stay so; a message that waited for them is answered. */
export function restore(now: Decision): Answer {
  if (!now.state.deleted) return {};
  now.add("DeletionWithdrawn", {});
  wake(now);
  return {};
}

export function purge(now: Decision): Answer {
  const { deleted, bringing } = now.state;
  if (deleted) now.add("ConversationDeleted", bringing ? { bringing } : {});
  return {};
}

/** Whether nothing has happened in a copy yet: its times are those of what it was made of. */
export const onlyCopied = ({ lineage, seq }: Pick<ConversationState, "lineage" | "seq">): boolean =>
  lineage !== null && lineage.kind !== "rerun" && seq <= lineage.seq;

/** @param after the last event that was seen when its time was found to be up */
export function retire(after: number, now: Decision): Answer {
  const { seq, pinned, open, queue } = now.state;
  const idle = open.length === 0 && queue.length === 0;
  // Its row of the list may be of a release that did not tell whose copy it is.
  const untouched = seq === after && !pinned && idle && !onlyCopied(now.state);
  return untouched ? remove(now) : {};
}
