import assert from "node:assert/strict";
import { askCommand } from "../../../server/command_line/ask_command.ts";
import { readOptions, UsageError } from "../../../server/command_line/options.ts";
import { bearer } from "../credentials.ts";
import { agent, until } from "../programs.ts";
import { elsewhere, PAGE, Talking, typed, withSocket } from "./talking.ts";

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
  assert.equal(talking.screen, `${talking.out}${talking.notes.join()}\n`);
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
  await assert.rejects(
    fails(typed, "Editor", "?"),
    /wants a token, and none was given\. Make one .+ set FISHBOWL_TOKEN\.$/,
  );
  const withToken = (token: string) =>
    readOptions(
      ["ask", "Editor", "?", "--url", there.url],
      (name) => name === "FISHBOWL_TOKEN" ? token : undefined,
    );
  assert.equal(await askCommand(withToken(json.token), new Talking(null)), 0);
  await assert.rejects(askCommand(withToken("another"), typed), /^StartError: The token is not valid\.$/);
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

Deno.test("an answer that broke off is none, however it did; what is printed of it stays", async () => {
  const piece = (chunk: unknown) => new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`);
  const half = piece({ choices: [{ index: 0, delta: { content: "Half an" }, finish_reason: null }] });
  const streamOf = (end: (controller: ReadableStreamDefaultController<Uint8Array>) => void) => () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(half),
        pull: end,
      }, { highWaterMark: 0 }),
      typed("text/event-stream"),
    );
  const ends = [
    streamOf((controller) => controller.close()),
    streamOf((controller) => (controller.enqueue(piece(null)), controller.close())),
  ];
  for (const answer of ends) {
    await using there = elsewhere(answer);
    const talking = new Talking();
    await assert.rejects(
      askCommand(there.options("ask", "Editor", "?"), talking),
      /^StartError: The answer broke off/,
    );
    assert.equal(talking.out, "Half an");
  }
});

Deno.test("of what is no Fishbowl no page is taken for an answer, nor told whole", async () => {
  const html = typed("text/html");
  const cases: [() => Response, RegExp][] = [
    [() => new Response(PAGE, html), /^StartError: What answers at http:.* is no Fishbowl/],
    [() => Response.json({ hello: 1 }), /is no Fishbowl/],
    [() => new Response(null, { status: 204 }), /is no Fishbowl/],
    [() => new Response(PAGE, { status: 502, ...html }), /^StartError: The server answered 502\.$/],
    [() => Response.json(null, { status: 404 }), /^StartError: The server answered 404\.$/],
    [
      () => Response.json({ error: { code: "model_not_found", message: "Not known." } }, { status: 404 }),
      /^StartError: Not known\.$/,
    ],
  ];
  for (const [answer, told] of cases) {
    await using there = elsewhere(answer);
    const talking = new Talking();
    await assert.rejects(askCommand(there.options("ask", "Editor", "?"), talking), told);
    assert.equal(talking.out, "");
  }
});
