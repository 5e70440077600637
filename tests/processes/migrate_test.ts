/** `fishbowl migrate` by the command line: what it leaves, what it refuses, and what is there when it is cut short. */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { openLog } from "../../events/store/log.ts";
import { formatOf } from "../../events/store/copy/migrate_file.ts";
import { FORMAT } from "../../events/store/kv/open.ts";
import { holdStore } from "../../events/store/file/presence.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { derivedRows } from "../../server/command_line/derived_rows.ts";
import { migrateCommand } from "../../server/command_line/migrate_command.ts";
import { rowsOf, toldBefore, toldNow, writeFormer } from "../events/store/former_stores.ts";
import { draws } from "../effort.ts";
import { inFolder } from "../in_folder.ts";
import { console, namesIn, optionsOf, run, upTo } from "./cut_short.ts";
import { fishbowl, inProcess, ours } from "./launched.ts";

const formerOf = (format: number) => `fishbowl.db-format-${format}`;
const FORMER = formerOf(1);

async function given(data: string, format = 1): Promise<void> {
  await Deno.mkdir(data, { recursive: true });
  await writeFormer(`${data}/fishbowl.db`, format);
}

async function formerRows(format: number) {
  const folder = await Deno.makeTempDir();
  await given(folder, format);
  const rows = await rowsOf(`${folder}/fishbowl.db`);
  await Deno.remove(folder, { recursive: true });
  return rows;
}
const ROWS = [null, await formerRows(1), await formerRows(2)];

/** Whether all rows are those of the old store: told in words, for the difference of two stores takes minutes. */
const isFormer = async (path: string, format = 1) => isDeepStrictEqual(await rowsOf(path), ROWS[format]);

/** One of the two stores is at the path, and whole; the old one is there in any case. */
async function whole(data: string, former = 1): Promise<unknown> {
  const path = `${data}/fishbowl.db`;
  const format = await formatOf(path);
  const old = format === former ? path : `${data}/${formerOf(former)}`;
  assert.ok(await isFormer(old, former), "the old store is as it was");
  if (format === former) return format;
  assert.equal(format, FORMAT);
  const log = await openLog({ path });
  try {
    assert.ok(isDeepStrictEqual(await toldNow(log), toldBefore(former)), "every event is where it was");
    assert.deepEqual((await verify(log, derivedRows)).problems, []);
  } finally {
    await log.close();
  }
  return format;
}

Deno.test("a store is migrated once, keeps the old one for its owner alone, and says how to remove it", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    await given(data);
    await Deno.writeTextFile(
      `${data}/fishbowl.db-mark`,
      JSON.stringify({ epoch: "zjpujyzrz9gm", stamp: "0" }),
    );
    const refused = await inProcess(["verify", "--data", data]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /fishbowl migrate/);
    const done = await fishbowl(["migrate", "--data", data]);
    assert.equal(done.code, 0, done.err);
    assert.match(done.out, /^Migrated: 14 streams, 740 events, no problems; /);
    assert.match(done.err, new RegExp(`rm '${data}/${FORMER}'`));
    assert.equal(await whole(data), FORMAT);
    assert.deepEqual(await namesIn(data), ["fishbowl.db", FORMER]);
    for (const name of await namesIn(data)) {
      assert.equal(((await Deno.stat(`${data}/${name}`)).mode ?? 0) & 0o777, 0o600, name);
    }
    const [before, again] = [
      await rowsOf(`${data}/fishbowl.db`),
      await inProcess(["migrate", "--data", data]),
    ];
    assert.equal(again.code, 0);
    assert.match(again.err, new RegExp(`rm '${data}/${FORMER}'`));
    assert.ok(isDeepStrictEqual(await rowsOf(`${data}/fishbowl.db`), before), "nothing changed");
    const verified = await inProcess(["verify", "--data", data]);
    assert.deepEqual([verified.code, verified.out], [0, "14 streams, 740 events, no problems.\n"]);
  }));

Deno.test("an old store that was kept before is never replaced by another", () =>
  inFolder(async (data) => {
    await given(data);
    await Deno.writeTextFile(`${data}/${FORMER}`, "kept before");
    const terminal = console();
    assert.equal(await migrateCommand(optionsOf("migrate", "--data", data), terminal), 0);
    assert.equal(await Deno.readTextFile(`${data}/${FORMER}`), "kept before");
    assert.deepEqual(await namesIn(data), ["fishbowl.db", FORMER, `${FORMER}-2`]);
    assert.ok(await isFormer(`${data}/${FORMER}-2`));
    assert.match(terminal.notes.join("\n"), new RegExp(`rm '${data}/${FORMER}' '${data}/${FORMER}-2'`));
  }));

Deno.test("where a file can have no second name, the old store is copied", () =>
  inFolder(async (data) => {
    await given(data);
    const { link } = Deno;
    Object.assign(Deno, { link: () => Promise.reject(new Error("not supported")) });
    try {
      assert.equal(await migrateCommand(optionsOf("migrate", "--data", data), console()), 0);
    } finally {
      Object.assign(Deno, { link });
    }
    assert.equal(await whole(data), FORMAT);
    assert.deepEqual(await namesIn(data), ["fishbowl.db", FORMER]);
  }));

Deno.test("what is open, damaged, on the network or not there is not migrated, and nothing is left of the try", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    const refused = async (says: RegExp, run = inProcess, ...more: string[]) => {
      const { code, err } = await run(["migrate", "--data", data, ...more]);
      assert.equal(code, 1, err);
      assert.match(ours(err).at(-1) ?? "", says);
    };
    await refused(/no store in the data folder/);
    await refused(/backup --kv URL --out FOLDER/, inProcess, "--kv", "http://localhost:4512");
    await given(data);
    const hold = await holdStore(data);
    await refused(/has this store open/, fishbowl);
    hold[Symbol.dispose]();
    const kv = await Deno.openKv(`${data}/fishbowl.db`);
    await refused(/has this store open/, fishbowl);
    await kv.delete(["blob", [...ROWS[1]?.values() ?? []].find(({ key }) => key[0] === "ref")?.key[1] ?? ""]);
    kv.close();
    await refused(/not sound; nothing was changed/);
    assert.equal(await formatOf(`${data}/fishbowl.db`), 1);
    assert.deepEqual(await namesIn(data), ["fishbowl.db"]);
    await Deno.writeFile(`${data}/fishbowl.db`, new Uint8Array(20_000).fill(7));
    await refused(/cannot be opened: file is not a database/);
  }));

Deno.test("a backup of an earlier release is refused by restore, migrated as any store, and then restored", () =>
  inFolder(async (folder) => {
    const [copy, data] = [`${folder}/copy`, `${folder}/data`];
    await given(copy);
    const restore = (name = "fishbowl.db") =>
      inProcess(["restore", "--from", `${copy}/${name}`, "--data", data]);
    const refused = await restore();
    assert.equal(refused.code, 1);
    assert.deepEqual(await namesIn(data), [], "nothing is left of what was refused");
    const [, said = ""] = /"deno task fishbowl (migrate [^"]+)"/.exec(ours(refused.err).at(-1) ?? "") ?? [];
    assert.equal(said, `migrate --data ${copy}`, "it is migrated where it lies");
    await Deno.copyFile(`${copy}/fishbowl.db`, `${copy}/kept.db`);
    assert.match((await restore("kept.db")).err, /--data FOLDER".*, once it lies in FOLDER as fishbowl\.db;/);
    assert.equal((await inProcess(said.split(" "))).code, 0);
    const done = await restore();
    assert.equal(done.code, 0, done.err);
    assert.equal(await formatOf(`${data}/fishbowl.db`), FORMAT);
  }));

Deno.test("cut short before each change of a name, one store is whole, and the next run ends well", () =>
  inFolder(async (folder) => {
    let ended = false;
    for (let changes = 0; !ended; changes++) {
      const data = `${folder}/${changes}`;
      await given(data);
      await Deno.writeTextFile(
        `${data}/fishbowl.db-mark`,
        JSON.stringify({ epoch: "zjpujyzrz9gm", stamp: "0" }),
      );
      const migrating = () => migrateCommand(optionsOf("migrate", "--data", data), console());
      ended = await upTo(changes, migrating);
      await whole(data);
      assert.equal(await migrating(), 0);
      assert.equal(await whole(data), FORMAT);
      assert.deepEqual(await namesIn(data), ["fishbowl.db", FORMER], `after ${changes} changes`);
      const log = await openLog({ path: `${data}/fishbowl.db` });
      await log.close();
    }
  }));

for (const format of [1, 2]) {
  Deno.test(`killed at any moment of migrating format ${format}, one store is whole, and the next run ends well`, () =>
    inFolder(async (folder) => {
      const first = `${folder}/whole`;
      await given(first, format);
      const { ms, done } = await run("migrate", first, null);
      assert.ok(done);
      for (let life = 0; life < draws(20); life++) {
        const data = `${folder}/${life}`;
        await given(data, format);
        await run("migrate", data, Math.random() * ms);
        await whole(data, format);
        const next = console();
        assert.equal(await migrateCommand(optionsOf("migrate", "--data", data), next), 0, next.notes.join());
        assert.equal(await whole(data, format), FORMAT);
        assert.deepEqual(await namesIn(data), ["fishbowl.db", formerOf(format)]);
        await Deno.remove(data, { recursive: true });
      }
    }));
}
