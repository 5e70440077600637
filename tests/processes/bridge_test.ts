/** The bridge to servers of standard input and output: started as people do, and used by a real chat. */
import assert from "node:assert/strict";
import { connect } from "../../actors/mcp/connection.ts";
import { Fishbowl } from "../../server/client/client.ts";
import { ServerProcess } from "../chaos/server_process.ts";
import { layGreeted } from "../greeted.ts";
import { inFolder } from "../in_folder.ts";
import { endpointOf, textOf, withBridge } from "./bridged.ts";
import { fishbowl, ours } from "./launched.ts";
import config from "../../deno.json" with { type: "json" };

const CONFIG = new URL("../../deno.json", import.meta.url).pathname;
const TINY = new URL("../server/bridge/tiny_server.ts", import.meta.url).pathname;
const COMMAND = [Deno.execPath(), "run", "--quiet", "-A", "--config", CONFIG, TINY];
const options = { sanitizeResources: false, sanitizeOps: false };

Deno.test({
  name:
    "a command is served to this machine with a secret, sees few variables, is started again when it ends, and ends with Ctrl-C",
  ...options,
  fn: async () => {
    Deno.env.set("BRIDGE_TEST_SHOWN", "1");
    Deno.env.set("BRIDGE_TEST_HIDDEN", "1");
    Deno.env.set("FISHBOWL_TOKEN", "hidden");
    const signal = new AbortController().signal;
    try {
      await withBridge(["--pass-env", "BRIDGE_TEST_SHOWN", "--", ...COMMAND], async (bridge) => {
        assert.match(bridge.address, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
        for (
          const headers of [{}, { authorization: `Bearer ${bridge.secret}`, origin: "http://evil.example" }]
        ) {
          const refused = await fetch(bridge.address, { method: "POST", headers, body: "{}" });
          await refused.body?.cancel();
          assert.equal(refused.status, "origin" in headers ? 403 : 401);
        }
        const first = await connect(endpointOf(bridge, signal));
        assert.equal((await first.tools(signal)).length, 7);
        assert.equal(await textOf(first, "echo", { words: "a\nb ü" }), "a\nb ü");
        assert.equal(await textOf(first, "steps"), "done");
        const seen = (await textOf(first, "variables")).split(" ");
        assert.ok(seen.includes("PATH") && seen.includes("BRIDGE_TEST_SHOWN"));
        assert.deepEqual(seen.filter((name) => /HIDDEN|FISHBOWL|DENO_/.test(name)), []);
        // Another client has a command of its own.
        const second = await connect(endpointOf(bridge, signal));
        assert.deepEqual([await textOf(first, "count"), await textOf(first, "count")], ["1", "2"]);
        assert.equal(await textOf(second, "count"), "1");
        await textOf(first, "die");
        assert.match(bridge.said(), /The command ended\./);
        assert.equal(await textOf(second, "count"), "2");
        const third = await connect(endpointOf(bridge, signal));
        await textOf(third, "large");
        assert.match(bridge.said(), /more than is taken/);
        await Promise.all([first, second, third].map((one) => one.close()));
        assert.equal(bridge.said().split(bridge.secret).length, 2, "the secret is shown once");
        assert.equal(await bridge.stop(), 130);
      });
    } finally {
      for (const name of ["BRIDGE_TEST_SHOWN", "BRIDGE_TEST_HIDDEN", "FISHBOWL_TOKEN"]) Deno.env.delete(name);
    }
  },
});

Deno.test("the chat runs nothing, and the bridge has no file and no address but this machine's", () => {
  const { serve, bridge: { env, ...bridge } } = config.permissions;
  assert.equal(serve.run, false);
  const none = { read: false, write: false, run: false, ffi: false, sys: false, import: false };
  assert.deepEqual(bridge, { ...none, net: ["127.0.0.1"] });
  assert.deepEqual(env.allow.filter((name) => /FISHBOWL|DENO|KEY|TOKEN/.test(name)), ["FISHBOWL_LAUNCHER"]);
});

Deno.test({
  name: "a command that is not there is told in a line, and so is wrong use",
  ...options,
  fn: async () => {
    const missing = await fishbowl(["mcp-bridge", "--", "/nowhere/no-such-command"]);
    assert.deepEqual([missing.code, missing.out], [1, ""]);
    assert.match(missing.err, /could not be started/);
    for (
      const wrong of [
        ["mcp-bridge"],
        ["mcp-bridge", "--", "a,b"],
        ["mcp-bridge", "--pass-env", "FISHBOWL_MASTER_KEY", "--", "true"],
      ]
    ) {
      const { code, out, err } = await fishbowl(wrong);
      assert.deepEqual([code, out, ours(err).length], [2, "", 1], wrong.join(" "));
    }
  },
});

Deno.test({
  name: "the chat lists and calls tools by the bridge, and again after their command ended",
  ...options,
  fn: () =>
    inFolder((data) =>
      withBridge(["--", ...COMMAND], async ({ address, secret, stop }) => {
        const server = new ServerProcess(data, [], { env: { FISHBOWL_PRACTICE_MS: "0" } });
        await layGreeted(data);
        await server.start();
        try {
          await talk(server.address ?? "", address, secret);
        } finally {
          await server.terminate();
        }
        assert.equal(await stop("SIGHUP"), 0, "where its terminal is closed");
      })
    ),
});

async function talk(chat: string, url: string, secret: string): Promise<void> {
  // deno-lint-ignore no-explicit-any
  const api = async (method: string, path: string, body?: unknown): Promise<any> => {
    const response = await fetch(`${chat}/api${path}`, {
      method,
      headers: { "content-type": "application/json", origin: chat },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${text}`);
    return JSON.parse(text);
  };
  const { id } = await api("POST", "/mcp-servers", { name: "Tiny", url, secret });
  const { items } = await api("POST", `/mcp-servers/${id}/tools`);
  assert.equal(items.length, 7);
  const agentWith = async (name: string, tool: string) => {
    const { definition } = items.find((one: { name: string }) => one.name === tool);
    await api("POST", `/mcp-servers/${id}/trust`, { tool, definition });
    const provider = { providerId: "provider_mock", model: "tool-user", color: 1 };
    return (await api("POST", "/agents", { name, ...provider, tools: [`tiny.${tool}`] })).id;
  };
  const fishbowl = new Fishbowl({ url: chat });
  const ask = async (agentId: string) => {
    const { conversation } = await fishbowl.start({ agentIds: [agentId] });
    const answers = await fishbowl.ask(conversation.id, "How often?");
    return answers.map(({ content }) => content).join();
  };
  const counts = await agentWith("Count", "count");
  const ends = await agentWith("End", "die");
  assert.match(await ask(counts), /says: 1\b/);
  assert.match(await ask(counts), /says: 2\b/);
  assert.match(await ask(ends), /did not work/);
  assert.match(await ask(counts), /says: 1\b/);
}
