/** Formatters are made when they are needed, and kept. */
import assert from "node:assert/strict";
import { whenNeeded } from "../../../ui/words/when_needed.ts";

Deno.test("what is needed is made once, and not before", () => {
  const made: object[] = [];
  const get = whenNeeded(() => {
    const one = {};
    made.push(one);
    return one;
  });
  assert.equal(made.length, 0);
  assert.equal(get(), get());
  assert.deepEqual(made.length, 1);
});

Deno.test("no part of the page makes a formatter of the language as it is loaded", async () => {
  const found: string[] = [];
  const look = async (folder: URL): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      const at = new URL(isDirectory ? `${name}/` : name, folder);
      if (isDirectory) await look(at);
      else if (/^(?:export )?const \w+ =\s+new Intl\./m.test(await Deno.readTextFile(at))) {
        found.push(at.pathname);
      }
    }
  };
  await look(new URL("../../../ui/", import.meta.url));
  assert.deepEqual(found, []);
});
