/** Uploads that are on no message, and how many bytes of files there may be: in the store, with a clock of the test. */
import assert from "node:assert/strict";
import type { Extract } from "../../../actors/uploads/facts.ts";
import { Uploads } from "../../../actors/uploads/uploads.ts";
import { type Environment, realEnvironment } from "../../../actors/runtime/environment.ts";
import { silent } from "../../../actors/runtime/logger.ts";
import { IMAGE_MOST_SIDE, UNUSED_UPLOAD_HOURS } from "../../../events/catalog/limits.ts";
import { openLog, type StoreLog } from "../../../events/store/log.ts";
import { memoryKv } from "../../sim/memory_kv.ts";
import { SimDisk } from "../../sim/sim_disk.ts";
import { removeUnused } from "../../../events/store/beside/unshared.ts";
import { appended, happened, said } from "../../events/store/given.ts";

const HOUR = 3_600_000;
const DAY = UNUSED_UPLOAD_HOURS * HOUR;
const bytes = (text: string) => new TextEncoder().encode(text);

class Desk {
  now = Date.UTC(2026, 0, 1);
  /** Milliseconds by which the clock went further than time has passed. */
  leapt = 0;
  constructor(readonly log: StoreLog, readonly most = 1_000) {}
  static async open(most?: number): Promise<Desk> {
    const open = () => Promise.resolve(memoryKv(new SimDisk()));
    return new Desk(await openLog({ path: ":memory:", open }), most);
  }
  /** What reading a file comes to. */
  extract: Extract = () => Promise.reject(new Error("nothing is read here"));
  uploads(more: Partial<Environment> = {}): Uploads {
    const environment = {
      ...realEnvironment,
      ...more,
      now: () => new Date(this.now).toISOString(),
      monotonic: () => this.now - this.leapt,
    };
    return new Uploads({
      log: this.log,
      environment,
      logger: silent,
      most: this.most,
      extract: (file) => this.extract(file),
      pace: { first: 0, looks: 0, rows: 2 },
    });
  }
  async take(uploads: Uploads, text: string): Promise<string> {
    const taken = await uploads.take(bytes(text), "text/plain");
    assert.ok(taken.ok, "refused");
    return taken.file.sha256;
  }
  there = async (sha: string) => await this.log.blobs.get(sha) !== null;
  row = (sha: string) => this.log.side("upload").get(sha);
  async [Symbol.asyncDispose]() {
    await this.log.close();
  }
}

Deno.test("an upload that no message names goes after a day, with its row; one that is named stays for good", async () => {
  await using desk = await Desk.open();
  const uploads = desk.uploads();
  const shas = [];
  for (const name of ["a", "b", "c", "d", "e"]) shas.push(await desk.take(uploads, name));
  const [named = "", ...unused] = shas;
  await appended(desk.log, "room", [said("room/0")], { alongside: { blobs: [named] } });
  desk.now += DAY - 1;
  assert.deepEqual(await uploads.look(), { count: 0, bytes: 0 }, "not a moment before");
  desk.now += 1;
  assert.deepEqual(await uploads.look(), { count: 4, bytes: 4 }, "all pages of rows are looked at");
  for (const sha of unused) {
    assert.equal(await desk.there(sha), false);
    assert.equal(await desk.row(sha), undefined);
  }
  assert.equal(await desk.there(named), true);
  assert.deepEqual(await desk.row(named), { size: 1, at: null, facts: {}, type: "text/plain" });
  desk.now += 100 * DAY;
  assert.deepEqual(await uploads.look(), { count: 0, bytes: 0 });
});

Deno.test("a draft that still has a file keeps it for another day, and is told of what is gone", async () => {
  await using desk = await Desk.open();
  const uploads = desk.uploads();
  const [held, left] = [await desk.take(uploads, "held"), await desk.take(uploads, "left")];
  desk.now += DAY - HOUR;
  assert.deepEqual(await uploads.keep([held, held]), []);
  desk.now += HOUR;
  await uploads.look();
  assert.deepEqual(await uploads.keep([held, left, "0".repeat(64)]), [left, "0".repeat(64)]);
  assert.equal(await desk.there(held), true);
  assert.equal(await desk.row(left), undefined, "to ask for what is gone keeps nothing");
  desk.now += DAY;
  await uploads.look();
  assert.deepEqual(await uploads.keep([held]), [held]);
});

Deno.test("a day that goes by at once is none: a file has its day by the time that passed, as one from behind it has", async () => {
  await using desk = await Desk.open();
  const uploads = desk.uploads();
  const before = await desk.take(uploads, "before");
  desk.now += 365 * DAY;
  desk.leapt += 365 * DAY;
  assert.equal((await uploads.look()).count, 0);
  const behind = await desk.take(uploads, "behind");
  desk.now += DAY - 1;
  assert.equal((await uploads.look()).count, 0);
  desk.now += 1;
  assert.equal((await uploads.look()).count, 2);
  for (const sha of [before, behind]) assert.equal(await desk.there(sha), false);
});

Deno.test("a machine that sleeps every night removes what nobody wants all the same", async () => {
  await using desk = await Desk.open();
  const uploads = desk.uploads();
  await desk.take(uploads, "a");
  const removed: number[] = [];
  for (let day = 0; day < 3; day++) {
    for (let hour = 0; hour < 8; hour++) {
      desk.now += HOUR;
      removed.push((await uploads.look()).count);
    }
    desk.now += DAY - 8 * HOUR;
    desk.leapt += DAY - 8 * HOUR;
  }
  const at = removed.indexOf(1);
  assert.ok(at >= 8 && at < 24, `after ${at} hours awake`);
});

Deno.test("a clock that is set right by a minute takes nobody's time, and one that is set back makes nothing older", async () => {
  await using desk = await Desk.open();
  const uploads = desk.uploads();
  await desk.take(uploads, "a");
  desk.now += DAY;
  desk.leapt += 60_000;
  assert.equal((await uploads.look()).count, 1);
  await desk.take(uploads, "b");
  desk.now += HOUR;
  desk.leapt -= 2 * DAY;
  assert.equal((await uploads.look()).count, 0);
  desk.now += DAY - HOUR;
  assert.equal((await uploads.look()).count, 1);
});

Deno.test("a process that ends does not wait for the next look, and looks no more", async () => {
  await using desk = await Desk.open();
  const rests: number[] = [];
  // Nothing but a signal ends a rest.
  const sleep = (ms: number, signal?: AbortSignal) => {
    rests.push(ms);
    return new Promise<void>((done) => signal?.addEventListener("abort", () => done(), { once: true }));
  };
  const uploads = desk.uploads({ sleep });
  await desk.take(uploads, "a");
  desk.now += DAY;
  uploads.begin();
  await uploads.stop();
  assert.equal(rests.length, 1);
  assert.equal((await uploads.look()).count, 0, "nor is anything removed by a look that is on its way");
});

Deno.test("the same bytes uploaded again have their day anew", async () => {
  await using desk = await Desk.open();
  const uploads = desk.uploads();
  const sha = await desk.take(uploads, "again");
  desk.now += DAY;
  await desk.take(uploads, "again");
  assert.deepEqual(await uploads.look(), { count: 0, bytes: 0 });
  assert.equal(await desk.there(sha), true);
});

Deno.test("what is uploaded again, or named, while it is being removed is first", async () => {
  await using desk = await Desk.open();
  const uploads = desk.uploads();
  const sha = await desk.take(uploads, "again");
  for (
    const meanwhile of [
      () => desk.take(uploads, "again"),
      () => appended(desk.log, "room", [said("room/0")], { alongside: { blobs: [sha] } }),
    ]
  ) {
    desk.now += DAY;
    const { parts } = desk.log;
    const list: typeof parts.kv.list = async function* (...asked) {
      yield* parts.kv.list(...asked);
      await meanwhile();
    };
    const kv = new Proxy(parts.kv, {
      get: (kv, name) => name === "list" ? list : Reflect.get(kv, name).bind(kv),
    });
    const raced = { kv, commits: parts.commits, environment: parts.environment };
    assert.equal(await removeUnused(raced as typeof parts, sha, () => true), false);
    assert.equal(await desk.there(sha), true);
  }
});

Deno.test("a blob without a row, from before there were rows, has a day from the first look; what is the program's own stays", async () => {
  await using desk = await Desk.open();
  const { sha256: old } = await desk.log.blobs.put(bytes("old"), "text/plain");
  const { sha256: named } = await desk.log.blobs.put(bytes("named"), "text/plain");
  const { sha256: own } = await desk.log.blobs.put(bytes("{}"), "application/vnd.fishbowl.shell+json");
  await appended(desk.log, "room", [said("room/0")], { alongside: { blobs: [named] } });
  const uploads = desk.uploads();
  await uploads.look();
  assert.deepEqual([await desk.there(old), await desk.row(named)], [true, { size: 5, at: null }]);
  desk.now += DAY;
  assert.deepEqual(await uploads.look(), { count: 1, bytes: 3 });
  assert.deepEqual(await Promise.all([old, named, own].map(desk.there)), [false, true, true]);
  assert.deepEqual(await uploads.keep([own]), [own], "nobody has what is the program's own");
});

Deno.test("as many bytes as the workspace may have are taken, one more is refused with words; removing makes room", async () => {
  await using desk = await Desk.open(10);
  const uploads = desk.uploads();
  await desk.take(uploads, "12345");
  await desk.take(uploads, "67890");
  await desk.take(uploads, "12345");
  const refused = await uploads.take(bytes("x"), "text/plain");
  assert.ok(!refused.ok);
  assert.equal(refused.code, "too_large");
  assert.match(refused.detail, /^The files of this workspace take 10 bytes, as much as they may/);
  assert.equal((await desk.uploads().take(bytes("x"), "text/plain")).ok, false, "another process counts too");
  desk.now += DAY;
  await uploads.keep([await desk.take(uploads, "12345")]);
  await desk.uploads().look();
  assert.equal((await uploads.take(bytes("x"), "text/plain")).ok, true, "who would be refused counts anew");
  await desk.take(uploads, "abcd");
  assert.equal((await uploads.take(bytes("y"), "text/plain")).ok, false);
});

Deno.test("a deleted conversation takes the row of its file along", async () => {
  await using desk = await Desk.open();
  const uploads = desk.uploads();
  const sha = await desk.take(uploads, "gone with it");
  await appended(desk.log, "room", [said("room/0")], { alongside: { blobs: [sha] } });
  await appended(desk.log, "room", [happened("room/1", "ConversationDeleted")]);
  await desk.log.purge();
  assert.deepEqual([await desk.there(sha), await desk.row(sha)], [false, undefined]);
});

Deno.test("what was read of a file is kept beside it, counts, and lives as long as the file is wanted", async () => {
  await using desk = await Desk.open(30);
  let reads = 0;
  desk.extract = () => {
    reads++;
    return Promise.resolve({ ok: true, text: "its text", tokens: 2, words: true, pages: 3, cut: true });
  };
  const uploads = desk.uploads();
  const pdf = bytes("%PDF-1.7 and so on");
  const taken = await uploads.take(pdf, "application/pdf");
  assert.ok(taken.ok);
  const { text, pages } = taken.file;
  assert.deepEqual([text?.size, text?.tokens, text?.left, pages], [8, 2, "cut", 3]);
  assert.deepEqual((await desk.log.blobs.get(text?.sha256 ?? ""))?.bytes, bytes("its text"));
  assert.equal((await uploads.take(bytes("12345"), "text/plain")).ok, false, "the text counts too");
  assert.deepEqual(await uploads.take(pdf, "application/pdf"), taken);
  desk.now += DAY - HOUR;
  assert.deepEqual(await uploads.keep([taken.file.sha256]), []);
  desk.now += HOUR;
  await uploads.look();
  assert.equal(reads, 1, "read once");
  assert.deepEqual(await uploads.find(taken.file.sha256), taken.file);
  desk.now += DAY;
  assert.equal((await uploads.look()).count, 2);
  assert.equal(await uploads.find(taken.file.sha256), null);
});

Deno.test("a file whose text is gone is gone itself: it is told, not sent without", async () => {
  await using desk = await Desk.open();
  desk.extract = () => Promise.resolve({ ok: true, text: "its text", tokens: 2, words: true, cut: false });
  const uploads = desk.uploads();
  const taken = await uploads.take(bytes("%PDF-1.7"), "application/pdf");
  assert.ok(taken.ok && taken.file.text);
  await desk.log.side("upload").delete(taken.file.text.sha256);
  await desk.log.blobs.removeUnused(taken.file.text.sha256, () => true);
  assert.deepEqual(await uploads.keep([taken.file.sha256]), [taken.file.sha256]);
  assert.equal(await uploads.find(taken.file.sha256), null);
  assert.deepEqual(await uploads.take(bytes("%PDF-1.7"), "application/pdf"), taken, "and can be had again");
});

Deno.test("a file that cannot be read is refused with words, and nothing of it is kept", async () => {
  await using desk = await Desk.open();
  const uploads = desk.uploads();
  for (const why of ["locked", "damaged", "bomb", "slow"] as const) {
    desk.extract = () => Promise.resolve({ ok: false, why });
    const taken = await uploads.take(bytes("%PDF-1.7"), "application/pdf");
    assert.ok(!taken.ok && taken.code === "validation" && /^(The|Reading the) file/.test(taken.detail));
  }
  assert.deepEqual(await Array.fromAsync(desk.log.blobs.all()), []);
});

Deno.test("a table of Windows or in UTF-16 is read as what it is; one in UTF-8 is its own text", async () => {
  await using desk = await Desk.open();
  const uploads = desk.uploads();
  const wide = new Uint8Array([0xff, 0xfe, ...[..."ä;1"].flatMap((one) => [one.charCodeAt(0), 0])]);
  for (const [table, text] of [[new Uint8Array([0xe4, 0x3b, 0x31]), "ä;1"], [wide, "ä;1"]] as const) {
    const taken = await uploads.take(table, "text/csv");
    assert.ok(taken.ok && taken.file.text);
    const blob = await desk.log.blobs.get(taken.file.text.sha256);
    assert.equal(new TextDecoder().decode(blob?.bytes), text);
  }
  const own = await uploads.take(bytes("ä;1"), "text/csv");
  assert.ok(own.ok && own.file.text === undefined);
});

Deno.test("an image of as many pixels as makers take is taken with its sides, one more is refused", async () => {
  await using desk = await Desk.open();
  const uploads = desk.uploads();
  const wide = (value: number) => [0, 0, value >> 8, value & 255];
  const png = (width: number, height: number) =>
    new Uint8Array([
      137,
      80,
      78,
      71,
      13,
      10,
      26,
      10,
      0,
      0,
      0,
      13,
      ...bytes("IHDR"),
      ...wide(width),
      ...wide(height),
    ]);
  const most = await uploads.take(png(IMAGE_MOST_SIDE, 2), "image/png");
  assert.ok(most.ok);
  assert.deepEqual([most.file.width, most.file.height], [IMAGE_MOST_SIDE, 2]);
  const more = await uploads.take(png(2, IMAGE_MOST_SIDE + 1), "image/png");
  assert.ok(!more.ok);
  assert.match(more.detail, /^The image has 2 × 8,001 pixels, and a side may have 8,000/);
});
