import { draws } from "../../effort.ts";
import assert from "node:assert/strict";
import { IndexThread } from "../../../actors/search/index_thread.ts";
import { inFolder } from "../../in_folder.ts";

const patient = { sleep: () => new Promise<void>(() => {}) };

const kept = (conversationId: string) => ({ conversationId, from: 0, seq: 3, texts: [] });

Deno.test("each call gets its own answer, and what is wrong with one is told to who asked it", () =>
  inFolder(async (folder) => {
    const index = new IndexThread(`${folder}/search.db`, patient);
    await index.ask("reset", "an epoch");
    const all = [
      index.ask("put", kept("a")),
      index.ask("seqOf", "a"),
      index.ask("state", undefined),
      index.ask("seqOf", "b"),
    ];
    const [put, ofA, state, ofB] = await Promise.all(all);
    assert.equal(put, true);
    assert.deepEqual([ofA, ofB], [3, 0]);
    assert.ok(typeof state === "object" && "epoch" in state && state.epoch === "an epoch");
    await index.close();
    // A folder can be opened as no file.
    const wrong = new IndexThread(folder, patient);
    await assert.rejects(wrong.ask("state", undefined), Error);
    await wrong.close();
  }));

Deno.test("a thread that was not asked for a while ends, and the next call begins another on the same file", () =>
  inFolder(async (folder) => {
    const slept: AbortSignal[] = [];
    const rest = Promise.withResolvers<void>();
    const index = new IndexThread(`${folder}/search.db`, {
      sleep: (_, signal) => {
        if (signal) slept.push(signal);
        return rest.promise;
      },
    });
    await index.ask("reset", "an epoch");
    // Who asks again is not cut short: the rest before counts no more.
    const state = index.ask("state", undefined);
    assert.deepEqual(slept.map(({ aborted }) => aborted), [true]);
    assert.equal((await state).epoch, "an epoch");
    assert.deepEqual(slept.map(({ aborted }) => aborted), [true, false]);
    rest.resolve();
    await rest.promise;
    await Promise.resolve();
    // It was just told to end: who asks meanwhile is answered by the next.
    for (let asked = 0; asked < draws(20); asked++) {
      const again = index.ask("state", undefined);
      const closed = index.close();
      assert.equal((await again).epoch, "an epoch");
      const meanwhile = index.ask("state", undefined);
      await closed;
      assert.equal((await meanwhile).epoch, "an epoch");
    }
    await index.close();
  }));

Deno.test("an index that is discarded is gone from the disk, and begun anew when it is asked", () =>
  inFolder(async (folder) => {
    const index = new IndexThread(`${folder}/search.db`, patient);
    await index.ask("reset", "an epoch");
    await index.discard();
    assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
    assert.notEqual((await index.ask("state", undefined)).epoch, "an epoch");
    await index.close();
  }));
