/** The server as Deno Deploy runs it: on the store it is given, without a file it may write, with its key in a variable. */
import assert from "node:assert/strict";
import { inFolder } from "../in_folder.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** Started with nothing but the network, the environment, and its own files to read. */
async function deployed(cache: string, body: (address: string) => Promise<void>): Promise<void> {
  const may = ["--allow-net", "--allow-env", `--allow-read=${ROOT}`, "--no-prompt"];
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--config",
      `${ROOT}deno.json`,
      ...may,
      `${ROOT}main.ts`,
      "serve",
      "--port",
      "0",
    ],
    cwd: ROOT,
    env: {
      // Where Deno keeps the store of a program that names none.
      DENO_DIR: cache,
      FISHBOWL_KV: "default",
      FISHBOWL_DATA: `${cache}/nowhere`,
      FISHBOWL_MASTER_KEY: "5".repeat(64),
      FISHBOWL_PRACTICE_MS: "0",
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let errors = "";
  const hearing = child.stderr.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({ write: (text) => void (errors += text) }),
  );
  try {
    let said = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      said += text;
      const address = /Fishbowl is at (http:\S+?)\/\n/.exec(said)?.[1];
      if (address === undefined) continue;
      await body(address);
      break;
    }
    assert.match(said, /Fishbowl is at/, errors);
  } finally {
    child.kill("SIGKILL");
    await child.status;
    await hearing;
  }
}

Deno.test("on the store it is given, with no file to write, a server keeps what is said over its death", () =>
  inFolder(async (cache) => {
    let id = "";
    await deployed(cache, async (address) => {
      const ask = async (path: string, body?: unknown) => {
        const answer = await fetch(address + path, {
          ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
          headers: { "content-type": "application/json", origin: address },
        });
        assert.ok(answer.ok, `${path}: ${answer.status}`);
        return await answer.json();
      };
      assert.equal((await ask("/readyz")).store, true);
      const agent = await ask("/api/agents", { name: "Ada", providerId: "provider_mock", model: "echo" });
      const made = await ask("/api/conversations", { agentIds: [agent.id], message: "the quokka smiles" });
      id = made.conversation.id;
      for (;;) {
        const { messages } = await ask(`/api/conversations/${id}`);
        if (messages.at(-1)?.status === "complete") break;
      }
      const { items } = await ask("/api/search?q=quokka");
      assert.equal(items.length > 0, true, "searching reads what no index has");
    });
    await deployed(cache, async (address) => {
      const { messages } = await (await fetch(`${address}/api/conversations/${id}`)).json();
      assert.match(messages.at(-1).content, /quokka/);
    });
    await assert.rejects(Deno.stat(`${cache}/nowhere`), Deno.errors.NotFound);
    await assert.rejects(Deno.stat(`${ROOT}default`), Deno.errors.NotFound);
  }));
