/**
 * Deleting is a person's right, not an edit of history (C-17). What is deleted is hidden at once; for a while it can be
 * had back, and then nothing is left of it.
 */
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
