/** What a server does about its store: deletions that are left over, a folder that goes away. */
import assert from "node:assert/strict";
import { realEnvironment } from "../../events/store/environment.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { ServerProcess } from "../chaos/server_process.ts";
import { FULL } from "../effort.ts";
import { appended, happened, said } from "../events/store/given.ts";
import { layGreeted } from "../greeted.ts";
import { inFolder } from "../in_folder.ts";

/** So many that they take seconds. */
const DELETIONS = FULL ? 1_000 : 400;

/** Whether a deletion is still to be carried out. */
const left = async (log: StoreLog): Promise<boolean> =>
  (await Array.fromAsync(log.parts.kv.list({ prefix: ["purge"] }, { limit: 1 }))).length > 0;

Deno.test({
  name: "a server with hundreds of deletions left over answers first, and carries them out behind",
  // The server is a process of its own.
  sanitizeResources: false,
  async fn() {
    const folder = await Deno.makeTempDir();
    const log = await openLog({ path: `${folder}/fishbowl.db` });
    const server = new ServerProcess(folder);
    try {
      await Promise.all(Array.from({ length: DELETIONS }, async (_, i) => {
        await appended(log, `conversation_${i}`, [
          said(`${i}/0`),
          happened(`${i}/1`, "ConversationDeleted"),
        ]);
      }));
      await server.start();
      const ready = await fetch(`${server.address}/readyz`);
      await ready.body?.cancel();
      assert.ok(await left(log), "it had not waited for them");
      while (await left(log)) await realEnvironment.sleep(50);
    } finally {
      await server.terminate();
      await log.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "a server whose data folder is removed answers 503, is not ready, says why, and reads on",
  // The server is a process of its own.
  sanitizeResources: false,
  fn: () =>
    inFolder(async (folder) => {
      const server = new ServerProcess(`${folder}/data`);
      await layGreeted(`${folder}/data`);
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
