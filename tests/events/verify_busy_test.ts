/** Verifying beside a server at work tells nothing that is not so, however often it looks. */
import { draws } from "../effort.ts";
import assert from "node:assert/strict";
import type { Kv } from "../../events/store/kv/kv.ts";
import { withLog } from "./store/with_log.ts";
import { openDenoKv } from "../../events/store/kv/open.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { derivedRows } from "../../server/command_line/derived_rows.ts";
import { inWorld } from "../actors/world.ts";
import { appended, happened, noise, said } from "./store/given.ts";
import { replacing } from "../replacing.ts";
import { SimProcess } from "../sim/scheduler.ts";
import { NO_FAULTS } from "../sim/sim_kv.ts";
import { openSimLog } from "../sim/sim_log.ts";

/** Times that the store is looked through beside traffic; half a change was seen in about one of three. */
const TIMES = draws(60);

// Shows P27.
Deno.test("beside answers being written, stopped and deleted, verifying finds no problem in a sound store", () =>
  inWorld({ tokenMs: 5 }, async (world, room) => {
    const { scheduler, disk } = world;
    await room.open([{ name: "Ada", model: "story:40" }, { name: "Ben", model: "echo" }]);
    const auditor = new SimProcess(scheduler, "auditor");
    const log = await openSimLog(disk, auditor, { ...NO_FAULTS, delay: [0.2, 4] });
    let looking = true;
    const by = { kind: "user" as const, id: "ann", name: "Ann" };
    const writing = async () => {
      for (let n = 0; looking; n++) {
        await room.post(n % 5 === 0 ? "z".repeat(5_000) : `message ${n}`);
        await scheduler.sleep(scheduler.random.between(0, 400));
        if (n % 3 === 0) await room.do({ type: "stop" });
        const id = `conversation_${n}`;
        const { system } = room.engine;
        await system.execute(id, { type: "start", title: "t", mode: "manual", settings: {}, agents: [] }, {
          by,
        });
        if (n % 2 === 0) await system.execute(id, { type: "delete" }, { by });
      }
    };
    const traffic = writing().catch((error: unknown) => error);
    let events = 0;
    for (let n = 0; n < TIMES; n++) {
      const report = await verify(log, derivedRows);
      assert.deepEqual(report.problems, [], `look ${n}`);
      events = report.events;
      await scheduler.sleep(scheduler.random.between(0, 300));
    }
    looking = false;
    assert.equal(await traffic, undefined);
    assert.ok(events > 3 * TIMES, `${events} events: too little traffic to prove anything`);
    await room.do({ type: "stop" });
  }));

/** What happens once, beside a listing of the rows under `prefix` of a store that is opened by it. */
function beside(prefix: Deno.KvKey, when: "before" | "behind") {
  const given: { meanwhile?: () => Promise<unknown> } = {};
  const happen = async (now: typeof when) => {
    if (now !== when) return;
    const { meanwhile } = given;
    delete given.meanwhile;
    await meanwhile?.();
  };
  const open = async (path: string): Promise<Kv> => {
    const kv = await openDenoKv(path);
    return replacing(kv, {
      async *list(...args) {
        const isIt = "prefix" in args[0] && args[0].prefix.join() === prefix.join();
        if (isIt) await happen("before");
        yield* kv.list(...args);
        if (isIt) await happen("behind");
      },
    });
  };
  return { given, open };
}

Deno.test("a conversation that is deleted between the look at its row and that at its events is sound", async () => {
  const { given, open } = beside(["e", "a"], "before");
  await withLog(async (log) => {
    for (let n = 0; n < 40; n++) await appended(log, "a", [said(`m${n}`, noise(2_000, n))]);
    given.meanwhile = async () => {
      await appended(log, "a", [happened("gone", "ConversationDeleted")]);
      await log.purge();
    };
    assert.deepEqual((await verify(log)).problems, []);
    assert.equal(given.meanwhile, undefined, "it was deleted in between");
  }, { open });
});

Deno.test("a blob whose conversation is deleted while blobs are looked at is not missing; one that is named is", async () => {
  // Which conversations name blobs was just read.
  const { given, open } = beside(["ref"], "behind");
  await withLog(async (log) => {
    for (const stream of ["a", "b"]) {
      await appended(log, stream, [said(stream, noise(70_000, stream.length))]);
    }
    await appended(log, "c", [said("c", noise(70_000, 7))]);
    given.meanwhile = async () => {
      await appended(log, "c", [happened("gone", "ConversationDeleted")]);
      await log.purge();
    };
    assert.deepEqual((await verify(log)).problems, []);
    assert.equal(given.meanwhile, undefined, "it was deleted in between");
    given.meanwhile = async () => {
      for await (const { key } of log.parts.kv.list({ prefix: ["blob"] })) {
        await log.parts.kv.atomic().delete(key).commit();
      }
    };
    assert.ok((await verify(log)).problems.some(({ kind }) => kind === "blob"));
  }, { open });
});
