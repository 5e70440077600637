/** The index is what the log says, however it came to be, and whatever came between. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { realEnvironment } from "../../../actors/runtime/environment.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { parseQuery } from "../../../projections/search/query.ts";
import { hitsIn } from "../../projections/search/searched.ts";
import { SEARCHED_IN_PROJECTS } from "../../../events/catalog/limits.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import type { SearchHit } from "../../../projections/shapes/views.ts";
import { arbitrarySteps, walk } from "../../arbitrary_history.ts";
import { draws, FULL, isDrawn, sample } from "../../effort.ts";
import { change } from "../../events/store/damage.ts";
import { indexedWords, LOOKED_AT_UNITS, RANKED } from "../../../actors/search/searcher.ts";
import { SearchFile } from "../../../events/store/search/search_file.ts";
import type { StoreLog } from "../../../events/store/log.ts";
import { History } from "../../history.ts";
import { memoryLog, next, Searching, until, written } from "./given.ts";

/** Milliseconds: the rest in which more is heard is this long, all others before a search are shorter. */
const GATHERING_MS = 200;
/** Nothing but a signal ends the rest in which more is gathered. */
const GATHERING = {
  ...realEnvironment,
  sleep: (ms: number, signal?: AbortSignal) =>
    realEnvironment.sleep(ms <= GATHERING_MS ? ms : 2 ** 30, signal),
};

const QUERIES = [
  "hello",
  "not me",
  "disagree",
  "ça va",
  "dis",
  '"what now"',
  "ada",
  "hello agent:zoe",
  "i agent:critic",
  "answer the*",
  "👋",
];

/** In one order, whatever the index ranks; members of an object are compared by name. */
const sorted = (hits: readonly SearchHit[]) =>
  hits.map(({ author, ...hit }) => [author?.name, JSON.stringify(hit, Object.keys(hit).sort())].join(" "))
    .sort();

async function agree(
  searching: Searching,
  states: readonly ConversationState[],
  queries: readonly string[] = QUERIES,
): Promise<void> {
  for (const query of queries) {
    const there = states.filter(({ deleted, seq }) => !deleted && seq > 0);
    const expected = there.flatMap((state) => hitsIn(state, parseQuery(query)));
    const { hits } = await searching.found(query, { limit: 10_000, sort: "newest" });
    assert.deepEqual(sorted(hits), sorted(expected), query);
    const [first, ...others] = there;
    if (!first) continue;
    // As many as a search in a project names, most of which have no word of it.
    const none = Array.from({ length: SEARCHED_IN_PROJECTS }, (_, n) => `none_${n}`);
    const among = await searching.found(query, {
      limit: 10_000,
      sort: "newest",
      among: [...others.map(({ id }) => id), ...none].slice(0, SEARCHED_IN_PROJECTS),
    });
    const inOthers = others.flatMap((state) => hitsIn(state, parseQuery(query)));
    assert.deepEqual(sorted(among.hits), sorted(inOthers), `${query} in the others`);
    if (isDrawn(4)) {
      const nowhere = await searching.found(query, { limit: 10_000, among: [] });
      assert.deepEqual(nowhere.hits, [], `${query} nowhere`);
    }
    const one = await searching.found(query, { limit: 10_000, sort: "newest", conversationId: first.id });
    assert.deepEqual(
      sorted(one.hits),
      sorted(hitsIn(first, parseQuery(query))),
      `${query} in one`,
    );
  }
}

Deno.test("searching finds what reading through every conversation finds, whenever it is asked and begun", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(arbitrarySteps, { minLength: 1, maxLength: 3 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 }),
      fc.nat(6),
      async (walks, sizes, begun) => {
        const log = await memoryLog();
        try {
          await using searching = await Searching.on(log);
          const histories = walks.map((steps, index) => walk(steps, { id: `conv_${index}` }));
          const states = histories.map((_, index) => conversation.initial(`conv_${index}`));
          const places = histories.map(() => 0);
          for (let turn = 0; places.some((place, index) => place < (histories[index]?.length ?? 0)); turn++) {
            if (turn === begun) searching.search.begin();
            const which = turn % histories.length;
            const from = places[which] ?? 0;
            const events = histories[which]?.slice(from, from + (sizes[turn % sizes.length] ?? 1)) ?? [];
            const state = states[which];
            if (!state || events.length === 0) continue;
            states[which] = await written(log, state, events);
            places[which] = from + events.length;
            // On the way one after the other; behind it all of them.
            const query = QUERIES[turn / 3 % QUERIES.length];
            if (turn > begun && query !== undefined) await agree(searching, states, [query]);
          }
          searching.search.begin();
          await agree(searching, states);
        } finally {
          await log.close();
        }
      },
    ),
    { numRuns: draws(30) },
  ));

const bread = (id: string, content = "bread and salt") =>
  new History(id).started({ title: `On ${id}` }).joined("Ada").answered(`m_${id}`, content, {
    Ada: "I like it.",
  });

async function withBread(
  body: (searching: Searching, states: ConversationState[]) => Promise<void>,
  ids: readonly string[] = ["conv_1", "conv_2"],
): Promise<void> {
  const log = await memoryLog();
  try {
    const states: ConversationState[] = [];
    for (const id of ids) states.push(await written(log, conversation.initial(id), bread(id).events));
    await using searching = await Searching.on(log);
    searching.search.begin();
    await body(searching, states);
  } finally {
    await log.close();
  }
}

const found = async (searching: Searching, query: string) =>
  (await searching.found(query)).hits.map(({ conversationId, messageId }) =>
    `${conversationId} ${messageId}`
  );

Deno.test("what was shown of an answer that was stopped is found, though it was taken in before it was there", () =>
  withBread(async (searching, [first]) => {
    assert.ok(first);
    const history = new History("conv_1").started({ title: "On conv_1" }).joined("Ada")
      .answered("m_conv_1", "bread and salt", { Ada: "I like it." }).posted("m_2", "And wine?").requested(
        "Ada",
        "m_2",
      );
    const turnId = history.state().open[0] ?? "";
    let state = await written(searching.log, first, history.events.slice(first.seq));
    assert.equal((await searching.found("wine")).hits.length, 1);
    const claimed = history.claimed(turnId);
    state = await written(searching.log, state, claimed.events.slice(state.seq));
    assert.equal((await searching.found("vineyard")).hits.length, 0);
    await written(searching.log, state, [
      next(state, "TurnCancelled", {
        turnId,
        why: "stopped",
        partial: "The vineyard",
      }),
    ]);
    assert.equal((await searching.found("vineyard")).hits.length, 1);
  }));

Deno.test("a conversation that is deleted is found no more at once, and again when it is had back", () =>
  withBread(async (searching, [first]) => {
    assert.ok(first);
    assert.equal((await found(searching, "bread")).length, 2);
    const until = "2026-11-22T12:00:10.000Z";
    const gone = await written(searching.log, first, [next(first, "DeletionRequested", { until })]);
    // Whatever the index has of it: nobody waited for that.
    const answer = await searching.now("bread");
    assert.deepEqual(answer?.hits.map(({ conversationId }) => conversationId), ["conv_2"]);
    await written(searching.log, gone, [next(gone, "DeletionWithdrawn")]);
    assert.equal((await found(searching, "bread")).length, 2);
  }));

Deno.test("of one deleted for good no word is left in the file, on whatever page and behind whatever was kept since", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/search.db`;
  const log = await memoryLog();
  const has = async (word: string) => {
    const decoder = new TextDecoder("latin1");
    for (const end of ["", "-wal"]) {
      const bytes = await Deno.readFile(path + end).catch(() => new Uint8Array());
      if (decoder.decode(bytes).includes(word)) return true;
    }
    return false;
  };
  try {
    let state: ConversationState | null = null;
    for (let n = 0; n < 40; n++) {
      const one = await written(
        log,
        conversation.initial(`c_${n}`),
        bread(`c_${n}`, n === 20 ? "zebracorn Quaggatext" : `bread ${n}`).events,
      );
      if (n === 20) state = one;
    }
    assert.ok(state);
    await using searching = await Searching.on(log, path);
    searching.search.begin();
    assert.equal((await found(searching, "zebracorn")).length, 1);
    assert.ok(await has("zebracorn") && await has("Quaggatext"));
    await written(log, state, [next(state, "ConversationDeleted")]);
    await log.purge();
    await written(log, conversation.initial("later"), bread("later").events);
    assert.equal((await found(searching, "later")).length, 1);
    await until(async () => !(await searching.index.ask("state", undefined)).leftovers || null);
    for (const word of ["zebracorn", "Quaggatext", "quaggatext", "zebraco"]) {
      assert.equal(await has(word), false, word);
    }
    assert.equal((await found(searching, "bread")).length, 40);
    assert.deepEqual(searching.index.file.check(), []);
  } finally {
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("while somebody reads what was removed it is asked ever more seldom whether it can go, and then it goes", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/search.db`;
  const log = await memoryLog();
  const rests: number[] = [];
  const environment = {
    ...realEnvironment,
    sleep(ms: number, signal?: AbortSignal) {
      if (ms > 60_000) return realEnvironment.sleep(ms, signal);
      if (signal) rests.push(ms);
      return realEnvironment.sleep(0);
    },
  };
  try {
    const state = await written(log, conversation.initial("conv_1"), bread("conv_1", "zebracorn").events);
    await using searching = await Searching.on(log, path, undefined, environment);
    searching.search.begin();
    assert.equal((await found(searching, "zebracorn")).length, 1);
    using reader = new DatabaseSync(path);
    reader.exec("BEGIN; SELECT * FROM text");
    reader.prepare("SELECT * FROM text").all();
    await written(log, state, [next(state, "ConversationDeleted")]);
    await until(() => rests.filter((ms) => ms === 2_000).length === 3 || null);
    const waited = rests.slice(rests.lastIndexOf(1) + 1);
    assert.deepEqual(waited.slice(0, 9), [10, 20, 40, 80, 160, 320, 640, 1_280, 2_000]);
    assert.ok(searching.index.file.state().leftovers);
    // What others say meanwhile is taken in as ever.
    await written(log, conversation.initial("conv_2"), bread("conv_2").events);
    assert.equal((await found(searching, "bread")).length, 1);
    reader.exec("COMMIT");
    await until(() => !searching.index.file.state().leftovers || null);
    assert.equal((await Deno.readTextFile(path)).includes("zebracorn"), false);
    assert.equal((await Deno.readTextFile(`${path}-wal`)).includes("zebracorn"), false);
  } finally {
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("words that were deleted for good go while something is said all the time", async () => {
  const log = await memoryLog();
  try {
    const state = await written(log, conversation.initial("conv_1"), bread("conv_1").events);
    await written(log, conversation.initial("conv_2"), bread("conv_2").events);
    await using searching = await Searching.on(log);
    searching.search.begin();
    assert.equal((await found(searching, "bread")).length, 2);
    const { index } = searching;
    const before = await log.order.end();
    await written(log, state, [next(state, "ConversationDeleted")]);
    const [event] = await log.order.page(before, 1);
    assert.ok(event);
    // Whenever one was looked at, there is another to be looked at.
    let busy = true;
    index.before = (name) => {
      if (busy && name === "seqOf") {
        searching.tell({ position: event.position, events: [{ ...event, stream: "conv_2" }] });
      }
    };
    await until(async () =>
      index.asked.includes("remove") && !(await index.ask("state", undefined)).leftovers || null
    );
    busy = false;
  } finally {
    await log.close();
  }
});

Deno.test("an index of another store, of another past or with damage is made anew", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/search.db`;
  const [one, two] = [await memoryLog(), await memoryLog()];
  try {
    await written(one, conversation.initial("conv_1"), bread("conv_1", "bread and butter").events);
    await written(two, conversation.initial("conv_2"), bread("conv_2").events);
    for (const [log, id] of [[one, "conv_1"], [two, "conv_2"], [one, "conv_1"]] as const) {
      await using searching = await Searching.on(log, path);
      searching.search.begin();
      assert.deepEqual((await searching.found("bread")).hits.map(({ conversationId }) => conversationId), [
        id,
      ]);
    }
    {
      await using searching = await Searching.on(one, path);
      // A place that was never reached here: the store was put back to what it had been.
      await searching.index.ask("reached", {
        position: `${one.epoch}.ffffffffffffffff0000.0`,
        conversation: null,
      });
      await searching.index.ask("remove", "conv_1");
      searching.search.begin();
      assert.equal((await searching.found("butter")).hits.length, 1);
    }
    {
      // Half an index of another store: it never came to an end.
      await using searching = await Searching.on(one, path);
      await searching.index.ask("reset", "another");
      await searching.index.ask("put", { conversationId: "ghost", from: 0, seq: 1, texts: [] });
      searching.search.begin();
      assert.equal((await searching.found("butter")).hits.length, 1);
      const { asked } = searching.index;
      assert.equal(asked[asked.indexOf("state") + 1], "reset", "what another store left is not gone on with");
    }
    const bytes = await Deno.readFile(path);
    await Deno.writeFile(path, bytes.map((byte, at) => at > 100 && at % 7 === 0 ? byte ^ 0x55 : byte));
    await using searching = await Searching.on(one, path);
    searching.search.begin();
    assert.equal((await searching.found("butter")).hits.length, 1);
  } finally {
    await Promise.all([one.close(), two.close()]);
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("of two processes one writes the index, both search it, and the other goes on where the first ends", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/search.db`;
  const log = await memoryLog();
  let holder: number | null = null;
  const holdOf = (who: number) => () => {
    if (holder !== null) return Promise.resolve(null);
    holder = who;
    return Promise.resolve({ held: true, [Symbol.dispose]: () => void (holder = null) });
  };
  try {
    let state = await written(log, conversation.initial("conv_1"), bread("conv_1").events);
    await using second = await Searching.on(log, path, holdOf(2));
    {
      await using first = await Searching.on(log, path, holdOf(1));
      first.search.begin();
      assert.equal((await first.found("bread")).hits.length, 1);
      second.search.begin();
      state = await written(log, state, [next(state, "ConversationRenamed", { title: "Lighthouse" })]);
      assert.equal((await second.found("lighthouse")).hits.length, 1);
      assert.ok(!second.index.asked.some((name) => name === "put"));
    }
    state = await written(log, state, [next(state, "ConversationRenamed", { title: "Windmill" })]);
    assert.equal((await second.found("windmill")).hits.length, 1);
    assert.ok(second.index.asked.includes("put") && !second.index.asked.includes("reset"));
  } finally {
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("cut short before any write and begun again, the index is whole", async () => {
  const log = await memoryLog();
  const folder = await Deno.makeTempDir();
  try {
    const ids = Array.from({ length: 4 }, (_, n) => `conv_${n}`);
    for (const id of ids) await written(log, conversation.initial(id), bread(id).events);
    for (const cut of sample(Array.from({ length: 12 }, (_, at) => at), 4, 1)) {
      const path = `${folder}/${cut}.db`;
      {
        await using searching = await Searching.on(log, path);
        let writes = 0;
        const stopped = Promise.withResolvers<void>();
        searching.index.before = (name) => {
          if (!["reset", "put", "reached"].includes(name)) return;
          if (writes++ < cut) return;
          stopped.resolve();
          throw new Error("cut");
        };
        searching.search.begin();
        const done = searching.found("bread");
        await Promise.race([stopped.promise, done.catch(() => undefined)]);
        searching.index.before = (name) => {
          if (["reset", "put", "reached"].includes(name)) throw new Error("cut");
        };
        // Nothing more is written here; the file stays as it was.
        searching.index.discard = () => searching.index.close();
        await searching.search.stop();
        searching.index.before = () => {};
        await Promise.race([done.catch(() => undefined), Promise.resolve()]);
      }
      await using again = await Searching.on(log, path);
      again.search.begin();
      assert.equal((await again.found("bread")).hits.length, 4, `after ${cut} writes`);
      assert.deepEqual(again.index.file.check(), []);
      // Emptied, and nothing said of where it is: that is one of an earlier release that was cut short.
      assert.equal(again.index.asked.includes("reset"), cut <= 1);
    }
  } finally {
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a conversation that cannot be read keeps nobody from the others, and is named", async () => {
  const log = await memoryLog();
  try {
    await written(log, conversation.initial("conv_1"), bread("conv_1").events);
    await written(log, conversation.initial("conv_2"), new History("conv_2").started().events);
    await change(log, ["at", "conv_2"], (text) => text.replace(/"events":\[.*/, '"events":[]}'));
    await using searching = await Searching.on(log);
    searching.search.begin();
    const { hits, unreadable } = await searching.found("bread");
    assert.deepEqual([hits.length, unreadable], [1, ["conv_2"]]);
  } finally {
    await log.close();
  }
});

Deno.test("what cannot be read is named by every process, and after a start, until it can be read", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/search.db`;
  const log = await memoryLog();
  try {
    await written(log, conversation.initial("conv_1"), bread("conv_1").events);
    await written(log, conversation.initial("conv_2"), bread("conv_2").events);
    const { read } = log;
    let broken = "Nobody can read this.";
    log.read = (id, ...more) => {
      if (id === "conv_2" && broken !== "") throw new Error(broken);
      return read(id, ...more);
    };
    for (let start = 0; start < 2; start++) {
      await using searching = await Searching.on(log, path);
      await using other = await Searching.on(log, path, () => Promise.resolve(null));
      searching.search.begin();
      assert.deepEqual((await searching.found("bread")).unreadable, ["conv_2"]);
      assert.deepEqual((await other.found("bread")).unreadable, ["conv_2"]);
    }
    broken = "";
    await using searching = await Searching.on(log, path);
    searching.search.begin();
    // It is looked at again in its own time: until then it is named.
    await until(async () => (await searching.found("bread")).unreadable.length === 0 || null);
    assert.equal((await searching.found("bread")).hits.length, 2);
  } finally {
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("what a busy store did not give is asked for again, and is no fault of the conversation", async () => {
  const log = await memoryLog();
  try {
    await written(log, conversation.initial("conv_1"), bread("conv_1").events);
    const { read } = log;
    let busy = true;
    log.read = (...given) => {
      if (!busy) return read(...given);
      busy = false;
      throw new Error("database is locked");
    };
    await using searching = await Searching.on(log);
    searching.search.begin();
    const { hits, unreadable } = await searching.found("bread");
    assert.deepEqual([hits.length, unreadable, busy], [1, [], false]);
  } finally {
    await log.close();
  }
});

Deno.test("a name with signs is found behind a million characters that have its letters alone", async () => {
  const log = await memoryLog();
  try {
    await written(log, conversation.initial("conv_1"), bread("conv_1", "C++, C#, .NET and Node.js").events);
    const filler = "c net js node js. ".repeat(LOOKED_AT_UNITS / 50);
    for (let n = 0; n < 4; n++) {
      const id = `filler_${n}`;
      const { events } = new History(id).started().joined("Ada").answered(`m_${n}`, filler, {
        Ada: "I see.",
      });
      const later = events.map((event) => ({ ...event, at: event.at.replace(/^\d{4}/, "2030") }));
      await written(log, conversation.initial(id), later);
    }
    await using searching = await Searching.on(log);
    searching.search.begin();
    for (const name of ["C++", "c+", "C# ", ".NET", ".ne", ".net ", "node.js", "Node.js c++", '"c#, .net"']) {
      assert.deepEqual(await found(searching, name), ["conv_1 m_conv_1"], name);
    }
    assert.deepEqual(await found(searching, "c+++"), []);
  } finally {
    await log.close();
  }
});

/** So many messages more, which all say the same. */
async function posted(log: StoreLog, state: ConversationState, count: number): Promise<ConversationState> {
  const AT_ONCE = 500;
  for (let n = 0; n < count; n += AT_ONCE) {
    const posts = Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, at) => ({
      ...next(state, "MessagePosted", {
        messageId: `m_${n + at}`,
        author: { kind: "user", id: "ann", name: "Ann" },
        role: "user",
        content: `the same bread ${n + at}`,
      }),
      id: `post/${n + at}`,
      seq: state.seq + 1 + at,
    }));
    state = await written(log, state, posts);
  }
  return state;
}

Deno.test("of a conversation of thousands of messages no more is folded at once than a slice takes", async () => {
  const MESSAGES = FULL ? 20_000 : 2_000;
  /** Milliseconds on this clock: one for each look at it. */
  let now = 0;
  let sinceRest = 0;
  let most = 0;
  const environment = {
    ...realEnvironment,
    monotonic: () => ++now,
    breathe() {
      most = Math.max(most, now - sinceRest);
      sinceRest = now;
      return realEnvironment.breathe();
    },
  };
  const log = await memoryLog();
  try {
    const begun = await written(log, conversation.initial("conv_1"), new History("conv_1").started().events);
    const { seq } = await posted(log, begun, MESSAGES);
    await using searching = await Searching.on(log, ":memory:", undefined, environment);
    searching.search.begin();
    await until(async () => (await searching.index.ask("state", undefined)).position);
    assert.ok(now > seq, "the clock is looked at behind every event");
    assert.ok(most <= 6, `${most} events at once`);
    assert.equal((await searching.index.ask("state", undefined)).texts, MESSAGES + 1);
  } finally {
    await log.close();
  }
});

Deno.test("what is looked at for a word that everybody says does not grow with what was said", async () => {
  const seen: number[] = [];
  for (const size of FULL ? [1, 4, 16] : [1, 4]) {
    const log = await memoryLog();
    try {
      const begun = await written(
        log,
        conversation.initial("conv_1"),
        new History("conv_1").started().joined("Ada").events,
      );
      await posted(log, begun, size * RANKED / 2);
      await using searching = await Searching.on(log);
      searching.search.begin();
      await searching.found("bread");
      let rows = 0;
      const { file } = searching.index;
      const find = file.find.bind(file);
      file.find = function* (lookup) {
        for (const text of find(lookup)) {
          rows++;
          yield text;
        }
      };
      let reads = 0;
      const read = searching.log.read;
      searching.log.read = (...given) => {
        reads++;
        return read(...given);
      };
      assert.equal((await searching.found("the bread")).hits.length, 50);
      assert.equal(reads, 0, "nothing of the log is read");
      seen.push(rows);
    } finally {
      await log.close();
    }
  }
  // The title has the word, too.
  assert.deepEqual(seen, [RANKED / 2 + 1, ...seen.slice(1).map(() => RANKED)]);
});

Deno.test("of several words the one that few texts have counts most", async () => {
  const log = await memoryLog();
  try {
    const history = new History("conv_1").started().joined("Ada");
    for (let n = 0; n < 5; n++) history.posted(`bread_${n}`, "bread and water and salt");
    history.posted("rare", "saffron saffron saffron bread").posted("common", "saffron bread bread bread");
    await written(log, conversation.initial("conv_1"), history.events);
    await using searching = await Searching.on(log);
    searching.search.begin();
    const { hits } = await searching.found("saffron bread");
    assert.deepEqual(hits.map(({ messageId }) => messageId), ["rare", "common"], "though it is older");
  } finally {
    await log.close();
  }
});

Deno.test("an index that is removed or damaged is made anew by a search that finds it so, though nothing is said", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/search.db`;
  const log = await memoryLog();
  try {
    await written(log, conversation.initial("conv_1"), bread("conv_1").events);
    await using searching = await Searching.on(log, path, undefined, GATHERING);
    searching.search.begin();
    assert.equal((await found(searching, "bread")).length, 1);
    await searching.index.close();
    await Deno.remove(path);
    // `found` asks until the index answers: without one, conversations are read through.
    assert.equal((await found(searching, "bread")).length, 1);
    await searching.index.close();
    await Deno.writeFile(path, (await Deno.readFile(path)).fill(7));
    assert.equal((await found(searching, "bread")).length, 1);
    assert.deepEqual(searching.index.file.check(), []);
  } finally {
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
});

/** What may happen to the file of an index that a server has open, or had a moment ago. */
const FATES: Readonly<Record<string, (path: string, index: Searching["index"]) => Promise<void>>> = {
  removed: async (path) => {
    for (const end of ["", "-wal", "-shm"]) await Deno.remove(path + end);
  },
  "removed without what stands beside it": (path) => Deno.remove(path),
  emptied: (path) => Deno.truncate(path),
  "robbed of what was written last": (path) => Deno.remove(`${path}-wal`),
  "replaced by one of another store": async (path) => {
    const other = new SearchFile(`${path}-other`, indexedWords);
    other.reset("another");
    other.close();
    await Deno.rename(`${path}-other`, path);
  },
  "removed while the thread rested": async (path, index) => {
    await index.close();
    await Deno.remove(path);
  },
};

for (const [fate, befall] of Object.entries(FATES)) {
  Deno.test(`an index that is ${fate} is made anew by the next that is said: nobody has to search`, async () => {
    const folder = await Deno.makeTempDir();
    const path = `${folder}/search.db`;
    const log = await memoryLog();
    try {
      await written(log, conversation.initial("conv_1"), bread("conv_1").events);
      await using searching = await Searching.on(log, path);
      searching.search.begin();
      assert.equal((await found(searching, "bread")).length, 1);
      await befall(path, searching.index);
      const { asked } = searching.index;
      asked.length = 0;
      await written(log, conversation.initial("conv_2"), bread("conv_2").events);
      await until(() => asked.includes("reset") && asked.at(-1) === "clean" || null);
      // As a process sees it that opens it now.
      const file = new SearchFile(path, indexedWords);
      try {
        assert.deepEqual(file.conversations("", 9), ["conv_1", "conv_2"]);
      } finally {
        file.close();
      }
      assert.deepEqual(searching.index.file.check(), []);
    } finally {
      await log.close();
      await Deno.remove(folder, { recursive: true });
    }
  });
}

Deno.test("who searches does not wait until more is said: what was heard is taken in at once", async () => {
  const log = await memoryLog();
  const searching = await Searching.on(log, ":memory:", undefined, GATHERING);
  try {
    searching.search.begin();
    await searching.found("anything");
    const { events } = new History("conv_1").started().joined("Ada").answered("m_1", "a heron", {
      to: "Ada",
    });
    await written(log, conversation.initial("conv_1"), events);
    let hits = 0;
    // Each waits for a while itself.
    for (let asked = 0; hits === 0 && asked < 20; asked++) {
      hits = (await searching.now("heron"))?.hits.length ?? 0;
    }
    assert.ok(hits > 0);
  } finally {
    await searching[Symbol.asyncDispose]();
    await log.close();
  }
});
