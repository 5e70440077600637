/** What is wrong outside is said in one clear line, and the log stays as it was. */
import assert from "node:assert/strict";
import { realEnvironment } from "../../events/store/environment.ts";
import {
  DiskFull,
  NewerFormat,
  OlderFormat,
  StoreLocked,
  StoreUnreadable,
} from "../../events/store/errors.ts";
import { openLog } from "../../events/store/log.ts";
import { FORMAT } from "../../events/store/kv/open.ts";
import { Scheduler, SimProcess } from "../sim/scheduler.ts";
import { SimDisk } from "../sim/sim_disk.ts";
import { NO_FAULTS, type SimFaults } from "../sim/sim_kv.ts";
import { openSimLog } from "../sim/sim_log.ts";
import { dump } from "./store/dump.ts";
import { appended, readAll, said } from "./store/given.ts";
import { inFolder } from "../in_folder.ts";

/** Fails with this class, in one line that says something. */
function oneLine(kind: new (...args: never[]) => Error): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof kind, String(error));
    assert.match(error.message, /^[^\n]{10,200}$/);
    return true;
  };
}

Deno.test("a store of a newer format is refused and not touched", () =>
  inFolder(async (folder) => {
    const path = `${folder}/log.db`;
    const log = await openLog({ path });
    await appended(log, "c", [said("m/0")]);
    await log.parts.kv.atomic().set(["meta", "format"], new TextEncoder().encode(`${FORMAT + 1}`)).commit();
    await log.close();
    const before = await Deno.readFile(path);
    await assert.rejects(openLog({ path }), oneLine(NewerFormat));
    assert.deepEqual(await Deno.readFile(path), before);
  }));

Deno.test("a store of an older format is refused and not touched, and the line says what brings it up to date", () =>
  inFolder(async (folder) => {
    const path = `${folder}/log.db`;
    const log = await openLog({ path });
    await log.parts.kv.atomic().set(["meta", "format"], new TextEncoder().encode("1")).commit();
    await log.close();
    const before = await Deno.readFile(path);
    await assert.rejects(
      openLog({ path }),
      (error) =>
        error instanceof OlderFormat && /fishbowl migrate/.test(error.message) && !/\n/.test(error.message),
    );
    assert.deepEqual(await Deno.readFile(path), before);
  }));

Deno.test("a file that is no store, and a folder that is not there, are unreadable", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/text.db`, "this is not a database ".repeat(200));
    await assert.rejects(openLog({ path: `${folder}/text.db` }), oneLine(StoreUnreadable));
    await assert.rejects(openLog({ path: `${folder}/no/such/log.db` }), oneLine(StoreUnreadable));
    await assert.rejects(openLog({ path: folder }), oneLine(StoreUnreadable));
  }));

Deno.test("a file that stays locked is given up with one line", async () => {
  let now = 0;
  const environment = {
    ...realEnvironment,
    monotonic: () => now,
    sleep: (ms: number) => {
      now += ms;
      return Promise.resolve();
    },
  };
  const open = () => Promise.reject(new TypeError("database is locked"));
  await assert.rejects(openLog({ path: "x", environment, open }), oneLine(StoreLocked));
});

/** A log on a simulated store whose faults the test changes. */
async function simulated(
  body: (
    world: {
      log: Awaited<ReturnType<typeof openLog>>;
      disk: SimDisk;
      faults: SimFaults;
      scheduler: Scheduler;
    },
  ) => Promise<void>,
): Promise<void> {
  const scheduler = new Scheduler(7);
  const disk = new SimDisk();
  const faults = { ...NO_FAULTS };
  await scheduler.run((async () => {
    const log = await openSimLog(disk, new SimProcess(scheduler, "p"), faults);
    await body({ log, disk, faults, scheduler });
  })());
}

Deno.test("a full disk is an answer to who has patience and an error to who has not; the log goes on afterwards", () =>
  simulated(async ({ log, disk }) => {
    const { head } = await appended(log, "c", [said("m/0")]);
    const before = await dump(log);
    disk.full = true;
    const request = { stream: "c", head, events: [said("m/1")] };
    const answer = await log.append({ ...request, patienceMs: 1_000 });
    assert.ok(!answer.ok && answer.reason === "unavailable" && /full/.test(answer.detail));
    await assert.rejects(log.append(request), oneLine(DiskFull));
    assert.equal(await log.ready(), false);
    assert.deepEqual(await dump(log), before);
    disk.full = false;
    assert.equal((await log.append(request)).ok, true);
  }));

Deno.test("a command from outside gives up on a locked store in time; what is internal waits", () =>
  simulated(async ({ log, faults, scheduler }) => {
    const { head } = await appended(log, "c", [said("m/0")]);
    Object.assign(faults, { locked: 1 });
    const start = scheduler.now;
    const given = await log.append({ stream: "c", head, events: [said("out/0")], patienceMs: 2_000 });
    assert.deepEqual(given, {
      ok: false,
      reason: "unavailable",
      detail: "The store did not answer in time.",
    });
    assert.ok(Math.abs(scheduler.now - start - 2_000) < 1);
    const internal = log.append({ stream: "c", head, events: [said("in/0")] });
    await scheduler.sleep(60_000);
    Object.assign(faults, { locked: 0 });
    assert.equal((await internal).ok, true);
    // What was given up is not tried again behind the caller's back.
    assert.deepEqual((await readAll(log, "c")).map((e) => e.id), ["m/0", "in/0"]);
  }));

Deno.test("a store that cannot be written any more fails the append, and only after it was tried again", () =>
  simulated(async ({ log, faults }) => {
    const { head } = await appended(log, "c", [said("m/0")]);
    Object.assign(faults, { failed: 1 });
    await assert.rejects(log.append({ stream: "c", head, events: [said("m/1")] }), oneLine(StoreUnreadable));
    Object.assign(faults, { failed: 0 });
    assert.equal((await log.append({ stream: "c", head, events: [said("m/1")] })).ok, true);
  }));

Deno.test("a store that was copied without its epoch gets another, one that is opened again keeps it", () =>
  inFolder(async (folder) => {
    const path = `${folder}/log.db`;
    const epochs: string[] = [];
    for (let i = 0; i < 3; i++) {
      const log = await openLog({ path });
      epochs.push(log.epoch);
      if (i === 1) await log.parts.kv.atomic().delete(["meta", "epoch"]).commit();
      await log.close();
    }
    assert.equal(epochs[0], epochs[1]);
    assert.notEqual(epochs[1], epochs[2]);
  }));

Deno.test("closing ends every follower without an error, also one that reads at that moment", () =>
  inFolder(async (folder) => {
    for (let i = 0; i < 20; i++) {
      const log = await openLog({ path: `${folder}/${i}.db` });
      const start = await log.order.end();
      await appended(log, "c", [said("m/0")]);
      const never = new AbortController();
      const follower = (async () => {
        for await (const _ of log.order.follow(start, never.signal)) {
          // Whether the close comes before or after this is chance.
        }
      })();
      if (i % 2) await log.parts.environment.breathe();
      await log.close();
      await follower;
    }
  }));
