/** Opening a store that does not answer at once, or not as it should: what is tried again, what is said, what stays open. */
import assert from "node:assert/strict";
import { realEnvironment } from "../../../../events/store/environment.ts";
import { DiskFull, StoreLocked, StoreUnreadable } from "../../../../events/store/errors.ts";
import { openDenoKv, openStore, renewEpoch } from "../../../../events/store/kv/open.ts";
import { inFolder } from "../../../in_folder.ts";
import { memoryKv } from "../../../sim/memory_kv.ts";
import { SimDisk } from "../../../sim/sim_disk.ts";

/** A store that says `faults`, one a look, before it answers; time passes only while it is waited for. */
function troubled(faults: readonly string[]) {
  const disk = new SimDisk();
  let [looks, open, now] = [0, 0, 0];
  const environment = {
    ...realEnvironment,
    monotonic: () => now,
    sleep: (ms: number) => Promise.resolve(void (now += ms)),
  };
  const opening = () => {
    open++;
    const fault = faults[looks++];
    const kv = memoryKv(disk);
    const { getMany } = kv;
    return Promise.resolve(Object.assign(kv, {
      getMany: (keys: Deno.KvKey[]) => fault ? Promise.reject(new Error(fault)) : getMany.call(kv, keys),
      close: () => void open--,
    }));
  };
  return {
    opened: () => openStore("store", opening, environment),
    open: () => open,
    looks: () => looks,
    waited: () => now,
  };
}

Deno.test("an answer that was lost says nothing of a store: it is looked at again, five times at most", async () => {
  const store = troubled(Array(4).fill("connection reset"));
  assert.match((await store.opened()).epoch, /^[0-9a-z]{12}$/);
  assert.deepEqual([store.looks(), store.open()], [5, 1], "what could not be used is closed");
  const silent = troubled(Array(5).fill("connection reset"));
  await assert.rejects(silent.opened, StoreUnreadable);
  assert.deepEqual([silent.looks(), silent.open()], [5, 0]);
});

Deno.test("a store that cannot be opened at all is told of at once", async () => {
  let looks = 0;
  const opening = () => (looks++, Promise.reject(new Error("no such folder")));
  await assert.rejects(
    () => openStore("store", opening, realEnvironment),
    /^StoreUnreadable: The store cannot be opened: no such folder/,
  );
  assert.equal(looks, 1);
});

Deno.test("a store that is locked is waited for, but not for ever; a full disk is told of as that", async () => {
  const shortly = troubled(Array(9).fill("database is locked"));
  await shortly.opened();
  assert.deepEqual([shortly.looks(), shortly.open()], [10, 1]);
  const long = troubled(Array(10_000).fill("database is locked"));
  await assert.rejects(long.opened, StoreLocked);
  assert.ok(long.waited() > 5_000 && long.waited() < 5_100, `${long.waited()} ms`);
  assert.equal(long.open(), 0);
  const full = troubled(["database or disk is full"]);
  await assert.rejects(full.opened, DiskFull);
  assert.deepEqual([full.looks(), full.open()], [1, 0]);
});

Deno.test("the copy of a store has an epoch of its own, and the same format", () =>
  inFolder(async (folder) => {
    const path = `${folder}/store`;
    const epochNow = async () => {
      const { kv, epoch } = await openStore(path, openDenoKv, realEnvironment);
      kv.close();
      return epoch;
    };
    const first = await epochNow();
    assert.equal(await epochNow(), first);
    const renewed = await renewEpoch(path, realEnvironment);
    assert.notEqual(renewed, first);
    assert.equal(await epochNow(), renewed);
  }));
