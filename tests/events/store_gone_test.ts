/** A store whose file is taken away while it is open acknowledges nothing that a restart would not find. */
import assert from "node:assert/strict";
import { realEnvironment } from "../../events/store/environment.ts";
import { StoreGone } from "../../events/store/errors.ts";
import { goneSince } from "../../events/store/file_identity.ts";
import { GroupCommit } from "../../events/store/group_commit.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { openDenoKv } from "../../events/store/open.ts";
import { ServerProcess } from "../chaos/server_process.ts";
import { appended, readAll, said } from "./store/given.ts";
import { inFolder } from "../in_folder.ts";

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
    const atomic = () => {
      const real = kv.atomic();
      const commit = real.commit.bind(real);
      real.commit = () => {
        commits++;
        return commit();
      };
      return real;
    };
    const queue = new GroupCommit({
      kv: Object.assign(Object.create(kv), { atomic }),
      environment: realEnvironment,
      remote: false,
      gone: () => commits > 0,
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

Deno.test({
  name: "a server whose data folder is removed answers 503, is not ready, says why, and reads on",
  // The server is a process of its own.
  sanitizeResources: false,
  fn: () =>
    inFolder(async (folder) => {
      const server = new ServerProcess(`${folder}/data`);
      await server.start();
      try {
        const { address } = server;
        const call = (method: string, path: string, body?: object) =>
          fetch(`${address}${path}`, {
            method,
            headers: { origin: `${address}`, "content-type": "application/json" },
            ...(body ? { body: JSON.stringify(body) } : {}),
          });
        const created = async (path: string, body: object) => {
          const response = await call("POST", path, body);
          assert.equal(response.status, 201);
          return await response.json();
        };
        const agent = await created("/api/agents", {
          name: "Ada",
          providerId: "provider_mock",
          model: "hang-middle",
        });
        const { conversation } = await created("/api/conversations", { agentIds: [agent.id] });
        const path = `/api/conversations/${conversation.id}`;
        const post = () => call("POST", `${path}/messages`, { content: "Is anybody there?" });
        const before = await post();
        await before.body?.cancel();
        assert.equal(before.status, 201);
        // The next message has to end this answer first, which writes as well.
        while ((await (await call("GET", path)).json()).drafts.length === 0) {
          await new Promise((next) => setTimeout(next, 20));
        }
        await Deno.rename(`${folder}/data`, `${folder}/away`);
        const answer = await post();
        assert.equal(answer.status, 503);
        assert.match((await answer.json()).detail, /removed or replaced/);
        const file = await fetch(`${address}/api/attachments`, {
          method: "POST",
          headers: { origin: `${address}`, "content-type": "text/plain", "x-file-name": "a.txt" },
          body: "words",
        });
        assert.equal(file.status, 503, await file.text());
        const ready = await fetch(`${address}/readyz`);
        assert.deepEqual([ready.status, (await ready.json()).store], [503, false]);
        const read = await call("GET", path);
        await read.body?.cancel();
        assert.equal(read.status, 200);
        while (!server.said.includes('"store_gone"')) await new Promise((next) => setTimeout(next, 20));
      } finally {
        await server.terminate();
      }
    }),
});
