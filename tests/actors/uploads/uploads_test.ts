/** Uploads that are on no message, and how many bytes of files there may be: in the store, with a clock of the test. */
import assert from "node:assert/strict";
import { Uploads } from "../../../actors/uploads/uploads.ts";
import { realEnvironment } from "../../../actors/runtime/environment.ts";
import { silent } from "../../../actors/runtime/logger.ts";
import { UNUSED_UPLOAD_HOURS } from "../../../events/catalog/limits.ts";
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
  constructor(readonly log: StoreLog, readonly most = 1_000) {}
  static async open(most?: number): Promise<Desk> {
    const open = () => Promise.resolve(memoryKv(new SimDisk()));
    return new Desk(await openLog({ path: ":memory:", open }), most);
  }
  uploads(): Uploads {
    const environment = { ...realEnvironment, now: () => new Date(this.now).toISOString() };
    return new Uploads({
      log: this.log,
      environment,
      logger: silent,
      most: this.most,
      pace: { first: 0, looks: 0, rows: 2 },
    });
  }
  async take(uploads: Uploads, text: string): Promise<string> {
    const taken = await uploads.take(bytes(text), "text/plain");
    assert.ok(taken.ok, "refused");
    return taken.info.sha256;
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
  assert.deepEqual(await desk.row(named), { size: 1, at: null });
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
