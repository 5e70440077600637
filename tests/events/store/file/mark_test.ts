/** How far the store was, beside it: never ahead of what is durable, told when the store's end is gone. */
import assert from "node:assert/strict";
import { openLog, type StoreLog } from "../../../../events/store/log.ts";
import { Mark, MARK_MS, markFile, type Place } from "../../../../events/store/file/mark.ts";
import { rebuild } from "../../../../events/store/verify/rebuild.ts";
import { verify } from "../../../../events/store/verify/verify.ts";
import { Scheduler } from "../../../sim/scheduler.ts";
import { folds } from "../folds.ts";
import { inFolder } from "../../../in_folder.ts";
import { appended, said } from "../given.ts";

const at = (number: number, epoch = "e"): Place => ({ epoch, stamp: String(number).padStart(20, "0") });

Deno.test("the mark is written once a second at most, and is the newest commit it was told of", async () => {
  const scheduler = new Scheduler(1);
  const written: string[] = [];
  let end = at(0);
  const mark = await Mark.open({
    file: {
      read: () => Promise.resolve(null),
      write: (text) => Promise.resolve(void written.push(text)),
    },
    end: () => Promise.resolve(end),
    sleep: (ms, signal) => scheduler.sleep(ms, signal),
  });
  for (let n = 1; n <= 500; n++) {
    end = at(n);
    mark.reached(end);
    mark.reached(at(n - 1)); // told late by a slower answer: it does not go back
    await scheduler.advance(10);
  }
  await scheduler.advance(MARK_MS);
  assert.ok(written.length >= 4 && written.length <= 6, `${written.length} times in five seconds`);
  assert.equal(written.at(-1), JSON.stringify(at(500)));
  await scheduler.advance(10 * MARK_MS);
  assert.ok(written.length <= 6, "nothing is written while nothing happens");
  mark.reached(at(501));
  await mark.close();
  assert.equal(written.at(-1), JSON.stringify(at(501)), "what was waiting is written at the end");
});

async function lostWhen(now: Place, written: string | null): Promise<boolean> {
  const file = { read: () => Promise.resolve(written), write: () => Promise.resolve() };
  const mark = await Mark.open({ file, end: () => Promise.resolve(now), sleep: () => Promise.resolve() });
  return await mark.lost() !== null;
}

Deno.test("a store that ends before its mark lost something; one that went on, or has no mark, did not", async () => {
  assert.equal(await lostWhen(at(4), JSON.stringify(at(5))), true);
  assert.equal(await lostWhen(at(5), JSON.stringify(at(5))), false);
  assert.equal(await lostWhen(at(6), JSON.stringify(at(5))), false, "killed before the mark was written");
  assert.equal(await lostWhen(at(9, "f"), JSON.stringify(at(5))), true, "another store in its place");
  assert.equal(await lostWhen(at(1), null), false);
  assert.equal(await lostWhen(at(1), "{torn"), false);
});

Deno.test("what a damaged mark says was lost is told only where it can be read", async () => {
  for (const lost of [5, {}, "x", { epoch: "e" }, null]) {
    assert.equal(await lostWhen(at(6), JSON.stringify({ ...at(5), lost })), false, JSON.stringify(lost));
  }
  assert.equal(await lostWhen(at(6), JSON.stringify({ ...at(5), lost: at(9) })), true);
});

Deno.test("a loss accepted beside a running server is not told again by it; one nobody accepted is", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/store.db`;
  const file = markFile(path);
  const mark = async () => JSON.parse(await file.read() ?? "null");
  try {
    await file.write(JSON.stringify(at(9, "gone")));
    const server = await openLog({ path, mark: file });
    try {
      await appended(server, "a", [said("a/1")]);
      while ((await mark()).epoch === "gone") await server.parts.environment.sleep(20);
      assert.deepEqual((await mark()).lost, at(9, "gone"));
      const beside = await openLog({ path, mark: file });
      await rebuild(beside, folds);
      await beside.close();
      assert.equal((await mark()).lost, undefined);
      await appended(server, "a", [said("a/2")]);
    } finally {
      await server.close();
    }
    assert.ok((await mark()).stamp > at(0).stamp);
    assert.equal((await mark()).lost, undefined);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Copies a store that is open, as it lies on the disk after a kill; `wal`: with the newest commits. */
async function killed(from: string, to: string, wal: boolean): Promise<void> {
  await Deno.copyFile(from, to);
  if (wal) await Deno.copyFile(`${from}-wal`, `${to}-wal`);
  await Deno.copyFile(`${from}-mark`, `${to}-mark`);
}

const lostIn = async (log: StoreLog) =>
  (await verify(log, folds)).problems.filter(({ kind }) => kind === "lost").length;

// Shows P27.
Deno.test("a write-ahead file cut to nothing is told, also after the store was written to again, until it is accepted", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/store.db`;
  const log = await openLog({ path, mark: markFile(path) });
  try {
    for (let n = 0; n < 20; n++) await appended(log, "a", [said(`a/${n}`)]);
    const marked = async () =>
      (await markFile(path).read())?.includes((await log.order.end()).split(".")[1] ?? "-");
    while (!(await marked())) await log.parts.environment.sleep(20);
    await appended(log, "a", [said("a/last")]); // after the mark: it is behind now
    await killed(path, `${folder}/whole.db`, true);
    await killed(path, `${folder}/cut.db`, false);
  } finally {
    await log.close();
  }
  const opened = (name: string) =>
    openLog({ path: `${folder}/${name}`, mark: markFile(`${folder}/${name}`) });
  try {
    const whole = await opened("whole.db");
    assert.equal(await lostIn(whole), 0);
    assert.equal((await whole.head("a")).seq, 21, "the mark was behind, and that is no loss");
    await whole.close();

    const cut = await opened("cut.db");
    assert.equal((await cut.head("a")).seq, 0, "nothing in the file tells that anything was there");
    assert.equal(await lostIn(cut), 1);
    for (let n = 0; n < 40; n++) await appended(cut, "b", [said(`b/${n}`)]);
    await cut.close();

    const again = await opened("cut.db");
    assert.equal(await lostIn(again), 1, "going on does not make it forgotten");
    await rebuild(again, folds);
    assert.equal(await lostIn(again), 0);
    await again.close();
    const last = await opened("cut.db");
    assert.equal(await lostIn(last), 0);
    await last.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a mark that cannot be put in its place leaves nothing beside the store", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/fishbowl.db-mark`);
    await assert.rejects(markFile(`${folder}/fishbowl.db`).write("{}"));
    const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
    assert.deepEqual(names, ["fishbowl.db-mark"]);
  });
});
