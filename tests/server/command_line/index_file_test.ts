/** The file of the index: made where it can be, and done without where it cannot. */
import assert from "node:assert/strict";
import { indexFile, indexPath } from "../../../server/command_line/index_file.ts";

Deno.test("the index is a file in the data folder; where none can be made, that is said and it is done without", async () => {
  const folder = await Deno.makeTempDir();
  const told: string[] = [];
  const warn = (detail: string) => void told.push(detail);
  try {
    assert.equal(await indexFile(`${folder}/data`, warn), indexPath(`${folder}/data`));
    assert.equal((await Deno.stat(indexPath(`${folder}/data`))).size, 0);
    assert.deepEqual(told, []);
    await Deno.writeTextFile(`${folder}/file`, "");
    assert.equal(await indexFile(`${folder}/file/data`, warn), null);
    assert.equal(told.length, 1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
