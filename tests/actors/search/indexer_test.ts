/** Taking everything in: where it is cut short it goes on there, it misses nothing, and once it is done it is done. */
import assert from "node:assert/strict";
import { TOGETHER } from "../../../actors/search/indexer.ts";
import { indexedWords } from "../../../actors/search/searcher.ts";
import type { StoreLog } from "../../../events/store/log.ts";
import { SearchFile } from "../../../events/store/search/search_file.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import { sample } from "../../effort.ts";
import { History } from "../../history.ts";
import { memoryLog, next, Searching, until, written } from "./given.ts";

/** Some more than are looked at together twice. */
const MANY = 2 * TOGETHER + 5;
const named = (n: number) => `conv_${String(n).padStart(3, "0")}`;

const said = (id: string) =>
  new History(id).started().joined("Ada").answered(`m_${id}`, "bread and salt", { Ada: "I like it." });

async function many(log: StoreLog, count = MANY): Promise<ConversationState[]> {
  const states: ConversationState[] = [];
  for (let n = 0; n < count; n++) {
    states.push(await written(log, conversation.initial(named(n)), said(named(n)).events));
  }
  return states;
}

const titled = (title: string) => (state: ConversationState) => next(state, "ConversationRenamed", { title });
const deleted = (state: ConversationState) => next(state, "ConversationDeleted");

/** What is asked of a log while something is done. */
function counted(log: StoreLog) {
  const asked = { heads: 0, reads: 0, from: [] as string[] };
  const { head, read } = log;
  const after = log.list.after.bind(log.list);
  log.head = (id) => (asked.heads++, head(id));
  log.read = (...given) => (asked.reads++, read(...given));
  log.list.after = (stream, limit) => (asked.from.push(stream), after(stream, limit));
  const stop = () => Object.assign(log, { head, read }) && Object.assign(log.list, { after });
  return { asked, stop };
}

/** Everything is in, and was reached. */
const whole = (searching: Searching) =>
  until(async () => (await searching.index.ask("state", undefined)).position);

/** Runs until a call of the index is `cut`; from there on nothing is written, as of a process that is killed. */
async function killedAt(searching: Searching, cut: (name: string) => boolean): Promise<void> {
  let dead = false;
  searching.index.before = (name) => {
    dead ||= cut(name);
    if (dead) throw new Error("killed");
  };
  searching.index.discard = () => Promise.resolve();
  searching.search.begin();
  await until(() => dead || searching.index.file.state().position || null);
  assert.ok(dead, "it ended before it could be killed");
  await searching.search.stop();
}

async function inFolder(body: (path: string, log: StoreLog) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const log = await memoryLog();
  try {
    await body(`${folder}/search.db`, log);
  } finally {
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** What an index that nobody has open holds. */
function held<T>(path: string, look: (file: SearchFile) => T): T {
  const file = new SearchFile(path, indexedWords);
  try {
    return look(file);
  } finally {
    file.close();
  }
}

Deno.test("a first pass that is cut short goes on where it was: no conversation is read twice, and few are looked at", () =>
  inFolder(async (path, log) => {
    await many(log);
    const PUT = TOGETHER + 10;
    {
      await using searching = await Searching.on(log, path);
      let puts = 0;
      await killedAt(searching, (name) => name === "put" && puts++ === PUT);
    }
    assert.equal(held(path, (file) => file.state().position), null);
    const { asked, stop } = counted(log);
    await using searching = await Searching.on(log, path);
    searching.search.begin();
    await whole(searching);
    stop();
    assert.deepEqual([asked.from[0], asked.heads, asked.reads], [
      named(TOGETHER - 1),
      0,
      MANY - PUT,
    ]);
    assert.equal(searching.index.asked.filter((name) => name === "put").length, MANY - PUT);
    assert.equal((await searching.found("bread", { limit: MANY })).hits.length, MANY);
  }));

Deno.test("what is in is looked through by one reading of many rows, and none of its conversations is read", () =>
  inFolder(async (path, log) => {
    const states = await many(log);
    {
      await using searching = await Searching.on(log, path);
      searching.search.begin();
      await whole(searching);
      // As it is where all but how far it came was written.
      const { position } = await searching.index.ask("state", undefined);
      assert.ok(position);
      await searching.index.ask("reached", { position, conversation: "" });
    }
    const { asked, stop } = counted(log);
    await using searching = await Searching.on(log, path);
    searching.search.begin();
    await whole(searching);
    stop();
    assert.equal(asked.from.length, Math.ceil(states.length / TOGETHER));
    assert.deepEqual([asked.heads, asked.reads], [0, 0]);
    assert.ok(!searching.index.asked.includes("seqOf"));
  }));

Deno.test("behind a pass that ended nothing is looked through, by this process or by the next", () =>
  inFolder(async (path, log) => {
    await many(log);
    for (let start = 0; start < 3; start++) {
      const { asked, stop } = counted(log);
      await using searching = await Searching.on(log, path);
      searching.search.begin();
      await until(() => searching.index.asked.at(-1) === "clean" || null);
      stop();
      assert.equal(asked.from.length, start === 0 ? Math.ceil(MANY / TOGETHER) : 0);
      assert.deepEqual([asked.heads, asked.reads], start === 0 ? [0, MANY] : [0, 0]);
    }
  }));

Deno.test("what people look at first is in first, and is not read again with all others", () =>
  inFolder(async (path, log) => {
    await many(log);
    const first = [named(MANY - 1), named(3)];
    const { asked, stop } = counted(log);
    await using searching = await Searching.on(log, path, undefined, undefined, first);
    const put: string[] = [];
    searching.index.before = (name, kept) => {
      if (name === "put") put.push((kept as { conversationId: string }).conversationId);
    };
    searching.search.begin();
    await whole(searching);
    stop();
    assert.deepEqual(put.slice(0, 3), [...first, named(0)]);
    assert.deepEqual([put.length, asked.reads], [MANY, MANY]);
  }));

Deno.test("a conversation that is deleted, begun or gone on with while nobody sees to a pass that was cut short is not missed", () =>
  inFolder(async (path, log) => {
    const states = await many(log);
    {
      await using searching = await Searching.on(log, path);
      let reached = 0;
      // The second time it would be said that some more are in.
      await killedAt(searching, (name) => name === "reached" && reached++ === 2);
    }
    const [first, second] = states;
    assert.ok(first && second);
    await written(log, first, [deleted(first)]);
    await log.purge();
    await written(log, second, [titled("Lighthouse")(second)]);
    // Before all that were looked at.
    await written(log, conversation.initial("aaa"), said("aaa").events);
    await using searching = await Searching.on(log, path);
    searching.search.begin();
    assert.deepEqual(
      (await searching.found("lighthouse")).hits.map(({ conversationId }) => conversationId),
      [second.id],
    );
    assert.deepEqual(searching.index.file.conversations("", 3), ["aaa", named(1), named(2)]);
    assert.ok(!searching.index.asked.includes("reset"));
  }));

/** Calls of the index in a pass over `MANY` in which something is said, and some of them at which it is killed. */
const CALLS = Array.from({ length: 28 }, (_, n) => 3 * n + 1);

for (const cut of sample(CALLS, 14, 7)) {
  Deno.test(`what is said while the pass is on is in when it ends, though it was killed at call ${cut}, and whoever says it`, () =>
    inFolder(async (path, log) => {
      const states = new Map<string, ConversationState>();
      const speak = async (n: number, events?: number) => {
        const before = states.get(named(n)) ?? conversation.initial(named(n));
        states.set(before.id, await written(log, before, said(before.id).events.slice(before.seq, events)));
      };
      for (let n = 0; n < MANY; n++) await speak(n, 2);
      {
        await using searching = await Searching.on(log, path);
        const after = log.list.after.bind(log.list);
        let parts = 0;
        // With each part that is looked at: in what is in, in what is not, and in what was not there.
        log.list.after = async (...given) => {
          const page = await after(...given);
          const part = parts++;
          for (const n of [part, MANY - 1 - part, MANY + part]) await speak(n);
          return page;
        };
        let calls = 0;
        await killedAt(searching, () => calls++ === cut);
        Object.assign(log.list, { after });
      }
      // Another process, which heard of none of it.
      await using searching = await Searching.on(log, path);
      searching.search.begin();
      await whole(searching);
      for (const { id, seq } of states.values()) assert.equal(searching.index.file.seqOf(id), seq, id);
    }));
}

Deno.test("a pass that an earlier release was killed in is begun anew, and one that ended is gone on with", () =>
  inFolder(async (path, log) => {
    const states = await many(log, 3);
    held(path, (file) => {
      file.reset(log.epoch);
      file.put("ghost", 0, 3, [{
        message: "m",
        seq: 3,
        at: "2026-11-22T12:00:00.000Z",
        author: "null",
        text: "ghost",
      }]);
    });
    {
      await using searching = await Searching.on(log, path);
      searching.search.begin();
      await whole(searching);
      assert.deepEqual(searching.index.file.conversations("", 9), states.map(({ id }) => id));
    }
    const [first] = states;
    assert.ok(first);
    await written(log, first, [titled("Lighthouse")(first)]);
    await using searching = await Searching.on(log, path);
    searching.search.begin();
    assert.equal((await searching.found("lighthouse")).hits.length, 1);
    assert.ok(!searching.index.asked.includes("reset"));
  }));

for (
  const [what, place] of Object.entries({
    "of another form": () => "a place",
    "that this store does not know": (epoch: string) => `${epoch}.ffffffffffffffff0000.0`,
    "of another store": () => "another.00000000000000000000.0",
  })
) {
  Deno.test(`a pass that stands at a place ${what} is begun anew`, () =>
    inFolder(async (path, log) => {
      const states = await many(log, 3);
      held(path, (file) => {
        file.reset(log.epoch);
        file.reached(place(log.epoch), named(1));
      });
      await using searching = await Searching.on(log, path);
      searching.index.discard = () => assert.fail("it was found out by failing");
      searching.search.begin();
      await whole(searching);
      assert.deepEqual(searching.index.file.conversations("", 9), states.map(({ id }) => id));
      assert.ok(searching.index.asked.includes("reset"));
    }));
}
