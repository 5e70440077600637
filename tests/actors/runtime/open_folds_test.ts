/** Open folds: brought forward by the tail, opened from a snapshot, never folded twice, bounded in number. */
import assert from "node:assert/strict";
import { ENTRIES_AT_ONCE } from "../../../projections/gradual_copy.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import { Folds } from "../../../actors/runtime/open_folds.ts";
import type { StoreLog } from "../../../events/store/log.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { remove } from "../../events/store/damage.ts";
import { inWorld, ROOM } from "../world.ts";
import { withLog } from "../../events/store/with_log.ts";
import { memoryKv } from "../../sim/memory_kv.ts";
import { SimDisk } from "../../sim/sim_disk.ts";

/** @param noise characters of each message: enough of them, and no two lie together */
async function post(log: StoreLog, stream: string, count: number, noise = 0): Promise<void> {
  for (let done = 0; done < count;) {
    const head = await log.head(stream);
    const size = noise > 0 ? 1 : Math.min(100, count - done);
    const result = await log.append({
      stream,
      head,
      events: Array.from({ length: size }, (_, index) => ({
        id: `e${head.seq + index}`,
        type: "MessagePosted",
        v: 1,
        at: "2026-01-01T00:00:00.000Z",
        by: { kind: "user", id: "ann", name: "Ann" },
        data: {
          messageId: `m${head.seq + index}`,
          author: { kind: "user", id: "ann", name: "Ann" },
          role: "user",
          content: `text ${head.seq + index} ${crypto.getRandomValues(new Uint8Array(noise)).toHex()}`,
        },
      })),
    });
    assert.ok(result.ok);
    done += size;
  }
}

/** Bytes of a message that has a value of its own. */
const NOISE = 2_000;

const foldsOf = (log: StoreLog) => new Folds({ log, fold: conversation, mayKeep: ({ deleted }) => !deleted });

Deno.test("a fold opened from a snapshot and the tail is the fold of everything", () =>
  withLog(async (log) => {
    const writing = foldsOf(log);
    await post(log, "c", 600);
    await writing.refresh("c");
    while (!(await log.snapshots.get(conversation.name, conversation.version, "c"))) await log.head("c");
    await post(log, "c", 50);
    const whole = await writing.refresh("c");
    let read = 0;
    const watched: StoreLog = {
      ...log,
      async *read(stream, after, until) {
        for await (const events of log.read(stream, after, until)) {
          read += events.length;
          yield events;
        }
      },
    };
    const opened = await foldsOf(watched).get("c");
    assert.deepEqual(opened.state, whole.state);
    assert.equal(read, 50);
  }));

Deno.test("a copy is of the event at which it was begun, and others have their turn while it is made", () =>
  withLog(async (log) => {
    let turns = 0;
    const rests: (() => Promise<unknown>)[] = [];
    const folds = new Folds({
      log,
      fold: conversation,
      mayKeep: ({ deleted }) => !deleted,
      async breathe() {
        turns++;
        await rests.shift()?.();
      },
    });
    assert.equal(await folds.copy("c"), null, "what is not open is not read for it");
    await post(log, "c", 3 * ENTRIES_AT_ONCE);
    const { state } = await folds.refresh("c");
    const before = structuredClone(state);
    turns = 0;
    // In the first rest something is said, and somebody else asks, in the second somebody asks again.
    let later: Promise<ConversationState | null> | undefined;
    rests.push(async () => {
      await post(log, "c", 10);
      await folds.refresh("c");
      later = folds.copy("c");
    });
    const [one, same] = await Promise.all([folds.copy("c"), folds.copy("c")]);
    // Three steps for the messages, three for their texts, and one for the rest.
    assert.equal(turns, 6);
    assert.deepEqual(one, before);
    assert.equal(same, one, "made once for all who ask at one event");
    assert.equal((await folds.get("c")).state, state, "the fold stays where it is");
    const after = await later;
    assert.deepEqual(after, state);
    assert.equal(after?.order.length, 3 * ENTRIES_AT_ONCE + 10);
  }));

Deno.test("a snapshot is of one event, whatever is said while it is copied", () =>
  withLog(async (log) => {
    const said = Promise.withResolvers<void>();
    const folds: Folds<ConversationState> = new Folds({
      log,
      fold: conversation,
      mayKeep: ({ deleted }) => !deleted,
      breathe: () => said.promise,
    });
    await post(log, "c", ENTRIES_AT_ONCE + 1);
    const { state } = await folds.refresh("c");
    const before = structuredClone(state);
    await post(log, "c", 5);
    await folds.refresh("c");
    said.resolve();
    let kept = null;
    while (!kept) kept = await log.snapshots.get(conversation.name, conversation.version, "c");
    assert.deepEqual(kept, { seq: before.seq, state: before });
    assert.equal(state.seq, before.seq + 5);
  }));

Deno.test("readings that run into one another fold each event once", () =>
  withLog(async (log) => {
    const folds = foldsOf(log);
    await post(log, "c", 250);
    const all = await Promise.all(Array.from({ length: 8 }, () => folds.refresh("c")));
    assert.ok(all.every(({ state }) => state === all[0]?.state));
    assert.equal(all[0]?.state.order.length, 250);
    await Promise.all([post(log, "c", 30), folds.refresh("c"), folds.refresh("c")]);
    assert.equal((await folds.refresh("c")).state.order.length, 280);
  }));

Deno.test("only so many folds stay open, and one that was closed opens again", () =>
  withLog(async (log) => {
    const folds = foldsOf(log);
    for (let n = 0; n < 260; n++) await post(log, `c${n}`, 1);
    for (let n = 0; n < 260; n++) await folds.get(`c${n}`);
    assert.equal(folds.peek("c0"), null);
    assert.ok(folds.peek("c259"));
    assert.equal((await folds.get("c0")).state.order.length, 1);
  }));

Deno.test("a deleted conversation is gone for every question, and nothing of it can be commanded", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Dot", model: "story:200" }]);
    await room.post("hello");
    await room.shown("Dot");
    await room.do({ type: "delete" });
    const { system } = room.engine;
    assert.equal(await system.conversation(ROOM), null);
    assert.equal(await system.conversationAt(ROOM, 1), null);
    const refused = await system.execute(ROOM, { type: "post", content: "again" }, {
      by: { kind: "user", id: "ann", name: "Ann" },
    });
    assert.equal(!refused.ok && refused.code, "not_found");
    await world.until(() => system.status().turnsRunning === 0, 200);
    assert.deepEqual(await room.engine.log.work.all(), []);
  }));

// Shows M-8.
Deno.test("the fold as of an event is the fold of that prefix, and a copy of one's own", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Dot", model: "echo" }]);
    await room.post("first");
    await room.rest();
    const { seq } = await room.state();
    await room.post("second");
    await room.rest();
    const then = await room.engine.system.conversationAt(ROOM, seq);
    assert.equal(then?.seq, seq);
    assert.equal(then.order.length, 2);
    assert.equal(await room.engine.system.conversationAt(ROOM, 10_000), null);
    assert.equal((await room.state()).order.length, 4);
  }));

Deno.test("a fold does not go on over a missing event: it is read anew, and where the log lacks it nothing is told", async () => {
  const disk = new SimDisk();
  const open = () => Promise.resolve(memoryKv(disk));
  await withLog((log) =>
    withLog(async (other) => {
      const folds = foldsOf(log);
      await post(log, "c", 5, NOISE);
      const folded = await folds.refresh("c");
      await post(log, "c", 3, NOISE);
      const tail = await Array.fromAsync(log.read("c", 6));
      // Two events further, and the one between never came.
      folds.advance(folded, await log.head("c"), tail.flat());
      assert.equal((await folds.get("c")).state.order.length, 8, "read anew");

      await remove(log, ["e", "c", 3]);
      assert.equal((await folds.refresh("c")).state.order.length, 8, "what was folded before stays folded");
      // By who has not written them itself, and so has none of them in memory.
      await assert.rejects(foldsOf(other).refresh("c"), /Events are missing in c: 8 follows 2/);
      await post(log, "d", 2, NOISE);
      await remove(log, ["e", "d", 2]);
      await assert.rejects(foldsOf(other).get("d"), /Events are missing in d: 2 follows 1/);
    }, { open }), { open });
});

Deno.test("of a deleted conversation the end alone is folded, also where its beginning was folded before", () =>
  withLog(async (log) => {
    const folds = foldsOf(log);
    await post(log, "c", 5);
    await folds.refresh("c");
    const head = await log.head("c");
    const events = [{
      id: "end",
      type: "ConversationDeleted",
      v: 1,
      at: "2026-01-01T00:00:00.000Z",
      by: { kind: "user" as const, id: "ann", name: "Ann" },
      data: {},
    }];
    assert.ok((await log.append({ stream: "c", head, events, closes: true })).ok);
    await log.purge();
    assert.equal((await folds.refresh("c")).state.deleted, true);
    assert.equal((await foldsOf(log).refresh("c")).state.deleted, true);
  }));
