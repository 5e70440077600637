import assert from "node:assert/strict";
import { SESSIONS } from "../../../server/bridge/bridge.ts";
import { answer, bridged, call, INITIALIZE, told } from "./fake_command.ts";

Deno.test("nobody without the secret has a command started, and neither has who does not begin a session", async () => {
  await bridged(async (one) => {
    const asked = new Request("http://127.0.0.1:99/mcp", {
      method: "POST",
      headers: { host: "127.0.0.1:99", authorization: "Bearer wrong" },
      body: JSON.stringify(INITIALIZE),
    });
    assert.equal((await one.bridge.handle(asked, 99)).status, 401);
    for (const body of [{ ...call(1), method: "server/discover" }, call(1), "no json", [INITIALIZE]]) {
      assert.equal((await one.post(body)).status, 400);
    }
    assert.equal((await one.request("GET")).status, 400);
    assert.equal((await one.post(call(1), "unknown")).status, 404);
    assert.equal(one.commands.length, 0);
  });
});

Deno.test("the first client has the command that was started with the bridge, each further one its own", async () => {
  await bridged(async (one) => {
    await one.bridge.begin();
    assert.equal(one.commands.length, 1);
    const first = await one.session();
    assert.equal(one.commands.length, 1);
    const second = await one.session();
    assert.equal(one.commands.length, 2);
    const asked = await one.post(call(1), first.id);
    assert.deepEqual([first.command.heard.length, second.command.heard.length], [2, 1]);
    first.command.say(answer(1));
    await asked.text();
  });
});

Deno.test("a command that cannot be started is told when the bridge begins, and to who asks later", async () => {
  await bridged(async (one) => {
    one.fails = true;
    await assert.rejects(one.bridge.begin(), /no such command/);
    assert.equal((await one.post(INITIALIZE)).status, 503);
    one.fails = false;
    await one.session();
  });
});

Deno.test("so many sessions and no more; one that rests gives way to a new one, the longest first", async () => {
  await bridged(async (one) => {
    const open: Awaited<ReturnType<typeof one.session>>[] = [];
    const busy: Response[] = [];
    for (let n = 0; n < SESSIONS; n++) {
      open.push(await one.session());
      busy.push(await one.post(call(1), open[n]?.id));
    }
    const full = await one.post(INITIALIZE);
    assert.deepEqual([full.status, one.commands.length], [503, SESSIONS]);
    assert.ok(full.headers.has("retry-after"));
    for (const n of [5, 3]) {
      open[n]?.command.say(answer(1));
      await busy[n]?.text();
    }
    // Used last, though it was begun before.
    await one.post({ jsonrpc: "2.0", method: "notifications/message" }, open[3]?.id);
    await one.session();
    assert.deepEqual(one.commands.flatMap(({ closed }, n) => closed ? [n] : []), [5]);
    assert.equal((await one.post(call(2), open[5]?.id)).status, 404);
  });
});

Deno.test("sessions that begin at once are counted before their commands stand", async () => {
  await bridged(async (one) => {
    const begun = await Promise.all(Array.from({ length: SESSIONS + 3 }, () => one.post(INITIALIZE)));
    assert.equal(begun.filter(({ status }) => status === 200).length, SESSIONS);
    assert.equal(one.commands.length, SESSIONS);
  });
});

Deno.test("who waits is told when the command ends, its session is over, and it is started again, not too often", async () => {
  await bridged(async (one) => {
    const { id, command } = await one.session();
    const asked = await one.post(call(1), id);
    command.die();
    assert.match(JSON.stringify(await told(asked)), /"id":1,.*The command ended/);
    assert.equal((await one.post(call(2), id)).status, 404);
    assert.match(one.notes.join(), /The command ended/);
    (await one.session()).command.die();
    const refused = await one.post(INITIALIZE);
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "1"]);
    assert.equal(one.commands.length, 2);
    one.now = 1_000;
    await one.session();
    assert.equal(one.commands.length, 3);
  });
});

Deno.test("a session that its client ended is no failure of the command", async () => {
  await bridged(async (one) => {
    for (let n = 0; n < 5; n++) {
      const { id, command } = await one.session();
      assert.equal((await one.request("DELETE", undefined, id)).status, 200);
      assert.ok(command.closed);
      command.die();
    }
    assert.deepEqual(one.notes, []);
  });
});

Deno.test("the end of the bridge is the end of every command, and nothing begins after it", async () => {
  await bridged(async (one) => {
    await one.bridge.begin();
    await one.bridge.close();
    assert.ok(one.commands[0]?.closed);
    assert.equal((await one.post(INITIALIZE)).status, 503);
  });
  await bridged(async (one) => {
    const { id } = await one.session();
    const asked = await one.post(call(1), id);
    await one.bridge.close();
    assert.match(await asked.text(), /The bridge ends/);
    assert.ok(one.commands[0]?.closed);
  });
});
