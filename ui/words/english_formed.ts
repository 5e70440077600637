/** English words of answers that have a form: tables and trees. */
import { counted } from "./counting.ts";

export const english = {
  table: "Table",
  tree: "Tree",
  text: "Text",
  show: "How the answer is shown",
  repaired: "Asked once more: at first it did not fit its form.",
  rowsMore: (n: number) =>
    counted(n, { one: "# more row is in the text.", other: "# more rows are in the text." }),
  columnsMore: (n: number) =>
    counted(n, { one: "# more column is in the text.", other: "# more columns are in the text." }),
  more: (n: number) => counted(n, { one: "… # more in the text", other: "… # more in the text" }),
  items: (n: number) => counted(n, { one: "# item", other: "# items" }),
  fields: (n: number) => counted(n, { one: "# field", other: "# fields" }),
};
export type FormedWords = typeof english;
