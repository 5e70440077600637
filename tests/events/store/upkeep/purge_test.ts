/** Deletions in the background: in small steps, found without reading what belongs to others, also in old stores. */
import assert from "node:assert/strict";
import { KEY_BYTES } from "../../../../events/store/kv/bounds.ts";
import { keyBytes } from "../../../../events/store/kv/keys.ts";
import type { Kv } from "../../../../events/store/kv/kv.ts";
import type { StoreLog } from "../../../../events/store/log.ts";
import { openDenoKv } from "../../../../events/store/kv/open.ts";
import { replacing } from "../../../replacing.ts";
import { verify } from "../../../../events/store/verify/verify.ts";
import { appended, happened, noise, said } from "../given.ts";
import { withLog } from "../with_log.ts";

/** What went through the store's handle. */
interface Seen {
  /** First key parts of listings, with the values they gave. */
  readonly listed: Map<string, number>;
  /** Keys and bytes of keys of each commit. */
  readonly commits: { keys: number; bytes: number }[];
}

function watched(kv: Kv, seen: Seen): Kv {
  return replacing(kv, {
    async *list(...args) {
      const [selector] = args;
      const first = String(("prefix" in selector ? selector.prefix : selector.start)[0]);
      for await (const entry of kv.list(...args)) {
        seen.listed.set(first, (seen.listed.get(first) ?? 0) + 1);
        yield entry;
      }
    },
    atomic() {
      const atomic = kv.atomic();
      const commit = { keys: 0, bytes: 0 };
      seen.commits.push(commit);
      const remove = atomic.delete.bind(atomic);
      atomic.delete = (key) => {
        commit.keys++;
        commit.bytes += keyBytes(key);
        return remove(key);
      };
      return atomic;
    },
  });
}

/** In memory, and watched. */
function watching(body: (log: StoreLog, seen: Seen) => Promise<void>): Promise<void> {
  const seen: Seen = { listed: new Map(), commits: [] };
  const open = async (path: string) => watched(await openDenoKv(path), seen);
  return withLog((log) => body(log, seen), { open });
}

async function commanded(log: StoreLog, stream: string, caller: string, key: string): Promise<void> {
  const command = { caller, key, bodyHash: "b", answer: { text: `secret of ${stream}` } };
  await appended(log, stream, [said(`${stream}/${key}`)], { alongside: { command } });
}

async function keysOf(log: StoreLog, kind: string): Promise<Deno.KvKey[]> {
  return await Array.fromAsync(log.parts.kv.list({ prefix: [kind] }), ({ key }) => key);
}

Deno.test("a deletion finds the answers of its commands without reading those of others", () =>
  watching(async (log, seen) => {
    for (let i = 0; i < 50; i++) await commanded(log, "stays", "ann", `s${i}`);
    await commanded(log, "goes", "ann", "g");
    await appended(log, "goes", [happened("d", "ConversationDeleted")]);
    seen.listed.clear();
    await log.purge();
    assert.equal(await log.command("goes", "ann", "g"), null);
    assert.ok(await log.command("stays", "ann", "s7"));
    assert.equal(seen.listed.get("cmd"), 1, "its own");
    assert.equal((await keysOf(log, "cmd")).length, 50);
    assert.deepEqual((await verify(log)).problems, []);
  }));

/** More than one step removes. */
const VALUES = 300;

Deno.test("a step of a deletion stays small, however many rows and however long their names", () =>
  watching(async (log, seen) => {
    // Each lies in a value of its own.
    for (let i = 0; i < VALUES; i++) await appended(log, "goes", [said(`e${i}`, noise(1_500, i))]);
    assert.equal((await keysOf(log, "e")).length, VALUES);
    for (let i = 0; i < 300; i++) await commanded(log, "goes", "c".repeat(200), `${i}`.padStart(200, "k"));
    await appended(log, "goes", [happened("d", "ConversationDeleted")]);
    seen.commits.length = 0;
    await log.purge();
    const total = seen.commits.reduce((sum, { keys }) => sum + keys, 0);
    assert.ok(total >= VALUES + 300 + 2, `${total} rows were removed`);
    for (const { keys, bytes } of seen.commits) {
      assert.ok(keys <= 252 && bytes < KEY_BYTES, `${keys} keys of ${bytes} bytes in one step`);
    }
  }));

Deno.test("a deletion that cannot be carried out holds up no other, and is told", () =>
  withLog(async (log) => {
    for (const stream of ["bad", "good"]) {
      await appended(log, stream, [said(`${stream}/0`), happened(`${stream}/1`, "ConversationDeleted")]);
    }
    await log.parts.kv.atomic().set(["at", "bad"], new TextEncoder().encode("{damaged")).commit();
    await assert.rejects(log.purge());
    assert.deepEqual(await keysOf(log, "purge"), [["purge", "bad"]]);
  }));

Deno.test("purging stops between two conversations when it is told to", () =>
  withLog(async (log) => {
    for (let i = 0; i < 5; i++) {
      await appended(log, `c${i}`, [said(`${i}/0`), happened(`${i}/1`, "ConversationDeleted")]);
    }
    const stop = new AbortController();
    stop.abort();
    await log.purge(stop.signal);
    assert.equal((await keysOf(log, "purge")).length, 5);
    await log.purge();
    assert.equal((await keysOf(log, "purge")).length, 0);
  }));
