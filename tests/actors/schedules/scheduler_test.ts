import assert from "node:assert/strict";
import { silent } from "../../../actors/runtime/logger.ts";
import { Scheduler, type SchedulerPorts } from "../../../actors/schedules/scheduler.ts";
import type { EventLog } from "../../../events/store/types.ts";
import { NEVER } from "../../../projections/conversation/planned.ts";
import type { Schedule } from "../../../projections/shapes/folds.ts";
import { inWorld, ROOM, Room, type World } from "../world.ts";
import {
  budget,
  DAY_MS,
  HOUR_MS,
  later,
  MINUTE_MS,
  PLENTY,
  ran,
  saidBySchedules,
  scheduled,
  set,
  told,
} from "./given.ts";

const TIMES = { kind: "times", days: [1, 2, 3, 4, 5], time: "08:00", zone: "Europe/Berlin" } as const;

Deno.test("what is planned is said at its time, by the schedule and by no person, answered, and planned again", () =>
  inWorld({}, async (world, room) => {
    const id = await scheduled(room, { when: TIMES });
    assert.equal((await room.state()).schedules?.[0]?.next, "2026-01-01T07:00:00.000Z");
    await later(world, 7 * HOUR_MS - 10_000);
    assert.deepEqual(ran(await room.events()), [], "not before");
    await world.scheduler.sleep(60_000);
    const state = await room.rest();
    const [run, ...more] = ran(await room.events());
    assert.deepEqual(more, []);
    assert.deepEqual([run?.outcome, run?.due, run?.next], [
      "ran",
      "2026-01-01T07:00:00.000Z",
      "2026-01-02T07:00:00.000Z",
    ]);
    const message = state.messages[run?.messageId ?? ""];
    assert.equal(message?.schedule, id);
    assert.deepEqual([message?.author.id, message?.role], [id, "user"]);
    assert.deepEqual(state.people, [], "it is nobody");
    assert.equal((await room.turnOf("Ada"))?.status, "completed");
    assert.deepEqual(await room.engine.log.runs.first(5), [{
      stream: ROOM,
      at: Date.parse("2026-01-02T07:00:00Z"),
    }]);
    // Friday, and then Monday.
    await later(world, DAY_MS);
    assert.equal(ran(await room.events()).at(-1)?.next, "2026-01-05T07:00:00.000Z");
  }));

Deno.test("three processes on one store say it once for each moment", () =>
  inWorld({}, async (world, room) => {
    await scheduled(room);
    for (let n = 0; n < 2; n++) await world.engine();
    await world.scheduler.sleep(17 * MINUTE_MS);
    await room.rest();
    const events = await room.events();
    const dues = ran(events).map(({ due }) => due);
    assert.equal(dues.length, 3);
    assert.equal(new Set(dues).size, 3);
    assert.equal(saidBySchedules(events).length, 3);
  }));

/** Kills the process with the write number `after` once a moment has come; false where there were not so many. */
async function killedAfter(world: World, room: Room, after: number): Promise<boolean> {
  let writes = 0;
  const stop = world.disk.onChange(() => {
    if (++writes === after) room.engine.process.crash();
  });
  await world.scheduler.sleep(3 * MINUTE_MS);
  stop();
  return !room.engine.process.alive;
}

Deno.test("killed between any two writes it is said once, and answered", async () => {
  let points = 0;
  for (let after = 1;; after++) {
    let killed = false;
    await inWorld({ tokenMs: 1 }, async (world, room) => {
      await scheduled(room, { when: { kind: "every", minutes: 60 } });
      await later(world, 58 * MINUTE_MS);
      killed = await killedAfter(world, room, after);
      const heir = killed ? new Room(world, await world.engine()) : room;
      await later(world, 2 * MINUTE_MS);
      await heir.rest();
      const events = await heir.events();
      assert.deepEqual(
        ran(events).map(({ outcome, due }) => [outcome, due]),
        [["ran", "2026-01-01T01:00:00.000Z"]]
          .map(([outcome]) => [outcome, ran(events)[0]?.due]),
      );
      assert.equal(saidBySchedules(events).length, 1, `killed at write ${after}`);
      assert.equal((await heir.turnOf("Ada"))?.status, "completed");
    });
    if (!killed) break;
    points++;
  }
  assert.ok(points >= 4, `killed at ${points} places only`);
});

Deno.test("after a week without anybody the missed runs are one line, nothing piles up, and the next is as planned", () =>
  inWorld({}, async (world, room) => {
    await scheduled(room, { when: TIMES });
    await room.engine.system.stop();
    world.wallAhead = 7 * DAY_MS + 3 * HOUR_MS;
    const heir = new Room(world, await world.engine());
    await world.scheduler.sleep(10_000);
    const events = await heir.events();
    const [run, ...more] = ran(events);
    assert.deepEqual(more, []);
    assert.deepEqual([run?.outcome, run?.missed?.count, run?.next], [
      "missed",
      5,
      "2026-01-08T07:00:00.000Z",
    ]);
    assert.deepEqual(told(events), [
      "Missed 5 runs of a schedule (from 2026-01-01 07:00 to 2026-01-07 07:00 UTC): nobody was there to run them.",
    ]);
    assert.deepEqual(saidBySchedules(events), []);
  }));

Deno.test("what was planned by a clock that was a year ahead goes on when it is set back, in the same process and in the next", async () => {
  const YEAR_MS = 365 * DAY_MS;
  for (const restarted of [false, true]) {
    for (const when of [TIMES, { kind: "every", minutes: 5 }, { kind: "idle", minutes: 5 }] as const) {
      await inWorld({}, async (world, room) => {
        world.wallAhead = YEAR_MS;
        await scheduled(room, { when });
        await room.post("Hello");
        await room.rest();
        await world.scheduler.sleep(5_000);
        if (restarted) await room.engine.system.stop();
        world.wallAhead = 0;
        const heir = restarted ? new Room(world, await world.engine()) : room;
        await world.scheduler.sleep(70_000);
        const events = await heir.events();
        const [anew, ...more] = ran(events);
        assert.deepEqual([anew?.outcome, more], ["replanned", []], `${when.kind}`);
        const next = Date.parse(anew?.next ?? "") - Date.UTC(2026, 0, 1);
        assert.ok(next > 0 && next <= 7 * HOUR_MS, anew?.next ?? "");
        await later(world, next);
        assert.deepEqual(ran(await heir.events()).map(({ outcome }) => outcome), ["replanned", "ran"]);
      });
    }
  }
});

Deno.test("a clock that is set back by less has nothing run twice", () =>
  inWorld({}, async (world, room) => {
    await scheduled(room, { when: TIMES });
    await later(world, 7 * HOUR_MS);
    await room.rest();
    world.wallAhead -= HOUR_MS;
    await world.scheduler.sleep(2 * MINUTE_MS);
    await later(world, 2 * HOUR_MS);
    assert.deepEqual(ran(await room.events()).map(({ outcome, next }) => [outcome, next]), [
      ["ran", "2026-01-02T07:00:00.000Z"],
    ]);
  }));

Deno.test("some minutes after the last word it speaks once, and again only when a person has spoken", () =>
  inWorld({}, async (world, room) => {
    await scheduled(room, { when: { kind: "idle", minutes: 10 } });
    assert.equal((await room.engine.log.runs.first(1))[0]?.at, NEVER, "before anybody has spoken");
    await room.post("Hello");
    await room.rest();
    await later(world, 9 * MINUTE_MS);
    await room.post("Still here");
    await room.rest();
    await later(world, 9 * MINUTE_MS);
    assert.deepEqual(ran(await room.events()), [], "not while somebody speaks");
    await later(world, 2 * MINUTE_MS);
    await room.rest();
    assert.equal(ran(await room.events()).length, 1);
    await later(world, DAY_MS);
    assert.equal(ran(await room.events()).length, 1, "its own words and the answers to them plan nothing");
    await room.post("Back again");
    await room.rest();
    await later(world, 12 * MINUTE_MS);
    assert.equal(ran(await room.events()).length, 2);
  }));

Deno.test("an address is read once a moment, by one of three processes, and what stands there is spoken of where it changed", async () => {
  let [page, looks]: [string | null, number] = ["one", 0];
  const lookAt = () => {
    looks++;
    return Promise.resolve(page);
  };
  await inWorld({ lookAt }, async (world, room) => {
    await scheduled(room, { when: { kind: "watch", minutes: 15 }, address: "https://example.org/news" });
    for (let n = 0; n < 2; n++) await world.engine();
    const passes = async () => {
      await later(world, 15 * MINUTE_MS);
      await room.rest();
      return ran(await room.events()).map(({ outcome }) => outcome);
    };
    await world.scheduler.sleep(30_000);
    assert.deepEqual(await passes(), ["unchanged"], "the first reading is nothing to compare with");
    assert.deepEqual(await passes(), ["unchanged", "unchanged"]);
    page = null;
    assert.deepEqual((await passes()).at(-1), "unreachable");
    page = "two";
    assert.deepEqual((await passes()).at(-1), "ran");
    assert.deepEqual((await passes()).at(-1), "unchanged");
    assert.equal(looks, 5);
    const [said, ...more] = saidBySchedules(await room.events());
    assert.deepEqual(more, []);
    assert.equal(said?.content, "What is new?\n\nThis address has changed: https://example.org/news");
  });
});

Deno.test("without a budget nothing runs; where it is used up that is told once, and it goes on the next day", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await set(room);
    await world.scheduler.sleep(21 * MINUTE_MS);
    assert.deepEqual(ran(await room.events()).map(({ outcome, next }) => [outcome, next?.slice(0, 16)]), [
      ["over_budget", "2026-01-02T00:00"],
    ], "nobody has said how much");
    assert.equal(told(await room.events()).length, 1);
    await budget(room, { tokens: 30, usd: 1 });
    await later(world, DAY_MS - 10 * MINUTE_MS);
    await world.scheduler.sleep(25 * MINUTE_MS);
    const events = await room.events();
    const used = ran(events).filter(({ outcome }) => outcome === "ran");
    assert.ok(used.length >= 1 && used.length <= 3, `${used.length} runs of some ten tokens each`);
    assert.equal(ran(events).at(-1)?.outcome, "over_budget");
    const spent = await room.engine.system.spentAlone();
    assert.equal(spent?.daily?.tokens, 30);
  }));

Deno.test("what a person asks for now is said now, and planned is what was", () =>
  inWorld({}, async (world, room) => {
    const id = await scheduled(room, { when: TIMES });
    // What was used before is added up behind the start.
    await world.until(() => room.engine.system.spentAlone());
    const outcome = await room.engine.system.runSchedule(ROOM, id, {});
    assert.ok(outcome?.ok);
    const again = await room.engine.system.runSchedule(ROOM, id, {});
    assert.deepEqual(again && !again.ok && again.detail, "Its last run is still going on.");
    await room.rest();
    const [run] = ran(await room.events());
    assert.deepEqual([run?.due, run?.next, run?.outcome], [undefined, "2026-01-01T07:00:00.000Z", "ran"]);
    const nobody = await room.engine.system.runSchedule(ROOM, "schedule_none", {});
    assert.equal(nobody && !nobody.ok && nobody.code, "not_found");
    await world.scheduler.sleep(1_000);
    assert.ok(((await room.engine.system.spentAlone())?.tokens ?? 0) > 0, "it counts");
  }));

Deno.test("what is deleted or put away says nothing; had back, it goes on with what it missed told", () =>
  inWorld({}, async (world, room) => {
    await scheduled(room);
    await room.do({ type: "change", archived: true });
    await later(world, 6 * MINUTE_MS);
    await room.do({ type: "change", archived: false });
    await later(world, 6 * MINUTE_MS);
    assert.deepEqual(ran(await room.events()), [], "a person lets it go on");
    const [one] = (await room.state()).schedules ?? [];
    assert.deepEqual([one?.paused, one?.why, one?.next], [true, "archived", null]);
    await room.do({ type: "resume_schedule", scheduleId: one?.id ?? "" });
    await later(world, 6 * MINUTE_MS);
    assert.equal(ran(await room.events()).length, 1);
    await room.rest();
    await room.do({ type: "delete" });
    assert.deepEqual(await room.engine.log.runs.first(5), []);
    await room.do({ type: "restore" });
    assert.equal((await room.engine.log.runs.first(5)).length, 1);
    await room.do({ type: "delete" });
    await later(world, 10 * MINUTE_MS);
    assert.deepEqual(await room.engine.log.runs.first(5), [], "gone for good");
  }));

Deno.test("a process in which nothing is planned looks for nothing; one that waits looks when its moment comes", async () => {
  let looks = 0;
  const counting = (log: EventLog): EventLog => ({
    ...log,
    runs: {
      first(limit) {
        looks++;
        return log.runs.first(limit);
      },
    },
  });
  await inWorld({ log: counting }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await budget(room, PLENTY);
    await room.post("Hello");
    await room.rest();
    assert.equal(looks, 1, "when it began");
    await later(world, 10 * HOUR_MS);
    assert.equal(looks, 1);
    await set(room, { when: TIMES });
    await later(world, 10 * MINUTE_MS);
    const before = looks;
    assert.ok(before <= 3);
    await later(world, 10 * HOUR_MS);
    assert.equal(looks, before, "nothing is due before tomorrow");
  });
});

Deno.test("a conversation that cannot be seen to keeps no other from speaking", async () => {
  const broken = (log: EventLog): EventLog => ({
    ...log,
    runs: {
      first: async (limit) => [{ stream: "conversation_none", at: 0 }, ...await log.runs.first(limit - 1)],
    },
  });
  await inWorld({ log: broken }, async (world, room) => {
    await scheduled(room);
    await later(world, 6 * MINUTE_MS);
    assert.equal(ran(await room.events()).length, 1);
  });
});

Deno.test("conversations that cannot be seen to keep no other from its turn", async () => {
  const rows = Array.from({ length: 21 }, (_, n) => ({ stream: `c${n}`, at: 0 }));
  const seen = new Set<string>();
  const { promise: last, resolve: heard } = Promise.withResolvers<void>();
  let [clock, looks] = [0, 0];
  const ports = {
    log: {
      runs: {
        first: (limit: number) => {
          if (++looks === 10) heard();
          return Promise.resolve(rows.slice(0, limit));
        },
      },
    },
    folds: {
      refresh: (stream: string) => {
        seen.add(stream);
        if (stream === "c20") heard();
        return Promise.reject(new Error("It is damaged."));
      },
    },
    environment: {
      now: () => new Date(clock).toISOString(),
      monotonic: () => clock,
      sleep: async (ms: number) => {
        clock += ms;
        await new Promise((resolve) => setTimeout(resolve, 0));
      },
    },
    logger: silent,
  };
  const scheduler = new Scheduler(ports as unknown as SchedulerPorts); // all that it asks for here
  scheduler.begin();
  await last;
  await scheduler.stop();
  assert.ok(seen.has("c20"), `after ${looks} looks`);
});

/** A schedule of an hour that nothing is known of but what a run needs. */
const planned = (id: string, more: Partial<Schedule> = {}) =>
  ({ id, runTokens: 100, next: "1970-01-01T00:00:00.000Z", ...more }) as Schedule; // what is not asked for is left out

/** A scheduler whose runs end in `result`, of one conversation with these schedules. */
function running(result: unknown, schedules: readonly Schedule[] = []) {
  const told = { ran: new Array<string>(), released: 0 };
  const environment = {
    now: () => "2026-01-01T00:00:00.000Z",
    monotonic: () => 0,
    hex: () => "0",
    sleep: () => new Promise((resolve) => setTimeout(resolve, 0)),
  };
  const ports = {
    environment,
    logger: silent,
    commandId: () => "command",
    log: { runs: { first: () => Promise.resolve([{ stream: "c", at: 0 }]) } },
    folds: { refresh: () => Promise.resolve({ state: { schedules, open: [] } }) },
    looks: { at: () => Promise.resolve("taken") },
    budget: {
      promise: () => Promise.resolve({ tokens: 100, usd: 1 }),
      release: () => Promise.resolve(void told.released++),
    },
    conversations: {
      insist: (_: string, { command }: { command: { scheduleId: string } }) => {
        told.ran.push(command.scheduleId);
        return Promise.resolve(result);
      },
    },
  };
  return { scheduler: new Scheduler(ports as unknown as SchedulerPorts), told };
}

Deno.test("a conversation that cannot be read keeps no other from being planned anew", async () => {
  let at = 0;
  const { promise: planned, resolve } = Promise.withResolvers<unknown>();
  let looks = 0;
  const rows = ["damaged", "c"].map((stream) => ({ stream, at: DAY_MS }));
  const schedules = [{ id: "s", next: "1970-01-02T00:00:00.000Z" }, {
    id: "past",
    next: "1970-01-01T00:00:00.000Z",
  }];
  const ports = {
    log: {
      runs: {
        first: () => {
          if (++looks === 3) resolve("nothing");
          return Promise.resolve(rows);
        },
      },
    },
    folds: {
      refresh: (stream: string) =>
        stream === "c"
          ? Promise.resolve({ state: { schedules } })
          : Promise.reject(new Error("It is damaged.")),
    },
    conversations: {
      insist: (_: string, { command }: { command: unknown }) => Promise.resolve(resolve(command)),
    },
    environment: {
      now: () => new Date(at).toISOString(),
      monotonic: () => at,
      sleep: (ms: number) => {
        at += ms;
        return new Promise((resolve) => setTimeout(resolve, 0));
      },
    },
    commandId: () => "command",
    logger: silent,
  };
  const scheduler = new Scheduler(ports as unknown as SchedulerPorts); // all that it asks for here
  scheduler.begin();
  // It ends also where it does not hold: it would look for ever.
  const command = await planned;
  await scheduler.stop();
  assert.deepEqual(command, {
    type: "run_schedule",
    scheduleId: "s",
    due: "1970-01-02T00:00:00.000Z",
    allowance: null,
  });
});

Deno.test("what did not begin gives back what it was promised, but where another process may have begun it", async () => {
  const results = [
    [{ ok: true, answer: { messageId: "m1" }, stamp: "1" }, 0],
    [{ ok: true, answer: {}, stamp: "1" }, 1],
    [{ ok: false, code: "not_found", detail: "" }, 1],
    [{ ok: true, answer: {}, stamp: null }, 0],
  ] as const;
  for (const [result, released] of results) {
    const { scheduler, told } = running(result);
    await scheduler.run("c", planned("s"), null);
    assert.equal(told.released, released, JSON.stringify(result));
  }
});

Deno.test("where another process looks at an address for one schedule, the others of the conversation run", async () => {
  const schedules = [planned("watches", { address: "https://example.org" }), planned("says")];
  const { scheduler, told } = running({ ok: true, answer: { messageId: "m1" }, stamp: "1" }, schedules);
  scheduler.begin();
  for (let turns = 0; turns < 20 && told.ran.length === 0; turns++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  await scheduler.stop();
  assert.equal(told.ran[0], "says");
});
