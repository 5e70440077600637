/** A long table is read as far as it is shown. */
import assert from "node:assert/strict";
import { rowsShown, shortened, TABLE_CELLS } from "../../../ui/rich/long_table.ts";

const head = "| a | b |\n|---|:-:|\n";

Deno.test("rows that are not shown are taken away before they are read, and counted; what follows stays", () => {
  const shown = rowsShown(2);
  assert.equal(shown, TABLE_CELLS / 2 - 1);
  const long = shortened(`${head}${"| 1 | 2 |\n".repeat(5_000)}\nAfter.`);
  assert.deepEqual([long.rows, long.shown], [5_000, shown]);
  assert.equal(long.text, `${head}${"| 1 | 2 |\n".repeat(shown)}\n\nAfter.`);
  const open = shortened(`${head}${"| 1 | 2 |\n".repeat(shown)}| 1 | 2 |`);
  assert.equal(open.rows, shown + 1);
});

Deno.test("a table that fits, and what is none, stay as they are", () => {
  for (
    const text of [
      `${head}${"| 1 | 2 |\n".repeat(rowsShown(2))}`,
      "a | b\nno rule\n" + "| 1 | 2 |\n".repeat(5_000),
      "words\n" + "| 1 | 2 |\n".repeat(5_000),
      "",
      "|",
      "a\n---\nb",
    ]
  ) {
    assert.deepEqual(shortened(text), { text, rows: null, shown: 0 });
  }
});
