/** Killed at any moment, the file is whole and has what was put in. */
import assert from "node:assert/strict";
import { SearchFile } from "../../events/store/search/search_file.ts";

const PROCESS = new URL("../events/store/search/writing_process.ts", import.meta.url);
const KILLS = 4;

/** Runs until it has said some numbers more, and is killed then. @returns the last number it said */
async function killed(path: string, first: number, more: number): Promise<number> {
  const args = ["run", "--quiet", "--no-check", "-A", PROCESS.href, path, `${first}`];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" }).spawn();
  let last = first - 1;
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of child.stdout) {
    text += decoder.decode(bytes, { stream: true });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) last = Number(line);
    if (last >= first + more) child.kill("SIGKILL");
  }
  await child.status;
  return last;
}

Deno.test("killed while it takes in, removes and cleans, the index is whole and goes on", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/search.db`;
  try {
    let next = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const last = await killed(path, next, 10 + 7 * kill);
      const file = new SearchFile(
        path,
        ({ text }) => ({ words: text.split(" "), author: ["ada"], signs: [] }),
      );
      assert.deepEqual(file.check(), []);
      for (let n = 0; n <= last; n++) {
        const gone = n % 5 === 2 && n + 2 <= last;
        // The one that was being removed may be there or not; what it has is whole.
        const count = file.texts(`conversation_${n}`).length;
        if (n % 5 === 2 && n + 2 > last) assert.ok(count === 50 || count === 0);
        else assert.equal(count, gone ? 0 : 50, `conversation_${n} of ${last}`);
        const phrases = [{ words: ["number", `${n}`, "of"], open: false, signs: [] }];
        const found = [
          ...file.find({ phrases, author: [], conversationId: null, after: null, before: null }),
        ];
        assert.equal(found.length, count);
      }
      while (file.clean() !== "clean");
      assert.deepEqual(file.check(), []);
      // What came behind the last that was said may be in.
      next = last + 1;
      while (file.seqOf(`conversation_${next}`) > 0) next++;
      file.close();
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
