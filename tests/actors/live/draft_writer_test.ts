/** What is written of answers under way: sent again as it was when the store breaks, no more when it is refused. */
import assert from "node:assert/strict";
import { type Claimed, DraftWriter, TICK_ANSWERS } from "../../../actors/live/draft_writer.ts";
import { openInMemory } from "../../events/store/with_log.ts";
import { appended, row, said } from "../../events/store/given.ts";
import type { Draft } from "../../../projections/shapes/views.ts";
import type { DraftResult, DraftWrite, EventLog } from "../../../events/store/types.ts";
import { Scheduler, SimProcess } from "../../sim/scheduler.ts";

const CLAIMED: Claimed = {
  conversationId: "c",
  turnId: "t",
  messageId: "m",
  attempt: 1,
  owner: "process_1",
  stamp: "0",
};

/** Runs `body` with a writer on a store that answers each tick by `answer`. */
async function writing(
  answer: (writes: readonly DraftWrite[], tries: number) => DraftResult[],
  body: (
    writer: DraftWriter,
    told: { tries: DraftWrite[][]; shown: Draft[]; slept: number },
    s: Scheduler,
  ) => Promise<void>,
  /** What a tick waits for before it is answered. */
  storing: (s: Scheduler) => Promise<void> = () => Promise.resolve(),
  beside: () => boolean = () => false,
  kind: EventLog["kind"] = "file",
): Promise<void> {
  const scheduler = new Scheduler(1);
  const { environment } = new SimProcess(scheduler, "p0");
  const told = { tries: [] as DraftWrite[][], shown: [] as Draft[], slept: 0 };
  const write = (writes: readonly DraftWrite[]) => {
    told.tries.push(structuredClone([...writes]));
    return storing(scheduler).then(() => answer(writes, told.tries.length));
  };
  const writer = new DraftWriter({
    log: { kind, drafts: { write } } as unknown as EventLog,
    environment: {
      ...environment,
      now: () => "",
      hex: () => "",
      sleep(ms, signal) {
        told.slept++;
        return environment.sleep(ms, signal);
      },
    },
    logger: () => {},
    beside,
    hub: { drafts: (frames) => void told.shown.push(...frames) },
  });
  await scheduler.run((async () => {
    await body(writer, told, scheduler);
    await writer.stop();
  })());
}

Deno.test("a tick that broke is sent again as it was, whatever was added meanwhile, and is shown once", () => {
  let more = () => {};
  return writing((writes, tries) => {
    more();
    if (tries < 3) throw new Error("the store broke");
    return writes.map(() => ({ ok: true, stamp: `${tries}` }));
  }, async (writer, { tries, shown }, scheduler) => {
    const draft = writer.open(CLAIMED, () => assert.fail("it is ours"));
    more = () => {
      more = () => {};
      writer.add(draft, "two");
    };
    writer.add(draft, "one ");
    await scheduler.sleep(5_000);
    assert.deepEqual(tries[1], tries[0]);
    assert.deepEqual(tries[2], tries[0]);
    assert.equal(tries[3]?.[0]?.from, 4);
    assert.deepEqual(shown.map(({ at, text }) => [at, text]), [[0, "one "], [4, "two"]]);
  });
});

Deno.test("a tick that is refused shows nothing: the turn is somebody else's, told once and written no more", () => {
  let lost = 0;
  return writing(
    (writes) => writes.map(() => ({ ok: false, lost: true })),
    async (writer, { tries, shown }, scheduler) => {
      const draft = writer.open(CLAIMED, () => lost++);
      writer.add(draft, "one");
      await scheduler.sleep(10_000);
      assert.equal(draft.lost, true);
      assert.deepEqual([lost, tries.length, shown.length, writer.size], [1, 1, 0, 0]);
    },
  );
});

Deno.test("first words of many answers that come in one turn of the loop are stored together, of a few at once", async () => {
  for (const [count, first] of [[8, 8], [7, 1]] as const) {
    await writing(
      (writes) => writes.map(() => ({ ok: true, stamp: "1" })),
      async (writer, { tries }, scheduler) => {
        const drafts = Array.from(
          { length: count },
          (_, n) => writer.open({ ...CLAIMED, turnId: `t${n}` }, () => assert.fail("it is ours")),
        );
        for (const draft of drafts) {
          writer.add(draft, "one ");
          // As where each piece comes by a promise of its own.
          for (let step = 0; step < 20; step++) await Promise.resolve();
        }
        await scheduler.sleep(10);
        assert.equal(tries[0]?.length, first);
        assert.equal(tries.flat().length, count);
      },
    );
  }
});

Deno.test("an answer that ends while others are gathered leaves no tick without anything in it", () =>
  writing(
    (writes) => writes.map(() => ({ ok: true, stamp: "1" })),
    async (writer, { tries }, scheduler) => {
      const drafts = Array.from(
        { length: 8 },
        (_, n) => writer.open({ ...CLAIMED, turnId: `t${n}` }, () => assert.fail("it is ours")),
      );
      const [draft] = drafts;
      assert.ok(draft);
      writer.add(draft, "one");
      for (let step = 0; step < 20; step++) await Promise.resolve();
      await writer.close(draft);
      await scheduler.sleep(10);
      assert.deepEqual(tries, []);
    },
  ));

Deno.test("a piece that waits for the next tick wakes nobody; the first one of an answer is shown at once", () =>
  writing(
    (writes) => writes.map(() => ({ ok: true, stamp: "1" })),
    async (writer, told, scheduler) => {
      const draft = writer.open(CLAIMED, () => assert.fail("it is ours"));
      writer.add(draft, "one ");
      await scheduler.sleep(1);
      writer.add(draft, "two ");
      await scheduler.sleep(1);
      const slept = told.slept;
      for (let n = 0; n < 20; n++) {
        writer.add(draft, "more ");
        await scheduler.sleep(1);
      }
      assert.equal(told.slept, slept);
      assert.deepEqual(told.shown.map(({ text }) => text), ["one "]);
      const other = writer.open({ ...CLAIMED, turnId: "t2" }, () => assert.fail("it is ours"));
      // As a model takes its time: by then the writer sleeps until the next tick.
      await scheduler.sleep(1);
      writer.add(other, "first");
      await scheduler.sleep(1);
      assert.equal(told.shown.find(({ turnId }) => turnId === "t2")?.text, "first");
    },
  ));

Deno.test("an answer that begins in the moment in which the last one ended is written", () =>
  writing(
    (writes) => writes.map(() => ({ ok: true, stamp: "1" })),
    async (writer, told, scheduler) => {
      for (let steps = 0; steps < 20; steps++) {
        const last = writer.open({ ...CLAIMED, turnId: `last ${steps}` }, () => assert.fail("it is ours"));
        const closed = writer.close(last);
        for (let step = 0; step < steps; step++) await Promise.resolve();
        const next = writer.open({ ...CLAIMED, turnId: `next ${steps}` }, () => assert.fail("it is ours"));
        await closed;
        writer.add(next, "first");
        await scheduler.sleep(1);
        assert.equal(told.shown.at(-1)?.turnId, `next ${steps}`);
        await writer.close(next);
        await scheduler.sleep(1);
      }
    },
  ));

Deno.test("one timer is set for an answer that begins", () =>
  writing(
    (writes) => writes.map(() => ({ ok: true, stamp: "1" })),
    async (writer, told, scheduler) => {
      writer.open(CLAIMED, () => assert.fail("it is ours"));
      await scheduler.sleep(1);
      assert.equal(told.slept, 1);
    },
  ));

Deno.test("of more answers than a tick holds those go first that waited longest, and all are shown in turns", () =>
  writing(
    (writes) => writes.map(() => ({ ok: true, stamp: "1" })),
    async (writer, { tries, shown }, scheduler) => {
      const ids = Array.from({ length: 2 * TICK_ANSWERS.local + 10 }, (_, n) => `t${n}`);
      const drafts = ids.map((turnId) =>
        writer.open({ ...CLAIMED, turnId }, () => assert.fail("it is ours"))
      );
      for (let n = 0; n < 400; n++) {
        for (const draft of drafts) writer.add(draft, "x");
        await scheduler.sleep(1);
      }
      assert.ok(tries.every(({ length }) => length <= TICK_ANSWERS.local));
      const counts = ids.map((id) => shown.filter(({ turnId }) => turnId === id).length);
      assert.ok(2 * Math.min(...counts) >= Math.max(...counts), "none is left behind");
      assert.ok(Math.min(...counts) > 2);
    },
    // Meanwhile all have more to store.
    (scheduler) => scheduler.sleep(3),
  ));

Deno.test("a tick is due a while after the last one began, and not at once where the store was slow", async () => {
  for (const [took, apart] of [[10, 50], [40, 65]] as const) {
    const begun: number[] = [];
    let now = 0, slow = Promise.resolve();
    await writing((writes) => writes.map(() => ({ ok: true, stamp: "1" })), async (writer, _, scheduler) => {
      const draft = writer.open(CLAIMED, () => assert.fail("it is ours"));
      for (; now < 500; now++) {
        writer.add(draft, "x");
        await scheduler.sleep(1);
      }
    }, (scheduler) => {
      begun.push(now);
      slow = scheduler.sleep(took);
      return slow;
    });
    const gaps = begun.slice(2).map((at, index) => at - (begun[index + 1] ?? 0));
    assert.ok(gaps.length > 4);
    for (const gap of gaps) assert.ok(Math.abs(gap - apart) <= 2, `${gap} for ${took}`);
  }
});

Deno.test("how much there is stands in the work row as long as others follow; else it changes as a sign of life alone", () => {
  let followed = false;
  const rows: number[][] = [[], []];
  return writing(
    (writes, tries) => {
      for (const { row, rowStays } of writes) if (!rowStays) rows[followed ? 1 : 0]?.push(row.beat);
      return writes.map(({ expect, rowStays }) => ({ ok: true, stamp: rowStays ? expect : `${tries}` }));
    },
    async (writer, { tries, shown }, scheduler) => {
      const draft = writer.open(CLAIMED, () => assert.fail("it is ours"));
      const goOn = async () => {
        const before = shown.length;
        for (let ms = 0; ms < 6_100; ms += 20) {
          writer.add(draft, "x");
          await scheduler.sleep(20);
        }
        return shown.length - before;
      };
      assert.ok(await goOn() > 90);
      followed = true;
      const ticks = await goOn();
      assert.deepEqual(rows[0], [1, 2, 3, 4], "one in 1.5 s, each a beat behind the one before");
      assert.ok(ticks > 90);
      assert.deepEqual(rows[1], Array.from({ length: ticks }, (_, n) => n + 5), "with each tick");
      const stamps = tries.flatMap((writes) => writes.map(({ expect }) => expect));
      assert.equal(new Set(stamps).size, stamps.length - tries.flat().filter((one) => one.rowStays).length);
    },
    undefined,
    () => followed,
  );
});

Deno.test("over a network each tick leaves another row, whoever is there: one that lands late must not find its own", () =>
  writing(
    (writes, tries) => writes.map(() => ({ ok: true, stamp: `${tries}` })),
    async (writer, { tries }, scheduler) => {
      const draft = writer.open(CLAIMED, () => assert.fail("it is ours"));
      for (let n = 0; n < 50; n++) {
        writer.add(draft, "x");
        await scheduler.sleep(20);
      }
      assert.ok(tries.length > 3);
      assert.deepEqual(tries.flat().filter(({ rowStays }) => rowStays), []);
    },
    undefined,
    undefined,
    "remote",
  ));

Deno.test("as many answers as a tick holds are one commit of the store, and one more would be another", async () => {
  const log = await openInMemory();
  try {
    const work = Array.from({ length: TICK_ANSWERS.local }, (_, n) => ({ turnId: `t${n}`, row: row() }));
    const { head: { stamp } } = await appended(log, "c", [said("c/0")], { alongside: { work } });
    let text = "", expect = Array.from(work, () => stamp ?? "");
    const tick = (answers: number) =>
      Array.from({ length: answers }, (_, n): DraftWrite => ({
        conversationId: "c",
        turnId: `t${n}`,
        row: row({ beat: text.length + 1, length: text.length }),
        expect: expect[n] ?? "",
        text,
        from: 0,
        reasoning: "",
        reasoningFrom: 0,
      }));
    for (const answers of [1, TICK_ANSWERS.local]) {
      text += "more";
      const before = log.stats().commits;
      const results = await log.drafts.write(tick(answers));
      assert.equal(log.stats().commits - before, 1, `${answers}`);
      expect = expect.map((stamp, n) => {
        const result = results[n];
        return result?.ok ? result.stamp : stamp;
      });
    }
  } finally {
    await log.close();
  }
});
