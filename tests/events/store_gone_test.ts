/** A store whose file is taken away while it is open acknowledges nothing that a restart would not find. */
import assert from "node:assert/strict";
import { realEnvironment } from "../../events/store/environment.ts";
import { StoreGone } from "../../events/store/errors.ts";
import { goneSince } from "../../events/store/file/file_identity.ts";
import { GroupCommit } from "../../events/store/commit/group_commit.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { openDenoKv } from "../../events/store/kv/open.ts";
import { appended, readAll, said } from "./store/given.ts";
import { inFolder } from "../in_folder.ts";
import { committing } from "./store/committing.ts";

/** A command's append, and one of the program's own. */
async function refused(log: StoreLog): Promise<void> {
  const request = { stream: "c", head: await log.head("c"), events: [said("lost/0")] };
  const answer = await log.append({ ...request, patienceMs: 1_000 });
  assert.ok(!answer.ok && answer.reason === "unavailable" && /removed or replaced/.test(answer.detail));
  await assert.rejects(log.append(request), StoreGone);
  await assert.rejects(log.blobs.put(new Uint8Array([1]), "text/plain"), StoreGone);
  assert.equal(await log.ready(), false);
}

Deno.test("a store whose folder was moved away refuses writes, and goes on when it is put back", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    await Deno.mkdir(data);
    const log = await openLog({ path: `${data}/fishbowl.db` });
    try {
      await appended(log, "c", [said("a/0")]);
      assert.equal(log.gone(), false);
      await Deno.rename(data, `${folder}/away`);
      assert.equal(log.gone(), true);
      await refused(log);
      await Deno.rename(`${folder}/away`, data);
      assert.equal(log.gone(), false);
      await appended(log, "c", [said("b/0")]);
      assert.deepEqual((await readAll(log, "c")).map((e) => e.id), ["a/0", "b/0"]);
    } finally {
      await log.close();
    }
  }));

Deno.test("a store in whose place another file was put refuses writes", () =>
  inFolder(async (folder) => {
    const log = await openLog({ path: `${folder}/fishbowl.db` });
    try {
      await appended(log, "c", [said("a/0")]);
      await Deno.copyFile(`${folder}/fishbowl.db`, `${folder}/other.db`);
      await Deno.rename(`${folder}/other.db`, `${folder}/fishbowl.db`);
      await refused(log);
    } finally {
      await log.close();
    }
  }));

Deno.test("a commit into a file that was removed meanwhile is not acknowledged", async () => {
  const kv = await openDenoKv(":memory:");
  try {
    let commits = 0;
    const queue = new GroupCommit({
      kv: committing(kv, (commit) => (commits++, commit())),
      environment: realEnvironment,
      remote: false,
      gone: () => commits > 0,
      took: () => {},
      committed: () => assert.fail("it was counted"),
    });
    const write = { key: ["x"], value: "x", bytes: 1 };
    await assert.rejects(queue.commit({ writes: [write] }), StoreGone);
    assert.equal(commits, 1, "it was tried once, before anybody could know");
  } finally {
    kv.close();
  }
});

Deno.test("a file that cannot be looked at is not taken for gone", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/file`, "");
    const gone = goneSince(`${folder}/file`);
    assert.equal(gone(), false);
    // A circle of links: neither there nor missing.
    await Deno.remove(`${folder}/file`);
    assert.equal(gone(), true);
    await Deno.symlink(`${folder}/file`, `${folder}/file`);
    assert.equal(gone(), false);
  }));
