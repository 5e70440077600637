/** `fishbowl compact` by the command line: what was removed is in no file any more, and everything else as it was. */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { markFile } from "../../events/store/file/mark.ts";
import { migrateFile } from "../../events/store/copy/migrate_file.ts";
import { settle } from "../../events/store/file/page_copy.ts";
import { holdStore } from "../../events/store/file/presence.ts";
import { originPosition } from "../../events/store/read/position.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { compactCommand } from "../../server/command_line/compact_command.ts";
import { derivedRows } from "../../server/command_line/derived_rows.ts";
import { draws } from "../effort.ts";
import { rowsOf, writeFormer } from "../events/store/former_stores.ts";
import { appended, happened, said } from "../events/store/given.ts";
import { inFolder } from "../in_folder.ts";
import { console, namesIn, optionsOf, run, upTo } from "./cut_short.ts";
import { fishbowl, inProcess, ours } from "./launched.ts";

const SECRET = "nobody must ever read this again";
const FILE = "fishbowl.db";

/** A store with everything that people do. */
const STORE = await (async () => {
  const folder = await Deno.makeTempDir();
  await writeFormer(`${folder}/old.db`);
  await migrateFile(`${folder}/old.db`, `${folder}/new.db`);
  await settle(`${folder}/new.db`);
  const bytes = await Deno.readFile(`${folder}/new.db`);
  await Deno.remove(folder, { recursive: true });
  return bytes;
})();

/** It, after something more was said in it, in a row and in a file, and deleted. */
async function given(data: string, purged = true): Promise<void> {
  await Deno.mkdir(data, { recursive: true });
  const path = `${data}/${FILE}`;
  await Deno.writeFile(path, STORE);
  const log = await openLog({ path, mark: markFile(path) });
  const { sha256 } = await log.blobs.put(new TextEncoder().encode(`${SECRET} `.repeat(5_000)), "text/plain");
  await appended(log, "gone", [said("gone/0", SECRET)], { alongside: { blobs: [sha256] } });
  await appended(log, "gone", [happened("gone/1", "ConversationDeleted")]);
  if (purged) await log.purge();
  await log.close();
}

async function opened<T>(data: string, look: (log: StoreLog) => Promise<T>): Promise<T> {
  const log = await openLog({ path: `${data}/${FILE}`, mark: markFile(`${data}/${FILE}`) });
  try {
    return await look(log);
  } finally {
    await log.close();
  }
}

/** Names of the files in the folder that hold the text. */
async function holding(data: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await namesIn(data)) {
    const bytes = await Deno.readFile(`${data}/${name}`);
    if (new TextDecoder("latin1").decode(bytes).includes(text)) found.push(name);
  }
  return found;
}

/** All that anybody sees of a store. */
async function seen(data: string): Promise<unknown> {
  return await opened(data, async (log) => {
    assert.deepEqual((await verify(log, derivedRows)).problems, []);
    return [log.epoch, await log.order.page(originPosition(log.epoch), 1_000), await log.order.end()];
  });
}

for (const purged of [true, false]) {
  const how = purged ? "was removed" : "is still to be removed";
  Deno.test(`what ${how} is in the file, and in none after compact; places and stamps are as they were`, () =>
    inFolder(async (folder) => {
      const data = `${folder}/data`;
      await given(data, purged);
      assert.deepEqual(await holding(data, SECRET), [FILE]);
      const [before, rows] = [await seen(data), await rowsOf(`${data}/${FILE}`)];
      await Deno.writeTextFile(`${data}/${FILE}.half`, SECRET);
      await Deno.mkdir(`${data}/replaced-1`);
      const done = await (purged ? fishbowl : inProcess)(["compact", "--data", data]);
      assert.equal(done.code, 0, done.err);
      assert.match(done.out, /^Compacted: 15 streams, 741 events, no problems; /);
      assert.match(done.err, new RegExp(`as full as they were: ${data}/replaced-1\\.`));
      await Deno.remove(`${data}/replaced-1`);
      assert.deepEqual(await holding(data, SECRET), []);
      assert.ok(isDeepStrictEqual(await seen(data), before), "places and events are as they were");
      if (purged) {
        assert.ok(isDeepStrictEqual(await rowsOf(`${data}/${FILE}`), rows), "rows are as they were");
      }
      assert.equal(((await Deno.stat(`${data}/${FILE}`)).mode ?? 0) & 0o777, 0o600);
      // What a command has still removed is written down.
      const list = purged ? [] : [`${FILE}-erased`];
      assert.deepEqual(await namesIn(data), [FILE, ...list, `${FILE}-mark`]);
      await opened(data, async (log) => {
        assert.equal(await log.mark?.lost(), null);
        await appended(log, "workspace", [said("next/0")]);
        assert.deepEqual((await log.order.page(originPosition(log.epoch), 1_000)).at(-1)?.event.id, "next/0");
      });
    }));
}

Deno.test("what is open, damaged, of another form or on the network is not compacted", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    const refused = async (says: RegExp, run = inProcess, ...more: string[]) => {
      const { code, err } = await run(["compact", "--data", data, ...more]);
      assert.equal(code, 1, err);
      assert.match(ours(err).at(-1) ?? "", says);
    };
    await refused(/no store in the data folder/);
    await refused(/only the service knows/, inProcess, "--kv", "http://localhost:4512");
    await given(data);
    const hold = await holdStore(data);
    await refused(/has this store open/, fishbowl);
    hold[Symbol.dispose]();
    await opened(data, () => refused(/has this store open/, fishbowl));
    const before = await seen(data);
    await opened(data, (log) => log.parts.kv.atomic().delete(["at", "workspace"]).commit());
    await refused(/not sound; nothing was changed/);
    await assert.rejects(seen(data), "it is as damaged as it was");
    assert.ok(before);
    assert.deepEqual(await holding(data, SECRET), [FILE]);
    assert.deepEqual(await namesIn(data), [FILE, `${FILE}-mark`]);
  }));

Deno.test("cut short before each change of a name, or killed at any moment, the store is whole", () =>
  inFolder(async (folder) => {
    const lives: ((data: string) => Promise<boolean>)[] = [];
    const compacting = (data: string) => compactCommand(optionsOf("compact", "--data", data), console());
    for (let changes = 0; changes < 5; changes++) lives.push((data) => upTo(changes, () => compacting(data)));
    const first = `${folder}/first`;
    await given(first);
    const before = await seen(first);
    assert.deepEqual(await namesIn(first), [FILE, `${FILE}-mark`]);
    /** The same store for each. */
    const laid = async (data: string) => {
      await Deno.mkdir(data);
      for (const name of await namesIn(first)) await Deno.copyFile(`${first}/${name}`, `${data}/${name}`);
    };
    await laid(`${folder}/whole`);
    const { ms } = await run("compact", `${folder}/whole`, null);
    for (let life = 0; life < draws(20); life++) {
      lives.push(async (data) => (await run("compact", data, Math.random() * ms)).done);
    }
    let ended = 0;
    for (const [index, life] of lives.entries()) {
      const data = `${folder}/${index}`;
      await laid(data);
      if (await life(data)) ended++;
      assert.ok(isDeepStrictEqual(await seen(data), before), `after life ${index}`);
      assert.equal(await compacting(data), 0);
      assert.ok(isDeepStrictEqual(await seen(data), before), `after life ${index} and the next`);
      assert.deepEqual(await holding(data, SECRET), []);
      assert.deepEqual(await namesIn(data), [FILE, `${FILE}-mark`]);
    }
    assert.ok(ended < lives.length, "some were cut short");
  }));
