/**
 * Rows of the list as earlier programs wrote them. Such a row stays until the next event of its conversation, so it is
 * read, and is no damage, though it does not tell everything.
 */
import type { ListRow } from "../shapes/views.ts";

type Newer = "lineage" | "pinned" | "labels" | "waits" | "saidSeq";

/** Says nothing of where the conversation is from, how it is filed, what waits there and what is new. */
export interface FormerRow extends Omit<ListRow, Newer | "participants" | "open"> {
  readonly participants: readonly Omit<ListRow["participants"][number], "agentId">[];
  readonly open: readonly Omit<ListRow["open"][number], "waits">[];
}

/** A row that says nothing of the files of a message without words. */
function withoutFiles(row: ListRow): ListRow {
  if (row.lastMessage?.files === undefined) return row;
  const { files: _, ...lastMessage } = row.lastMessage;
  return { ...row, lastMessage };
}

/** What earlier programs would have written in the place of `row`, the last of them first. */
export const formersOf = (row: ListRow): (ListRow | FormerRow)[] => [withoutFiles(row), formerOf(row)];

/** What the first of them would have written. */
export function formerOf(row: ListRow): FormerRow {
  const { lineage: _, pinned: __, labels: ___, waits: ____, saidSeq: _____, ...told } = withoutFiles(row);
  return {
    ...told,
    participants: row.participants.map(({ agentId: _, ...member }) => member),
    open: row.open.map(({ turnId, authorName }) => ({ turnId, authorName })),
  };
}

/** A row as the program of today reads it: of what is not told, nothing is new, waits or was chosen. */
export const broughtUp = (row: ListRow | FormerRow): ListRow =>
  "saidSeq" in row ? row : {
    ...row,
    // Their marks are then those of another hash; dots have the colour, which is told.
    participants: row.participants.map((member) => ({ ...member, agentId: member.id })),
    lineage: null,
    pinned: false,
    labels: [],
    waits: 0,
    saidSeq: 0,
  };
