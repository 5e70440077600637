/** Who is left turns to begin: programs that serve, and no other command on the same store. */
import assert from "node:assert/strict";
import { FilePresence } from "../../events/store/file/presence.ts";
import { openLog } from "../../events/store/log.ts";
import { openSystem } from "../../server/wiring.ts";
import { readOptions } from "../../server/command_line/options.ts";
import { STORE_FILE } from "../../server/command_line/store_files.ts";
import { IndexHere } from "../actors/search/given.ts";
import { inFolder } from "../in_folder.ts";

Deno.test("a program that serves is left turns, another that opens the store is not", () =>
  inFolder(async (data) => {
    const store = await openLog({ path: `${data}/${STORE_FILE}` });
    const presence = new FilePresence(data);
    await presence.join("me");
    const others = async (...command: string[]): Promise<number> => {
      const options = readOptions([...command, "--data", data], () => undefined);
      const system = await openSystem(store, options, () => {}, (path) => new IndexHere(path));
      const found = await presence.others();
      await system.stop();
      return found.length;
    };
    assert.deepEqual([await others("sign"), await others("serve"), await others("sign")], [0, 1, 0]);
    await presence.leave();
    await store.close();
  }));
