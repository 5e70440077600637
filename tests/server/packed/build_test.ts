import assert from "node:assert/strict";
import { removeOlder } from "../../../server/packed/build.ts";
import { inFolder } from "../../in_folder.ts";

Deno.test("of the scripts of earlier builds the newest stay, as many as may; those of this one stay whatever their age", async () => {
  await inFolder(async (folder) => {
    for (const [day, name] of ["now.js", "old.js", "older.js", "new.js"].entries()) {
      await Deno.writeTextFile(`${folder}/${name}`, "");
      const at = new Date(Date.UTC(2026, 0, name === "new.js" ? 20 : 10 - day));
      await Deno.utime(`${folder}/${name}`, at, at);
    }
    const names = () => Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
    await removeOlder(`${folder}/`, new Set(["now.js"]), 3);
    assert.deepEqual(names(), ["new.js", "now.js", "old.js", "older.js"]);
    await removeOlder(`${folder}/`, new Set(["now.js"]), 2);
    assert.deepEqual(names(), ["new.js", "now.js", "old.js"]);
    await removeOlder(`${folder}/`, new Set(["now.js"]), 0);
    assert.deepEqual(names(), ["now.js"]);
  });
});
