/** Files of earlier builds of the page. */
import assert from "node:assert/strict";
import { putBack, setAside } from "../../ui/build_earlier.ts";
import { inFolder } from "../in_folder.ts";

const namesIn = (folder: string) => Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();

async function write(path: string, text: string, day: number): Promise<void> {
  await Deno.writeTextFile(path, text);
  const at = new Date(Date.UTC(2026, 0, day));
  await Deno.utime(path, at, at);
}

Deno.test("of earlier builds the newest files stay beside those of this one, also behind a build that failed", async () => {
  await inFolder(async (folder) => {
    const [assets, aside] = [`${folder}/assets`, `${folder}/earlier`];
    await setAside(assets, aside);
    assert.deepEqual(namesIn(aside), [], "there was no build");
    await Deno.mkdir(assets);
    await write(`${assets}/a-1.js`, "1", 1);
    await write(`${assets}/b-1.js`, "of the first", 5);
    await setAside(assets, aside);
    assert.deepEqual(namesIn(assets), [], "nothing of an earlier build is taken for this one's");
    await write(`${assets}/a-2.js`, "of a build that failed", 3);
    await setAside(assets, aside);
    await write(`${assets}/b-1.js`, "of the last", 4);
    await putBack(aside, assets, 1);
    assert.deepEqual(namesIn(assets), ["a-2.js", "b-1.js"]);
    assert.equal(await Deno.readTextFile(`${assets}/b-1.js`), "of the last");
    assert.deepEqual(namesIn(folder), ["assets"]);
    await setAside(assets, aside);
    await Deno.mkdir(`${folder}/none`);
    await putBack(aside, `${folder}/none`, 0);
    assert.deepEqual(namesIn(`${folder}/none`), []);
  });
});
