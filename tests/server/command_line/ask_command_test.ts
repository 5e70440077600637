import assert from "node:assert/strict";
import { askCommand } from "../../../server/command_line/ask_command.ts";
import { readOptions, UsageError } from "../../../server/command_line/options.ts";
import { bearer } from "../credentials.ts";
import { agent, until } from "../programs.ts";
import { Talking, withSocket } from "./talking.ts";

Deno.test("an answer goes to standard output as it is written, and the talk goes on by its id", async () => {
  await using there = await withSocket();
  await agent(there.server, "Rye Baker", "story:40");
  const talking = new Talking();
  assert.equal(await askCommand(there.options("ask", "Rye Baker", "Tell", "me"), talking), 0);
  const id = /--conversation (\w+)$/.exec(talking.notes.join())?.[1] ?? "";
  const again = new Talking("and of oats");
  assert.equal(await askCommand(there.options("ask", "rye-baker", "More,", "--conversation", id), again), 0);
  const state = await there.server.system.conversation(id);
  const said = state?.order.map((message) => state.bodies[message]?.content);
  assert.deepEqual(said, ["Tell me", talking.out.trimEnd(), "More,\n\nand of oats", again.out.trimEnd()]);
  assert.match(talking.out, /[^\n]\n$/);
});

Deno.test("what went wrong is told in a line, before anything is asked where that can be known", async () => {
  await using there = await withSocket();
  await agent(there.server, "Broken", "error-401");
  const fails = (talking: Talking, ...args: string[]) => askCommand(there.options("ask", ...args), talking);
  const typed = new Talking(null);
  await assert.rejects(fails(typed), UsageError);
  await assert.rejects(fails(typed, "Broken"), UsageError);
  await assert.rejects(fails(new Talking(" \n"), "Broken"), UsageError);
  await assert.rejects(
    fails(typed, "Nobody", "?"),
    /^StartError: There is no such agent. There are: editor, .*broken\.$/,
  );
  await assert.rejects(fails(typed, "Broken", "?"), /^StartError: Authentication failed/);
  await assert.rejects(
    fails(new Talking("x".repeat(17 * 1024 ** 2)), "Broken"),
    /At most 16 MB can be asked/,
  );
  const { json } = await there.server.call("POST", "/api/tokens", { name: "mine", scope: "chat" });
  await assert.rejects(fails(typed, "Editor", "?"), /token/i);
  const let_in = readOptions(
    ["ask", "Editor", "?", "--url", there.url],
    (name) => name === "FISHBOWL_TOKEN" ? json.token : undefined,
  );
  assert.equal(await askCommand(let_in, new Talking(null)), 0);
  assert.equal((await there.server.call("GET", "/v1/models", undefined, bearer(json.token))).status, 200);
  await there.close();
  await assert.rejects(
    fails(typed, "Editor", "?"),
    /There is no server at http:\/\/localhost:\d+\. Name another with --url/,
  );
});

Deno.test("who stops the command, or reads no further, stops the answer", async () => {
  for (const how of ["stopped", "unread"] as const) {
    await using there = await withSocket();
    await agent(there.server, "Slow", "hang-middle");
    const talking = new Talking(null, how === "unread");
    const asked = askCommand(there.options("ask", "Slow", "?"), talking);
    const newest = async () => (await there.newest()) ?? { open: [], turns: {} };
    if (how === "stopped") {
      await talking.until(() => talking.out !== "");
      talking.end();
    }
    assert.equal(await asked, how === "stopped" ? 130 : 1);
    await until(there.server, async () => {
      const { open, turns } = await newest();
      return open.length === 0 && Object.keys(turns).length > 0;
    });
    assert.deepEqual(Object.values((await newest()).turns).map(({ status }) => status), ["cancelled"]);
  }
});
