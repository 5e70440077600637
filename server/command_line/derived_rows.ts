/** The projections as the store takes them, for importing, verifying and rebuilding its derived rows. */
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { blobsNamed } from "../../actors/conversation/carry_out/blobs_named.ts";
import { isErasure } from "../../actors/workspace/erasable.ts";
import { type Actor, type AnyEvent, WORKSPACE } from "../../events/catalog/envelope.ts";
import type { ImportOptions } from "../../events/store/transfer/import_stream.ts";
import { erasedSeqs } from "../../events/store/upkeep/erase.ts";
import type { DerivedRows, StreamFold } from "../../events/store/derived_rows.ts";
import { conversation, dueOf } from "../../projections/conversation/conversation.ts";
import { isDeletion } from "../../projections/conversation/shared_steps.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { formersOf } from "../../projections/conversation/former_rows.ts";
import { placeOfRow } from "../../projections/conversation/list_order.ts";
import { usageTally } from "../../projections/usage/tally.ts";
import { listedRow } from "../../projections/conversation/list.ts";
import { dueRunOf } from "../../projections/conversation/planned.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import { type CopyAs, fromElsewhere, ofThisWorkspace } from "../routes/import_check.ts";

function foldTo(result: (state: ConversationState) => unknown) {
  return (stream: string) => {
    let state = conversation.initial(stream);
    return {
      add(event: AnyEvent) {
        state = conversation.evolve(state, event);
      },
      result: () => result(state),
    };
  };
}

/** The workspace has no such row. */
const ofConversations = (fold: (stream: string) => StreamFold) => (stream: string) =>
  stream === WORKSPACE ? null : fold(stream);

/** Only rows of the list stand where one is looked for. */
const isRow = (row: unknown): row is ListRow =>
  typeof row === "object" && row !== null && "participants" in row;

/** What the derived rows of every stream must be. */
export const derivedRows: DerivedRows = {
  list: ofConversations(foldTo(listedRow)),
  formerLists: (row) => isRow(row) ? formersOf(row) : [],
  place: placeOfRow,
  tally: usageTally,
  work: ofConversations(
    foldTo((state) => state.open.map((turnId) => ({ turnId, attempt: state.turns[turnId]?.attempt ?? 0 }))),
  ),
  due: ofConversations(foldTo((state) => dueOf(state))),
  run: (row) => isRow(row) ? dueRunOf(row) : null,
  snapshots: [{ name: conversation.name, version: conversation.version, fold: foldTo((state) => state) }],
  blobs: (event) => blobsNamed([conversationEvent(event)]),
  erases: (event) => event.type === "ContentErased" || isErasure(event.type) ? erasedSeqs(event) : [],
  closes: isDeletion,
};

/** Whether what is taken in comes from elsewhere, what it says of that, and what it is to be where it is a copy. */
export interface Origin {
  /** @default true */
  readonly elsewhere?: boolean;
  readonly told?: string;
  readonly as?: CopyAs;
}

/** How one file is taken in; a copy of what stands here is not marked as one from elsewhere. */
export function importOptions(
  at: string,
  by: Actor,
  { elsewhere = true, told, as }: Origin = {},
): ImportOptions {
  const intake = elsewhere ? fromElsewhere(at, by, told, as) : ofThisWorkspace(at, by, as);
  return { intake, derived: derivedRows };
}
