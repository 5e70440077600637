/** Streams out of the store and into another: whole, or not at all. */
import { draws, shown } from "../../../effort.ts";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { linesOf, parseLine } from "../../../../events/catalog/export.ts";
import { versions } from "../../../../events/catalog/upcast.ts";
import type { ImportOptions } from "../../../../events/store/transfer/import_stream.ts";
import { realEnvironment } from "../../../../events/store/environment.ts";
import type { StoreLog } from "../../../../events/store/log.ts";
import { BLANK_LINES, exportStream, importStream } from "../../../../events/store/transfer/transfer.ts";
import { verify } from "../../../../events/store/verify/verify.ts";
import { Scheduler, SimProcess } from "../../../sim/scheduler.ts";
import { encodeKey, SimDisk } from "../../../sim/sim_disk.ts";
import { NO_FAULTS } from "../../../sim/sim_kv.ts";
import { openSimLog } from "../../../sim/sim_log.ts";
import { dump } from "../dump.ts";
import { cancelling, countRow, folds } from "../folds.ts";
import { appended, happened, readAll, row, said } from "../given.ts";
import { withLog, withLogs } from "../with_log.ts";

const taken = (): ImportOptions => ({ derived: folds, intake: cancelling() });

async function* from<T>(items: Iterable<T>): AsyncIterable<T> {
  for (const item of items) yield await Promise.resolve(item);
}

/** A conversation with everything an export must carry. */
async function story(log: StoreLog, c = "story"): Promise<string[]> {
  const blob = await log.blobs.put(new TextEncoder().encode("picture".repeat(20_000)), "image/png");
  const first = [said("a/0", "hello ü😀"), said("a/1", `${"long".repeat(20_000)}\ud83d`)];
  await appended(log, c, first, { alongside: { blobs: [blob.sha256], list: countRow(first) } });
  await appended(log, c, [
    happened("t/0", "TurnRequested", { turnId: "t1" }),
    happened("t/1", "TurnRequested", { turnId: "t2" }),
  ], { alongside: { work: ["t1", "t2"].map((turnId) => ({ turnId, row: row() })) } });
  const done = happened("t/2", "TurnCompleted", {
    turnId: "t1",
    2: "keys that are numbers",
    content: "done",
  });
  const all = [...first, said("t/0"), said("t/1"), done];
  await appended(log, c, [done], {
    alongside: { work: [{ turnId: "t1", row: null }], list: countRow(all) },
  });
  return await exported(log, c);
}

async function exported(log: StoreLog, c: string): Promise<string[]> {
  const lines = await exportStream(log, c);
  return lines ? await Array.fromAsync(lines) : [];
}

Deno.test("an export taken into another store is the same conversation, its open turns cancelled", () =>
  withLogs(async (a, b) => {
    const lines = await story(a);
    const result = await importStream(b, from(lines), taken());
    assert.deepEqual(result, { ok: true, stream: "story", created: true, seq: 6 });
    const [before, after] = [await readAll(a, "story"), await readAll(b, "story")];
    assert.deepEqual(after.slice(0, 5), before);
    assert.equal(after[5]?.type, "TurnCancelled");
    assert.deepEqual(after[5]?.data, { turnId: "t2", why: "imported" });
    assert.deepEqual(await b.list.get("story"), countRow(after));
    assert.deepEqual(await b.work.all(), []);
    assert.deepEqual((await verify(b, folds)).problems, []);
    // What was exported first is the beginning of what is exported now.
    const events = (all: string[]) => all.filter((line) => line.includes('"sequence"'));
    assert.deepEqual(events(await exported(b, "story")).slice(0, 5), events(lines));
    const seen = await b.order.page(`${b.epoch}.00000000000000000000.0`, 100);
    assert.deepEqual(seen.map((e) => e.event.seq), [1, 2, 3, 4, 5, 6]);
    await appended(b, "story", [said("goes/0")]);
  }));

Deno.test("blank lines of a file are passed over up to a bound; one more and it is refused, and nothing is there", () =>
  withLogs(async (a, b) => {
    const lines = await story(a);
    const padded = (blank: number) => from([...lines, ...new Array<string>(blank).fill("")]);
    const refused = await importStream(b, padded(BLANK_LINES + 1), taken());
    assert.ok(!refused.ok && /more than 1000 blank lines/.test(refused.detail));
    assert.equal((await b.head("story")).stamp, null);
    for (const blank of [BLANK_LINES, BLANK_LINES - 1]) {
      assert.ok((await importStream(b, padded(blank), taken())).ok, `${blank}`);
    }
  }));

Deno.test("a long file gives up the loop every fifty lines while it is taken in", () =>
  withLog(async (a) => {
    for (let more = 0; more < 10; more++) {
      await appended(a, "long", Array.from({ length: 100 }, (_, index) => said(`m${more}/${index}`)));
    }
    const lines = await exported(a, "long");
    let rests = 0;
    const breathe = () => (rests++, realEnvironment.breathe());
    const bytes = new TextEncoder().encode(lines.join("\n"));
    const result = await withLog(
      (b) => importStream(b, linesOf(from([bytes])), taken()),
      { environment: { ...realEnvironment, breathe } },
    );
    assert.ok(result.ok);
    assert.ok(rests >= Math.floor(lines.length / 50), `${rests} rests in ${lines.length} lines`);
  }));

Deno.test("the same export again changes nothing, neither does a shorter one", () =>
  withLogs(async (a, b) => {
    const early = await (async () => {
      await appended(a, "grows", [said("g/0"), said("g/1")]);
      return await exported(a, "grows");
    })();
    await appended(a, "grows", [said("g/2")]);
    const late = await exported(a, "grows");
    assert.equal((await importStream(b, from(late), taken())).ok, true);
    const before = await dump(b);
    for (const lines of [late, early]) {
      const again = await importStream(b, from(lines), taken());
      assert.deepEqual(again, { ok: true, stream: "grows", created: false, seq: 3 });
    }
    assert.deepEqual(await dump(b), before);
  }));

Deno.test("another history under the same id is a conflict: longer, different, or deleted", () =>
  withLogs(async (a, b) => {
    await appended(a, "c", [said("x/0"), said("x/1")]);
    const lines = await exported(a, "c");
    await appended(b, "c", [said("x/0")]);
    const before = await dump(b);
    assert.equal((await importStream(b, from(lines), taken()) as { reason?: string }).reason, "conflict");
    await appended(a, "d", [said("y/0")]);
    await appended(b, "d", [said("z/0")]);
    const other = await exported(a, "d");
    assert.equal((await importStream(b, from(other), taken()) as { reason?: string }).reason, "conflict");
    assert.deepEqual((await dump(b)).filter((line) => !line.includes('"d"')).length, before.length + 1);
    await appended(b, "d", [happened("z/1", "ConversationDeleted")]);
    await b.purge();
    assert.equal((await importStream(b, from(other), taken()) as { reason?: string }).reason, "conflict");
  }));

Deno.test("an export that was cut short or changed anywhere is refused, and the store is as it was", async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), fc.nat(2), (whichLine, place, how) =>
      withLogs(async (a, b) => {
        const lines = await story(a);
        await appended(b, "neighbour", [said("n/0")]);
        const before = await dump(b);
        const line = whichLine % lines.length;
        const changed = [...lines];
        const old = changed[line] ?? "";
        const at = place % old.length;
        if (how === 0) changed.splice(line, 1);
        else if (how === 1) changed.splice(line, lines.length, old.slice(0, at));
        else changed[line] = `${old.slice(0, at)}${old[at] === "7" ? "8" : "7"}${old.slice(at + 1)}`;
        const result = await importStream(b, from(changed), taken());
        if (result.ok) {
          // The words around an event (its time, its source) may differ: the event itself is the same.
          assert.deepEqual((await readAll(b, result.stream)).slice(0, 5), await readAll(a, "story"));
        } else {
          refused++;
          assert.deepEqual(await dump(b), before);
          assert.ok(!/[\n{}]/.test(result.detail) && result.detail.length < 200, result.detail);
        }
      })),
    { numRuns: draws(60) },
  );
  assert.ok(refused > shown(60, 1 / 2), `${refused} of ${draws(60)} refused`);
});

Deno.test("a file that is no export, too large, or of a later release says so in one sentence", () =>
  withLogs(async (a, b) => {
    const lines = await story(a);
    const manifest = lines[0] ?? "";
    const before = await dump(b);
    const refusals: [string[], string][] = [
      [[], "there is none"],
      [["hello"], "not JSON"],
      [lines.slice(1), "the first line must be the manifest"],
      [[manifest, ...lines], "second manifest"],
      [[manifest.replace('"format":2', '"format":3')], "later release"],
      [[manifest, "x".repeat(300_000)], "too long"],
    ];
    for (const [changed, why] of refusals) {
      const result = await importStream(b, from(changed), taken());
      assert.ok(!result.ok && result.detail.includes(why), JSON.stringify(result));
    }
    const small = await importStream(b, from(lines), { ...taken(), maxBytes: 10_000 });
    assert.ok(!small.ok && small.reason === "too_large");
    const intake = { check: () => "its data are odd" };
    const odd = await importStream(b, from(lines), { derived: folds, intake });
    assert.ok(!odd.ok && odd.detail.includes("odd"));
    await appended(a, "future", [{ ...said("f/0"), v: versions.MessagePosted + 1 }]);
    const future = await importStream(b, from(await exported(a, "future")), taken());
    assert.ok(!future.ok && future.detail.includes("later release"));
    assert.deepEqual(await dump(b), before);
  }));

Deno.test("what is not there or was deleted has no export", () =>
  withLogs(async (a) => {
    assert.equal(await exportStream(a, "nothing"), null);
    await appended(a, "gone", [said("g/0"), happened("g/1", "ConversationDeleted")]);
    assert.equal(await exportStream(a, "gone"), null);
  }));

Deno.test("lines are the same however the bytes arrive", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "grapheme" })),
      fc.integer({ min: 1, max: 7 }),
      async (parts, size) => {
        const text = parts.map((part) => `${part.replaceAll("\n", " ")}x\n`).join("");
        const bytes = new TextEncoder().encode(text);
        const chunks: Uint8Array[] = [];
        for (let i = 0; i < bytes.length; i += size) chunks.push(bytes.slice(i, i + size));
        const lines = await Array.fromAsync(linesOf(from(chunks)));
        assert.equal(lines.map((line) => `${line}\n`).join(""), text);
      },
    ),
  ));

Deno.test("a line of any shape is parsed or refused, never thrown at", () =>
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
    const parsed = parseLine(text);
    assert.ok(parsed.ok || parsed.detail.length > 0);
  })));

/** Characters that no compression makes much smaller, always the same. */
function noise(seed: number, length: number): string {
  let text = "";
  while (text.length < length) text += createHash("sha512").update(`${seed} ${text.length}`).digest("base64");
  return text.slice(0, length);
}

/** What the names of the rows of its events begin with. */
const EVENTS = encodeKey(["e", "moved"]);

Deno.test("an import cut short by a crash is seen by nobody, and its name is free", async () => {
  let leftovers = 0;
  const seeds = draws(32);
  const lines: string[] = [];
  await withLog(async (source) => {
    const texts = Array.from({ length: 60 }, (_, i) => said(`i/${i}`, noise(i, 20_000)));
    for (let i = 0; i < 60; i += 10) await appended(source, "moved", texts.slice(i, i + 10));
    lines.push(...await exported(source, "moved"));
  });
  for (let seed = 1; seed <= seeds; seed++) {
    const scheduler = new Scheduler(seed);
    const disk = new SimDisk();
    const process = (name: string) => openSimLog(disk, new SimProcess(scheduler, name), NO_FAULTS);
    await scheduler.run((async () => {
      const victim = new SimProcess(scheduler, "victim");
      const log = await openSimLog(disk, victim, NO_FAULTS);
      const over = Promise.withResolvers<void>();
      let written = 0;
      disk.onChange((keys) => {
        if (![...keys].some((key) => key.startsWith(EVENTS)) || ++written !== 1 + seed % 8) return;
        victim.crash();
        over.resolve();
      });
      // Of one that is cut nothing is heard.
      importStream(log, from(lines), taken()).then(() => over.resolve());
      await over.promise;
      victim.crash();

      const next = await process("next");
      const head = await next.head("moved");
      const there = await readAll(next, "moved");
      assert.equal(there.length, head.seq);
      if (head.seq === 0) {
        for await (const _ of next.parts.kv.list({ prefix: ["e", "moved"] }, { limit: 1 })) leftovers++;
        assert.deepEqual(await next.order.page(`${next.epoch}.00000000000000000000.0`, 10), []);
        if (seed % 2) {
          await appended(next, "moved", [said("mine/0")]);
          assert.deepEqual((await readAll(next, "moved")).map((e) => e.id), ["mine/0"]);
        } else {
          assert.equal((await importStream(next, from(lines), taken())).ok, true);
          assert.equal((await readAll(next, "moved")).length, 60);
        }
      }
      assert.deepEqual((await verify(next)).problems, []);
    })());
  }
  assert.ok(leftovers >= seeds / 3, `${leftovers} were cut when events were there`);
});
