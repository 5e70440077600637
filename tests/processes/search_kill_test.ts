/** Killed at any moment, the file is whole and has what was put in. */
import assert from "node:assert/strict";
import { checkIndex } from "../../actors/search/check_index.ts";
import { indexedWords } from "../../actors/search/searcher.ts";
import { openLog } from "../../events/store/log.ts";
import { SearchFile } from "../../events/store/search/search_file.ts";

import { indexPath } from "../../server/command_line/index_file.ts";
import { STORE_FILE } from "../../server/command_line/store_files.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import { until, written } from "../actors/search/given.ts";
import { ServerProcess } from "../chaos/server_process.ts";
import { History } from "../history.ts";

const PROCESS = new URL("../events/store/search/writing_process.ts", import.meta.url);
const KILLS = 4;

/** Runs until it has said some numbers more, and is killed then. @returns the last number it said */
async function killed(path: string, first: number, more: number): Promise<number> {
  const args = ["run", "--quiet", "--no-check", "-A", PROCESS.href, path, `${first}`];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" }).spawn();
  let last = first - 1;
  const decoder = new TextDecoder();
  let text = "";
  let ended = false;
  for await (const bytes of child.stdout) {
    text += decoder.decode(bytes, { stream: true });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) last = Number(line);
    if (ended || last < first + more) continue;
    // Once: what it said before may be read when it is dead already.
    child.kill("SIGKILL");
    ended = true;
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

/** What the index of a store says of itself, while a server writes it or when none does; null until a server has made it. */
async function stateOf(data: string) {
  // Of two that make the same file one may find it locked, however long it would wait.
  if (!await Deno.stat(`${indexPath(data)}-wal`).catch(() => null)) return null;
  const file = new SearchFile(indexPath(data), indexedWords);
  try {
    return file.state();
  } finally {
    file.close();
  }
}

Deno.test("a server that is killed while it takes everything in goes on where it was, and what it has is what the log says", async () => {
  const MANY = 300;
  const data = await Deno.makeTempDir();
  const path = `${data}/${STORE_FILE}`;
  const server = new ServerProcess(data);
  const named = (n: number) => `conv_${String(n).padStart(3, "0")}`;
  try {
    const filled = await openLog({ path });
    for (let n = 0; n < MANY; n++) {
      const { events } = new History(named(n)).started().joined("Ada").answered(`m_${n}`, `bread ${n}`, {
        Ada: "Yes.",
      });
      await written(filled, conversation.initial(named(n)), events);
    }
    await filled.close();
    for (let kills = 0, before = ""; kills < 2;) {
      await server.start();
      await until(async () => {
        const state = await stateOf(data);
        return state && (state.position !== null || (state.begun?.conversation ?? "") > before) || null;
      });
      await server.kill();
      const begun = (await stateOf(data))?.begun;
      if (begun) kills++;
      // It was done before it could be killed.
      else await Deno.remove(indexPath(data));
      before = begun?.conversation ?? "";
    }
    await server.start();
    await until(async () => (await stateOf(data))?.position ?? null);
    await server.terminate();
    const log = await openLog({ path });
    const file = new SearchFile(indexPath(data), indexedWords);
    try {
      assert.deepEqual(await checkIndex(log, file), []);
      for (let n = 0; n < MANY; n++) {
        assert.equal(file.seqOf(named(n)), (await log.head(named(n))).seq, named(n));
      }
    } finally {
      file.close();
      await log.close();
    }
  } finally {
    await server.kill();
    await Deno.remove(data, { recursive: true });
  }
});
