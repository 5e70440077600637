/** What is written of answers under way: sent again as it was when the store breaks, no more when it is refused. */
import assert from "node:assert/strict";
import { type Claimed, DraftWriter } from "../../../actors/live/draft_writer.ts";
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
): Promise<void> {
  const scheduler = new Scheduler(1);
  const { environment } = new SimProcess(scheduler, "p0");
  const told = { tries: [] as DraftWrite[][], shown: [] as Draft[], slept: 0 };
  const write = (writes: readonly DraftWrite[]) => {
    told.tries.push(structuredClone([...writes]));
    return Promise.resolve().then(() => answer(writes, told.tries.length));
  };
  const writer = new DraftWriter({
    log: { kind: "file", drafts: { write } } as unknown as EventLog,
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
    show: (frames) => void told.shown.push(...frames),
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
      writer.add(other, "first");
      await scheduler.sleep(1);
      assert.equal(told.shown.find(({ turnId }) => turnId === "t2")?.text, "first");
    },
  ));
