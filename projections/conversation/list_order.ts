/** Where a conversation stands in the list: among those that are open or those put away, by what happened last. */
import type { FormerRow } from "./former_rows.ts";
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

/** Its parts of the list and its time; null for what is no row. */
export function placeOfRow(
  row: unknown,
): { readonly shelf: string; readonly at: string; readonly also?: string } | null {
  if (!isListRow(row)) return null;
  const { projectId, updatedAt: at } = row;
  return {
    shelf: shelfOf(row),
    at,
    ...(projectId === undefined ? {} : { also: projectShelf(projectId, row) }),
  };
}
