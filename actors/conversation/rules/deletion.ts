/**
 * Deleting is a person's right, not an edit of history (C-17). What is deleted is hidden at once; for a while it can be
 * had back, and then nothing is left of it.
 */
import { UNDO_SECONDS } from "../../../events/catalog/limits.ts";
import type { Decision } from "../decision.ts";
import type { Answer } from "../commands.ts";
import { cancelAll, wake } from "./ending.ts";

/** What is running ends first: nobody is to pay for answers that nobody sees. */
export function remove(now: Decision): Answer {
  const { restorableUntil } = now.state;
  if (restorableUntil !== undefined) return { until: restorableUntil };
  const until = new Date(Date.parse(now.at) + 1_000 * UNDO_SECONDS).toISOString();
  cancelAll(now, now.open(), "deleted");
  now.add("DeletionRequested", { until });
  return { until };
}

/** Answers that were stopped stay so; a message that waited for them is answered. */
export function restore(now: Decision): Answer {
  if (!now.state.deleted) return {};
  now.add("DeletionWithdrawn", {});
  wake(now);
  return {};
}

export function purge(now: Decision): Answer {
  if (now.state.deleted) now.add("ConversationDeleted", {});
  return {};
}
