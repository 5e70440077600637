/** The protocol's own reference servers, from npm, by the bridge: in `deno task full`, for npm has to be reached. */
import assert from "node:assert/strict";
import { asksPerson } from "../../actors/mcp/asked_input.ts";
import { resourceFiles } from "../../actors/mcp/offers.ts";
import { toldResult } from "../../actors/mcp/tool_results.ts";
import type { AskedOf } from "../../actors/tools/toolbox.ts";
import { connect, type Connection } from "../../actors/mcp/connection.ts";
import { FULL } from "../effort.ts";
import { inFolder } from "../in_folder.ts";
import { endpointOf, textOf, withBridge } from "./bridged.ts";

const RELEASE = "2026.8.31";
const SERVERS = ["everything", "memory", "filesystem"].map((name) =>
  `@modelcontextprotocol/server-${name}@${RELEASE}`
);

/** Whether npm brought them. */
async function installed(folder: string): Promise<boolean> {
  await Deno.writeTextFile(`${folder}/package.json`, "{}");
  const args = ["install", "--silent", "--no-audit", "--no-fund", ...SERVERS];
  const npm = new Deno.Command("npm", { args, cwd: folder, stdout: "null", stderr: "null" });
  return (await npm.output().catch(() => null))?.success ?? false;
}

async function by(
  command: readonly string[],
  body: (connection: Connection, tools: string[]) => Promise<void>,
) {
  await withBridge(["--", ...command], async (bridge) => {
    const { signal } = new AbortController();
    const connection = await connect(endpointOf(bridge, signal));
    const tools = await connection.tools(signal) as { name: string }[];
    await body(connection, tools.map(({ name }) => name));
    await connection.close();
    assert.equal(await bridge.stop(), 130);
  });
}

/** It asks for every kind of field there is, and for an address; and gives a picture. */
async function asks(connection: Connection) {
  const asked: AskedOf[] = [];
  const ask = asksPerson((one) => {
    asked.push(one);
    return Promise.resolve({ action: "accept", ...(one.fields ? { values: { name: "Ann" } } : {}) });
  }, (text) => text);
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { signal } = new AbortController();
    return toldResult(await connection.call({ name, parameters: {} }, args, signal, { ask }), undefined, {
      pictures: 1,
      links: 20,
    });
  };
  assert.match((await call("trigger-elicitation-request")).result, /Name: Ann/);
  assert.equal(asked[0]?.fields?.length, 13);
  await call("trigger-url-elicitation", { url: "https://example.org/in", message: "Open it." });
  assert.equal(asked[1]?.url, "https://example.org/in");
  assert.equal((await call("get-tiny-image")).pictures?.[0]?.type, "image/png");
  // What it names is read by its address as it stands in the result.
  const { links = [] } = await call("get-resource-links", { count: 3 });
  assert.equal(links.length, 3);
  const read = await connection.resource(links[0]?.uri ?? "", new AbortController().signal);
  assert.equal(resourceFiles(read, "bridge", (text) => text).length, 1);
}

Deno.test({
  name: "the reference servers are listed and called by the bridge",
  ignore: !FULL,
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () =>
    inFolder(async (folder) => {
      if (!await installed(folder)) {
        return console.log("npm is not reached: the reference servers were not tried");
      }
      const bin = (name: string) => `${folder}/node_modules/.bin/mcp-server-${name}`;
      await by([bin("everything")], async (connection, tools) => {
        assert.ok(tools.includes("echo") && tools.length > 5);
        assert.match(await textOf(connection, "echo", { message: "hello" }), /hello/);
        const long = { duration: 1, steps: 3 };
        assert.match(await textOf(connection, "trigger-long-running-operation", long), /completed/i);
        await asks(connection);
      });
      await by([bin("memory")], async (connection, tools) => {
        assert.ok(tools.includes("create_entities"));
        const entity = { name: "Bread", entityType: "food", observations: ["worth baking"] };
        await textOf(connection, "create_entities", { entities: [entity] });
        assert.match(await textOf(connection, "read_graph"), /worth baking/);
      });
      await Deno.mkdir(`${folder}/shown`);
      await by([bin("filesystem"), `${folder}/shown`], async (connection, tools) => {
        assert.ok(tools.includes("read_text_file"));
        const path = `${folder}/shown/note.txt`;
        await textOf(connection, "write_file", { path, content: "kept\n" });
        assert.equal(await Deno.readTextFile(path), "kept\n");
        assert.match(await textOf(connection, "read_text_file", { path }), /kept/);
        assert.match(
          await textOf(connection, "read_text_file", { path: `${folder}/package.json` }),
          /denied/i,
        );
      });
    }),
});
