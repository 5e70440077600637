/** When the last backup was made: who tells it, what does not count, and where it is read. */
import assert from "node:assert/strict";
import { opened } from "../../opened.ts";
import { holdStore } from "../../../events/store/file/presence.ts";
import { backupCommand } from "../../../server/command_line/backup_command.ts";
import { readOptions } from "../../../server/command_line/options.ts";
import { lastBackup, noteBackup } from "../../../server/metrics/last_backup.ts";
import { appended, said } from "../../events/store/given.ts";
import { inFolder } from "../../in_folder.ts";
import { TestServer } from "../harness.ts";

const FIRST = Date.parse("2026-01-01T00:00:00.000Z");
const HOUR = 3_600_000;
const NOW = FIRST + 2 * HOUR;

/** A backup of a series into `out`, begun so long after the first. Returns its exit status and what was noted. */
async function backedUp(data: string, out: string, after: number) {
  const notes: string[] = [];
  const console = {
    out: () => {},
    note: (text: string) => void notes.push(text),
    stdin: new ReadableStream<Uint8Array>(),
  };
  const code = await backupCommand(
    readOptions(["backup", "--data", data, "--out", out, "--keep", "9"], () => undefined),
    console,
    { now: () => new Date(FIRST + after), wait: () => Promise.resolve(), stopped: () => false },
  );
  return { code, notes };
}

Deno.test("a backup that was kept is told to the store it is of; one that is not sound is not", () =>
  inFolder(async (folder) => {
    const [data, out] = [`${folder}/data`, `${folder}/out`];
    await Deno.mkdir(data);
    await opened(data, (log) => appended(log, "workspace", [said("w/0")]));
    assert.equal(await opened(data, lastBackup), null);
    assert.equal((await backedUp(data, out, 0)).code, 0);
    const { size } = await Deno.stat(`${out}/fishbowl-20260101T000000Z/fishbowl.db`);
    const made = { at: FIRST, bytes: size };
    assert.deepEqual(await opened(data, lastBackup), made);
    assert.equal(await opened(`${out}/fishbowl-20260101T000000Z`, lastBackup), null, "it knows no later one");
    await opened(data, (log) => log.parts.kv.atomic().delete(["at", "workspace"]).commit());
    assert.equal((await backedUp(data, out, HOUR)).code, 1);
    assert.deepEqual(await opened(data, lastBackup), made);
  }));

Deno.test("a copy is a copy where the store cannot be told of it, and whoever made it reads why", () =>
  inFolder(async (folder) => {
    const [data, out] = [`${folder}/data`, `${folder}/out`];
    await Deno.mkdir(data);
    await opened(data, (log) => appended(log, "workspace", [said("w/0")]));
    // Nobody may open it, as while it is put in place anew.
    const lock = await Deno.open(`${data}/store.lock`, { write: true, create: true });
    await lock.lock(true);
    const { code, notes } = await backedUp(data, out, 0);
    lock.close();
    assert.equal(code, 0);
    assert.equal(
      notes.filter((line) => /the backup is there, but the store could not be told/.test(line)).length,
      1,
    );
    using _again = await holdStore(data);
    assert.equal(await opened(data, lastBackup), null);
  }));

Deno.test("the later of two backups counts, and what nobody can read counts for nothing", async () => {
  await using server = await TestServer.start();
  await noteBackup(server.store, { at: FIRST + HOUR, bytes: 2 }, NOW);
  await noteBackup(server.store, { at: FIRST, bytes: 1 }, NOW);
  assert.deepEqual(await lastBackup(server.store), { at: FIRST + HOUR, bytes: 2 });
  await noteBackup(server.store, { at: FIRST + HOUR, bytes: 3 }, NOW);
  assert.deepEqual(await lastBackup(server.store), { at: FIRST + HOUR, bytes: 3 });
  await server.store.side("backup").set("last", { at: "yesterday" });
  assert.equal(await lastBackup(server.store), null);
  await noteBackup(server.store, { at: FIRST, bytes: 4 }, NOW);
  assert.deepEqual(await lastBackup(server.store), { at: FIRST, bytes: 4 });
});

Deno.test("a clock that ran ahead, or a time that is none, hides no backup and breaks no status", async () => {
  await using server = await TestServer.start();
  const ahead = { at: NOW + 10_000 * HOUR, bytes: 1 };
  await noteBackup(server.store, ahead, ahead.at);
  await noteBackup(server.store, { at: FIRST, bytes: 2 }, NOW);
  assert.deepEqual(await lastBackup(server.store), { at: FIRST, bytes: 2 });
  for (const at of [9e15, -9e15]) {
    await server.store.side("backup").set("last", { at, bytes: 1 });
    const { status, json } = await server.call("GET", "/api/status");
    assert.deepEqual([status, json.backup], [200, null]);
  }
  await noteBackup(server.store, { at: FIRST, bytes: 3 }, NOW);
  assert.deepEqual(await lastBackup(server.store), { at: FIRST, bytes: 3 });
});

Deno.test("status and figures tell of it, and of none where none is known", async () => {
  await using server = await TestServer.start();
  const status = async () => (await server.call("GET", "/api/status")).json.backup;
  const figures = async () =>
    (await server.call("GET", "/metrics")).text.split("\n").filter((line) =>
      line.startsWith("fishbowl_last_backup")
    );
  assert.deepEqual([await status(), await figures()], [null, []]);
  await noteBackup(server.store, { at: FIRST, bytes: 53_248 }, NOW);
  assert.deepEqual(await status(), { at: "2026-01-01T00:00:00.000Z", bytes: 53_248 });
  assert.deepEqual(await figures(), [
    `fishbowl_last_backup_timestamp_seconds ${FIRST / 1_000}`,
    "fishbowl_last_backup_bytes 53248",
  ]);
});
