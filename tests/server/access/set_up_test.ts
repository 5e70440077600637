/** A server others can reach serves nothing before it has a password, and only who holds the code sets that. */
import assert from "node:assert/strict";
import { routes } from "../../../server/routes/table.ts";
import { codeOf, SetUp } from "../../../server/access/set_up.ts";
import { type Answer, TestServer } from "../harness.ts";

const CODE = "K7QXM-2DRTP";
const PASSWORD = "correct horse battery";

const setUp = (server: TestServer, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  server.call("POST", "/api/set-up", body, headers);

Deno.test("SECURITY 4: until a password is set only the page is served, whatever is asked", async () => {
  await using server = await TestServer.start({ code: CODE });
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)(\{[^}]*\})?/g, "conversation_welcome");
    if (path === "/api/set-up") continue;
    const { status, text } = await server.call(route.method, path, route.method === "GET" ? undefined : {});
    if (route.access === "page" || path === "/healthz") assert.notEqual(status, 403, path);
    else {
      assert.equal(status, 403, `${route.method} ${path}`);
      assert.match(text, /code":"set_up"/, path);
    }
  }
  const bearer = await server.call("GET", "/api/conversations", undefined, { authorization: "Bearer x" });
  assert.equal(bearer.json.code, "set_up", "a made-up token opens nothing");
});

Deno.test("SECURITY 4: the code sets the password and signs in; then it is worth nothing", async () => {
  await using server = await TestServer.start({ code: CODE });
  const done = await setUp(server, { code: " k7qxm 2drtp ", password: PASSWORD });
  assert.equal(done.status, 200);
  const cookie = done.headers.get("set-cookie") ?? "";
  assert.match(cookie, /HttpOnly; SameSite=Strict/);
  assert.equal((await server.call("GET", "/api/conversations")).status, 401);
  const session = { cookie: cookie.split(";")[0] ?? "" };
  assert.equal((await server.call("GET", "/api/conversations", undefined, session)).status, 200);
  assert.equal((await server.call("POST", "/api/login", { password: PASSWORD })).status, 200);
  assert.equal((await setUp(server, { code: CODE, password: "another password" })).status, 404);
  assert.equal((await server.call("POST", "/api/login", { password: "another password" })).status, 401);
});

Deno.test("SECURITY 9: wrong codes wait longer and longer and are told nothing; the right one is never made to wait", async () => {
  await using server = await TestServer.start({ code: CODE, access: { monotonic: () => 0 } });
  const guess = (n: number) => setUp(server, { code: `K7QXM-2DRT${n}`, password: PASSWORD });
  for (let n = 0; n < 5; n++) {
    const wrong = await guess(n);
    assert.equal(wrong.status, 401);
    assert.equal(wrong.json.detail, "The code is not right.");
    assert.ok(!wrong.text.includes("K7QXM"));
  }
  const late = await guess(5);
  assert.equal(late.status, 429);
  assert.equal(late.headers.get("retry-after"), "1");
  assert.equal(await server.access.hasPassword(), false);
  assert.equal((await setUp(server, { code: CODE, password: PASSWORD })).status, 200);
  assert.equal(
    (await server.call("POST", "/api/login", { password: "wrong" })).status,
    401,
    "counted by itself",
  );
});

Deno.test("a short password, an empty code or another site is refused before it counts as an attempt", async () => {
  await using server = await TestServer.start({ code: CODE });
  for (let n = 0; n < 6; n++) {
    const short = await setUp(server, { code: CODE, password: "short" });
    assert.equal(short.status, 422);
    assert.match(short.json.detail, /password: must have at least 8 characters/);
  }
  assert.equal((await setUp(server, { code: "", password: PASSWORD })).status, 422);
  const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  assert.equal((await setUp(server, { code: CODE, password: PASSWORD }, foreign)).status, 403);
  assert.equal((await setUp(server, { code: CODE, password: PASSWORD })).status, 200);
});

Deno.test("of two who enter the code at once one sets the password", async () => {
  await using server = await TestServer.start({ code: CODE });
  const passwords = ["the first password", "the second password"];
  const entering = Promise.all(passwords.map((password) => setUp(server, { code: CODE, password })));
  let entered = false;
  void entering.then(() => (entered = true));
  while (!entered) {
    const { status } = await server.call("GET", "/api/conversations");
    assert.ok(status === 403 || status === 401, "nothing is served while the password is stored");
  }
  const answers = await entering;
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  const winner = passwords[answers.findIndex(({ status }) => status === 200)];
  assert.equal((await server.call("POST", "/api/login", { password: winner })).status, 200);
});

Deno.test("a password that another process has set ends the waiting", async () => {
  await using server = await TestServer.start({ code: CODE });
  await server.access.setPassword(PASSWORD);
  assert.equal((await setUp(server, { code: CODE, password: "mine instead" })).status, 404);
  assert.equal((await server.call("GET", "/api/conversations")).status, 401);
});

Deno.test("a server without a code has nothing to set up", async () => {
  await using server = await TestServer.start();
  assert.equal((await setUp(server, { code: CODE, password: PASSWORD })).status, 404);
  assert.equal((await server.call("GET", "/api/conversations")).status, 200);
});

Deno.test("a code has ten characters nobody takes for one another, and is not lost when the store fails", async () => {
  const all = codeOf(Uint8Array.from({ length: 10 }, (_, n) => n * 29));
  assert.match(all, /^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/);
  assert.notEqual(codeOf(new Uint8Array(10)), codeOf(new Uint8Array(10).fill(1)));
  const first = new SetUp(CODE, { hasPassword: () => Promise.resolve(false) });
  await assert.rejects(first.redeem(CODE, () => Promise.reject(new Error("locked"))), /locked/);
  assert.equal(await first.waits(), true);
  const during: boolean[] = [];
  const work = async () => {
    during.push(await first.waits(), await first.redeem(CODE, () => Promise.resolve()));
  };
  assert.equal(await first.redeem(CODE, work), true);
  assert.deepEqual(
    during,
    [true, false],
    "while it is stored nothing is served, and the code is worth nothing",
  );
  assert.equal(await first.waits(), false);
  assert.equal(await first.redeem(CODE, () => Promise.resolve()), false);
});
