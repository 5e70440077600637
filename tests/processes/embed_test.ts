/** The example of the engine in a program of one's own, as that program is run. */
import assert from "node:assert/strict";
import { inFolder } from "../in_folder.ts";

const EXAMPLE = new URL("../examples/embed.ts", import.meta.url);
const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

const lines = (text: string) => text.trim().split("\n");

Deno.test("the engine is embedded in fifteen lines, which run", () =>
  inFolder(async (folder) => {
    assert.ok(lines(await Deno.readTextFile(EXAMPLE)).length <= 15);
    const run = () =>
      new Deno.Command(Deno.execPath(), {
        args: ["run", "--quiet", "-A", "--config", CONFIG, EXAMPLE.pathname, `${folder}/own.db`],
      }).output();
    // Closed, it lets the program end; and again on the store that is there.
    for (const _ of [1, 2]) {
      const { success, stdout, stderr } = await run();
      assert.ok(success, new TextDecoder().decode(stderr));
      assert.match(new TextDecoder().decode(stdout), /^Editor: \S.+\n$/s);
    }
  }));
