/** What was said last in a conversation, on one line, by whom: its words, else its files. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import { words } from "../words/home.ts";
import { plainText } from "./plain_text.ts";
import { saidBy } from "./said_by.ts";

/** @param most code points of it */
export function saidLast(
  { authorName, text, files = "" }: NonNullable<ListRow["lastMessage"]>,
  most: number,
): string {
  // Rows from before they told of files, and words that were erased, have neither.
  const said = plainText(text, most) || clearText(files, "") || words.noWords;
  return `${saidBy(authorName)}: ${said}`;
}
