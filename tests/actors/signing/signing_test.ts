/** Checkpoints: what they sign, what they cost, who signs; and what is noticed of a store that is not what it was. */
import assert from "node:assert/strict";
import { checkpointHash, isSignedBy, readCheckpoint, treeOf } from "../../../events/catalog/checkpoint.ts";
import { openLog, type StoreLog } from "../../../events/store/log.ts";
import { markFile } from "../../../events/store/file/mark.ts";
import type { KeptCheckpoint } from "../../../events/store/kept_checkpoints.ts";
import { rebuild } from "../../../events/store/verify/rebuild.ts";
import { verify } from "../../../events/store/verify/verify.ts";
import { notAsSigned } from "../../../events/store/verify/verify_signed.ts";
import { backup } from "../../../events/store/copy/backup.ts";
import { KeyUnreadable, Signing } from "../../../actors/signing/signing.ts";
import { realEnvironment } from "../../../actors/runtime/environment.ts";
import { silent } from "../../../actors/runtime/logger.ts";
import { Scheduler } from "../../sim/scheduler.ts";
import { SimDisk } from "../../sim/sim_disk.ts";
import { memoryKv } from "../../sim/memory_kv.ts";
import { appended, happened, said } from "../../events/store/given.ts";
import { folds } from "../../events/store/folds.ts";
import { withLog } from "../../events/store/with_log.ts";
import { inFolder } from "../../in_folder.ts";

const MASTER = new Uint8Array(32).fill(7);

export const signingOf = (log: StoreLog, masterKey = MASTER): Signing =>
  new Signing({ log, environment: realEnvironment, logger: silent, masterKey });

const PACE = { first: 1_000, looks: 300_000, hour: 3_600_000 };

/** Virtual time of one that looks and sleeps again. */
function clocks() {
  const scheduler = new Scheduler(1);
  let at = Date.parse("2026-01-01T00:00:00.000Z");
  let asleep = false;
  const environment = {
    now: () => new Date(at).toISOString(),
    sleep: async (ms: number, signal?: AbortSignal) => {
      at += ms;
      asleep = true;
      await scheduler.sleep(ms, signal).finally(() => asleep = false);
    },
  };
  const pass = async (ms: number) => {
    // And one: of two tasks of the same moment either is first.
    await scheduler.advance(ms + 1);
    // What the platform's cryptography does takes real time: it sleeps again when that is done.
    while (!asleep) await new Promise((resolve) => setTimeout(resolve));
  };
  return { environment, pass, setBack: (ms: number) => void (at -= ms) };
}

async function chainOf(log: StoreLog): Promise<KeptCheckpoint[]> {
  const all: KeptCheckpoint[] = [];
  for await (const one of log.checkpoints.all()) {
    assert.ok(!("damaged" in one));
    all.push(one);
  }
  return all;
}
const problems = async (log: StoreLog) =>
  (await verify(log)).problems.map(({ kind, detail }) => `${kind}: ${detail}`);

Deno.test("a checkpoint signs every head that changed since the last one, and those alone", () =>
  withLog(async (log) => {
    const signing = signingOf(log);
    assert.equal(await signing.sign("demand"), null, "nothing is there to be signed");
    for (const stream of ["a", "b", "c"]) {
      await appended(log, stream, [said(`${stream}/0`), said(`${stream}/1`)]);
    }
    const first = await signing.sign("demand");
    assert.ok(first);
    assert.deepEqual(first.heads.map(([stream, seq]) => [stream, seq]), [["a", 2], ["b", 2], ["c", 2]]);
    assert.equal((await log.head("b")).hash, first.heads[1]?.[2]);
    assert.equal((await signing.sign("hour"))?.checkpoint.n, 1, "nothing changed");
    await appended(log, "b", [said("b/2")]);
    const second = await signing.sign("hour");
    assert.deepEqual(second?.heads.map(([stream, seq]) => [stream, seq]), [["b", 3]]);
    assert.equal(second?.checkpoint.prev, await checkpointHash(crypto.subtle, first.text));
    assert.equal(second?.checkpoint.key, await signing.key());
    assert.equal(second?.checkpoint.root, (await treeOf(crypto.subtle, second?.heads ?? [])).root);
    assert.equal((await log.checkpoints.signing("a"))?.checkpoint.n, 1);
    assert.equal((await log.checkpoints.signing("b"))?.checkpoint.n, 2);
    assert.deepEqual(await problems(log), []);
  }));

Deno.test("a second process signs with the same key, and both go on in one chain", async () => {
  const disk = new SimDisk();
  const open = () => openLog({ path: ":memory:", open: () => Promise.resolve(memoryKv(disk)) });
  const [one, other] = [await open(), await open()];
  await appended(one, "a", [said("a/0")]);
  await Promise.all([signingOf(one).sign("demand"), signingOf(other).sign("demand")]);
  for (let n = 1; n <= 5; n++) {
    await appended(one, "a", [said(`a/${n}`)]);
    await Promise.all([
      signingOf(one).changeKey(),
      signingOf(other).sign("demand"),
      signingOf(other).changeKey(),
    ]);
  }
  assert.ok((await chainOf(one)).length >= 11);
  assert.deepEqual(await problems(one), []);
  await one.close();
  await other.close();
});

Deno.test("of a key that goes while a checkpoint is made it is not said that it cannot be read: the next one signs", async () => {
  const disk = new SimDisk();
  const open = () => openLog({ path: ":memory:", open: () => Promise.resolve(memoryKv(disk)) });
  const [one, other] = [await open(), await open()];
  await appended(one, "a", [said("a/0")]);
  await signingOf(one).sign("demand");
  const rows = one.side("signing");
  let next = "";
  const meanwhile = {
    ...rows,
    get: async (id: string) => {
      next ||= await signingOf(other).changeKey();
      return await rows.get(id);
    },
  };
  const log = { checkpoints: one.checkpoints, side: () => meanwhile };
  const environment = realEnvironment;
  const signing = new Signing({ log, environment, logger: silent, masterKey: MASTER });
  await appended(one, "a", [said("a/1")]);
  const signed = await signing.signed("a");
  assert.equal(await signing.key(), next);
  assert.deepEqual(signed?.heads.map(([stream, seq]) => [stream, seq]), [["a", 2]]);
  assert.deepEqual(await problems(one), []);
  await one.close();
  await other.close();
});

Deno.test("more heads than one checkpoint takes are signed by several, and then by none", () =>
  withLog(async (log) => {
    for (let n = 0; n < 401; n++) await appended(log, `c${n}`, [said(`c${n}/0`)]);
    await signingOf(log).sign("hour");
    const chain = await chainOf(log);
    assert.deepEqual(chain.map(({ heads }) => heads.length), [400, 1]);
    await signingOf(log).sign("hour");
    assert.equal((await chainOf(log)).length, 2);
    // One that waits to be signed has a place beside those that somebody accepts where there is room for both, and once.
    for (const stream of ["c400", "d"]) await appended(log, stream, [said(`${stream}/1`)]);
    const accepted = chain.flatMap(({ heads }) => heads.map(([stream]) => stream));
    await signingOf(log).accept("restore", null, accepted);
    const [first, last] = (await chainOf(log)).slice(2).map(({ heads }) => heads.map(([stream]) => stream));
    assert.deepEqual(first, accepted.slice(0, 400));
    assert.deepEqual(last, ["c400", "d"]);
    assert.equal((await chainOf(log)).length, 4);
    assert.deepEqual(await problems(log), []);
  }));

Deno.test("a new key is vouched for by the one before; one that was lost is replaced where somebody says so", () =>
  withLog(async (log) => {
    const signing = signingOf(log);
    await appended(log, "a", [said("a/0")]);
    await signing.sign("demand");
    const first = await signing.key();
    const second = await signing.changeKey();
    assert.notEqual(first, second);
    await appended(log, "a", [said("a/1")]);
    await signingOf(log).sign("demand");
    const [, change, next] = await chainOf(log);
    assert.deepEqual([change?.checkpoint.key, change?.checkpoint.next], [first, second]);
    assert.equal(next?.checkpoint.key, second);
    assert.equal((await log.side("signing").list()).length, 1, "the former key is kept by nobody");
    await appended(log, "a", [said("a/2")]);
    const stranger = signingOf(log, new Uint8Array(32).fill(8));
    await assert.rejects(() => stranger.sign("demand"), KeyUnreadable);
    const third = await stranger.changeKey(true);
    await appended(log, "a", [said("a/3")]);
    await stranger.sign("demand");
    assert.deepEqual((await chainOf(log)).slice(-2).map(({ checkpoint: { key, why } }) => [key, why]), [
      [third, "lost"],
      [third, "demand"],
    ]);
    const changes = (await stranger.changes()).map(({ text }) => readCheckpoint(text)?.why);
    assert.deepEqual(changes, ["key", "lost"]);
    assert.deepEqual(await problems(log), []);
  }));

Deno.test("what was signed and is another now is named: in a stream, in its end, in a checkpoint, in its row", () =>
  inFolder(async (folder) => {
    const signed = async (name: string, change: (log: StoreLog) => Promise<void>) => {
      const path = `${folder}/${name}`;
      const log = await openLog({ path });
      await appended(log, "a", [said("a/0"), said("a/1")]);
      await appended(log, "b", [said("b/0")]);
      await signingOf(log).sign("demand");
      await appended(log, "a", [said("a/2")]);
      await signingOf(log).sign("demand");
      await change(log);
      const found = await problems(log);
      await log.close();
      return found.filter((line) => line.startsWith("signed"));
    };
    const set = async (log: StoreLog, key: Deno.KvKey, change: (text: string) => string) => {
      const { value } = await log.parts.kv.get(key);
      const text = change(new TextDecoder().decode(value as Uint8Array));
      await log.parts.kv.atomic().set(key, new TextEncoder().encode(text)).commit();
    };
    // Another history under the same name: whole in itself.
    const other = await openLog({ path: `${folder}/other` });
    await appended(other, "a", [said("a/0", "other"), said("a/1"), said("a/2")]);
    const row = await other.parts.kv.get(["at", "a"]);
    await other.close();
    assert.deepEqual(
      await signed(
        "history",
        async ({ parts: { kv } }) => void await kv.atomic().set(["at", "a"], row.value).commit(),
      ),
      [2, 3].map((seq) => `signed: Up to event ${seq} it is not what a checkpoint signed.`),
    );
    assert.deepEqual(
      await signed("gone", async ({ parts: { kv } }) => void await kv.atomic().delete(["at", "b"]).commit()),
      ["signed: Checkpoint 1 signed it up to event 1, and it is not there."],
    );
    assert.deepEqual(
      await signed("heads", (log) => set(log, ["checkpoint", 1], (text) => text.replace('"a",2', '"a",1'))),
      [
        "signed: Checkpoint 1: what it signed is not what is kept of it.",
        "signed: Up to event 1 it is not what a checkpoint signed.",
      ],
    );
    assert.deepEqual(
      await signed("text", (log) => set(log, ["checkpoint", 1], (text) => text.replace("demand", "backup"))),
      [
        "signed: Checkpoint 1: its signature is not that of its key.",
        "signed: Checkpoint 2: it does not follow the one before.",
      ],
    );
    assert.deepEqual(
      await signed(
        "missing",
        async ({ parts: { kv } }) => void await kv.atomic().delete(["checkpoint", 1]).commit(),
      ),
      ["signed: Checkpoint 1 is missing."],
    );
    assert.deepEqual(
      await signed(
        "row",
        async ({ parts: { kv } }) => void await kv.atomic().delete(["signed", "b"]).commit(),
      ),
      ["signed: The row that says which checkpoint signed it is missing or another."],
    );
  }));

Deno.test("a store that was put back to an earlier day is told until somebody accepts it", () =>
  inFolder(async (folder) => {
    const path = `${folder}/a.db`;
    const open = () => openLog({ path, signed: markFile(path, "-signed") });
    let log = await open();
    await appended(log, "a", [said("a/0")]);
    await signingOf(log).sign("demand");
    await log.close();
    await Deno.copyFile(path, `${folder}/yesterday`);
    log = await open();
    await appended(log, "a", [said("a/1")]);
    await signingOf(log).sign("demand");
    assert.equal(await log.checkpoints.lost(), null);
    await log.close();
    for (const end of ["-wal", "-shm"]) await Deno.remove(path + end).catch(() => undefined);
    await Deno.copyFile(`${folder}/yesterday`, path);
    log = await open();
    assert.equal((await log.checkpoints.lost())?.n, 2);
    await appended(log, "a", [said("a/1", "another")]);
    await signingOf(log).sign("hour");
    const lost = await log.checkpoints.lost();
    assert.equal(lost?.n, 2, "signing on does not hide it");
    assert.match((await problems(log)).join(), /^lost: The store once had checkpoint 2/);
    await signingOf(log).accept("rebuild", lost);
    assert.equal(await log.checkpoints.lost(), null);
    assert.deepEqual(
      (await log.checkpoints.newest())?.checkpoint.lost,
      lost,
      "the chain tells of it for ever",
    );
    assert.deepEqual(await problems(log), []);
    await log.close();
  }));

Deno.test("what a rebuild had to give up is signed as it is now, and then nothing is wrong any more", () =>
  withLog(async (log) => {
    for (const stream of ["a", "b"]) await appended(log, stream, [said(`${stream}/0`)]);
    await signingOf(log).sign("demand");
    const { kv } = log.parts;
    await kv.atomic().delete(["at", "b"]).delete(["signed", "a"]).commit();
    await rebuild(log, folds);
    assert.deepEqual(await notAsSigned(log), ["b"]);
    await appended(log, "c", [said("c/0")]);
    await signingOf(log).accept("rebuild", null, ["b"]);
    const newest = await log.checkpoints.newest();
    assert.deepEqual(newest?.heads, [["b", 0, ""]], "nobody accepted what else changed");
    assert.deepEqual(await notAsSigned(log), []);
    assert.deepEqual((await problems(log)).filter((line) => line.startsWith("signed")), []);
  }));

Deno.test("a copy row by row holds the checkpoints as they were, and goes on with them", () =>
  inFolder((folder) =>
    withLog(async (log) => {
      await appended(log, "a", [said("a/0")]);
      await signingOf(log).sign("demand");
      await backup(log, { path: `${folder}/copy` }, folds);
      const copy = await openLog({ path: `${folder}/copy` });
      assert.deepEqual(await problems(copy), []);
      assert.equal((await signingOf(copy).sign("hour"))?.checkpoint.n, 1, "the copy is what was signed");
      await appended(copy, "a", [said("a/1")]);
      assert.equal((await signingOf(copy).sign("hour"))?.checkpoint.n, 2);
      await copy.close();
    })
  ));

Deno.test("signing costs what changed, and not what there is", async () => {
  const readsAt = async (streams: number) => {
    const disk = new SimDisk();
    const log = await openLog({ path: ":memory:", open: () => Promise.resolve(memoryKv(disk)) });
    for (let n = 0; n < streams; n++) await appended(log, `c${n}`, [said(`c${n}/0`)]);
    await signingOf(log).sign("hour");
    for (const n of [3, 30, 60]) await appended(log, `c${n}`, [said(`c${n}/1`)]);
    let rows = 0;
    const { kv } = log.parts;
    const { get, getMany, list } = kv;
    Object.assign(kv, {
      get: (key: Deno.KvKey) => (rows++, get.call(kv, key)),
      getMany: (keys: Deno.KvKey[]) => (rows += keys.length, getMany.call(kv, keys)),
      async *list(...asked: Parameters<typeof list>) {
        for await (const entry of list.apply(kv, asked)) {
          rows++;
          yield entry;
        }
      },
    });
    const newest = await signingOf(log).sign("hour");
    assert.deepEqual(newest?.heads.map(([stream]) => stream), ["c3", "c30", "c60"]);
    await log.close();
    return rows;
  };
  const [few, many] = [await readsAt(100), await readsAt(1_000)];
  assert.equal(few, many);
  assert.ok(few < 30, `${few} rows`);
});

Deno.test("every hour in which something happened has a checkpoint, and no other", async () => {
  await withLog(async (log) => {
    const { environment, pass, setBack } = clocks();
    const told: string[] = [];
    const logger = (_: string, name: string) => void told.push(name);
    let faults = 0;
    const { changed } = log.checkpoints;
    const failing = Object.assign(Object.create(log.checkpoints), {
      changed: () =>
        faults-- > 0 ? Promise.reject(new Error("The disk is away.")) : changed.call(log.checkpoints),
    });
    const ports = {
      log: { checkpoints: failing, side: log.side },
      environment,
      logger,
      masterKey: MASTER,
      pace: PACE,
    };
    const signing = new Signing(ports);
    await appended(log, "a", [said("a/0")]);
    signing.begin();
    const hours = async (count: number) => {
      for (let n = 0; n < count * 12; n++) await pass(PACE.looks);
    };
    await hours(1);
    const { length } = await chainOf(log);
    assert.equal(length, 1);
    await hours(3);
    assert.equal((await chainOf(log)).length, 1, "nothing happened");
    await appended(log, "a", [happened("a/1", "Anything")]);
    await hours(2);
    assert.equal((await chainOf(log)).length, 2);
    await appended(log, "a", [happened("a/2", "Anything")]);
    faults = 1;
    await hours(2);
    assert.equal((await chainOf(log)).length, 3, "what failed once is tried again");
    assert.deepEqual(told, ["signing_failed"]);
    await appended(log, "a", [happened("a/3", "Anything")]);
    setBack(86_400_000);
    await hours(1);
    assert.equal((await chainOf(log)).length, 4, "a clock that was set back puts nothing off");
    await signing.stop();
  });
});

Deno.test("signing that was cut short is gone on with at the first look of who is next, not an hour later", () =>
  withLog(async (log) => {
    const { environment, pass } = clocks();
    const next = () => new Signing({ log, environment, logger: silent, masterKey: MASTER, pace: PACE });
    const looked = async (ms: number) => {
      const signing = next();
      signing.begin();
      await pass(ms);
      await signing.stop();
      return (await chainOf(log)).map(({ heads }) => heads.length);
    };
    for (let n = 0; n < 401; n++) await appended(log, `c${n}`, [said(`c${n}/0`)]);
    const { add } = log.checkpoints;
    Object.assign(log.checkpoints, {
      add: (...asked: Parameters<typeof add>) =>
        asked[0] > 1 ? Promise.reject(new Error("Killed.")) : add.apply(log.checkpoints, asked),
    });
    await assert.rejects(() => next().sign("hour"), /Killed/);
    Object.assign(log.checkpoints, { add });
    assert.deepEqual((await chainOf(log)).map(({ heads }) => heads.length), [400]);
    assert.deepEqual(await looked(PACE.first), [400, 1]);
    await appended(log, "d", [said("d/0")]);
    assert.deepEqual(await looked(PACE.first), [400, 1], "what has come to its end waits for its hour");
    // What is signed for another reason, and alone, leaves what waits as due as it was.
    await next().accept("rebuild", null, ["c0"]);
    assert.deepEqual(await looked(PACE.first), [400, 1, 1, 1]);
    assert.deepEqual((await chainOf(log)).at(-1)?.heads.map(([stream]) => stream), ["d"]);
  }));

Deno.test("a checkpoint is signed by its key alone", () =>
  withLog(async (log) => {
    await appended(log, "a", [said("a/0")]);
    const signed = await signingOf(log).sign("demand");
    assert.ok(signed);
    assert.ok(await isSignedBy(crypto.subtle, signed.checkpoint.key, signed));
    const { key } = signed.checkpoint;
    const other = `${key.startsWith("A") ? "B" : "A"}${key.slice(1)}`;
    assert.equal(await isSignedBy(crypto.subtle, other, signed), false);
    // The same bytes, written in another way, are no signature: the last character holds bits that mean nothing.
    const last = signed.signature.at(-1) ?? "";
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const twin = signed.signature.slice(0, -1) + letters[letters.indexOf(last) ^ 1];
    assert.equal(await isSignedBy(crypto.subtle, key, { ...signed, signature: twin }), false);
  }));
