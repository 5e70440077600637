/** What was erased stays so: a copy from before, and a file from before, bring none of it back. */
import assert from "node:assert/strict";
import { ERASED_LIST_BYTES, ErasedList } from "../../../../events/store/file/erased_list.ts";
import { openLog, type StoreLog } from "../../../../events/store/log.ts";
import { openInMemory } from "../with_log.ts";
import { eraseAgain } from "../../../../events/store/transfer/erase_again.ts";
import { exportStream, importStream } from "../../../../events/store/transfer/transfer.ts";
import { verify } from "../../../../events/store/verify/verify.ts";
import { inFolder } from "../../../in_folder.ts";
import { folds } from "../folds.ts";
import { appended, happened, readAll, said } from "../given.ts";

const CANARY = "swordfish";
const deletes = (stream: string) => happened(`again_${stream}`, "ConversationDeleted");

const told = async (log: StoreLog, stream: string) => JSON.stringify(await readAll(log, stream));

/** Two conversations with words, in a store that writes down what is erased. */
async function given(
  folder: string,
  body: (log: StoreLog, list: ErasedList) => Promise<void>,
): Promise<void> {
  const list = new ErasedList(`${folder}/list`);
  const log = await openLog({ path: `${folder}/log.db`, erased: list });
  try {
    await appended(log, "s", [said("s/0", CANARY), said("s/1", "stays")], {
      alongside: { list: { count: 2, last: "s/1" } },
    });
    await appended(log, "t", [said("t/0", CANARY)]);
    await body(log, list);
  } finally {
    await log.close();
  }
}

const erased = async (log: StoreLog, stream: string) => {
  const event = happened(`${stream}/erase`, "ContentErased", { messageId: "m", seqs: [1] });
  await appended(log, stream, [event], {
    alongside: { erases: [0], list: { count: 3, last: `${stream}/erase` } },
  });
  await log.erase();
};

Deno.test("a copy from before is erased again, and what was deleted since, unless somebody wants it back", () =>
  inFolder(async (folder) => {
    await given(folder, async (log, list) => {
      const lines = await Promise.all(
        ["s", "t"].map(async (one) => await Array.fromAsync(await exportStream(log, one) ?? [])),
      );
      await erased(log, "s");
      await appended(log, "t", [happened("t/gone", "ConversationDeleted")]);
      await log.purge();
      for (const wanted of [true, false]) {
        const copy = await openInMemory();
        try {
          for (const some of lines) {
            const taken = await importStream(
              copy,
              (async function* () {
                yield* some;
              })(),
              { derived: folds },
            );
            assert.ok(taken.ok);
          }
          assert.equal(await eraseAgain(copy, [list], folds, wanted ? null : deletes), wanted ? 1 : 2);
          assert.ok(!(await told(copy, "s")).includes(CANARY));
          assert.equal((await told(copy, "t")).includes(CANARY), wanted);
          const [, , again] = await readAll(copy, "s");
          assert.deepEqual([again?.id, again?.data], ["s/erase", { messageId: "m", seqs: [1] }]);
          assert.deepEqual((await verify(copy, folds)).problems, []);
          assert.equal(await eraseAgain(copy, [list], folds, wanted ? null : deletes), 0, "once");
        } finally {
          await copy.close();
        }
      }
    });
  }));

Deno.test("a file from before is taken in without the words, and one that tells they are gone loses them", () =>
  inFolder((folder) =>
    given(folder, async (log, list) => {
      const before = await Array.fromAsync(await exportStream(log, "s") ?? []);
      await erased(log, "s");
      // Told, and not yet taken out.
      const event = happened("t/erase", "ContentErased", { messageId: "m", seqs: [1] });
      await appended(log, "t", [event]);
      const telling = await Array.fromAsync(await exportStream(log, "t") ?? []);
      assert.ok(telling.join().includes(CANARY));
      const other = await openInMemory({ erased: list });
      try {
        for (const [stream, lines] of [["s", before], ["t", telling]] as const) {
          const taken = await importStream(
            other,
            (async function* () {
              yield* lines;
            })(),
            { derived: folds },
          );
          assert.ok(taken.ok);
          assert.ok(!(await told(other, stream)).includes(CANARY), stream);
        }
        assert.deepEqual((await verify(other, folds)).problems, []);
      } finally {
        await other.close();
      }
    })
  ));

Deno.test("the list has no words of what is gone, goes on behind a line that was cut short, and has each entry once", () =>
  inFolder((folder) =>
    given(folder, async (log, list) => {
      await erased(log, "s");
      const text = await Deno.readTextFile(list.path);
      assert.ok(!text.includes(CANARY));
      await Deno.writeTextFile(list.path, `${text}{"stream":"cut`);
      const again = new ErasedList(list.path);
      await again.add(await list.entries());
      await again.add([{ stream: "gone", deleted: true }, { stream: "gone", deleted: true }]);
      assert.deepEqual((await again.entries()).map(({ stream }) => stream), ["s", "gone"]);
      assert.equal((await again.of("gone")).deleted, true);
      assert.equal(
        (await Deno.stat(list.path)).mode === null || ((await Deno.stat(list.path)).mode ?? 0) & 0o077,
        0,
      );
      assert.ok(ERASED_LIST_BYTES > 1_000_000);
    })
  ));

Deno.test("a file of what was deleted is not taken into a new store beside the list of the one before it", () =>
  inFolder(async (folder) => {
    await given(folder, async (log, list) => {
      const lines = await Promise.all(
        ["s", "t"].map(async (one) => await Array.fromAsync(await exportStream(log, one) ?? [])),
      );
      await appended(log, "t", [happened("t/gone", "ConversationDeleted")]);
      await log.purge();
      const fresh = await openInMemory({ erased: new ErasedList(list.path) });
      try {
        const taken = [];
        for (const some of lines) {
          const result = await importStream(
            fresh,
            (async function* () {
              yield* some;
            })(),
            { derived: folds },
          );
          taken.push(result.ok ? "ok" : result.detail);
        }
        assert.deepEqual(taken, ["ok", "The conversation with this id was deleted."]);
        assert.equal((await fresh.head("t")).seq, 0);
        assert.deepEqual((await verify(fresh, folds)).problems, []);
      } finally {
        await fresh.close();
      }
    });
  }));
