/** A copy by rows beside writers: what is written at each awkward moment is in it whole, or not at all. */
import assert from "node:assert/strict";
import { backup } from "../../events/store/copy/backup.ts";
import type { Kv } from "../../events/store/kv/kv.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { openDenoKv } from "../../events/store/kv/open.ts";
import { Packing } from "../../events/store/upkeep/packing.ts";
import { originPosition } from "../../events/store/read/position.ts";
import { rebuild } from "../../events/store/verify/rebuild.ts";
import { isPacked } from "../../events/store/form/value.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { replacing } from "../replacing.ts";
import { countRow, folds } from "./store/folds.ts";
import { appended, happened, noise, readAll, row, said } from "./store/given.ts";

/** Keeps the store open when the copy is closed, so that it can be looked at. */
class Kept {
  kv: Kv | null = null;
  readonly open = async (path: string): Promise<Kv> => {
    this.kv ??= await openDenoKv(path);
    return replacing(this.kv, { close: () => {} });
  };
}

/** A source at whose first (or nth) listing of `kind` something happens; and what the copy of it holds. */
async function copied(
  kind: string,
  before: (log: StoreLog) => Promise<void>,
  meanwhile: (log: StoreLog) => Promise<void>,
  look: (copy: StoreLog, log: StoreLog) => Promise<void>,
  nth = 1,
): Promise<void> {
  let armed = false;
  let left = nth;
  const open = async (path: string): Promise<Kv> => {
    const kv = await openDenoKv(path);
    return replacing(kv, {
      async *list(...args) {
        const [selector] = args;
        const first = ("prefix" in selector ? selector.prefix : selector.start)[0];
        if (armed && first === kind && --left === 0) {
          armed = false;
          await meanwhile(log);
        }
        yield* kv.list(...args);
      },
    });
  };
  const log = await openLog({ path: ":memory:", open });
  const kept = new Kept();
  try {
    await before(log);
    armed = true;
    await backup(log, { path: ":memory:", open: kept.open }, folds);
    assert.equal(armed, false, "it happened");
    const copy = await openLog({ path: ":memory:", open: kept.open });
    assert.deepEqual((await verify(copy, folds)).problems, []);
    await look(copy, log);
  } finally {
    await log.close();
    kept.kv?.close();
  }
}

const command = (key: string) => ({ caller: "ann", key, bodyHash: "b", answer: { ok: key } });
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function talk(log: StoreLog): Promise<void> {
  const events = [said("a/0"), happened("a/1", "TurnRequested", { turnId: "t" })];
  await appended(log, "a", events, {
    alongside: {
      list: countRow(events),
      command: command("early"),
      work: [{ turnId: "t", row: row({ attempt: 0 }) }],
    },
  });
  await appended(log, "b", [said("b/0")], { alongside: { list: countRow([said("b/0")]) } });
  await log.snapshots.put("count", 1, "a", 2, countRow(events));
}

Deno.test("a file that is uploaded and named while the copy is made is in it, with its name", async () => {
  let sha = "";
  // The third look at the order is where the second round begins: the first has brought its files.
  await copied("all", talk, async (log) => {
    sha = (await log.blobs.put(bytesOf("new".repeat(50_000)), "text/plain")).sha256;
    await appended(log, "b", [said("b/1", "long".repeat(30_000))], {
      alongside: { blobs: [sha], list: countRow([said("b/0"), said("b/1")]) },
    });
  }, async (copy, log) => {
    assert.deepEqual(await readAll(copy, "b"), await readAll(log, "b"), "its long text too");
    assert.deepEqual((await copy.blobs.get(sha))?.bytes, bytesOf("new".repeat(50_000)));
    assert.equal(await copy.blobs.refersTo("b", sha), true);
  }, 3);
});

const UNTIL = "2026-01-01T00:00:10.000Z";
/** The events of `b` with a deletion that can be taken back, and the rows beside it. */
async function hide(log: StoreLog): Promise<void> {
  const deleted = happened("b/1", "DeletionRequested", { until: UNTIL });
  await appended(log, "b", [deleted], {
    alongside: { list: countRow([said("b/0"), deleted]), due: Date.parse(UNTIL) },
  });
}
const dueIn = async (log: StoreLog) => (await log.due.list(10)).map(({ stream, at }) => [stream, at]);

Deno.test("what is to be deleted is so in the copy, at the same time", () =>
  copied(
    "draft",
    async (log) => {
      await talk(log);
      await hide(log);
    },
    () => Promise.resolve(),
    async (copy) => assert.deepEqual(await dueIn(copy), [["b", Date.parse(UNTIL)]]),
  ));

Deno.test("what is deleted or had back while the copy is made, is as it was when it was copied", () =>
  copied("draft", talk, hide, async (copy, log) => {
    assert.deepEqual(await dueIn(log), [["b", Date.parse(UNTIL)]]);
    assert.deepEqual(await dueIn(copy), []);
    assert.equal((await copy.head("b")).seq, 1);
  }));

Deno.test("a file that nobody has sent yet is in the copy", async () => {
  let shas: string[] = [];
  await copied(
    "names",
    async (log) => {
      await talk(log);
      const files = ["one", "two".repeat(60_000), "three"].map(bytesOf);
      shas = await Promise.all(files.map(async (file) => (await log.blobs.put(file, "text/plain")).sha256));
    },
    () => Promise.resolve(),
    async (copy) => {
      for (const sha of shas) assert.ok(await copy.blobs.get(sha), sha);
    },
  );
});

Deno.test("what comes too late for the copy is not half in it: no head, row or answer speaks of it", () =>
  copied("turn", talk, async (log) => {
    const now = [said("a/0"), happened("a/1", "TurnRequested", { turnId: "t" })];
    const more = [said("a/2"), happened("a/3", "TurnCompleted", { turnId: "t" })];
    await appended(log, "a", more, {
      alongside: {
        list: countRow([...now, ...more]),
        command: command("late"),
        work: [{ turnId: "t", row: null }],
      },
    });
  }, async (copy) => {
    assert.equal((await copy.head("a")).seq, 2);
    assert.deepEqual((await readAll(copy, "a")).map((event) => event.id), ["a/0", "a/1"]);
    assert.ok(await copy.command("a", "ann", "early"));
    assert.equal(await copy.command("a", "ann", "late"), null, "whoever repeats it is heard");
    assert.deepEqual((await copy.work.all()).map((work) => work.turnId), ["t"]);
    assert.equal((await copy.work.all())[0]?.row.owner ?? null, null, "anyone may go on with it");
    await appended(copy, "a", [said("goes/0")], { alongside: { command: command("late") } });
  }));

Deno.test("a turn that ends between its row and its draft is open in the copy, and promises no text", () =>
  copied("draft", async (log) => {
    await talk(log);
    const work = await log.work.get("a", "t");
    const write = { conversationId: "a", turnId: "t", expect: work?.stamp ?? "", from: 0, reasoningFrom: 0 };
    const shown = row({ attempt: 0, beat: 2, length: 5 });
    assert.equal(
      (await log.drafts.write([{ ...write, row: shown, text: "Hello", reasoning: "" }]))[0]?.ok,
      true,
    );
  }, async (log) => {
    await appended(log, "a", [happened("a/2", "TurnCompleted", { turnId: "t" })], {
      alongside: {
        list: countRow([said("a/0"), said("a/1"), said("a/2")]),
        work: [{ turnId: "t", row: null }],
      },
    });
    await log.drafts.drop("a", "t");
  }, async (copy) => {
    assert.equal((await copy.head("a")).seq, 2);
    assert.deepEqual((await copy.work.all()).map(({ row }) => [row.owner, row.length]), [[null, 0]]);
  }));

Deno.test("a conversation that is deleted while the copy is made is deleted there too, once, in order", () =>
  copied("turn", async (log) => {
    await talk(log);
    const file = await log.blobs.put(bytesOf("secret"), "text/plain");
    await appended(log, "gone", [said("g/0")], {
      alongside: { blobs: [file.sha256], command: command("g") },
    });
  }, async (log) => {
    // Two events that the copy will not have, the second of which is all that is left.
    await appended(log, "gone", [said("g/1"), happened("g/2", "ConversationDeleted")]);
    await log.purge();
  }, async (copy) => {
    const order = await copy.order.page(originPosition(copy.epoch), 100);
    assert.deepEqual(order.filter((e) => e.stream === "gone").at(-1)?.event.type, "ConversationDeleted");
    assert.equal(await copy.command("gone", "ann", "g"), null);
    const head = await copy.head("gone");
    assert.deepEqual(await copy.append({ stream: "gone", head, events: [said("x/0")] }), {
      ok: false,
      reason: "deleted",
    });
    await copy.purge();
    assert.deepEqual(await Array.fromAsync(copy.parts.kv.list({ prefix: ["blob"] })), []);
    assert.deepEqual((await verify(copy, folds)).problems, []);
  }));

Deno.test("what belongs to no conversation is in the copy: secrets, tokens, sessions, when the last backup was made", () =>
  copied(
    "names",
    async (log) => {
      await talk(log);
      for (const kind of ["secret", "token", "session", "backup"] as const) {
        await log.side(kind).set("id", { kind });
      }
    },
    () => Promise.resolve(),
    async (copy) => {
      for (const kind of ["secret", "token", "session", "backup"] as const) {
        assert.deepEqual(await copy.side(kind).list(), [{ id: "id", value: { kind } }]);
      }
    },
  ));

/** Many events of one stream in values, and of another between them in the order. */
async function long(log: StoreLog): Promise<void> {
  const events = Array.from({ length: 25 }, (_, i) => said(`l/${i}`, noise(i % 3 === 0 ? 40 : 1_500, i)));
  for (const [i, event] of events.entries()) {
    const list = countRow(events.slice(0, i + 1));
    await appended(log, "a", [event], { alongside: { list, command: command(`c${i}`) } });
    if (i % 4 === 0) {
      await appended(log, "b", [said(`b/${i}`)], {
        alongside: { list: { count: 1 + i / 4, last: `b/${i}` } },
      });
    }
  }
}

const packed = (log: StoreLog) =>
  new Packing(log.parts, log.reader, new AbortController().signal, { keep: 4, events: 8, bytes: 60_000 })
    .pack("a");

/** The order of all events is the same, and can be made anew from the values of the copy. */
async function ordersAs(copy: StoreLog, log: StoreLog): Promise<void> {
  const ids = async (of: StoreLog) =>
    (await of.order.page(originPosition(of.epoch), 1_000)).map(({ event }) => event.id);
  const order = await ids(copy);
  assert.deepEqual(order, (await ids(log)).slice(0, order.length));
  const positions = (await copy.order.page(originPosition(copy.epoch), 1_000)).map(({ position }) =>
    position
  );
  const entries = await Array.fromAsync(copy.parts.kv.list({ prefix: ["all"] }));
  await copy.parts.kv.atomic().delete(entries[0]?.key ?? []).commit();
  await rebuild(copy, folds);
  assert.deepEqual((await verify(copy, folds)).problems, []);
  const again = (await copy.order.page(originPosition(copy.epoch), 1_000)).map(({ position }) => position);
  assert.deepEqual(again.toSorted(), positions.toSorted());
}

Deno.test("values, packed or not, are in the copy with the places that they have there", () =>
  copied(
    "names",
    async (log) => {
      await long(log);
      assert.ok(await packed(log) > 0);
    },
    () => Promise.resolve(),
    async (copy, log) => {
      assert.deepEqual(await readAll(copy, "a"), await readAll(log, "a"));
      const kinds = async (of: StoreLog) =>
        await Array.fromAsync(
          of.parts.kv.list({ prefix: ["e", "a"] }),
          ({ key, value }) => [key[2], isPacked(value)],
        );
      assert.deepEqual(await kinds(copy), await kinds(log));
      assert.ok(await copy.command("a", "ann", "c23"));
      await ordersAs(copy, log);
    },
  ));

Deno.test("values that are packed while they are copied are in it once", () =>
  // The second listing of values is behind the first batch.
  copied("turn", long, async (log) => {
    assert.ok(await packed(log) > 0);
  }, async (copy, log) => {
    assert.deepEqual(await readAll(copy, "a"), await readAll(log, "a"));
    await ordersAs(copy, log);
  }));

Deno.test("a stream that goes on while it is copied ends where the copy does, inside a value too", () =>
  // Told by the first stream that is copied: the row of the other is read after that.
  copied("turn", async (log) => {
    await appended(log, "first", [said("f/0")], { alongside: { list: countRow([said("f/0")]) } });
    await long(log);
  }, async (log) => {
    const before = await readAll(log, "a");
    const more = Array.from({ length: 6 }, (_, i) => said(`more/${i}`, noise(900, i)));
    const list = countRow([...before, ...more]);
    await appended(log, "a", more, { alongside: { list, command: command("late") } });
  }, async (copy, log) => {
    assert.equal((await copy.head("a")).seq, 25);
    assert.deepEqual(await readAll(copy, "a"), (await readAll(log, "a")).slice(0, 25));
    assert.deepEqual(await copy.list.get("a"), { count: 25, last: "l/24" });
    assert.equal(await copy.command("a", "ann", "late"), null);
    const inside = await log.reader.row("a");
    assert.ok(
      inside && inside.row.tail.first > 26,
      "the last event of the copy lies in a value of the source",
    );
    const values = await Array.fromAsync(log.parts.kv.list({ prefix: ["e", "a"] }), ({ key }) => key[2]);
    assert.ok(!values.includes(26), "in the middle of one");
    await ordersAs(copy, log);
  }));

Deno.test("what is damaged is copied as it is, and verifying the copy tells", async () => {
  const log = await openLog({ path: ":memory:" });
  const kept = new Kept();
  try {
    await long(log);
    const [, second] = await Array.fromAsync(log.parts.kv.list({ prefix: ["e", "a"] }));
    await log.parts.kv.atomic().set(second?.key ?? [], bytesOf("{torn")).set(["at", "b"], bytesOf("{torn"))
      .commit();
    await backup(log, { path: ":memory:", open: kept.open }, folds);
    const copy = await openLog({ path: ":memory:", open: kept.open });
    const { problems } = await verify(copy, folds);
    assert.deepEqual(problems.map(({ kind, stream }) => [kind, stream]), [["chain", "a"], ["head", "b"]]);
    for (const key of [second?.key ?? [], ["at", "b"]]) {
      assert.deepEqual(
        (await copy.parts.kv.get(key)).value,
        bytesOf("{torn"),
        "somebody may still read in it",
      );
    }
    assert.equal(await copy.reader.row("a").then((found) => found?.row.seq), 25);
  } finally {
    await log.close();
    kept.kv?.close();
  }
});
