/** A wall clock that is set back: nobody is refused for it, nobody is let in for it, no conversation sinks. */
import assert from "node:assert/strict";
import { TestServer } from "./harness.ts";

const DAY_MS = 24 * 3_600_000;

/** Both clocks of a server, in the test's hand. */
class Clocks {
  wall = Date.UTC(2026, 5, 1);
  passed = 1_000;
  readonly now = () => this.wall;
  readonly monotonic = () => this.passed;
  pass(ms: number): void {
    this.wall += ms;
    this.passed += ms;
  }
}

Deno.test("a clock set back by a day refuses no write", async () => {
  const clocks = new Clocks();
  await using server = await TestServer.start({ clocks });
  const create = () => server.call("POST", "/api/conversations", { agentIds: [], title: "t" });
  assert.equal((await create()).status, 201);
  clocks.wall -= DAY_MS;
  clocks.pass(10);
  for (let n = 0; n < 3; n++) assert.equal((await create()).status, 201);
});

Deno.test("attempts to sign in are counted by time that only grows, and a revoked token ends within a second of it", async () => {
  const clocks = new Clocks();
  await using server = await TestServer.start({ clocks });
  const wait = () => server.access.attempts.take("login", "none");
  while (wait() === 0);
  const left = wait();
  clocks.wall -= DAY_MS;
  assert.equal(wait(), left, "setting the clock back neither shortens the wait nor makes it longer");
  clocks.pass(left);
  assert.equal(wait(), 0);
  const token = await server.access.addToken("token_a", "a");
  const list = () => server.call("GET", "/v1/models", undefined, { authorization: `Bearer ${token}` });
  assert.equal((await list()).status, 200);
  // As another process revokes it: in the store alone.
  const row = await server.store.side("token").get("token_a") as Record<string, unknown>;
  await server.store.side("token").set("token_a", { ...row, hash: "" });
  clocks.wall -= DAY_MS;
  clocks.pass(1_001);
  assert.equal((await list()).status, 401);
});

Deno.test("a conversation that is written to stays on top after the clock was set back", async () => {
  const clocks = new Clocks();
  await using server = await TestServer.start({ clocks });
  const ids: string[] = [];
  for (const title of ["older", "newer"]) {
    clocks.pass(60_000);
    ids.push((await server.call("POST", "/api/conversations", { agentIds: [], title })).json.conversation.id);
  }
  const [, newer = ""] = ids;
  const before = (await server.call("GET", `/api/conversations/${newer}`)).json.conversation.updatedAt;
  clocks.wall -= 3_600_000;
  clocks.pass(10);
  assert.equal((await server.call("PATCH", `/api/conversations/${newer}`, { title: "active" })).status, 200);
  const [top] = (await server.call("GET", "/api/conversations")).json.items;
  assert.equal(top.id, newer);
  assert.equal(top.updatedAt, before, "never earlier than it was");
  assert.equal((await server.call("GET", `/api/conversations/${newer}`)).json.conversation.updatedAt, before);
});
