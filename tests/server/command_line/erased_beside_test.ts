/** The list of what was erased of a store over the network: in the folder of each machine, where there is one. */
import assert from "node:assert/strict";
import { listOfRemote } from "../../../server/command_line/erased_beside.ts";
import { ERASED_LIST, STORE_FILE } from "../../../server/command_line/store_files.ts";
import { inFolder } from "../../in_folder.ts";

Deno.test("what is erased over the network is written down in a folder that is made for it, or it is said that it is not", () =>
  inFolder(async (folder) => {
    const told: string[] = [];
    const warn = (detail: string) => void told.push(detail);
    const data = `${folder}/data`;
    assert.equal(await listOfRemote(data, false, warn), undefined, "who only looks makes none");
    const list = await listOfRemote(data, true, warn);
    assert.equal(list?.path, `${data}/${STORE_FILE}${ERASED_LIST}`);
    await list.add([{ stream: "s", deleted: true }]);
    const again = await listOfRemote(data, false, warn);
    assert.deepEqual(await again?.entries(), [{ stream: "s", deleted: true }]);
    assert.deepEqual(await (await listOfRemote(data, true, warn))?.entries(), [{
      stream: "s",
      deleted: true,
    }]);
    assert.equal((await Deno.stat(list.path)).mode ?? 0o600, 0o100600);
    assert.deepEqual(told, []);
    await Deno.writeTextFile(`${folder}/file`, "");
    assert.equal(await listOfRemote(`${folder}/file/data`, true, warn), undefined);
    assert.match(
      told.join(),
      /^What is erased cannot be written down in .+ A backup that is restored brings it back\.$/,
    );
    await Deno.mkdir(`${folder}/full/${STORE_FILE}${ERASED_LIST}`, { recursive: true });
    assert.equal(await listOfRemote(`${folder}/full`, true, warn), undefined, "what is there is no file");
  }));
