/** Small folds for tests of what the store does with folds. */
import { type AnyEvent, WORKSPACE } from "../../../events/catalog/envelope.ts";
import type { DerivedRows, StreamFold } from "../../../events/store/derived_rows.ts";
import type { Intake } from "../../../events/store/transfer/import_stream.ts";
import type { NewEvent } from "../../../events/store/types.ts";
import { happened } from "./given.ts";

const count = (): StreamFold => {
  const state = { count: 0, last: "" };
  return {
    add(event) {
      state.count++;
      state.last = event.id;
    },
    result: () => state,
  };
};

const open = () => {
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

const due = (): StreamFold => {
  let at: number | null = null;
  return {
    add({ type, data }) {
      if (type === "DeletionRequested") at = Date.parse((data as { until: string }).until);
      if (type === "DeletionWithdrawn") at = null;
    },
    result: () => at,
  };
};

/** When somebody has to look at the stream `standing`, whose only event is `standing/0`. */
export const STANDING = 7_000;

export const folds: DerivedRows = {
  list: (stream) => (stream === WORKSPACE ? null : count()),
  work: (stream) => (stream === WORKSPACE ? null : open()),
  due: (stream) => (stream === WORKSPACE ? null : due()),
  run: (row) =>
    typeof row === "object" && row !== null && "last" in row && row.last === "standing/0" ? STANDING : null,
  snapshots: [{ name: "count", version: 1, fold: count }],
  blobs: ({ data }) => (data as { files?: string[] }).files ?? [],
  erases: ({ type, data }) => type === "ContentErased" ? (data as { seqs: number[] }).seqs : [],
  closes: ({ type }) => type === "ConversationDeleted",
};

/** Of an import: turns that are open at its end are cancelled. */
export function cancelling(): Intake {
  const turns = open();
  return {
    check(event) {
      turns.add(event);
      return null;
    },
    closing: () =>
      turns.result().map(({ turnId }): NewEvent =>
        happened(`imported/${turnId}`, "TurnCancelled", { turnId, why: "imported" })
      ),
  };
}

/** The list row that belongs to these many events. */
export const countRow = (events: readonly { id: string }[]): unknown => ({
  count: events.length,
  last: events.at(-1)?.id ?? "",
});
