/** Backups and restores by the command line: what is made, kept, removed and refused, and who may read it. */
import assert from "node:assert/strict";
import { openLog } from "../../events/store/log.ts";
import { opened } from "../opened.ts";
import { holdStore } from "../../events/store/file/presence.ts";
import { backupCommand } from "../../server/command_line/backup_command.ts";
import { BackupFolder } from "../../server/command_line/backup_folder.ts";
import { type Options, readOptions } from "../../server/command_line/options.ts";
import { restoreCommand } from "../../server/command_line/restore_command.ts";
import { appended, said } from "../events/store/given.ts";
import { fishbowl, inProcess, ours } from "./launched.ts";
import { inFolder } from "../in_folder.ts";
import { starting } from "./starting.ts";

/** A store of a few events, closed. Returns its epoch. */
async function filled(data: string, words = "w"): Promise<string> {
  await Deno.mkdir(data, { recursive: true });
  const log = await openLog({ path: `${data}/fishbowl.db` });
  try {
    await appended(log, "workspace", [said(`${words}/0`)]);
    await log.side("session").set("cookie", { createdAt: 1 });
    await log.side("token").set("token_1", { hash: "h" });
    return log.epoch;
  } finally {
    await log.close();
  }
}

const modeOf = async (path: string) => ((await Deno.stat(path)).mode ?? 0) & 0o777;
const namesIn = async (path: string) =>
  (await Array.fromAsync(Deno.readDir(path), ({ name }) => name)).filter((n) => !n.startsWith(".")).sort();
const options = (...args: string[]): Options => readOptions(["backup", ...args], () => undefined);

/** A schedule on a clock of its own: every wait is over at once, and moves it. */
function schedule(start: string, waits: number) {
  let now = Date.parse(start);
  const waited: number[] = [];
  return {
    waited,
    now: () => new Date(now),
    stopped: () => waited.length >= waits,
    wait(ms: number) {
      waited.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}

function terminal() {
  const out: string[] = [];
  const notes: string[] = [];
  const stdin = new ReadableStream<Uint8Array>();
  return { out: (t: string) => out.push(t), note: (t: string) => notes.push(t), stdin, lines: out, notes };
}

Deno.test("a backup and the store it restores to are their owner's alone, each with an epoch of its own", () =>
  inFolder(async (folder) => {
    const [data, copy, back] = [`${folder}/data`, `${folder}/copy`, `${folder}/back`];
    const epoch = await filled(data);
    assert.deepEqual((await fishbowl(["backup", "--data", data, "--out", copy])).code, 0);
    assert.deepEqual((await fishbowl(["restore", "--from", copy, "--data", back])).code, 0);
    for (const place of [copy, back]) {
      assert.deepEqual([await modeOf(place), await modeOf(`${place}/fishbowl.db`)], [0o700, 0o600], place);
    }
    const epochs = [epoch];
    for (const place of [copy, back]) {
      await opened(place, async (log) => {
        epochs.push(log.epoch);
        assert.equal((await log.head("workspace")).seq, 1);
        assert.deepEqual(await log.side("token").get("token_1"), { hash: "h" });
      });
    }
    assert.equal(new Set(epochs).size, 3, "a place in one store is none in another");
    // Who was signed in then is not signed in again by a restore.
    assert.deepEqual(await opened(back, (log) => log.side("session").list()), []);
  }));

Deno.test("a restore puts nothing in place of a store unless told to, and then puts that aside", () =>
  inFolder(async (folder) => {
    const [data, copy] = [`${folder}/data`, `${folder}/copy`];
    await filled(data, "first");
    await inProcess(["backup", "--data", data, "--out", copy]);
    await opened(data, (log) => appended(log, "workspace", [said("second/0")]));
    const before = await Deno.readFile(`${data}/fishbowl.db`);
    const restore = ["restore", "--from", copy, "--data", data];
    const refused = await inProcess(restore);
    assert.deepEqual([refused.code, ours(refused.err).length], [1, 1]);
    assert.match(refused.err, /--replace/);
    assert.deepEqual(await Deno.readFile(`${data}/fishbowl.db`), before);
    const done = await inProcess([...restore, "--replace"]);
    assert.equal(done.code, 0, done.err);
    assert.equal(await opened(data, async (log) => (await log.head("workspace")).seq), 1);
    const aside = (await namesIn(data)).filter((name) => name.startsWith("replaced-"));
    assert.equal(aside.length, 1);
    assert.equal(await opened(`${data}/${aside[0]}`, async (log) => (await log.head("workspace")).seq), 2);
  }));

Deno.test("a restore refuses a store that is open, a backup that is damaged, and one that is not there", () =>
  inFolder(async (folder) => {
    const [data, copy] = [`${folder}/data`, `${folder}/copy`];
    await filled(data);
    await inProcess(["backup", "--data", data, "--out", copy]);
    const refusedAsOpen = async () => {
      const live = await fishbowl(["restore", "--from", copy, "--data", data, "--replace"]);
      assert.deepEqual([live.code, ours(live.err)], [1, [
        "fishbowl: A program has this store open. Stop it first.",
      ]]);
    };
    // By whom has only the file open, and by whom has said so.
    await opened(data, refusedAsOpen);
    const hold = await holdStore(data);
    await refusedAsOpen();
    hold[Symbol.dispose]();
    await opened(copy, (log) => log.parts.kv.atomic().delete(["at", "workspace"]).commit());
    const before = await Deno.readFile(`${data}/fishbowl.db`);
    const damaged = await inProcess(["restore", "--from", copy, "--data", data, "--replace"]);
    assert.equal(damaged.code, 1);
    assert.match(damaged.out, /workspace/);
    assert.match(damaged.err, /not sound; nothing was changed/);
    assert.deepEqual(await Deno.readFile(`${data}/fishbowl.db`), before);
    const nowhere = await inProcess(["restore", "--from", `${folder}/none`, "--data", data, "--replace"]);
    assert.deepEqual([nowhere.code, ours(nowhere.err)], [1, ["fishbowl: There is no backup at that place."]]);
    const left = (await namesIn(data)).filter((name) =>
      name !== "store.lock" && !name.startsWith("fishbowl.db-")
    );
    assert.deepEqual(left, ["fishbowl.db"], "nothing is left of what was refused");
  }));

Deno.test("a restore cut short after the old store was moved is no store until it is run again", () =>
  inFolder(async (folder) => {
    const [data, copy] = [`${folder}/data`, `${folder}/copy`];
    await filled(data);
    await inProcess(["backup", "--data", data, "--out", copy]);
    // As it is when the process dies between the two renames.
    await Deno.rename(`${data}/fishbowl.db`, `${data}/fishbowl.db.restoring`);
    // What only looks asks before it holds the folder, everything else when it opens the store.
    for (const command of [["verify"], ["token", "list"]]) {
      const refused = await inProcess([...command, "--data", data]);
      assert.equal(refused.code, 1);
      assert.match(refused.err, /restore .* cut short/);
      assert.ok(!(await namesIn(data)).includes("fishbowl.db"), "no empty store was made");
    }
    assert.equal((await inProcess(["restore", "--from", copy, "--data", data])).code, 0);
    assert.match((await inProcess(["verify", "--data", data])).out, /1 events, no problems/);
  }));

Deno.test("a backup of a damaged store is told, not kept, and removes no good one", () =>
  inFolder(async (folder) => {
    const [data, copies] = [`${folder}/data`, `${folder}/copies`];
    await filled(data);
    const backup = ["backup", "--data", data, "--out", copies, "--keep", "1"];
    assert.equal((await inProcess(backup)).code, 0);
    const good = await namesIn(copies);
    await opened(data, (log) => log.parts.kv.atomic().delete(["at", "workspace"]).commit());
    const bad = await inProcess(backup);
    assert.equal(bad.code, 1);
    assert.match(bad.out, /workspace/);
    assert.match(bad.err, /not sound/);
    assert.deepEqual(await namesIn(copies), good);
  }));

Deno.test("a folder of backups is free as soon as it is let go, also while programs are started", () =>
  inFolder(async (folder) => {
    using _ = starting();
    for (let n = 0; n < 300; n++) (await BackupFolder.open(folder)).close();
  }));

Deno.test("a backup needs a store and a place of its own, and says so in one line", () =>
  inFolder(async (folder) => {
    const [data, copy] = [`${folder}/data`, `${folder}/copy`];
    const none = await inProcess(["backup", "--data", data, "--out", copy]);
    assert.deepEqual([none.code, ours(none.err)], [1, ["fishbowl: There is no store in the data folder."]]);
    assert.deepEqual(await namesIn(folder), [], "and makes none");
    await filled(data);
    assert.equal((await inProcess(["backup", "--data", data, "--out", copy])).code, 0);
    const again = await inProcess(["backup", "--data", data, "--out", copy]);
    assert.deepEqual([again.code, ours(again.err).length], [1, 1]);
    assert.match(again.err, /is there already/);
    const [wrong, unsaid] = await Promise.all([
      inProcess(["backup", "--out", copy, "--every", "often", "--keep", "3"]),
      inProcess(["backup", "--out", copy, "--every", "6h"]),
    ]);
    assert.deepEqual([wrong.code, unsaid.code], [2, 2]);
    assert.match(unsaid.err, /--keep N/);
  }));

Deno.test("--every takes 1 second to 20 days, --keep 1 to 10,000 copies", () => {
  const every = (text: string) => options("--out", "o", "--keep", "1", "--every", text).every;
  const keep = (text: string) => options("--out", "o", "--keep", text).keep;
  assert.deepEqual(["1s", "90m", "6h", "20d"].map(every), [1_000, 5_400_000, 21_600_000, 1_728_000_000]);
  for (const text of ["0s", "0h", "21d", "481h", "1.5h", "6", "-1h", ""]) {
    assert.throws(() => every(text), text);
  }
  assert.deepEqual(["1", "2", "10000"].map(keep), [1, 2, 10_000]);
  for (const text of ["0", "10001", "-1", "1.5", "x", ""]) assert.throws(() => keep(text), text);
});

Deno.test("a series makes a copy each time it is due, keeps the newest, and removes nobody else's", () =>
  inFolder(async (folder) => {
    const [data, out] = [`${folder}/data`, `${folder}/out`];
    await filled(data);
    // What looks nearly like a copy of ours, and one into which somebody put a key.
    await Deno.mkdir(`${out}/fishbowl-old`, { recursive: true });
    await Deno.mkdir(`${out}/fishbowl-20200101T000000Z`);
    await Deno.writeTextFile(`${out}/fishbowl-20200101T000000Z/fishbowl.db`, "");
    await Deno.writeTextFile(`${out}/fishbowl-20200101T000000Z/master.key`, "");
    const series = options("--data", data, "--out", out, "--every", "6h", "--keep", "2");
    const console = terminal();
    const time = schedule("2026-01-01T00:00:00.000Z", 4);
    assert.equal(await backupCommand(series, console, time), 0);
    assert.deepEqual(time.waited, [6, 6, 6, 6].map((hours) => hours * 3_600_000));
    assert.equal(console.lines.length, 4, "a line for each");
    assert.match(console.lines[3] ?? "", /no problems, .* Removed fishbowl-20260101T060000Z\.$/);
    assert.deepEqual(await namesIn(out), [
      "fishbowl-20200101T000000Z",
      "fishbowl-20260101T120000Z",
      "fishbowl-20260101T180000Z",
      "fishbowl-old",
    ]);
    // Started anew an hour later: the next one is due in five.
    const later = schedule("2026-01-01T19:00:00.000Z", 1);
    await backupCommand(series, terminal(), later);
    assert.deepEqual(later.waited, [5 * 3_600_000]);
    // A clock that stands before the newest copy waits one period, not years.
    const back = schedule("2024-01-01T00:00:00.000Z", 1);
    await backupCommand(series, terminal(), back);
    assert.deepEqual(back.waited, [6 * 3_600_000]);
  }));

Deno.test("a series whose store cannot be copied says so and tries again within minutes", () =>
  inFolder(async (folder) => {
    const [data, out] = [`${folder}/data`, `${folder}/out`];
    await filled(data);
    await Deno.writeTextFile(`${data}/fishbowl.db`, "this is no database at all".repeat(100));
    const console = terminal();
    const time = schedule("2026-01-01T00:00:00.000Z", 2);
    await backupCommand(options("--data", data, "--out", out, "--every", "6h", "--keep", "2"), console, time);
    assert.deepEqual(time.waited, [300_000, 300_000]);
    assert.equal(console.notes.length, 2);
    for (const line of console.notes) assert.match(line, /^fishbowl: no backup: .*not a database/);
    assert.deepEqual(await namesIn(out), []);
  }));

Deno.test("what a killed backup left is removed by the next, and two never work in one folder", () =>
  inFolder(async (folder) => {
    const [data, out] = [`${folder}/data`, `${folder}/out`];
    await filled(data);
    const series = ["backup", "--data", data, "--out", out, "--keep", "3"];
    assert.equal((await fishbowl(series)).code, 0);
    await Deno.mkdir(`${out}/.fishbowl-half-of-the-dead`);
    await Deno.writeTextFile(`${out}/.fishbowl-half-of-the-dead/fishbowl.db`, "half");
    const held = await BackupFolder.open(out);
    const second = await fishbowl(series);
    assert.deepEqual([second.code, ours(second.err)], [1, [
      "fishbowl: Another backup into this folder is under way.",
    ]]);
    held.close();
    assert.equal((await inProcess(series)).code, 0);
    const all = await Array.fromAsync(Deno.readDir(out), ({ name }) => name);
    assert.deepEqual(all.filter((name) => name.includes("half")), []);
    assert.equal((await namesIn(out)).length, 2);
  }));

Deno.test("files and folders that others could read are narrowed when the store is opened, and exports with them", () =>
  inFolder(async (data) => {
    await filled(data);
    await Deno.chmod(data, 0o755);
    await Deno.chmod(`${data}/fishbowl.db`, 0o644);
    await Deno.writeTextFile(`${data}/out.ndjson`, "old", { mode: 0o644 });
    const file = `${data}/out.ndjson`;
    assert.equal((await inProcess(["export", "workspace", "--out", file, "--data", data])).code, 0);
    assert.deepEqual(
      [await modeOf(data), await modeOf(`${data}/fishbowl.db`), await modeOf(file)],
      [0o700, 0o600, 0o600],
    );
    // While it is open, what SQLite keeps beside the file is as private.
    await opened(data, async (log) => {
      await log.side("token").set("t", {});
      for (const end of ["-wal", "-shm"]) assert.equal(await modeOf(`${data}/fishbowl.db${end}`), 0o600, end);
    });
  }));

Deno.test("a store that is no file is copied and restored by rows, and only into an empty one", () =>
  inFolder(async (folder) => {
    const [source, out, data] = [`${folder}/source`, `${folder}/out`, `${folder}/scratch`];
    await filled(source);
    // What --kv names is opened as it is, and a file stands for the service.
    const from = { ...options("--out", out), kv: `${source}/fishbowl.db` };
    await opened(source, async () => {
      const console = terminal();
      assert.equal(await backupCommand(from, console, schedule("2026-01-01T00:00:00Z", 1)), 0);
      assert.match(console.lines[0] ?? "", /1 streams, 1 events, .*no problems/);
    });
    assert.deepEqual([await modeOf(out), await modeOf(`${out}/fishbowl.db`)], [0o700, 0o600]);
    const back = (kv: string): Options => ({ ...options("--data", data), from: out, kv });
    await Deno.mkdir(`${folder}/target`);
    assert.equal(await restoreCommand(back(`${folder}/target/fishbowl.db`), terminal()), 0);
    await opened(`${folder}/target`, async (log) => {
      assert.equal((await log.head("workspace")).seq, 1);
      assert.deepEqual(await log.side("token").get("token_1"), { hash: "h" });
      assert.deepEqual(await log.side("session").list(), []);
    });
    await assert.rejects(restoreCommand(back(`${folder}/target/fishbowl.db`), terminal()), /new store/);
    assert.deepEqual(await namesIn(data), ["store.lock"], "nothing is left where it was made ready");
  }));
