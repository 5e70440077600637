/** Threads of their own start with the permissions that the launcher gives, and those alone. */
import assert from "node:assert/strict";
import { SEARCHING } from "../../../server/command_line/thread_files.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

/** Asks the index of a file in a folder for its state, as a server does. */
const ASK = (path: string) => `
import { IndexThread } from "${ROOT}actors/search/index_thread.ts";
const index = new IndexThread("${path}", { sleep: () => new Promise(() => {}) });
await index.ask("reset", "an epoch");
console.log((await index.ask("state", undefined)).epoch);
await index.close();
`;

Deno.test("the thread of searching starts with what a server may read", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/ask.ts`, ASK(`${folder}/search.db`));
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", "--no-prompt", "--no-check", "--config", `${ROOT}deno.json`],
        ...[`--allow-read=${[folder, ...SEARCHING].join(",")}`, `--allow-write=${folder}`],
        `${folder}/ask.ts`,
      ],
    }).output();
    assert.equal(new TextDecoder().decode(stdout), "an epoch\n", new TextDecoder().decode(stderr));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
