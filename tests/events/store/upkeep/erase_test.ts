/** Words that leave a store: no row has them, the chain is what it was, and whatever is cut short goes on. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { digestOf, entryTexts } from "../../../../events/store/form/entry.ts";
import { opened } from "../../../../events/store/form/value.ts";
import { realEnvironment } from "../../../../events/store/environment.ts";
import type { Kv } from "../../../../events/store/kv/kv.ts";
import type { Placing } from "../../../../events/store/list_types.ts";
import { openLog, type StoreLog } from "../../../../events/store/log.ts";
import { erasedSeqs } from "../../../../events/store/upkeep/erase.ts";
import { verify } from "../../../../events/store/verify/verify.ts";
import { draws } from "../../../effort.ts";
import { withoutWords } from "../../../erased.ts";
import { inFolder } from "../../../in_folder.ts";
import { replacing } from "../../../replacing.ts";
import { FilesHere } from "../files_here.ts";
import { appended, happened, noise, readAll, said } from "../given.ts";
import { withLog } from "../with_log.ts";

/** Little is left in its place, so that much is packed. */
const PACKING = { keep: 5, events: 24, bytes: 64_000 };
const environment = { ...realEnvironment, sleep: () => Promise.resolve() };
const CANARY = "swordfish";

/** Erases, as the event that tells so does. */
const erased = (log: StoreLog, stream: string, seqs: readonly number[], id = "erase/0") =>
  appended(log, stream, [happened(id, "ContentErased", { messageId: "m", seqs })], {
    alongside: { erases: [0] },
  });

/** Every row as text, whatever form it has. */
async function everything(log: StoreLog): Promise<string> {
  const rows: string[] = [];
  for await (const { key, value } of log.parts.kv.list({ prefix: [] })) {
    const bytes = value instanceof Uint8Array ? value : null;
    let text = bytes ? new TextDecoder().decode(bytes) : JSON.stringify(value);
    if (bytes && (key[0] === "e" || key[0] === "at")) text = JSON.stringify(opened(bytes));
    if (bytes && key[0] === "snap" && key.length > 4) text = JSON.stringify(opened(bytes));
    rows.push(`${JSON.stringify(key)} ${text}`);
  }
  return rows.join("\n");
}

/** A store that breaks behind so many commits: at each from then on, or at that one alone. */
function breaking(kv: Kv, at: { left: number }, once = false): Kv {
  return replacing(kv, {
    atomic() {
      const atomic = kv.atomic();
      const commit = atomic.commit.bind(atomic);
      atomic.commit = () => {
        const left = at.left--;
        if (once ? left === 0 : left <= 0) throw new TypeError("broken");
        return commit();
      };
      return atomic;
    },
  });
}

Deno.test("erased words are in no row any more, packed or not, and the chain is what it was", () =>
  withLog(async (log) => {
    let stream = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.nat(59), { minLength: 1, maxLength: 20 }),
        fc.boolean(),
        async (count, batch, picks, packs) => {
          const name = `s${stream++}`;
          const seqs = [...new Set(picks.map((pick) => 1 + pick % count))];
          const text = (seq: number) =>
            `${seqs.includes(seq) ? CANARY : "kept"} ${name}/${seq}. ${noise(seq % 7 === 0 ? 700 : 20, seq)}`;
          for (let seq = 1; seq <= count; seq += batch) {
            const many = Array.from(
              { length: Math.min(batch, count - seq + 1) },
              (_, at) => said(`${name}/${seq + at}`, text(seq + at)),
            );
            await appended(log, name, many);
          }
          if (packs) await log.packing.pack(name);
          const before = await readAll(log, name);
          const { hash, seq } = (await erased(log, name, seqs, `${name}/erase`)).head;
          await log.erase();
          const after = before.map((event) => seqs.includes(event.seq) ? withoutWords(event) : event);
          assert.deepEqual((await readAll(log, name)).slice(0, count), after);
          assert.equal((await log.head(name)).hash, hash);
          // What is said next follows, and what is packed next too.
          await appended(log, name, [said(`${name}/later`)]);
          await log.packing.pack(name);
          assert.deepEqual((await readAll(log, name)).slice(0, count), after);
          assert.equal((await log.head(name)).seq, seq + 1);
        },
      ),
      { numRuns: draws(200), endOnFailure: true },
    );
    assert.ok(!(await everything(log)).includes(CANARY));
    assert.deepEqual((await verify(log)).problems, []);
  }, { environment, packing: PACKING }));

Deno.test("a row says the digest of what is gone, which nobody can guess at without its salt", () =>
  withLog(async (log) => {
    await appended(log, "s", [said("a", CANARY)]);
    const [[before]] = await Array.fromAsync(log.reader.stored("s", 1)) as never as [[{ entry: never }]];
    const digest = digestOf(entryTexts(before.entry));
    await erased(log, "s", [1]);
    await log.erase();
    const [[after]] = await Array.fromAsync(log.reader.stored("s", 1)) as never as [[{ entry: unknown[] }]];
    assert.deepEqual(after.entry.slice(1), [digest]);
  }));

Deno.test("an erasure that is cut short anywhere goes on", async () => {
  for (let commits = 0;; commits++) {
    const whole = await inFolder(async (folder) => {
      const path = `${folder}/log.db`;
      const at = { left: Infinity };
      const files = new FilesHere();
      const open = async (path: string) => breaking(await files.open(path), at);
      const log = await openLog({ path, environment, packing: PACKING, open });
      let done = false;
      const file = new TextEncoder().encode(`${CANARY} in a file`);
      try {
        const { sha256 } = await log.blobs.put(file, "text/plain");
        for (let at = 0; at < 40; at += 4) {
          const many = Array.from({ length: 4 }, (_, i) => said(`s/${at + i}`, `${CANARY} ${at + i}`));
          await appended(log, "s", many, at === 0 ? { alongside: { blobs: [sha256] } } : {});
        }
        await log.packing.pack("s");
        await log.snapshots.put("fold", 1, "s", 40, { text: CANARY });
        await erased(log, "s", Array.from({ length: 40 }, (_, i) => i + 1));
        at.left = commits;
        done = await log.erase().then(() => true, () => false);
      } finally {
        at.left = Infinity;
        await log.close();
      }
      const again = await openLog({ path, environment, packing: PACKING, open: files.open });
      try {
        // As when a server begins.
        if (!done) await again.purge();
        assert.ok(!(await everything(again)).includes(CANARY), `cut short at commit ${commits}`);
        assert.deepEqual((await verify(again)).problems, []);
        assert.deepEqual(await Array.fromAsync(again.parts.kv.list({ prefix: ["erasing"] })), []);
      } finally {
        await again.close();
      }
      return done;
    });
    if (whole) return assert.ok(commits > 5, `${commits}`);
  }
});

Deno.test("an erasure is done when the list by time has the words no more, at whichever commit the store breaks once", async () => {
  for (let nth = 0;; nth++) {
    const whole = await inFolder(async (folder) => {
      const at = { left: Infinity };
      const files = new FilesHere();
      const open = async (path: string) => breaking(await files.open(path), at, true);
      const log = await openLog({ path: `${folder}/log.db`, environment, packing: PACKING, open });
      const file = (text: string) => ({ at: "2026-01-01T00:00:00.000Z", shelf: "open", text });
      const place: Placing = (row) => row === null ? null : file("");
      try {
        const recent = log.recent(place);
        recent.keep();
        await appended(log, "s", [said("a", CANARY)], { alongside: { list: file(CANARY) } });
        await log.purge();
        assert.match(JSON.stringify(await recent.page("open", null, 1)), new RegExp(CANARY));
        await appended(log, "s", [happened("erase/0", "ContentErased", { messageId: "m", seqs: [1] })], {
          alongside: { erases: [0], list: file("") },
        });
        at.left = nth;
        const done = await log.erase().then(() => true, () => false);
        const broke = at.left < 0;
        at.left = Infinity;
        // As the server does until it is done.
        if (!done) await log.purge();
        assert.ok(!(await everything(log)).includes(CANARY), `broken at commit ${nth}`);
        assert.deepEqual(await Array.fromAsync(log.parts.kv.list({ prefix: ["erasing"] })), []);
        return !broke;
      } finally {
        at.left = Infinity;
        await log.close();
      }
    });
    if (whole) return assert.ok(nth > 4, `${nth}`);
  }
});

Deno.test("what was made of the words goes with them: snapshots, also one that comes late, and drafts", () =>
  withLog(async (log) => {
    await appended(log, "s", [said("a", CANARY)]);
    await log.parts.kv.atomic().set(["draft", "s", "turn", 1, "text", 0], CANARY).commit();
    await log.snapshots.put("fold", 1, "s", 1, { text: CANARY });
    await erased(log, "s", [1]);
    await log.erase();
    await log.snapshots.put("fold", 1, "s", 1, { text: CANARY });
    assert.equal(await log.snapshots.get("fold", 1, "s"), null);
    assert.ok(!(await everything(log)).includes(CANARY));
    await log.snapshots.put("fold", 1, "s", 2, { text: "clean" });
    assert.ok(await log.snapshots.get("fold", 1, "s"), "what knows of it stays");
  }));

Deno.test("the answer of a command that brought words says no more what was asked, and is refused under its key", () =>
  withLog(async (log) => {
    const command = (key: string) => ({
      caller: "ann",
      key,
      bodyHash: `hash of ${key}`,
      answer: { id: key },
    });
    await appended(log, "s", [said("a", CANARY)], { alongside: { command: command("goes") } });
    await appended(log, "s", [said("b")], { alongside: { command: command("stays") } });
    await erased(log, "s", [1]);
    await log.erase();
    assert.deepEqual(await log.command("s", "ann", "goes"), { bodyHash: "", first: 1, last: 1, answer: {} });
    assert.equal((await log.command("s", "ann", "stays"))?.bodyHash, "hash of stays");
    assert.deepEqual((await verify(log)).problems, [], "the sum of all answers is kept");
  }));

Deno.test("a blob goes with the last event that names it, in whatever stream", () =>
  withLog(async (log) => {
    const put = async (text: string) =>
      (await log.blobs.put(new TextEncoder().encode(text), "text/plain")).sha256;
    const [alone, twice, shared] = [await put("alone"), await put("twice"), await put("shared")];
    const naming = (id: string, shas: readonly string[]) => {
      const attachments = shas.map((sha256) => ({ sha256, name: "a.txt", type: "text/plain", size: 5 }));
      return { ...said(id), data: { messageId: id, content: "", attachments } };
    };
    const blobs = (shas: readonly string[]) => ({ alongside: { blobs: shas } });
    await appended(log, "s", [naming("a", [alone, twice, shared])], blobs([alone, twice, shared]));
    await appended(log, "s", [naming("b", [twice])], blobs([twice]));
    await appended(log, "t", [naming("c", [shared])], blobs([shared]));
    // What the first event of a stream names stays where a later one is erased.
    const begins = await put("begins");
    await appended(log, "u", [naming("f", [begins]), naming("g", [begins])], blobs([begins]));
    await erased(log, "u", [2]);
    // A text too long for an event is a blob that the store made itself.
    const long = `${CANARY} ${noise(70_000)}`;
    await appended(log, "s", [said("d", long)]);
    await erased(log, "s", [1, 3]);
    await log.erase();
    assert.equal(await log.blobs.get(alone), null);
    assert.ok(await log.blobs.get(twice));
    assert.ok(await log.blobs.get(shared));
    assert.ok(await log.blobs.get(begins));
    assert.deepEqual(
      await Promise.all([alone, twice, shared].map((sha) => log.blobs.refersTo("s", sha))),
      [false, true, false],
    );
    assert.ok(!(await everything(log)).includes(CANARY));
    // Named again it is tied again.
    await appended(log, "s", [naming("e", [shared])], blobs([shared]));
    assert.ok(await log.blobs.refersTo("s", shared));
    assert.deepEqual((await verify(log)).problems, []);
  }));

Deno.test("another process goes on where the row was written anew under it", () =>
  inFolder(async (folder) => {
    const path = `${folder}/log.db`;
    const a = await openLog({ path });
    const b = await openLog({ path });
    try {
      await appended(b, "s", [said("a", CANARY)]);
      const head = await b.head("s");
      await erased(a, "s", [1]);
      await a.erase();
      const late = await b.append({ stream: "s", head, events: [said("late")] });
      assert.deepEqual([late.ok, !late.ok && late.reason], [false, "head"]);
      await appended(b, "s", [said("b")]);
      assert.ok(!(await everything(a)).includes(CANARY));
      assert.deepEqual((await verify(a)).problems, []);
    } finally {
      await b.close();
      await a.close();
    }
  }));

Deno.test("what tells of erasing tells it of events before it alone, whatever it says", () => {
  const seqs = [1, 2, 3, 4, 5, 1.5, "2"];
  assert.deepEqual(erasedSeqs({ data: { seqs }, seq: 3 }), [1, 2]);
  assert.deepEqual(erasedSeqs({ data: null, seq: 3 }), []);
});
