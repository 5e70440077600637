/**
 * Erased words on a real server, from the first answer that had them to the files of the data folder: nothing that
 * anybody can ask for has them any more, nor a fork or a repetition that was chosen, nor, compacted, any file; and
 * neither a backup nor an export from before brings them back.
 */
import assert from "node:assert/strict";
import { ServerProcess } from "../chaos/server_process.ts";
import { layGreeted } from "../greeted.ts";
import { inFolder } from "../in_folder.ts";
import { fishbowl } from "./launched.ts";
import { holding, told, Visit } from "./visit.ts";

/** In what is erased, and in nothing else. */
const CANARY = "swordfish-canary-7Kq2";
/** Is everywhere: proof that the search finds what is there. */
const NEEDLE = "needle-in-every-haystack";

async function serving<T>(data: string, look: (visit: Visit) => Promise<T>): Promise<T> {
  const server = new ServerProcess(data, [], { env: { FISHBOWL_PRACTICE_MS: "0" } });
  await server.start();
  try {
    return await look(new Visit(server.address ?? ""));
  } finally {
    await server.terminate();
  }
}

Deno.test("erased words are in no answer, no copy that was chosen and, compacted, in no file; no backup brings them back", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    await layGreeted(data);
    let id = "", fork = "", again = "", exported = "";
    let asked = "", later = "", note = "", project = "";
    await serving(data, async (visit) => {
      const file = await visit.ask("POST", "/api/attachments", `A file with ${CANARY} in it.`, {
        "content-type": "text/plain",
      });
      const attachments = [{ sha256: file.sha256, name: `${CANARY}.txt` }];
      await visit.ask("POST", "/api/webhooks", { url: `${visit.address}/hook`, events: ["turn.completed"] });
      const text = `Kept: ${CANARY}`;
      note = (await visit.ask("POST", "/api/notes", { text }, { "idempotency-key": "note" })).id;
      await visit.ask("PATCH", `/api/notes/${note}`, { text: `${text}, and ${NEEDLE}` });
      const plan = await visit.ask("POST", "/api/attachments", `A plan with ${CANARY} in it.`, {
        "content-type": "text/plain",
      });
      project = (await visit.ask("POST", "/api/projects", {
        name: `Oven ${CANARY}`,
        instructions: `Say ${CANARY}.`,
        files: [{ sha256: plan.sha256, name: `${CANARY} plan.txt` }],
      }, { "idempotency-key": "project" })).id;
      await visit.ask("PATCH", `/api/projects/${project}`, {
        instructions: `Never say ${CANARY}, ${NEEDLE}.`,
      });
      const { items: agents } = await visit.ask("GET", "/api/agents");
      const begun = await visit.ask("POST", "/api/conversations", {
        agentIds: [agents[0].id],
        projectId: project,
      });
      id = begun.conversation.id;
      const path = `/api/conversations/${id}`;
      const posted = await visit.ask("POST", `${path}/messages`, {
        content: `The word is ${CANARY}, my friend. ${NEEDLE}`,
        attachments,
      }, { "idempotency-key": "once" });
      asked = posted.message.id;
      await visit.quiet(id);
      later = (await visit.ask("POST", `${path}/messages`, { content: `And ${NEEDLE}?` })).message.id;
      await visit.quiet(id);
      const { seq } = await visit.ask("GET", path);
      fork = (await visit.ask("POST", `${path}/fork`, { seq })).conversation.id;
      again = (await visit.ask("POST", `${path}/rerun`, { agents: {} })).conversation.id;
      await visit.quiet(again);
      await visit.until("the index", async () => {
        const { items: hits, indexing } = await visit.ask("GET", `/api/search?q=${CANARY}`);
        return !indexing && hits.length > 2;
      });
      exported = await visit.ask("GET", `${path}/export?format=ndjson`);
    });
    const done = await fishbowl(["backup", "--data", data, "--out", `${folder}/backup`]);
    assert.equal(done.code, 0, done.err);
    await serving(data, async (visit) => {
      // Whatever repeats the words is a message of its own, to be erased like the first.
      const wanted = (await visit.quiet(id)).messages.filter(({ content }) => content.includes(CANARY));
      const copies = await visit.ask("GET", `/api/conversations/${id}/messages/${asked}/copies`);
      assert.deepEqual(
        copies.items.map(({ conversationId }: { conversationId: string }) => conversationId).sort(),
        [fork, again].sort(),
      );
      for (const { id: message } of wanted) {
        const path = `/api/conversations/${id}/messages/${message}/content?copies=true&why=A%20password`;
        const { message: gone } = await visit.ask("DELETE", path);
        assert.deepEqual([gone.erased, gone.content, gone.erasure.why], [true, "", "A password"]);
        assert.deepEqual((await visit.ask("DELETE", path)).copies, [], "again it changes nothing");
      }
      await visit.ask("DELETE", `/api/notes/${note}/content`);
      assert.equal((await visit.ask("GET", `/api/notes/${note}`)).erased, true);
      await visit.ask("DELETE", `/api/projects/${project}/content`);
      assert.equal((await visit.ask("GET", `/api/projects/${project}`)).erased, true);
      // What agents of the repetition said of it is theirs.
      for (const { id: message, content } of (await visit.quiet(again)).messages) {
        if (content.includes(CANARY)) {
          await visit.ask("DELETE", `/api/conversations/${again}/messages/${message}/content`);
        }
      }
      await visit.until(
        "the index again",
        async () => (await visit.ask("GET", `/api/search?q=${CANARY}`)).items.length === 0,
      );
      for (const one of [id, fork, again]) {
        const all = await told(visit, one, CANARY);
        assert.ok(all.includes(NEEDLE), "what is there is found");
        const at = all.indexOf(CANARY);
        assert.ok(at < 0, all.slice(Math.max(0, at - 300), at + 100));
      }
      const { calls } = await visit.ask(
        "GET",
        `/api/conversations/${id}/turns/${
          (await visit.quiet(id)).messages.findLast((one) => one.turnId)?.turnId
        }/request`,
      );
      assert.deepEqual([calls.at(-1).body, calls.at(-1).proof], [null, "erased"]);
      const { messages } = await visit.quiet(id);
      assert.deepEqual(messages.map(({ id }) => id).slice(0, 1), [asked], "it stands where it stood");
      assert.ok(messages.some(({ id }) => id === later));
      // Sent again under its key it is refused: what it said is not told by that either.
      const repeated = await visit.ask("POST", `/api/conversations/${id}/messages`, {
        content: `The word is ${CANARY}, my friend. ${NEEDLE}`,
      }, { "idempotency-key": "once" });
      assert.equal(repeated.code, "reused_key");
      // An export from before does not bring it back.
      const back = await visit.ask("POST", "/api/import", exported);
      assert.ok(!JSON.stringify(back).includes(CANARY));
    });
    const compacted = await fishbowl(["compact", "--data", data]);
    assert.equal(compacted.code, 0, compacted.err);
    assert.notDeepEqual(await holding(data, NEEDLE), [], "what is there is found");
    assert.deepEqual(await holding(data, CANARY), []);
    const restored = await fishbowl(["restore", "--data", data, "--from", `${folder}/backup`, "--replace"]);
    assert.equal(restored.code, 0, restored.err);
    assert.match(restored.err, /Erased again what was erased since the backup/);
    await serving(data, async (visit) => {
      for (const one of [id, fork, again]) {
        assert.ok(!(await told(visit, one, CANARY)).includes(CANARY), `${one} came back`);
      }
    });
    const verified = await fishbowl(["verify", "--data", data]);
    assert.equal(verified.code, 0, verified.err + verified.out);
  }));
