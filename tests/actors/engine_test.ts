import assert from "node:assert/strict";
import { type Engine, openEngine } from "../../actors/engine.ts";
import { inFolder } from "../in_folder.ts";

async function inEngine(body: (engine: Engine) => Promise<void>): Promise<void> {
  await using engine = await openEngine({ path: ":memory:" });
  await body(engine);
}

Deno.test("agents of several providers answer in a talk that goes on, one that fails says why, and wrong calls throw", () =>
  inEngine(async (engine) => {
    const provider = await engine.provider({ name: "Own", kind: "mock" });
    const agents = [
      await engine.agent({ name: "Ada", model: "echo" }),
      await engine.agent({ name: "Bob", model: "echo", providerId: provider }),
      await engine.agent({ name: "Cyd", model: "error-401" }),
    ];
    const talk = await engine.start(agents);
    const answers = await engine.ask(talk, "the quokka smiles");
    assert.deepEqual(answers.map(({ agent }) => agent), ["Ada", "Bob", "Cyd"]);
    assert.match(answers[0]?.text ?? "", /quokka/);
    assert.equal(answers[1]?.error, null);
    assert.equal(answers[2]?.text, "");
    assert.match(answers[2]?.error ?? "", /^Authentication failed/);
    assert.equal((await engine.ask(talk, "and again")).length, 3);
    await assert.rejects(engine.start(["agent_none"]), /no such agent/);
    await assert.rejects(engine.ask("conversation_none", "Anybody?"), /no such conversation/i);
  }));

Deno.test("an engine that is closed lets go of its store", async () => {
  const engine = await openEngine({ path: ":memory:" });
  await engine[Symbol.asyncDispose]();
  await assert.rejects(async () => {
    await engine.store.head("conversation_any");
  });
});

Deno.test("a provider's key is kept sealed, and is there again for who has the master key", () =>
  inFolder(async (folder) => {
    const masterKey = new Uint8Array(32).fill(3);
    const path = `${folder}/own.db`;
    const kept = async () => {
      await using engine = await openEngine({ path, masterKey });
      return await engine.provider({ name: "Own", kind: "openai" }, "sk-quokka-0123456789");
    };
    const id = await kept();
    await using again = await openEngine({ path, masterKey });
    assert.equal(await again.system.keyHint(id), "6789");
  }));
