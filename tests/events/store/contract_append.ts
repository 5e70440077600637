/** Appending: the lock, the fence, idempotency, the chain, and what is refused. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { BLOB_BYTES } from "../../../events/store/kv/bounds.ts";
import { MissingBlob, TooLarge } from "../../../events/store/errors.ts";
import { NewerVersion } from "../../../events/catalog/upcast.ts";
import type { Case } from "./contract.ts";
import { appended, appendedAnyhow, happened, readAll, row, said } from "./given.ts";

export const appendCases: readonly Case[] = [
  {
    name: "events come back as they were appended, numbered from 1 without gap",
    async run({ log, name }) {
      const c = name();
      assert.deepEqual(await log.head(c), { seq: 0, hash: "", stamp: null });
      await appended(log, c, [said("m/0"), said("m/1")]);
      const { head } = await appended(log, c, [{ ...said("m/2"), cause: "m/1", exchange: "x" }]);
      const events = await readAll(log, c);
      assert.deepEqual(events.map((e) => e.seq), [1, 2, 3]);
      assert.deepEqual(
        events.map(({ seq: _, salt, ...e }) => ({ ...e, salt: salt?.length })),
        [
          said("m/0"),
          said("m/1"),
          { ...said("m/2"), cause: "m/1", exchange: "x" },
        ].map((event) => ({ ...event, salt: 22 })),
      );
      assert.equal(new Set(events.map(({ salt }) => salt)).size, 3, "each has a salt of its own");
      assert.deepEqual(await log.head(c), head);
    },
  },
  {
    name: "the head is the hash of a chain over structure, salt and words of each event",
    async run({ log, name }) {
      const c = name();
      const ours = { kind: "system" as const, id: "system", name: "Fishbowl" };
      await appended(log, c, [said("h/0"), said("h/1", "ü😀")]);
      await appended(log, c, [{ ...happened("h/2", "ConversationArchived"), by: ours }, said("h/3")]);
      const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
      let chain = hash(`fishbowl/2 ${c}`);
      const words: unknown[] = [];
      for await (const batch of log.reader.stored(c, 1)) {
        for (const { entry: [structure, salt, said] } of batch) {
          const digest = said === undefined ? "" : hash(`${salt}${JSON.stringify(said)}`);
          chain = hash(`${chain}.${digest}.${JSON.stringify(structure)}`);
          words.push(said);
          assert.ok(!JSON.stringify(structure).includes("Ann"), "a name is words");
        }
      }
      assert.deepEqual(words, [
        { by: "Ann", data: { content: "text of h/0" } },
        { by: "Ann", data: { content: "ü😀" } },
        undefined,
        { by: "Ann", data: { content: "text of h/3" } },
      ]);
      assert.equal((await log.head(c)).hash, chain);
    },
  },
  {
    name: "reading behind the end gives nothing, not even an empty batch: whoever reads on would never stop",
    async run({ log, name }) {
      const c = name();
      await appended(log, c, [said("b/0"), said("b/1")]);
      assert.deepEqual(await Array.fromAsync(log.read(c, 2)), []);
      assert.deepEqual(await Array.fromAsync(log.read(c, 2, 40)), []);
      assert.deepEqual(await Array.fromAsync(log.read(name())), []);
    },
  },
  {
    name: "reading takes a first and a last seq",
    async run({ log, name }) {
      const c = name();
      await appended(log, c, [said("r/0"), said("r/1"), said("r/2"), said("r/3")]);
      assert.deepEqual((await readAll(log, c, 1, 3)).map((e) => e.id), ["r/1", "r/2"]);
      assert.deepEqual((await readAll(log, c, 3)).map((e) => e.id), ["r/3"]);
      assert.deepEqual(await readAll(log, c, 4), []);
      assert.deepEqual(await readAll(log, name()), []);
    },
  },
  {
    name: "an append on an old head is refused with the new head and writes nothing",
    async run({ log, name }) {
      const c = name();
      const old = await log.head(c);
      const { head } = await appended(log, c, [said("a/0")]);
      const list = { title: "never" };
      const refused = await log.append({ stream: c, head: old, events: [said("b/0")], alongside: { list } });
      assert.deepEqual(refused, { ok: false, reason: "head", head });
      assert.deepEqual((await readAll(log, c)).map((e) => e.id), ["a/0"]);
      assert.equal(await log.list.get(c), null);
    },
  },
  {
    name: "of many appends on one head exactly one wins",
    async run({ log, name }) {
      const c = name();
      const head = await log.head(c);
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, i) => log.append({ stream: c, head, events: [said(`w${i}/0`)] })),
      );
      assert.equal(results.filter((r) => r.ok).length, 1);
      assert.equal(results.filter((r) => !r.ok && r.reason === "head").length, 19);
      assert.equal((await readAll(log, c)).length, 1);
    },
  },
  {
    name: "the same append again is recognised by its ids and answered as the first time",
    async run({ log, name }) {
      const c = name();
      const head = await log.head(c);
      const request = { stream: c, head, events: [said("same/0"), said("same/1")] };
      const first = await log.append(request);
      assert.ok(first.ok);
      for (let i = 0; i < 20; i++) await appended(log, c, [said(`later/${i}`)]);
      const again = await log.append(request);
      assert.ok(again.ok);
      assert.deepEqual([again.head.seq, again.head.stamp], [first.head.seq, first.head.stamp]);
      assert.equal(again.position, first.position);
      assert.equal((await readAll(log, c)).length, 22);
    },
  },
  {
    name: "a command with a key that was used is answered with the row of the first time",
    async run({ log, name }) {
      const c = name();
      const caller = name();
      const command = { caller, key: "k", bodyHash: "b1", answer: { seq: 1 } };
      await appended(log, c, [said("k1/0")], { alongside: { command } });
      const expected = { bodyHash: "b1", first: 1, last: 1, answer: { seq: 1 } };
      const again = await log.append({
        stream: c,
        head: await log.head(c),
        events: [said("k2/0")],
        alongside: { command: { ...command, bodyHash: "b2" } },
      });
      assert.deepEqual(again, { ok: false, reason: "command", row: expected });
      assert.deepEqual(await log.command(c, caller, "k"), expected);
      assert.equal(await log.command(c, caller, "other"), null);
      // The key belongs to its caller.
      const other = { caller: name(), key: "k", bodyHash: "b1", answer: 1 };
      await appended(log, c, [said("k3/0")], { alongside: { command: other } });
    },
  },
  {
    name: "keys of commands may be any text",
    async run({ log, name }) {
      const caller = `${name()} \0 ü 😀`;
      const key = "x".repeat(3_000);
      const c = name();
      await appended(log, c, [said("o/0")], {
        alongside: { command: { caller, key, bodyHash: "b", answer: null } },
      });
      assert.equal((await log.command(c, caller, key))?.bodyHash, "b");
      assert.equal(await log.command(name(), caller, key), null);
    },
  },
  {
    name: "a work row that is not as expected stops the whole append",
    async run({ log, name }) {
      const c = name();
      const made = await appended(log, c, [said("t/0")], {
        alongside: { work: [{ turnId: "t1", row: row({ owner: null }) }] },
      });
      const mine = await appended(log, c, [said("t/1")], {
        alongside: { work: [{ turnId: "t1", row: row(), expect: made.head.stamp }] },
      });
      assert.equal((await log.work.get(c, "t1"))?.stamp, mine.head.stamp);
      const work = [{ turnId: "t1", row: null, expect: made.head.stamp }];
      const late = await log.append({
        stream: c,
        head: mine.head,
        events: [said("t/2")],
        alongside: { work },
      });
      assert.deepEqual(late, { ok: false, reason: "work", turnId: "t1" });
      assert.equal((await log.head(c)).seq, 2);
      const absent = [{ turnId: "t1", row: row(), expect: null }];
      assert.deepEqual(
        await log.append({ stream: c, head: mine.head, events: [said("t/2")], alongside: { work: absent } }),
        { ok: false, reason: "work", turnId: "t1" },
      );
    },
  },
  {
    name: "a deletion and a claim of one work row at the same time never bring it back",
    async run({ log, name }) {
      const c = name();
      await appended(log, c, [said("z/0")], { alongside: { work: [{ turnId: "t", row: row() }] } });
      const work = await log.work.get(c, "t");
      assert.ok(work);
      const tick = {
        conversationId: c,
        turnId: "t",
        row: row({ beat: 2 }),
        expect: work.stamp,
        text: "late",
        from: 0,
        reasoning: "",
        reasoningFrom: 0,
      };
      const [end] = await Promise.all([
        appended(log, c, [said("z/1")], { alongside: { work: [{ turnId: "t", row: null }] } }),
        log.drafts.write([tick]),
      ]);
      assert.equal(end.head.seq, 2);
      assert.equal(await log.work.get(c, "t"), null);
      assert.deepEqual(await log.drafts.write([tick]), [{ ok: false, lost: true }]);
    },
  },
  {
    name: "an append without events writes its rows under the same lock",
    async run({ log, name }) {
      const c = name();
      const { head, position } = await appended(log, c, [said("e/0")]);
      const command = { caller: c, key: "k", bodyHash: "b", answer: "nothing" };
      const none = await appended(log, c, [], {
        alongside: { command, work: [{ turnId: "t", row: row() }] },
      });
      assert.deepEqual(none.head, head);
      assert.ok(none.position >= position);
      assert.deepEqual(await log.command(c, c, "k"), {
        bodyHash: "b",
        first: 2,
        last: 1,
        answer: "nothing",
      });
      assert.ok(await log.work.get(c, "t"));
      const old = { seq: 0, hash: "", stamp: null };
      const alongside = { work: [{ turnId: "t", row: null }] };
      assert.equal((await log.append({ stream: c, head: old, events: [], alongside })).ok, false);
      assert.ok(await log.work.get(c, "t"));
    },
  },
  {
    name: "long texts leave the event for blobs and come back whole, also half a surrogate pair",
    async run({ log, name }) {
      const c = name();
      const long = `${"ü😀".repeat(30_000)}\ud83d`;
      const data = {
        content: long,
        parts: [{ text: "y".repeat(60_000) }, { text: "short" }],
        blob: "0".repeat(64),
      };
      const { head } = await appended(log, c, [happened("l/0", "MessagePosted", data), said("l/1")]);
      const [first] = await readAll(log, c);
      assert.deepEqual(first?.data, data);
      assert.deepEqual(Object.keys(first ?? {}).sort(), [
        "at",
        "by",
        "data",
        "id",
        "salt",
        "seq",
        "type",
        "v",
      ]);
      for await (const batch of log.reader.stored(c, 1, 1)) {
        for (const { entry } of batch) assert.ok(JSON.stringify(entry).length <= 48 * 1024);
      }
      assert.equal(head.seq, 2);
    },
  },
  {
    name: "an event that looks like a reference to a blob stays what it is",
    async run({ log, name }) {
      const c = name();
      const data = { content: { blob: "a".repeat(64), bytes: 5 } };
      await appended(log, c, [happened("f/0", "MessagePosted", data)]);
      assert.deepEqual((await readAll(log, c))[0]?.data, data);
    },
  },
  {
    name: "an append of twenty long partial answers fits into one commit",
    async run({ log, name }) {
      const c = name();
      const events = Array.from({ length: 20 }, (_, i) => said(`p/${i}`, `${i}`.repeat(45_000)));
      await appended(log, c, events);
      const read = await readAll(log, c);
      assert.deepEqual(read.map((e) => e.data), events.map((e) => e.data));
    },
  },
  {
    name: "a long text whose bytes are those of an attached JSON file comes back as text, half a pair too",
    async run({ log, name }) {
      const c = name();
      const texts = [
        JSON.stringify(Array.from({ length: 20_000 }, (_, i) => i)),
        JSON.stringify("quoted ".repeat(20_000)),
        "half \ud800 ".repeat(20_000),
      ];
      for (const text of texts) await log.blobs.put(new TextEncoder().encode(text), "application/json");
      await appended(log, c, texts.map((text, i) => said(`j/${i}`, text)));
      const read = await readAll(log, c);
      assert.deepEqual(read.map((e) => e.data), texts.map((text, i) => said(`j/${i}`, text).data));
    },
  },
  {
    name: "a text over 10 MB is refused, and the log is as it was",
    async run({ log, name }) {
      const c = name();
      await appended(log, c, [said("big/0")]);
      await assert.rejects(appended(log, c, [said("big/1", "x".repeat(BLOB_BYTES + 1))]), TooLarge);
      await assert.rejects(log.blobs.put(new Uint8Array(BLOB_BYTES + 1), "image/png"), TooLarge);
      const many = Array.from({ length: 2_000 }, (_, i) => said(`many/${i}`));
      await assert.rejects(appended(log, c, many), TooLarge);
      await assert.rejects(
        appended(log, c, [said("big/2")], { alongside: { list: "x".repeat(70_000) } }),
        TooLarge,
      );
      const command = { caller: "ann", key: "k", bodyHash: "b", answer: "x".repeat(70_000) };
      await assert.rejects(appended(log, c, [said("big/2")], { alongside: { command } }), TooLarge);
      assert.equal((await log.head(c)).seq, 1);
      await appended(log, c, [said("big/3")]);
    },
  },
  {
    name: "an event that names a blob nobody put is refused",
    async run({ log, name }) {
      const c = name();
      const blobs = ["0".repeat(64)];
      await assert.rejects(appended(log, c, [said("n/0")], { alongside: { blobs } }), MissingBlob);
      assert.equal((await log.head(c)).seq, 0);
    },
  },
  {
    name: "a name that is no id is refused before anything is written",
    async run({ log }) {
      await assert.rejects(appended(log, "../x", [said("n/0")]), TypeError);
    },
  },
  {
    name: "a known event of a newer version stops the reading with one clear error; an unknown type passes",
    async run({ log, name }) {
      const c = name();
      await appended(log, c, [happened("v/0", "FutureThing", { x: 1 }), { ...said("v/1"), v: 9 }]);
      assert.deepEqual((await readAll(log, c, 0, 1)).map((e) => e.type), ["FutureThing"]);
      await assert.rejects(readAll(log, c), NewerVersion);
      assert.equal((await log.head(c)).seq, 2);
    },
  },
  {
    name: "one bad append among many fails alone",
    async run({ log, name }) {
      const streams = Array.from({ length: 10 }, name);
      // A value that no one can serialise breaks before it reaches the others' commit.
      const loop: { self?: unknown } = {};
      loop.self = loop;
      const results = await Promise.allSettled(
        streams.map((c, i) =>
          appended(log, c, [i === 4 ? happened("bad/0", "MessagePosted", loop) : said(`g${i}/0`)])
        ),
      );
      assert.deepEqual(results.map((r) => r.status === "fulfilled"), streams.map((_, i) => i !== 4));
    },
  },
  {
    name: "two processes that append to one stream lose nothing and make no gap",
    shared: true,
    async run({ log, second, name }) {
      const c = name();
      assert.ok(second);
      const other = await second();
      try {
        const writer = async (from: typeof log, who: string) => {
          for (let i = 0; i < 10; i++) {
            await appendedAnyhow(from, c, [said(`${who}${i}/0`), said(`${who}${i}/1`)]);
          }
        };
        await Promise.all([writer(log, "a"), writer(other, "b")]);
        const events = await readAll(log, c);
        assert.deepEqual(events.map((e) => e.seq), Array.from({ length: 40 }, (_, i) => i + 1));
        assert.equal(new Set(events.map((e) => e.id)).size, 40);
        assert.deepEqual(await readAll(other, c), events);
      } finally {
        await other.close();
      }
    },
  },
];
