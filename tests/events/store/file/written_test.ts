/** Whether a store's file was written to, by whomever, without a look into it. */
import assert from "node:assert/strict";
import { writtenSince } from "../../../../events/store/file/written.ts";
import { inFolder } from "../../../in_folder.ts";

const looksUntilQuiet = (written: () => boolean): number => {
  for (let looks = 0; looks < 100; looks++) if (!written()) return looks;
  return assert.fail("it is never quiet");
};

Deno.test("a file is quiet some looks after the last write, and no longer at the next, also in the place of the same length", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/a.db`;
    using store = await Deno.openKv(path);
    await store.set(["a"], 1);
    const written = writtenSince(path);
    assert.ok(looksUntilQuiet(written) > 3, "what was written in the tick of a look is not missed");
    using other = await Deno.openKv(path);
    for (let n = 0; n < 3; n++) {
      await other.set(["a"], n);
      assert.ok(written());
      looksUntilQuiet(written);
    }
    // As a file that begins anew after what it held was written back.
    const wal = `${path}-wal`;
    using file = await Deno.open(wal, { read: true, write: true });
    const { mtime } = await file.stat();
    await Deno.utime(wal, new Date(), new Date((mtime?.getTime() ?? 0) + 1_000));
    assert.ok(written());
  });
});

Deno.test("where there is no write-ahead file to be seen it may have been written to, always", () => {
  const written = writtenSince("/nowhere/at/all.db");
  for (let looks = 0; looks < 20; looks++) assert.ok(written());
});
