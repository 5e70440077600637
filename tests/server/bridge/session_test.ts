import assert from "node:assert/strict";
import { MESSAGE_BYTES, UNREAD_UNITS, UNSENT, WAITING } from "../../../server/bridge/session.ts";
import { answer, bridged, call, INITIALIZE, told } from "./fake_command.ts";

Deno.test("messages go through as they are, each answer to who asked, news of progress with it", async () => {
  await bridged(async (one) => {
    const { id, command } = await one.session();
    assert.deepEqual(command.heard, [INITIALIZE]);
    const asked = call(1, { arguments: { a: [1, null] }, _meta: { progressToken: "p" }, unheardOf: true });
    const [first, second] = await Promise.all([one.post(asked, id), one.post(call(2), id)]);
    assert.deepEqual(command.heard.slice(1), [asked, call(2)]);
    const news = {
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken: "p", progress: 1 },
    };
    command.say(answer(2, { more: { of: "it" } }));
    command.say(news);
    command.say(answer(1));
    assert.deepEqual(await told(first), [news, answer(1)]);
    assert.deepEqual(await told(second), [answer(2, { more: { of: "it" } })]);
    assert.equal((await one.post({ jsonrpc: "2.0", method: "notifications/initialized" }, id)).status, 202);
  });
});

Deno.test("what a command says of itself goes to the stream that stands; where none does, what it asks is refused", async () => {
  await bridged(async (one) => {
    const { id, command } = await one.session();
    const asks = { jsonrpc: "2.0", id: "s1", method: "roots/list" };
    command.say(asks);
    assert.deepEqual(command.heard.at(-1), {
      jsonrpc: "2.0",
      id: "s1",
      error: { code: -32000, message: "No client listens." },
    });
    const stands = await one.request("GET", undefined, id);
    const changed = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
    command.say(changed);
    command.say(asks);
    await one.request("DELETE", undefined, id);
    assert.deepEqual(await told(stands), [changed, asks]);
    assert.ok(command.closed);
  });
});

Deno.test("so many requests wait and no more; an answer, a cancelling and a client who left each free a place", async () => {
  await bridged(async (one) => {
    const { id, command } = await one.session();
    const open: Response[] = [];
    for (let n = 1; n <= WAITING; n++) open.push(await one.post(call(n), id));
    const refused = async (n: number) => (await one.post(call(n), id)).body?.cancel();
    const heard = () => command.heard.filter((message) => "id" in message).length;
    await refused(100);
    assert.equal(heard(), 1 + WAITING);
    const [full] = await told(await one.post(call(101), id));
    assert.match(JSON.stringify(full), /"id":101,.*Too many requests wait/);
    command.say(answer(1));
    await open[0]?.text();
    open.push(await one.post(call(102), id));
    assert.equal(heard(), 2 + WAITING);
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } };
    await one.post(cancelled, id);
    assert.deepEqual(command.heard.at(-1), cancelled);
    assert.match(await open[1]?.text() ?? "", /was cancelled/);
    open.push(await one.post(call(103), id));
    assert.equal(heard(), 3 + WAITING);
    await open[2]?.body?.cancel();
    assert.deepEqual(command.heard.at(-1), { ...cancelled, params: { requestId: 3 } });
    open.push(await one.post(call(104), id));
    assert.equal(heard(), 4 + WAITING);
    command.say(answer(3));
    command.say(answer(999));
    assert.match(await (await one.post(call(104), id)).text(), /waits already/);
  });
});

Deno.test("a command that does not read is sent so much and no more", async () => {
  await bridged(async (one) => {
    const { id, command } = await one.session();
    command.reads = false;
    const before = command.heard.length;
    for (let n = 0; n < UNSENT + 5; n++) {
      await one.post({ jsonrpc: "2.0", method: "notifications/message" }, id);
    }
    assert.equal(command.heard.length - before, UNSENT);
    assert.match(await (await one.post(call(1), id)).text(), /Too many requests wait/);
  });
});

Deno.test("who does not read what the command says is left, and the command ends", async () => {
  await bridged(async (one) => {
    const { id, command } = await one.session();
    const stands = await one.request("GET", undefined, id);
    const large = { jsonrpc: "2.0", method: "notifications/message", params: { data: "" } };
    const data = "x".repeat(UNREAD_UNITS / 4 - JSON.stringify(large).length);
    for (let n = 0; n < 4; n++) command.say({ ...large, params: { data } });
    assert.ok(!command.closed);
    assert.equal(one.notes.length, 0);
    command.say(large);
    assert.match(one.notes.join(), /did not read/);
    await one.bridge.close();
    assert.ok(command.closed);
    await stands.body?.cancel();
    assert.equal((await one.post(call(1), id)).status, 503);
  });
});

Deno.test("who reads may be told any amount", async () => {
  await bridged(async (one) => {
    const { id, command } = await one.session();
    const reader = (await one.request("GET", undefined, id)).body?.getReader();
    const data = "x".repeat(UNREAD_UNITS / 4);
    for (let n = 0; n < 8; n++) {
      command.say({ jsonrpc: "2.0", method: "notifications/message", params: { data } });
      await reader?.read();
    }
    assert.deepEqual([one.notes, command.closed], [[], false]);
    await reader?.cancel();
  });
});

Deno.test("a message of four megabytes is taken, before and in a session, and one of a byte more is not", async () => {
  await bridged(async (one) => {
    const sized = (message: object, bytes: number) => JSON.stringify(message).padEnd(bytes, " ");
    assert.equal((await one.post(sized(INITIALIZE, MESSAGE_BYTES + 1))).status, 413);
    assert.equal(one.commands.length, 0);
    const began = await one.post(sized(INITIALIZE, MESSAGE_BYTES));
    const id = began.headers.get("mcp-session-id") ?? "";
    one.commands[0]?.say(answer(0));
    assert.deepEqual(await told(began), [answer(0)]);
    assert.equal((await one.post(sized(call(1), MESSAGE_BYTES + 1), id)).status, 413);
    const taken = await one.post(sized(call(1), MESSAGE_BYTES), id);
    one.commands[0]?.say(answer(1));
    assert.deepEqual(await told(taken), [answer(1)]);
  });
});

Deno.test("who leaves before the session stands leaves no session", async () => {
  await bridged(async (one) => {
    const began = await one.post(INITIALIZE);
    await began.body?.cancel();
    assert.ok(one.commands[0]?.closed);
    assert.equal((await one.post(call(1), began.headers.get("mcp-session-id") ?? "")).status, 404);
  });
});
