import assert from "node:assert/strict";
import { verify } from "../../../events/store/verify/verify.ts";
import { closeDue } from "../../../server/command_line/close_due.ts";
import { derivedRows } from "../../../server/command_line/derived_rows.ts";
import { TestServer, WELCOME } from "../harness.ts";

Deno.test("what was due is closed and purged where no server does it; what is not due stays to be had back", async () => {
  await using server = await TestServer.start();
  const { store } = server;
  const { headers } = await server.call("DELETE", `/api/conversations/${WELCOME}`);
  await server.system.stop();
  const due = Date.parse(headers.get("restore-until") ?? "");
  await closeDue(store, due - 1);
  assert.deepEqual(await store.due.list(10), [{ stream: WELCOME, at: due }]);
  await closeDue(store, due);
  assert.deepEqual(await store.due.list(10), []);
  await store.purge();
  assert.equal(await server.system.conversation(WELCOME), null);
  assert.deepEqual((await verify(store, derivedRows)).problems, []);
});

Deno.test("of what is closed it is known whether a person deleted it or its history never became whole", async () => {
  await using server = await TestServer.start();
  const { store, system } = server;
  const meta = { by: { kind: "user" as const, id: "ann", name: "Ann" } };
  const started = await system.execute("half", {
    type: "start",
    title: "",
    mode: "manual",
    settings: {},
    agents: [{ agentId: "a", agentVersion: 1, number: 1, name: "Ada", color: 1, model: "echo" }],
    aside: true,
  }, meta);
  assert.ok(started.ok);
  await server.call("DELETE", `/api/conversations/${WELCOME}`);
  const due = Math.max(...(await store.due.list(10)).map(({ at }) => at ?? 0));
  await closeDue(store, due);
  assert.deepEqual(await store.due.list(10), []);
  assert.equal(await system.neverWhole("half"), true);
  assert.equal(await system.neverWhole(WELCOME), false);
});
