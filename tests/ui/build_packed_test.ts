/** Files of the interface by gzip. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { packAll } from "../../ui/build_packed.ts";
import { inFolder } from "../in_folder.ts";

Deno.test("what gets shorter by it is packed beside itself, in every folder; small files, pictures and typefaces are not", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/assets`);
    const words = (length: number) => "words ".repeat(length).slice(0, length);
    const files = {
      "index.html": 1_000,
      "icon.png": 6_000,
      "small.svg": 999,
      "assets/main-1.js": 6_000,
      "assets/main-1.css": 6_000,
      "assets/letters-1.woff2": 6_000,
    };
    for (const [name, length] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${name}`, words(length));
    }
    await packAll(folder);
    const names = async (place: string) =>
      (await Array.fromAsync(Deno.readDir(folder + place))).map(({ name }) => name)
        .filter((name) => name.endsWith(".gz")).sort();
    assert.deepEqual(await names(""), ["index.html.gz"]);
    assert.deepEqual(await names("/assets"), ["main-1.css.gz", "main-1.js.gz"]);
    const packed = await Deno.readFile(`${folder}/assets/main-1.js.gz`);
    assert.ok(packed.length < 200, `${packed.length}`);
    assert.equal(new TextDecoder().decode(gunzipSync(packed)), words(6_000));
  });
});
