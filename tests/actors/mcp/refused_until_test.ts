/** Calls that a server of the older era refuses until somebody has been at an address: opened by a person, and made again. */
import assert from "node:assert/strict";
import { asksPerson } from "../../../actors/mcp/asked_input.ts";
import { connect } from "../../../actors/mcp/connection.ts";
import { afterAddresses } from "../../../actors/mcp/refused_until.ts";
import type { AskedOf, GivenInput } from "../../../actors/tools/toolbox.ts";
import { CALL_INPUTS } from "../../../events/catalog/limits.ts";
import { refusingUntil } from "./asking_servers.ts";
import type { Served } from "./fake_mcp.ts";

const NEVER = new AbortController().signal;
const address = (n: number) => ({
  mode: "url",
  message: `Sign in at ${n}`,
  url: `https://a.example/in/${n}`,
  elicitationId: `e${n}`,
});

/** What a call gave or why it did not, what a person was asked, and how often the tool was called. */
async function called(server: Served, words: GivenInput["action"] | readonly GivenInput["action"][]) {
  const connection = await connect({ url: server.url, header: null, changed: () => {}, signal: NEVER });
  const asked: AskedOf[] = [];
  const ask = asksPerson((one) => {
    const action = typeof words === "string" ? words : words[asked.length] ?? "cancel";
    asked.push(one);
    return Promise.resolve({ action });
  }, (text) => text);
  const gave = await connection.call({ name: "book", parameters: {} }, {}, NEVER, { ask }).then(
    (result) => (result as { content: { text: string }[] }).content[0]?.text,
    ({ failure, said }) => `${failure}: ${said}`,
  );
  await connection.close();
  return { gave, asked, calls: server.requests.filter(({ body }) => body.includes("tools/call")).length };
}

Deno.test("the official server refuses a tool until somebody was at its addresses: each is opened, and the tool called again", async () => {
  await using server = refusingUntil((call) => call === 1 ? [address(1), address(2)] : []);
  const { gave, asked, calls } = await called(server, "accept");
  assert.equal(gave, "booked at call 2");
  assert.deepEqual(
    asked,
    [1, 2].map((n) => ({ message: `Sign in at ${n}`, url: `https://a.example/in/${n}`, again: true })),
  );
  assert.equal(calls, 2);
});

Deno.test("who does not go there leaves the call refused, in its server's words, and it is not made again", async () => {
  for (const words of ["decline", "cancel", ["accept", "decline"]] as const) {
    await using server = refusingUntil(() => [address(1), address(2)]);
    const { gave, calls } = await called(server, words);
    assert.equal(gave, "refused: Sign in first.");
    assert.equal(calls, 1);
  }
});

Deno.test("an address that is none to open is not asked for, and one among others leaves all of the call refused", async () => {
  const form = { mode: "form", message: "Name", requestedSchema: { type: "object", properties: {} } };
  for (
    const wrong of [{ ...address(1), url: "javascript:alert(1)" }, null, "https://a.example/", {}, form]
  ) {
    await using server = refusingUntil(() => [address(1), wrong]);
    const { gave, asked, calls } = await called(server, "accept");
    assert.equal(gave, "refused: Sign in first.");
    assert.deepEqual([asked.length, calls], [1, 1]);
  }
});

Deno.test("a server that goes on refusing asks as often as a call may, and no more", async () => {
  await using server = refusingUntil((call) => call > 2 * CALL_INPUTS ? [] : [address(call)]);
  const { gave, asked, calls } = await called(server, "accept");
  assert.equal(gave, "refused: Sign in first.");
  assert.deepEqual([asked.length, calls], [CALL_INPUTS, CALL_INPUTS + 1]);
  await using many = refusingUntil(() => Array.from({ length: CALL_INPUTS + 1 }, (_, n) => address(n)));
  assert.deepEqual((await called(many, "accept")).asked, [], "of too many none is asked for");
});

Deno.test("only a call that its server says did not run is made again", async () => {
  let calls = 0;
  const call = () => ++calls > 2 ? Promise.resolve() : Promise.reject(new Error(`broken at ${calls}`));
  const ask = () => assert.fail("nothing to ask");
  for (const wanted of [null, undefined, "https://a.example/", {}, []]) {
    calls = 0;
    await assert.rejects(afterAddresses(call, { wanted: () => wanted, ask }), /broken at 1/);
  }
});
