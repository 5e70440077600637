/** Guessing gets slower and slower, and costs nobody but the guesser anything. */
import assert from "node:assert/strict";
import {
  Attempts,
  CALLERS,
  FIRST_WAIT_MS,
  FORGOTTEN_MS,
  FREE_ATTEMPTS,
  LONGEST_WAIT_MS,
} from "../../../server/access/attempts.ts";
import { bearer, cookiesOf, PASSWORD, signIn, TestClock } from "../credentials.ts";
import { TestServer } from "../harness.ts";

Deno.test("SECURITY 9: the first attempts are free, then each waits twice as long as the one before, up to a minute", () => {
  let now = 0;
  const attempts = new Attempts(() => now);
  const take = () => attempts.take("login", "a");
  for (let n = 0; n < FREE_ATTEMPTS; n++) assert.equal(take(), 0);
  const waits = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000];
  for (const wait of waits) {
    assert.equal(take(), wait);
    now += wait - 1;
    assert.equal(take(), 1, "asking again meanwhile neither helps nor costs");
    now += 1;
    assert.equal(take(), 0);
  }
  assert.deepEqual([FIRST_WAIT_MS, LONGEST_WAIT_MS], [waits[0], waits.at(-1)]);
  for (let n = 0; n < 2_000; n++) {
    now += LONGEST_WAIT_MS;
    assert.equal(take(), 0, "nobody is locked out, however long it goes on");
  }
  assert.equal(take(), LONGEST_WAIT_MS);
});

Deno.test("the wait begins with the answer: an attempt that took long to look at has waited for nothing", async () => {
  let now = 0;
  const attempts = new Attempts(() => now);
  attempts.wrong("login", "a");
  assert.equal(attempts.size, 0, "who did not try is not counted");
  for (let n = 0; n < FREE_ATTEMPTS; n++) {
    assert.equal(attempts.take("login", "a"), 0);
    now += 5 * FIRST_WAIT_MS;
    attempts.wrong("login", "a");
  }
  assert.equal(attempts.take("login", "a"), FIRST_WAIT_MS);

  // The clock moves while the password is looked at, as on a busy machine.
  let ticks = 0;
  const clocks = { now: () => Date.now(), monotonic: () => (ticks += 200) };
  await using server = await TestServer.start({ clocks });
  await server.access.setPassword(PASSWORD);
  const isRight = server.access.isRight.bind(server.access);
  server.access.isRight = (password) => {
    ticks += 5 * FIRST_WAIT_MS;
    return isRight(password);
  };
  const statuses = [];
  for (let n = 0; n <= FREE_ATTEMPTS; n++) {
    statuses.push((await server.call("POST", "/api/login", { password: "wrong" })).status);
  }
  assert.deepEqual(statuses, [...Array(FREE_ATTEMPTS).fill(401), 429]);
});

Deno.test("attempts are counted by purpose and by caller, and forgotten when they were right or long ago", () => {
  let now = 0;
  const attempts = new Attempts(() => now);
  const slowed = (purpose: "login" | "password" | "set_up", caller: string) => {
    for (let n = 0; n < FREE_ATTEMPTS; n++) assert.equal(attempts.take(purpose, caller), 0);
    assert.equal(attempts.take(purpose, caller), FIRST_WAIT_MS);
  };
  for (const purpose of ["login", "password", "set_up"] as const) {
    slowed(purpose, "a");
    slowed(purpose, "b");
  }
  attempts.right("login", "a");
  slowed("login", "a");
  assert.equal(attempts.take("login", "b"), FIRST_WAIT_MS, "another's success is not one's own");
  now += FORGOTTEN_MS - 1;
  assert.equal(attempts.take("login", "a"), 0);
  assert.equal(attempts.take("login", "a"), 2 * FIRST_WAIT_MS, "not yet forgotten");
  now += FORGOTTEN_MS;
  slowed("login", "a");
});

Deno.test("of callers a bounded number is remembered; who was silent longest is forgotten", () => {
  const attempts = new Attempts(() => 0);
  const slow = (caller: string) => {
    for (let n = 0; n < FREE_ATTEMPTS; n++) attempts.take("login", caller);
  };
  slow("first");
  for (let n = 0; n < CALLERS - 1; n++) attempts.take("login", `caller ${n}`);
  assert.equal(attempts.size, CALLERS);
  assert.equal(attempts.take("login", "first"), FIRST_WAIT_MS);
  attempts.take("login", "one too many");
  assert.equal(attempts.size, CALLERS);
  assert.equal(attempts.take("login", "first"), 0);
});

Deno.test("SECURITY 9: a stranger's guesses stop neither who is signed in, nor a browser that was, nor a token", async () => {
  const clock = new TestClock();
  await using server = await TestServer.start({ clocks: clock, access: clock });
  await server.access.setPassword(PASSWORD);
  const [mine, left] = [await signIn(server), await signIn(server)];
  assert.equal((await server.call("POST", "/api/logout", {}, left)).status, 200);
  const token = await server.access.addToken("token_x", "script");
  const guess = (headers = {}) => server.call("POST", "/api/login", { password: "wrong" }, headers);
  for (let n = 0; n < FREE_ATTEMPTS; n++) assert.equal((await guess()).status, 401);
  const late = await guess();
  assert.equal(late.status, 429);
  assert.equal(late.headers.get("retry-after"), "1");
  assert.match(late.json.detail, /wait a second/);
  const made_up = { cookie: `fishbowl_session=${"0".repeat(64)}; fishbowl_browser=${"0".repeat(96)}` };
  assert.equal((await guess(made_up)).status, 429, "made-up cookies are a stranger's");

  assert.equal((await guess(left)).status, 401, "a browser that signed in before is counted by itself");
  await signIn(server, left);
  const change = (password: string, headers: Record<string, string>, current = PASSWORD) =>
    server.call("POST", "/api/password", { current, password }, headers);
  assert.equal((await change(PASSWORD, bearer(token), "wrong")).status, 422);
  assert.equal(
    (await change(PASSWORD, mine)).status,
    200,
    "the present one is asked for, and not kept waiting",
  );
  assert.equal((await guess()).status, 429);
  void clock.advance(FIRST_WAIT_MS);
  await signIn(server);
});

Deno.test("SECURITY 9: who is signed in and guesses at the present password is slowed down by itself", async () => {
  const clock = new TestClock();
  await using server = await TestServer.start({ clocks: clock, access: clock });
  await server.access.setPassword(PASSWORD);
  const [one, other] = [await signIn(server), await signIn(server)];
  const guess = (headers: Record<string, string>, current = "wrong") =>
    server.call("POST", "/api/password", { current, password: "another one" }, headers);
  for (let n = 0; n < FREE_ATTEMPTS; n++) assert.equal((await guess(one)).status, 422);
  assert.equal((await guess(one)).status, 429);
  assert.equal((await server.call("GET", "/api/conversations", undefined, one)).status, 200);
  await signIn(server, one);
  const changed = await guess(other, PASSWORD);
  assert.equal(changed.status, 200);
  assert.equal(
    (await server.call("GET", "/api/conversations", undefined, cookiesOf(changed.headers))).status,
    200,
  );
});

Deno.test("a stranger who writes as fast as it can takes no write from who is signed in", async () => {
  const clock = new TestClock();
  await using server = await TestServer.start({ clocks: clock });
  await server.access.setPassword(PASSWORD);
  const mine = await signIn(server);
  let refused = 0;
  for (let n = 0; n < 3_000 && refused < 20; n++) {
    if ((await server.call("POST", "/api/logout", {})).status === 429) refused++;
  }
  assert.ok(refused > 0, "the stranger is slowed down");
  const made = await server.call("POST", "/api/conversations", {}, mine);
  assert.equal(made.status, 201);
  assert.equal((await server.call("POST", "/api/login", { password: PASSWORD }, mine)).status, 200);
});
