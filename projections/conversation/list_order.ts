/**
 * Where a conversation stands in the list: among those that are open or those put away, by what happened last. And the
 * names under which it is found, so that nobody has to look at all of them.
 */
import { isCopyTitle } from "./copy_title.ts";
import { broughtUp, type FormerRow } from "./former_rows.ts";
import type { ListRow } from "../shapes/views.ts";

/** Whether something that was stored is a row of the list, of whatever release. */
export function isListRow(row: unknown): row is ListRow | FormerRow {
  return typeof row === "object" && row !== null && "id" in row && "title" in row &&
    "updatedAt" in row && typeof row.updatedAt === "string";
}

/** The part of the list it stands in. */
export const shelfOf = ({ archived }: Pick<ListRow, "archived">): string => archived ? "archived" : "open";

/** The part of the list of one project. */
export const projectShelf = (projectId: string, of: Pick<ListRow, "archived">): string =>
  `${shelfOf(of)} in ${projectId}`;

/** The part of the list with all that are checks, put away or not. */
export const CHECKS = "checks";

/** Name of the checks in which an agent takes part, by what happened last … */
export const checksOf = (agentId: string): string => `checks of ${agentId}`;
/** … of what was made of a conversation … */
export const madeOf = (id: string): string => `made of ${id}`;
/** … of what began at a time: a fork begins when the first of its family did … */
export const begunAt = (createdAt: string): string => `begun ${createdAt}`;
/** … and of what has the title of a copy. */
export const titledAs = (title: string): string => `titled ${title}`;

export interface Place {
  readonly shelf: string;
  readonly at: string;
  readonly also?: readonly string[];
  readonly under: readonly { readonly name: string; readonly at: string }[];
}

/** Its parts of the list and its time, and the names under which it is found; null for what is no row. */
export function placeOfRow(row: unknown): Place | null {
  if (!isListRow(row)) return null;
  const { projectId, updatedAt: at, check } = row;
  const also = [
    ...(projectId === undefined ? [] : [projectShelf(projectId, row)]),
    ...(check === undefined ? [] : [CHECKS]),
  ];
  return { shelf: shelfOf(row), at, ...(also.length === 0 ? {} : { also }), under: namesOf(broughtUp(row)) };
}

function namesOf({ title, createdAt, updatedAt, check, lineage, participants }: ListRow): Place["under"] {
  const agents = check === undefined ? [] : new Set(participants.map(({ agentId }) => agentId));
  return [
    { name: begunAt(createdAt), at: createdAt },
    ...(lineage ? [{ name: madeOf(lineage.conversationId), at: createdAt }] : []),
    ...(isCopyTitle(title) ? [{ name: titledAs(title), at: createdAt }] : []),
    ...[...agents].map((agentId) => ({ name: checksOf(agentId), at: updatedAt })),
  ];
}
