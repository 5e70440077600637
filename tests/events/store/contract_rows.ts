/** What lives beside the events: list rows, blobs, snapshots, side rows, deletion. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { bytesAt } from "../../../events/store/commit/job.ts";
import { packed } from "../../../events/store/form/value.ts";
import { sha256, toBytes } from "../../../events/store/kv/codec.ts";
import type { StoreLog } from "../../../events/store/log.ts";
import type { Case } from "./contract.ts";
import { appended, happened, noise, readAll, row, said } from "./given.ts";

/** Every key of the store that holds something of `stream`, but the ones that may stay. */
async function traces(log: StoreLog, stream: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of log.parts.kv.list({ prefix: [] })) {
    // A stream may have the name of a kind of key.
    if (key.slice(1).includes(stream) && key[0] !== "all") found.push(key.slice(0, 3).join("/"));
  }
  return found.sort();
}

export const rows: readonly Case[] = [
  {
    name: "the list row is written with the events and removed by null",
    async run({ log, name }) {
      const c = name();
      await appended(log, c, [said("a/0")], { alongside: { list: { title: "one", ü: "😀" } } });
      assert.deepEqual(await log.list.get(c), { title: "one", ü: "😀" });
      await appended(log, c, [said("a/1")]);
      assert.deepEqual(await log.list.get(c), { title: "one", ü: "😀" });
      const ids: string[] = [];
      for await (const batch of log.list.all()) ids.push(...batch.map((one) => one.id));
      assert.ok(ids.includes(c));
      await appended(log, c, [said("a/2")], { alongside: { list: null } });
      assert.equal(await log.list.get(c), null);
    },
  },
  {
    name: "a stream is due from the commit that says so to the one that takes it back, or closes it",
    async run({ log, name }) {
      const [c, d] = [name(), name()];
      const due = async () => {
        const rows = await log.due.list(1_000);
        return rows.filter(({ stream }) => stream === c || stream === d).map((
          { stream, at },
        ) => [stream, at]);
      };
      await appended(log, c, [said("a/0")], { alongside: { due: 1_234 } });
      assert.deepEqual(await due(), [[c, 1_234]]);
      await appended(log, c, [said("a/1")]);
      assert.deepEqual(await due(), [[c, 1_234]], "what says nothing of it leaves it");
      await appended(log, c, [said("a/2")], { alongside: { due: null } });
      assert.deepEqual(await due(), []);
      await appended(log, d, [said("b/0")], { alongside: { due: 9 } });
      await appended(log, d, [happened("b/1", "ConversationDeleted")]);
      assert.deepEqual(await due(), []);
      for (const stream of [name(), name()]) {
        await appended(log, stream, [said(`${stream}/0`)], { alongside: { due: 9 } });
      }
      assert.equal((await log.due.list(1)).length, 1, "no more than asked for");
    },
  },
  {
    name: "blobs of any size come back byte for byte, once each",
    async run({ log }) {
      for (const size of [0, 1, 61_440, 61_441, 700_000]) {
        const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 7 + size) % 251);
        const sha256 = createHash("sha256").update(bytes).digest("hex");
        const info = await log.blobs.put(bytes, "image/png");
        assert.deepEqual(info, { sha256, size, type: "image/png" });
        assert.deepEqual(await log.blobs.put(bytes, "text/other"), info);
        const back = await log.blobs.get(sha256);
        assert.deepEqual(back?.info, info);
        assert.ok(Buffer.from(back?.bytes ?? []).equals(Buffer.from(bytes)));
      }
      assert.equal(await log.blobs.get("0".repeat(64)), null);
    },
  },
  {
    name: "the same blob put by many at once is there once and whole",
    async run({ log, name }) {
      const bytes = new TextEncoder().encode(name().repeat(20_000));
      const infos = await Promise.all(Array.from({ length: 5 }, () => log.blobs.put(bytes, "text/plain")));
      for (const info of infos) assert.deepEqual(info, infos[0]);
      assert.equal((await log.blobs.get(infos[0]?.sha256 ?? ""))?.bytes.length, bytes.length);
    },
  },
  {
    name: "a conversation refers to a blob once its log names it",
    async run({ log, name }) {
      const [c, d] = [name(), name()];
      const { sha256 } = await log.blobs.put(new TextEncoder().encode(c), "text/plain");
      assert.equal(await log.blobs.refersTo(c, sha256), false);
      await appended(log, c, [said("b/0")], { alongside: { blobs: [sha256] } });
      await appended(log, c, [said("b/1")], { alongside: { blobs: [sha256, sha256] } });
      assert.equal(await log.blobs.refersTo(c, sha256), true);
      assert.equal(await log.blobs.refersTo(d, sha256), false);
    },
  },
  {
    name: "a snapshot in many pages is replaced by a newer one and never by an older",
    async run({ log, name }) {
      const c = name();
      const state = (n: number) => ({ n, text: noise(240_000, n), more: "😀" });
      assert.equal(await log.snapshots.get("f", 1, c), null);
      await log.snapshots.put("f", 1, c, 5, state(5));
      await log.snapshots.put("f", 1, c, 9, state(9));
      await log.snapshots.put("f", 1, c, 7, state(7));
      assert.deepEqual(await log.snapshots.get("f", 1, c), { seq: 9, state: state(9) });
      assert.equal(await log.snapshots.get("f", 2, c), null);
      let pages = 0;
      for await (const { key } of log.parts.kv.list({ prefix: ["snap", "f", 1, c] })) {
        assert.equal(key[4], 9);
        pages++;
      }
      assert.ok(pages > 3, "the pages of 9, and none of 5 and 7");
    },
  },
  {
    name: "a snapshot of before, which is one piece, is read; one of which a piece is none is not there",
    async run({ log, name }) {
      const written = async (c: string, bytes: Uint8Array, pieces?: number[]) => {
        const manifest = toBytes({ seq: 3, size: bytes.length, pages: 1, pieces, sha256: sha256(bytes) });
        const writes = [{ key: ["snap", "f", 1, c, 3, 0], value: bytes }, {
          key: ["snap", "f", 1, c],
          value: manifest,
        }];
        for (const { key, value } of writes) {
          await log.parts.commits.commit({ writes: [bytesAt(key, value)] });
        }
        return await log.snapshots.get("f", 1, c);
      };
      const state = { n: 1, list: ["a"] };
      assert.deepEqual(await written(name(), packed(toBytes(state))), { seq: 3, state });
      const parts = toBytes([["n", 1], ["list", ["a"], 1]]);
      assert.deepEqual(await written(name(), parts, [parts.length]), null, "no piece begins so");
      const piece = packed(parts);
      assert.deepEqual(await written(name(), piece, [piece.length]), { seq: 3, state });
      assert.equal(await written(name(), piece, [piece.length - 3, 3]), null);
    },
  },
  {
    name: "a snapshot with a page missing is not there",
    async run({ log, name }) {
      const c = name();
      await log.snapshots.put("f", 1, c, 5, { text: noise(200_000) });
      const writes = [{ key: ["snap", "f", 1, c, 5, 1], remove: true } as const];
      await log.parts.commits.commit({ writes });
      assert.equal(await log.snapshots.get("f", 1, c), null);
    },
  },
  {
    name: "side rows keep what they are given, by kind",
    async run({ log, name }) {
      const id = `${name()} ü`;
      const [secrets, tokens] = [log.side("secret"), log.side("token")];
      assert.equal(await secrets.get(id), undefined);
      await secrets.set(id, { iv: new Uint8Array([1, 2]), n: 1 });
      assert.deepEqual(await secrets.get(id), { iv: new Uint8Array([1, 2]), n: 1 });
      assert.equal(await tokens.get(id), undefined);
      assert.ok((await secrets.list()).some((one) => one.id === id));
      await secrets.delete(id);
      assert.equal(await secrets.get(id), undefined);
    },
  },
  {
    name:
      "a side row is changed as it is at that moment: no change is lost, and what was removed stays removed",
    async run({ log, name }) {
      const id = name();
      const rows = log.side("session");
      // An answer may be lost, so a change is one that may be made of its own result.
      const add = (n: number) => (value: unknown) => [...new Set([...value as number[] ?? [], n])];
      assert.equal(await rows.update(id, (value) => value), false);
      assert.equal(await rows.get(id), undefined, "nothing is made of what is not there");
      await Promise.all(Array.from({ length: 20 }, (_, n) => rows.update(id, add(n))));
      assert.equal((await rows.get(id) as number[]).length, 20);
      let removed: Promise<void> | null = null;
      const touched = await rows.update(id, (value) => {
        if (value === undefined) return undefined;
        removed ??= rows.delete(id); // after the row was read, before it is written
        return add(1)(value);
      });
      await removed;
      assert.equal(await rows.get(id), undefined, `written before it was removed, or never: ${touched}`);
    },
  },
  {
    // Shows S0-31, S4-7, P27.
    name: "a deleted conversation refuses every append and loses everything but its tombstone",
    async run({ log, name }) {
      const [c, other] = [name(), name()];
      const shared = await log.blobs.put(new TextEncoder().encode(`shared ${c}`), "text/plain");
      const own = await log.blobs.put(new TextEncoder().encode(`own ${c}`.repeat(20_000)), "text/plain");
      await appended(log, other, [said("o/0")], { alongside: { blobs: [shared.sha256] } });
      const command = { caller: c, key: "k", bodyHash: "b", answer: { said: "private" } };
      await appended(log, c, [said("d/0", "long".repeat(30_000)), said("d/1")], {
        alongside: {
          list: { title: "x" },
          command,
          blobs: [shared.sha256, own.sha256],
          work: [{ turnId: "t", row: row() }],
        },
      });
      await log.snapshots.put("f", 1, c, 2, { text: noise(100_000) });
      const before = await log.head(c);
      const start = await log.order.end();
      const partial = happened("d/2", "TurnCancelled", { turnId: "t", text: "half a secret" });
      const deletion = await appended(log, c, [partial, happened("d/3", "ConversationDeleted")]);
      await log.purge();
      await log.purge();

      assert.deepEqual(await traces(log, c), [`at/${c}`]);
      assert.equal(await log.blobs.get(own.sha256), null);
      assert.ok(await log.blobs.get(shared.sha256));
      assert.deepEqual((await readAll(log, c)).map((e) => [e.seq, e.type]), [[4, "ConversationDeleted"]]);
      for (const head of [before, deletion.head, await log.head(c), { seq: 0, hash: "", stamp: null }]) {
        const refused = await log.append({ stream: c, head, events: [said("again/0")] });
        assert.deepEqual(refused, { ok: false, reason: "deleted" });
      }
      const after = await log.order.page(start, 1_000);
      assert.deepEqual(after.filter((e) => e.stream === c).map((e) => e.event.seq), [4]);
    },
  },
  {
    name: "the store says that it is ready, and counts",
    async run({ log, name }) {
      const before = log.stats();
      await appended(log, name(), [said("s/0"), said("s/1")]);
      const after = log.stats();
      assert.ok(after.commits > before.commits);
      assert.ok(after.events >= before.events + 2);
      assert.equal(await log.ready(), true);
    },
  },
  {
    name: "a snapshot that comes after its conversation was deleted does not stay",
    async run({ log, name }) {
      const c = name();
      await appended(log, c, [said("d/0")]);
      await log.snapshots.put("f", 1, c, 1, { text: "before" });
      assert.ok(await log.snapshots.get("f", 1, c));
      await appended(log, c, [happened("d/1", "ConversationDeleted")]);
      await log.purge();
      await log.snapshots.put("f", 1, c, 1, { text: "too late" });
      assert.equal(await log.snapshots.get("f", 1, c), null);
      assert.deepEqual(await traces(log, c), [`at/${c}`]);
    },
  },
];
