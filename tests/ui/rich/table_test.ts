/** Tables of answers: their sides, their lines, and how much of them. */
import assert from "node:assert/strict";
import { drawn } from "./drawn.tsx";
import { TABLE_CELLS } from "../../../ui/rich/long_table.ts";

const same = (pairs: readonly (readonly [string, string])[]) => {
  for (const [text, elements] of pairs) assert.equal(drawn(text), elements, JSON.stringify(text));
};

Deno.test("cells keep the side they were given, and only those of many words are broken into lines", () => {
  const long = "words ".repeat(10).trim();
  same([[
    `| a | b | c |\n|:--|--:|:-:|\n| 1 | 2 | ${long} |`,
    "<div class=scroll><table><thead><tr><th>a</th><th class=right>b</th><th class=center>c</th></tr></thead>" +
    `<tbody><tr><td>1</td><td class=right>2</td><td class=center many-words>${long}</td></tr></tbody></table></div>`,
  ]]);
});

Deno.test("of a table with too many cells the first rows are shown, and how many there are", () => {
  const table = (rows: number) => `| a | b |\n|---|---|\n${"| 1 | 2 |\n".repeat(rows)}`;
  const most = TABLE_CELLS / 2 - 1;
  const rowsIn = (text: string) => drawn(text).split("<tr>").length - 2;
  assert.equal(rowsIn(table(most)), most);
  assert.ok(!drawn(table(most)).includes("cut-off"));
  assert.equal(rowsIn(table(most + 1)), most);
  assert.match(drawn(table(most + 1)).slice(-200), /Only the first 999 rows are shown of 1,000/);
});
