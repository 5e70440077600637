/** Small folds for tests of what the store does with folds. */
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import type { Folds, Refold } from "../../../events/store/derived_rows.ts";
import { WORKSPACE } from "../../../events/catalog/envelope.ts";

const count: Refold = () => {
  const state = { count: 0, last: "" };
  return {
    add(event) {
      state.count++;
      state.last = event.id;
    },
    result: () => state,
  };
};

const open: Refold = () => {
  const turns = new Map<string, number>();
  return {
    add({ type, data }: AnyEvent) {
      const id = typeof data === "object" && data !== null && "turnId" in data ? String(data.turnId) : "";
      if (type === "TurnRequested") turns.set(id, 0);
      else if (type === "TurnCompleted" || type === "TurnCancelled") turns.delete(id);
    },
    result: () => [...turns].map(([turnId, attempt]) => ({ turnId, attempt })),
  };
};

export const folds: Folds = {
  list: count,
  work: open,
  snapshots: [{ name: "count", version: 1, refold: count }],
  blobs: ({ data }) => (data as { files?: string[] }).files ?? [],
  isConversation: (stream) => stream !== WORKSPACE,
};

/** The list row that belongs to these many events. */
export const countRow = (events: readonly { id: string }[]): unknown => ({
  count: events.length,
  last: events.at(-1)?.id ?? "",
});
