import assert from "node:assert/strict";
import { dirname } from "node:path";
import { notBuilt, putInPlace, removeOlder } from "../../../server/packed/build.ts";
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

/** A folder's files and folders, by their paths from it. */
function within(folder: string, path = ""): string[] {
  return Array.from(Deno.readDirSync(`${folder}/${path}`)).flatMap(({ name, isDirectory }) =>
    isDirectory ? within(folder, `${path}${name}/`) : [path + name]
  ).sort();
}

async function write(folder: string, files: Readonly<Record<string, string>>, day: number): Promise<void> {
  const at = new Date(Date.UTC(2026, 0, day));
  for (const [path, text] of Object.entries(files)) {
    await Deno.mkdir(dirname(`${folder}/${path}`), { recursive: true });
    await Deno.writeTextFile(`${folder}/${path}`, text);
    await Deno.utime(`${folder}/${path}`, at, at);
  }
}

Deno.test("a page that was built takes the place of the one before, of whose files the newest stay; the program is left alone", async () => {
  await inFolder(async (folder) => {
    const [from, to] = [`${folder}/next`, `${folder}/dist`];
    await write(to, { "assets/a-1.js": "", "assets/old.js": "", "icons/gone.png": "", "gone/x.txt": "" }, 2);
    await write(to, { "assets/b-1.js": "", "index.html": "1", "one.html": "1", "program/x.js": "" }, 3);
    await write(from, { "assets/a-2.js": "2", "icons/a.png": "2", "index.html": "2" }, 1);
    await putInPlace(`${from}/`, `${to}/`, 1);
    assert.deepEqual(within(folder), [
      "dist/assets/a-2.js",
      "dist/assets/b-1.js",
      "dist/icons/a.png",
      "dist/index.html",
      "dist/program/x.js",
    ]);
    assert.equal(await Deno.readTextFile(`${to}/index.html`), "2");
  });
});

Deno.test("a page comes behind the files it asks for, and what was there is there until then", async () => {
  await inFolder(async (folder) => {
    const [from, to] = [`${folder}/next`, `${folder}/dist`];
    // A folder in its place stops it there.
    await write(to, { "assets/a-1.js": "", "favicon.svg": "", "index.html/x": "" }, 1);
    await write(from, { "index.html": "2", "assets/a-2.js": "" }, 1);
    await assert.rejects(putInPlace(`${from}/`, `${to}/`, 0));
    assert.deepEqual(within(to), ["assets/a-1.js", "assets/a-2.js", "favicon.svg", "index.html/x"]);
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
