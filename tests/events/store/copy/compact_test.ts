/** A copy of a store's rows: the same keys, values and stamps, and nothing of what was removed. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { copyRows } from "../../../../events/store/copy/compact.ts";
import { openLog } from "../../../../events/store/log.ts";
import { originPosition } from "../../../../events/store/read/position.ts";
import { inFolder } from "../../../in_folder.ts";
import { appended, said } from "../given.ts";

/** Every row of every table, and what the tables are. */
function tables(path: string): Record<string, unknown> {
  const database = new DatabaseSync(path);
  try {
    const all: Record<string, unknown> = {};
    for (const { name, sql } of database.prepare("SELECT * FROM sqlite_master ORDER BY type, name").all()) {
      all[`${name}`] = sql;
    }
    for (const table of ["kv", "data_version", "migration_state", "queue", "queue_running"]) {
      all[`${table} rows`] = database.prepare(`SELECT * FROM ${table}`).all();
    }
    assert.deepEqual(Object.values(database.prepare("PRAGMA integrity_check").get() ?? {}), ["ok"]);
    return all;
  } finally {
    database.close();
  }
}

Deno.test("the copy has every row with its stamp, and what comes next sorts behind", () =>
  inFolder(async (folder) => {
    const [from, to] = [`${folder}/from.db`, `${folder}/to.db`];
    const log = await openLog({ path: from });
    await appended(log, "a", [said("a/0"), said("a/1", "x".repeat(100_000))]);
    await log.side("token").set("t", { hash: "h", at: 2 ** 40 });
    for (let n = 0; n < 40; n++) await appended(log, "b", [said(`b/${n}`)]);
    const order = await log.order.page(originPosition(log.epoch), 1_000);
    await log.close();
    await copyRows(from, to);
    assert.deepEqual(tables(to), tables(from));
    const copy = await openLog({ path: to });
    try {
      assert.deepEqual(await copy.order.page(originPosition(log.epoch), 1_000), order);
      const { position } = await appended(copy, "b", [said("b/next")]);
      assert.ok(position > (order.at(-1)?.position ?? "~"), "stamps go on where they were");
    } finally {
      await copy.close();
    }
  }));

Deno.test("what is no store is not copied", () =>
  inFolder(async (folder) => {
    await Deno.writeFile(`${folder}/from.db`, crypto.getRandomValues(new Uint8Array(10_000)));
    await assert.rejects(
      copyRows(`${folder}/from.db`, `${folder}/to.db`),
      /^StoreUnreadable: The store cannot be copied/,
    );
  }));
