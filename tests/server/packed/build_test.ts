import assert from "node:assert/strict";
import { notBuilt, removeOlder } from "../../../server/packed/build.ts";
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
    await Deno.mkdir(`${folder}/within`);
    for (const name of ["now.js", "old.js"]) await Deno.writeTextFile(`${folder}/within/${name}`, "");
    await removeOlder(`${folder}/`, new Set(["now.js", "within/now.js"]), 0);
    assert.deepEqual(names(), ["now.js", "within"]);
    assert.deepEqual(Array.from(Deno.readDirSync(`${folder}/within`), ({ name }) => name), ["now.js"]);
  });
});

Deno.test("where nothing can be written it is told who builds, and of all else what is wrong", () => {
  const closed = /^the program is not built of these sources yet, .+ runs deno task build once\.$/;
  assert.match(notBuilt("program", new Deno.errors.PermissionDenied("mkdir 'dist'")), closed);
  const readOnly = Object.assign(new Error("Read-only file system (os error 30)"), { code: "EROFS" });
  assert.match(notBuilt("program", readOnly), closed);
  assert.equal(
    notBuilt("interface", new Error("a name twice")),
    "the interface cannot be built: a name twice",
  );
});
