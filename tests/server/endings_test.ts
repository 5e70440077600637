/** What ends: sessions by time and by signing out, tokens, and the streams that either of them opened. */
import assert from "node:assert/strict";
import { OpenStreams, STREAMS_CHECKED_MS } from "../../server/stream/open_streams.ts";
import { createAccess } from "../../server/access/create_access.ts";
import { SESSION_IDLE_MS, SESSION_LIFE_MS, SESSIONS } from "../../server/access/session_rows.ts";
import { bearer, cookiesOf, DAY_MS, openStream, PASSWORD, signIn, TestClock } from "./credentials.ts";
import { CHEAP, TestServer } from "./harness.ts";

/** A closed server on a clock of the test's own. */
async function closed(): Promise<{ server: TestServer; clock: TestClock }> {
  const clock = new TestClock();
  const server = await TestServer.start({ clocks: clock, access: clock });
  await server.access.setPassword(PASSWORD);
  return { server, clock };
}
const statusOf = async (server: TestServer, headers: Record<string, string>) =>
  (await server.call("GET", "/api/conversations", undefined, headers)).status;

Deno.test("SECURITY 4: a session ends after thirty days however much it is used, and after seven without use", async () => {
  const { server, clock } = await closed();
  await using _ = server;
  assert.deepEqual([SESSION_LIFE_MS, SESSION_IDLE_MS], [30 * DAY_MS, 7 * DAY_MS]);
  const [busy, idle] = [await signIn(server), await signIn(server)];
  void clock.advance(7 * DAY_MS);
  assert.equal(await statusOf(server, busy), 200);
  assert.equal(await statusOf(server, idle), 200, "just not too long");
  void clock.advance(7 * DAY_MS);
  assert.equal(await statusOf(server, busy), 200);
  void clock.advance(1);
  assert.equal(await statusOf(server, idle), 401, "seven days and a moment");
  void clock.advance(6 * DAY_MS);
  assert.equal(await statusOf(server, busy), 200);
  void clock.advance(6 * DAY_MS);
  assert.equal(await statusOf(server, busy), 200);
  void clock.advance(4 * DAY_MS - 1);
  assert.equal(await statusOf(server, busy), 200, "thirty days to the moment");
  void clock.advance(1);
  assert.equal(await statusOf(server, busy), 401);
  assert.equal((await server.store.side("session").list()).length, 0, "nothing is left of them");
});

Deno.test("a stream ends with its session, idle or old, though nobody asks anything", async () => {
  const { server, clock } = await closed();
  await using _ = server;
  for (const [until, used] of [[SESSION_IDLE_MS, false], [SESSION_LIFE_MS, true]] as const) {
    const session = await signIn(server);
    const stream = await openStream(server, session);
    const began = clock.now();
    while (used && clock.now() - began + 6 * DAY_MS < until) {
      await clock.advance(6 * DAY_MS);
      assert.equal(await statusOf(server, session), 200);
    }
    await clock.advance(until - (clock.now() - began));
    assert.equal(server.hub.size, 1, "it lasts as long as the session");
    await Promise.race([stream.over, clock.advance(STREAMS_CHECKED_MS)]);
    assert.equal(server.hub.size, 0);
    await stream.over;
  }
  assert.deepEqual(new Set(clock.slept), new Set([STREAMS_CHECKED_MS]), "looked at just so often");
  assert.ok(STREAMS_CHECKED_MS <= 5_000);
});

Deno.test("CVE-2026-32717 what another process revokes ends the streams of this one within the stated bound", async () => {
  const { server, clock } = await closed();
  await using _ = server;
  const other = createAccess(server.system, { ...clock, passwordCost: CHEAP });
  const [gone, stays] = [await signIn(server), await signIn(server)];
  const token = await other.addToken("token_x", "script");
  const streams = {
    gone: await openStream(server, gone),
    token: await openStream(server, bearer(token)),
    stays: await openStream(server, stays),
  };
  await other.logout(await other.identify(new Request("http://localhost:8000/", { headers: gone })));
  await other.revokeToken("token_x");
  assert.equal(server.hub.size, 3, "this process cannot know yet");
  await clock.advance(STREAMS_CHECKED_MS);
  assert.equal(server.hub.size, 1);
  await streams.gone.over;
  await streams.token.over;
  await other.setPassword("another password");
  await Promise.race([streams.stays.over, clock.advance(STREAMS_CHECKED_MS)]);
  assert.equal(server.hub.size, 0);
  await streams.stays.over;
  assert.equal(server.access.streams.size, 0, "nothing is remembered of what is over");
});

Deno.test("a stream opened without a password ends when another process sets one", async () => {
  const clock = new TestClock();
  await using server = await TestServer.start({ clocks: clock, access: clock });
  const stream = await openStream(server, {});
  await clock.advance(STREAMS_CHECKED_MS);
  assert.equal(server.hub.size, 1);
  await createAccess(server.system, { passwordCost: CHEAP }).setPassword(PASSWORD);
  await Promise.race([stream.over, clock.advance(STREAMS_CHECKED_MS)]);
  assert.equal(server.hub.size, 0);
  await stream.over;
});

Deno.test("a store that does not answer ends no stream; one that answers again does", async () => {
  let answer: () => Promise<boolean> = () => Promise.reject(new Error("locked"));
  const streams = new OpenStreams({ holds: () => answer(), sleep: () => new Promise(() => {}) });
  const held = streams.hold("session:x");
  await streams.check();
  assert.equal(held.ended.aborted, false);
  answer = () => Promise.resolve(false);
  await streams.check();
  assert.equal(held.ended.aborted, true);
  const [one, two] = [streams.hold("session:x"), streams.hold("session:x")];
  one.release();
  one.release();
  assert.equal(streams.size, 1, "another stream of the credential is still held");
  held.release();
  two.release();
  assert.equal(streams.size, 0);
});

Deno.test("SECURITY 4: to sign out ends one's own session and streams, and without one nobody's", async () => {
  const { server } = await closed();
  await using _ = server;
  const [mine, theirs] = [await signIn(server), await signIn(server)];
  const token = await server.access.addToken("token_x", "script");
  const streams = [await openStream(server, mine), await openStream(server, mine)];
  const others = [await openStream(server, theirs), await openStream(server, bearer(token))];
  const strangers = [{}, { cookie: `fishbowl_session=${"0".repeat(64)}` }, bearer(token)];
  for (const headers of strangers) {
    const answer = await server.call("POST", "/api/logout", {}, headers);
    assert.equal(answer.status, 200);
    assert.equal(server.hub.size, 4, JSON.stringify(headers));
  }
  assert.equal((await server.call("POST", "/api/logout", {}, mine)).status, 200);
  assert.equal(server.hub.size, 2);
  for (const { over } of streams) await over;
  assert.equal(await statusOf(server, mine), 401);
  assert.equal(await statusOf(server, theirs), 200);
  await server.call("POST", "/api/logout", {}, mine);
  assert.equal(server.hub.size, 2, "twice is fine");
  for (const { cancel } of others) await cancel();
  assert.deepEqual([server.hub.size, server.access.streams.size], [0, 0], "who goes is forgotten");
});

Deno.test("CVE-2026-32717 to revoke a token ends its own streams at once, and an expired one soon", async () => {
  const clock = new TestClock();
  await using server = await TestServer.start({ clocks: clock, access: clock });
  const make = async (more: object = {}) =>
    (await server.call("POST", "/api/tokens", { name: "laptop", ...more })).json;
  const [revoked, kept] = [await make(), await make()];
  const streams = [
    await openStream(server, bearer(revoked.token)),
    await openStream(server, bearer(kept.token)),
  ];
  assert.equal((await server.call("DELETE", `/api/tokens/${revoked.id}`)).status, 204);
  assert.equal(server.hub.size, 1, "another's stream goes on");
  await streams[0]?.over;
  assert.equal(await statusOf(server, bearer(revoked.token)), 401);
  await streams[1]?.cancel();

  const token = await server.access.addToken("token_x", "short", {
    expiresAt: new Date(clock.now() + DAY_MS).toISOString(),
  });
  const stream = await openStream(server, bearer(token));
  await clock.advance(DAY_MS - 1);
  assert.equal(await statusOf(server, bearer(token)), 200);
  assert.equal(server.hub.size, 1);
  await Promise.race([stream.over, clock.advance(STREAMS_CHECKED_MS)]);
  assert.equal(server.hub.size, 0);
  await stream.over;
  const late = await server.call("GET", "/api/conversations", undefined, bearer(token));
  assert.deepEqual([late.status, late.json.detail], [401, "The token has expired."]);
});

Deno.test("sessions are bounded: one too many ends the one that was silent longest, with its streams", async () => {
  const { server, clock } = await closed();
  await using _ = server;
  const first = await server.access.begin();
  const cookie = (value: string) => ({ cookie: `fishbowl_session=${value}` });
  const stream = await openStream(server, cookie(first.session));
  void clock.advance(1);
  const second = await server.access.begin();
  for (let n = 2; n < SESSIONS; n++) {
    await server.store.side("session").set(`s${n}`, {
      createdAt: clock.now() + n,
      seenAt: clock.now() + n,
    });
  }
  assert.equal(server.hub.size, 1, `${SESSIONS} sessions are well`);
  assert.equal((await server.store.side("session").list()).length, SESSIONS);
  const last = await server.access.begin();
  assert.equal((await server.store.side("session").list()).length, SESSIONS);
  assert.equal(server.hub.size, 0);
  await stream.over;
  assert.equal(await statusOf(server, cookie(first.session)), 401);
  for (const { session } of [second, last]) assert.equal(await statusOf(server, cookie(session)), 200);
});

Deno.test("a change of the password ends every other session, every token and every stream; the first one no token", async () => {
  await using server = await TestServer.start();
  const make = async () => (await server.call("POST", "/api/tokens", { name: "laptop" })).json.token;
  const before = await make();
  const set = await server.call("POST", "/api/password", { password: PASSWORD });
  assert.equal(set.status, 200);
  assert.equal(await statusOf(server, bearer(before)), 200, "made by who was here before");
  const mine = cookiesOf(set.headers);
  const streams = [await openStream(server, mine), await openStream(server, bearer(before))];
  const wrong = await server.call("POST", "/api/password", { current: "no", password: "another one" }, mine);
  assert.equal(wrong.status, 422);
  assert.equal(await statusOf(server, bearer(before)), 200, "a wrong guess ends nothing");
  const body = { current: PASSWORD, password: "another password" };
  const changed = await server.call("POST", "/api/password", body, mine);
  assert.equal(changed.status, 200);
  assert.equal(server.hub.size, 0);
  for (const { over } of streams) await over;
  assert.equal(await statusOf(server, mine), 401);
  assert.equal(await statusOf(server, bearer(before)), 401);
  const now = cookiesOf(changed.headers);
  assert.deepEqual((await server.call("GET", "/api/tokens", undefined, now)).json.items, []);
  const types = [];
  for await (const batch of server.store.read("workspace")) types.push(...batch.map(({ type }) => type));
  assert.deepEqual(types.slice(-2), ["TokenCreated", "TokenRevoked"]);
  assert.equal((await server.call("GET", "/v1/models")).status, 401);
});

Deno.test("a change of the password that breaks off leaves the old one and no token; one made meanwhile ends too", async () => {
  await using server = await TestServer.start();
  const set = await server.call("POST", "/api/password", { password: PASSWORD });
  const mine = cookiesOf(set.headers);
  const token = await server.access.addToken("token_x", "script");
  const change = () =>
    server.call("POST", "/api/password", { current: PASSWORD, password: "another password" }, mine);
  const keep = server.access.setPassword.bind(server.access);
  server.access.setPassword = () => Promise.reject(new Error("the disk is gone"));
  assert.equal((await change()).status, 500);
  assert.equal(await statusOf(server, bearer(token)), 401);
  assert.equal(await statusOf(server, mine), 200);
  await signIn(server);

  let thief = "";
  server.access.setPassword = async (password) => {
    thief = await server.access.addToken("token_y", "thief");
    await keep(password);
  };
  assert.equal((await change()).status, 200);
  assert.equal(await statusOf(server, bearer(thief)), 401);
});
