/** What holds for any data and any load. */
import { draws } from "../effort.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { anyText } from "../any_text.ts";
import { EVENT_BYTES, VALUE_BYTES } from "../../events/store/kv/bounds.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import { encodeAppend, RUN_BYTES } from "../../events/store/append/encode_append.ts";
import {
  chained,
  chainStart,
  checkEntry,
  digestOf,
  entryTexts,
  eventOf,
  type Links,
} from "../../events/store/form/entry.ts";
import { plain } from "../../events/store/kv/keys.ts";
import { openInMemory } from "./store/with_log.ts";
import { formatPosition, originPosition, parsePosition } from "../../events/store/read/position.ts";
import { TooLarge } from "../../events/store/errors.ts";
import { restored, spill, spilledHash } from "../../events/store/form/spill.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { Scheduler, SimProcess } from "../sim/scheduler.ts";
import { SimDisk } from "../sim/sim_disk.ts";
import { NO_FAULTS } from "../sim/sim_kv.ts";
import { openSimLog } from "../sim/sim_log.ts";
import { appended, happened, readAll, said } from "./store/given.ts";

/** Texts of every length, also ones that are not well formed. */
const text = fc.oneof(
  anyText(),
  fc.tuple(anyText({ minLength: 1 }), fc.integer({ min: 1, max: 3_000 })).map(([s, n]) => s.repeat(n)),
  fc.constant("\ud83d".repeat(2_000)),
);
const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("data"), { maxLength: 4 }),
    fc.dictionary(fc.string({ maxLength: 6 }).filter((k) => k !== "__proto__"), tie("data"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
}));

const jsonBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** UTF-16 units of the longest text in it. */
function longest(value: unknown): number {
  if (typeof value === "string") return value.length;
  return typeof value === "object" && value !== null ? Math.max(0, ...Object.values(value).map(longest)) : 0;
}

Deno.test("whatever leaves an event for blobs comes back as it was", () =>
  fc.assert(fc.property(data, fc.integer({ min: 100, max: 20_000 }), (value, limit) => {
    const { data: left, paths, texts } = spill(value, jsonBytes(value), limit);
    const blobs = new Map(texts.map((one) => [one.sha256, one]));
    assert.ok(jsonBytes(left) <= limit || longest(left) < 512, "as much as can leave it leaves it");
    let back = left;
    for (const path of paths.toReversed()) {
      const blob = blobs.get(spilledHash(back, path) ?? "");
      assert.ok(blob && sha256(blob.bytes) === blob.sha256);
      back = restored(back, path, blob);
      assert.ok(jsonBytes(back) > limit, "and nothing more");
    }
    assert.deepEqual(back, value);
  })));

Deno.test("where many events are too much together, the longer texts of each leave them", () => {
  const events = Array.from({ length: 300 }, (_, i) => said(`e/${i}`, "x".repeat(1_500)));
  const { entries, texts } = encodeAppend("c", { seq: 0, hash: "" }, events, () => "s".repeat(22));
  assert.equal(texts.length, 300);
  assert.ok(entries.every(({ size }) => size < 512));
  const small = Array.from({ length: 2_000 }, (_, i) => said(`e/${i}`, "x".repeat(100)));
  assert.throws(() => encodeAppend("c", { seq: 0, hash: "" }, small, () => "s".repeat(22)), TooLarge);
});

/** A type without marks, all of whose data may be words, and one whose data are words in part. */
const type = fc.constantFrom("Something", "MessagePosted", "TurnCompleted");

Deno.test("stored events are chained, are read as they were appended, and fit", () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(type, data), { minLength: 1, maxLength: 5 }),
      fc.constantFrom("user", "agent", "system"),
      (items, kind) => {
        const by = { kind, id: "x", name: "N" } as const;
        const events = items.map(([type, item], i) => ({
          ...happened(`x/${i}`, type, { item, content: "c", messageId: "m", text: item }),
          by,
        }));
        const head = { seq: 7, hash: "f".repeat(43), stamp: null };
        let salts = 0;
        const salt = () => `${++salts}`.padStart(22, "s");
        const { entries, hash } = encodeAppend("c", head, events, salt);
        let chain = head.hash;
        for (const [i, { text, size, structure, words }] of entries.entries()) {
          assert.equal(new TextEncoder().encode(text).length, size);
          assert.ok(size <= VALUE_BYTES - RUN_BYTES);
          const stored = checkEntry(JSON.parse(text));
          // Parsed and written again it is byte for byte what it was: the chain can be proved from what is read.
          const again = entryTexts(stored);
          assert.deepEqual([again.text, again.structure, again.words], [text, structure, words]);
          chain = chained(chain, again);
          const event = eventOf(stored, 8 + i);
          assert.deepEqual([event.seq, event.id, event.by], [8 + i, `x/${i}`, by]);
          // As JSON gives it back: a negative zero is a zero, a field that is undefined is none.
          const given = JSON.parse(JSON.stringify(events[i]?.data));
          if (size < EVENT_BYTES && !event.spilled) assert.deepEqual(event.data, given);
        }
        assert.equal(chain, hash);
      },
    ),
  ));

Deno.test("taking words away changes neither the hash nor anything of the structure, and nobody can put others there", () =>
  fc.assert(fc.property(fc.array(type, { minLength: 1, maxLength: 6 }), fc.nat(), (types, at) => {
    const events = types.map((type, i) => happened(`x/${i}`, type, { content: "secret", turnId: "t" }));
    const salt = () => "s".repeat(22);
    const { entries, hash } = encodeAppend("c", { seq: 0, hash: "" }, events, salt);
    const behind = (links: readonly Links[]) =>
      links.reduce((before, one) => chained(before, one), chainStart("c"));
    const index = at % entries.length;
    const replaced = (entry: Links) => entries.map((one, i) => i === index ? entry : one);
    const entry = entries[index];
    const words = entry?.words ?? "";
    assert.ok(entry && words.includes("secret"));
    const erased = entryTexts(checkEntry([JSON.parse(entry.structure), digestOf(entry)]));
    assert.ok(!erased.text.includes("secret"));
    assert.equal(behind(replaced(erased)), hash);
    assert.equal(eventOf(checkEntry(JSON.parse(erased.text)), 1).erased, true);
    const forged = { ...entry, words: words.replace("secret", "forged") };
    assert.notEqual(behind(replaced(forged)), hash);
    assert.notEqual(behind(replaced({ ...entry, salt: "t".repeat(22) })), hash);
    // Another stream's chain is another one.
    assert.notEqual(entries.reduce((before: string, one) => chained(before, one), chainStart("d")), hash);
  })));

Deno.test("positions sort as text in the order of their commits, and say what they are", () =>
  fc.assert(fc.property(fc.bigInt({ min: 1n, max: 2n ** 79n }), fc.nat(900), (stamp, index) => {
    const place = { epoch: "abc123", stamp: stamp.toString(16).padStart(20, "0"), index };
    assert.deepEqual(parsePosition(formatPosition(place)), place);
    assert.ok(originPosition("abc123") < formatPosition(place));
  })));

Deno.test("a name from outside becomes a key part that is short, ASCII, and its own", () =>
  fc.assert(
    fc.property(fc.array(anyText({ maxLength: 400 }), { minLength: 2 }), (names) => {
      const parts = names.map(plain);
      for (const part of parts) assert.match(part, /^[\x20-\x7e]{0,200}$/);
      assert.equal(new Set(parts).size, new Set(names).size);
    }),
  ));

Deno.test("what is appended to memory, in any order over any streams, is read back per stream and in the order of all", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 4 })), { maxLength: 30 }),
      async (appends) => {
        const log = await openInMemory();
        const expected: string[][] = [[], [], [], [], []];
        for (const [i, [stream, count]] of appends.entries()) {
          const events = Array.from({ length: count }, (_, n) => said(`${i}/${n}`));
          await appended(log, `s${stream}`, events);
          expected[stream]?.push(...events.map((event) => event.id));
        }
        for (const [stream, ids] of expected.entries()) {
          assert.deepEqual((await readAll(log, `s${stream}`)).map((event) => event.id), ids);
        }
        const order = await log.order.page(originPosition(log.epoch), 10_000);
        assert.deepEqual(
          order.map(({ event }) => event.id),
          appends.flatMap(([, count], i) => Array.from({ length: count }, (_, n) => `${i}/${n}`)),
        );
        await log.close();
      },
    ),
    { numRuns: draws(25) },
  ));

Deno.test("any load at once stays within the limits of the store, and all of it lands", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 45_000 })), {
        minLength: 1,
        maxLength: 150,
      }),
      fc.constantFrom<"file" | "remote">("file", "remote"),
      async (loads, kind) => {
        const scheduler = new Scheduler(loads.length);
        const disk = new SimDisk();
        if (kind === "remote") disk.checks = 10;
        await scheduler.run((async () => {
          const log = await openSimLog(disk, new SimProcess(scheduler, "p"), NO_FAULTS, { kind });
          // The simulated store refuses what Deno would refuse; then an append would fail.
          await Promise.all(loads.map(([count, size], i) =>
            appended(
              log,
              `s${i}`,
              Array.from({ length: count }, (_, n) => said(`${i}/${n}`, "x".repeat(size / count))),
            )
          ));
          assert.deepEqual((await verify(log)).problems, []);
          assert.equal(
            (await log.order.page(originPosition(log.epoch), 100_000)).length,
            loads.reduce((sum, [n]) => sum + n, 0),
          );
        })());
      },
    ),
    { numRuns: draws(15) },
  ));
