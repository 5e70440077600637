/** Packing: what is old takes little room, readers see no difference, and it may be cut short anywhere. */
import assert from "node:assert/strict";
import { realEnvironment } from "../../../../events/store/environment.ts";
import { openLog, type StoreLog } from "../../../../events/store/log.ts";
import type { PackingBounds } from "../../../../events/store/upkeep/packing.ts";
import { verify } from "../../../../events/store/verify/verify.ts";
import type { Kv } from "../../../../events/store/kv/kv.ts";
import { isPacked, lastOf } from "../../../../events/store/form/value.ts";
import { inFolder } from "../../../in_folder.ts";
import { committing } from "../committing.ts";
import { FilesHere } from "../files_here.ts";
import { folds } from "../folds.ts";
import { appended, happened, noise, readAll, said } from "../given.ts";
import { withLog } from "../with_log.ts";
import { sample } from "../../../effort.ts";

const STREAM = "long";
const files = new FilesHere();
const NEVER: PackingBounds = { keep: Infinity, events: 1, bytes: 1 };
const SMALL: PackingBounds = { keep: 20, events: 30, bytes: 64_000 };
/** A message that hardly becomes smaller: a few fill a row. */
const message = (n: number) => said(`e/${n}`, crypto.getRandomValues(new Uint8Array(120)).toBase64());

/** A store with a stream of `count` events, a few an append, that nobody has packed. */
const filled = (path: string, count: number): Promise<void> =>
  onFile(path, async (log) => {
    for (let n = 0; n < count;) {
      const events = Array.from({ length: Math.min(1 + n % 3, count - n) }, (_, i) => message(n + i));
      await appended(log, STREAM, events);
      n += events.length;
    }
  }, NEVER);

const inFile = (count: number, body: (path: string) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    await filled(`${folder}/log.db`, count);
    await body(`${folder}/log.db`);
  });

const onFile = <T>(path: string, body: (log: StoreLog) => Promise<T>, packing = SMALL): Promise<T> =>
  withLog(body, { path, packing, open: files.open });

interface Value {
  readonly first: number;
  readonly last: number;
  readonly packed: boolean;
  readonly bytes: number;
}

async function values(log: StoreLog): Promise<Value[]> {
  const found: Value[] = [];
  const packed = new Map<number, Uint8Array>();
  for await (const { key, value } of log.parts.kv.list({ prefix: ["e", STREAM] })) {
    if (value instanceof Uint8Array) packed.set(Number(key[2]), value);
  }
  for await (const run of log.reader.runs(STREAM, 1, Infinity)) {
    const bytes = packed.get(run.first) ?? new Uint8Array();
    found.push({ first: run.first, last: lastOf(run), packed: isPacked(bytes), bytes: bytes.length });
  }
  return found;
}

const sound = async (log: StoreLog) =>
  assert.deepEqual((await verify(log, { closes: folds.closes })).problems, []);

Deno.test("old events are packed into fewer bytes, as many as a value takes; the newest stay as they were", () =>
  inFile(200, (path) =>
    onFile(path, async (log) => {
      const events = await readAll(log, STREAM);
      const before = await values(log);
      assert.ok(before.every(({ packed }) => !packed));
      assert.ok(await log.packing.pack(STREAM) > 3);
      assert.deepEqual(await readAll(log, STREAM), events);
      const after = await values(log);
      const packed = after.filter(({ packed }) => packed);
      assert.ok(packed.length > 3 && packed.every(({ first, last }) => last - first < SMALL.events));
      // The next run would not have fitted.
      for (const [i, { first, last }] of packed.slice(0, -1).entries()) {
        const next = packed[i + 1]?.first ?? 0;
        const run = before.find((value) => value.first === next);
        assert.ok(run && next === last + 1 && run.last - first >= SMALL.events, `${first} to ${last}`);
      }
      assert.ok(after.every(({ last, packed }) => !packed || last <= 200 - SMALL.keep));
      const bytes = (of: readonly Value[]) => of.reduce((sum, value) => sum + value.bytes, 0);
      assert.ok(bytes(after) < bytes(before) * 0.95, `${bytes(before)} to ${bytes(after)}`);
      assert.equal(await log.packing.pack(STREAM), 0, "packed once, it stays");
      await sound(log);
    })));

Deno.test("every part of a stream is read the same before and after", () =>
  inFile(120, (path) =>
    onFile(path, async (log) => {
      const events = await readAll(log, STREAM);
      await log.packing.pack(STREAM);
      for (const after of sample(Array.from({ length: 18 }, (_, at) => 7 * at))) {
        for (let until = after; until <= 120; until += 5) {
          const part = (await readAll(log, STREAM, after, until)).map(({ seq }) => seq);
          assert.deepEqual(part, events.slice(after, until).map(({ seq }) => seq));
        }
      }
    })));

Deno.test("who reads while it is packed misses nothing and hears nothing twice", () =>
  inFile(300, (path) =>
    onFile(path, async (log) => {
      const seen: number[] = [];
      let packing: Promise<number> | undefined;
      for await (const batch of log.read(STREAM)) {
        seen.push(...batch.map(({ seq }) => seq));
        packing ??= log.packing.pack(STREAM);
        await packing;
      }
      assert.ok(await packing, "it was packed");
      assert.deepEqual(seen, Array.from({ length: 300 }, (_, i) => i + 1));
    })));

Deno.test("who reads on behind what was packed since hears nothing twice", () =>
  inFile(60, (path) =>
    onFile(path, async (log) => {
      const row = await log.reader.row(STREAM);
      const left = row?.row.tail.first ?? 0;
      assert.ok(left > 1 && left < 60, "some events are in the row");
      for (let n = 60; n < 120; n++) await appended(log, STREAM, [message(n)]);
      assert.ok(await log.packing.pack(STREAM) > 0);
      assert.ok(
        (await values(log)).some(({ first, last, packed }) => packed && first < left && last >= left),
      );
      const seen: number[] = [];
      for await (const batch of log.reader.stored(STREAM, 1, Infinity, false, row)) {
        seen.push(...batch.map(({ seq }) => seq));
      }
      assert.deepEqual(seen, Array.from({ length: 60 }, (_, i) => i + 1));
    }, { keep: 0, events: 50, bytes: 64_000 })));

Deno.test("who reads or verifies what was packed rests after each value", () =>
  inFile(300, async (path) => {
    let rests = 0;
    const environment = {
      ...realEnvironment,
      breathe: () => (rests++, realEnvironment.breathe()),
    };
    await withLog(async (log) => {
      const made = await log.packing.pack(STREAM);
      assert.ok(made > 5);
      for (const look of [() => readAll(log, STREAM), () => sound(log)]) {
        rests = 0;
        await look();
        assert.ok(rests >= made, `${rests} rests of ${made} values`);
      }
    }, { path, packing: SMALL, environment, open: files.open });
  }));

Deno.test("who reads many that are not packed yet rests among them", () =>
  inFile(900, async (path) => {
    let rests = 0;
    const environment = { ...realEnvironment, breathe: () => (rests++, realEnvironment.breathe()) };
    await withLog(async (log) => {
      assert.equal((await readAll(log, STREAM)).length, 900);
      assert.ok(rests >= 3 && rests < 100, `${rests} rests`);
    }, { path, packing: NEVER, environment, open: files.open });
  }));

Deno.test("appending packs in the background what has become old", () =>
  inFile(40, (path) =>
    onFile(path, async (log) => {
      for (let n = 40; n < 120; n++) await appended(log, STREAM, [message(n)]);
      await log.packing.idle();
      assert.ok((await values(log)).some(({ packed }) => packed));
      assert.equal((await readAll(log, STREAM)).length, 120);
      await sound(log);
    })));

/** A store that dies with its `at`-th commit: before it is written, or before that is told. */
function dying(at: number, written: boolean) {
  let commits = 0;
  return async (path: string): Promise<Kv> =>
    committing(await files.open(path), async (commit) => {
      const dies = ++commits === at;
      if (dies && written) await commit();
      if (dies || commits > at) throw new Deno.errors.BadResource("the process has died");
      return await commit();
    });
}

Deno.test("killed before or after any of its commits it loses nothing, and the next one ends it", () =>
  inFile(110, async (path) => {
    const events = await onFile(path, (log) => readAll(log, STREAM), NEVER);
    const folder = path.slice(0, path.lastIndexOf("/"));
    for (let at = 1, done = false; !done; at++) {
      for (const written of [false, true]) {
        const copy = `${folder}/copy-${at}-${written}.db`;
        await files.copy(path, copy);
        const log = await openLog({ path: copy, packing: SMALL, open: dying(at, written), kind: "file" });
        done = await log.packing.pack(STREAM).then(() => true, () => false);
        log.parts.kv.close();
        await onFile(copy, async (log) => {
          assert.deepEqual(await readAll(log, STREAM), events, `${at} ${written}`);
          await log.packing.pack(STREAM);
          assert.deepEqual(await readAll(log, STREAM), events, `${at} ${written}, ended`);
          assert.ok((await values(log)).some(({ packed }) => packed));
          await sound(log);
        });
      }
      assert.ok(done || at < 20, "it ends");
    }
  }));

Deno.test("two that pack one stream at the same time lose nothing", () =>
  inFile(150, async (path) => {
    const events = await onFile(path, (log) => readAll(log, STREAM), NEVER);
    await onFile(path, async (one) => {
      const other: PackingBounds = { ...SMALL, events: 17 };
      const two = await openLog({
        path,
        packing: other,
        open: () => Promise.resolve(one.parts.kv),
        kind: "file",
      });
      for (let n = 0; n < 5; n++) {
        await Promise.all([one.packing.pack(STREAM), two.packing.pack(STREAM)]);
        assert.deepEqual(await readAll(one, STREAM), events);
      }
      await sound(one);
      await two.packing.idle();
    });
  }));

Deno.test("a stream that is deleted while it is packed does not come back", () =>
  inFile(150, (path) =>
    onFile(path, async (log) => {
      const packing = log.packing.pack(STREAM);
      await appended(log, STREAM, [happened("gone/0", "ConversationDeleted")]);
      await log.purge();
      await packing;
      await log.purge();
      for await (const { key } of log.parts.kv.list({ prefix: ["e", STREAM] })) assert.fail(String(key));
      for await (const { key } of log.parts.kv.list({ prefix: ["packing"] })) assert.fail(String(key));
      await sound(log);
    })));

Deno.test("a stream that is deleted is not packed any more", () =>
  inFile(150, (path) =>
    onFile(path, async (log) => {
      await appended(log, STREAM, [happened("gone/0", "ConversationDeleted")]);
      assert.equal(await log.packing.pack(STREAM), 0);
    })));

Deno.test("what hardly becomes smaller is packed in pieces that fit", () =>
  withLog(async (log) => {
    const random = () => crypto.getRandomValues(new Uint8Array(20_000)).toBase64();
    for (let n = 0; n < 16; n++) {
      await appended(log, STREAM, Array.from({ length: 1 + n % 3 }, (_, i) => said(`n/${n}/${i}`, random())));
    }
    const events = await readAll(log, STREAM);
    await log.packing.pack(STREAM);
    assert.deepEqual(await readAll(log, STREAM), events);
    const after = await values(log);
    assert.ok(after.every(({ bytes }) => bytes <= 64_000));
    assert.ok(after.filter(({ packed }) => packed).length > 3);
    assert.equal(await log.packing.pack(STREAM), 0, "nothing is tried again");
    await sound(log);
  }, { packing: { keep: 0, events: 1_000, bytes: 256 * 1024 } }));

Deno.test("a thousand values of one event each are packed, though a commit cannot remove as many", () =>
  withLog(async (log) => {
    const stream = "x".repeat(64);
    // With such a row there is no room for events in it.
    const alongside = { list: { title: noise(3_000) } };
    let head = await log.head(stream);
    for (let n = 0; n < 1_100; n++) {
      const result = await log.append({ stream, head, events: [said(`${n}`, "a")], alongside });
      head = result.ok ? result.head : head;
    }
    await log.packing.idle();
    await log.packing.pack(stream);
    let packed = 0;
    for await (const { value } of log.parts.kv.list({ prefix: ["e", stream] })) if (isPacked(value)) packed++;
    assert.ok(packed > 1);
    assert.equal((await readAll(log, stream)).length, 1_100);
  }, { packing: { keep: 0, events: 1_000, bytes: 256 * 1024 } }));
