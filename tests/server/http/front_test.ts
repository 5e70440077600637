/** A proxy before the server: what is believed of it with `--behind-proxy`, and that nothing is without. */
import assert from "node:assert/strict";
import { publicNames, readOptions, UsageError } from "../../../server/command_line/options.ts";
import { addressIn, DIRECT, type Front, networkOf, PROXIED } from "../../../server/http/front.ts";
import { HOST, TestServer } from "../harness.ts";

const PASSWORD = "correct horse battery";

async function started(front: Front): Promise<TestServer> {
  // No time passes: who has to wait waits.
  const server = await TestServer.start({ access: { front, monotonic: () => 0 } });
  await server.access.setPassword(PASSWORD);
  return server;
}

Deno.test("X-Forwarded-Proto makes cookies Secure behind a proxy, and nothing anywhere else", async () => {
  for (const front of [DIRECT, PROXIED]) {
    await using server = await started(front);
    const login = (proto: string) =>
      server.call("POST", "/api/login", { password: PASSWORD }, { "x-forwarded-proto": proto });
    const cookies = async (proto: string) => (await login(proto)).headers.get("set-cookie") ?? "";
    const secure = /__Host-fishbowl_session=\w+;.*Secure/;
    assert.equal(secure.test(await cookies("https")), front === PROXIED);
    assert.equal(secure.test(await cookies("HTTP, https")), front === PROXIED, "the last is the proxy's own");
    assert.doesNotMatch(await cookies("https, http"), secure);
    // Over TLS the plain name no longer counts, for reads either, which bring no Origin.
    const plain = /^(fishbowl_session=\w+)/.exec(await cookies("http"))?.[1] ?? "";
    const read = (headers: Record<string, string>) =>
      server.handle(
        new Request(`http://${HOST}/api/workspace`, { headers: { host: HOST, cookie: plain, ...headers } }),
      );
    const [there, here] = [await read({ "x-forwarded-proto": "https" }), await read({})];
    await Promise.all([there.body?.cancel(), here.body?.cancel()]);
    assert.deepEqual([there.status, here.status], [front === PROXIED ? 401 : 200, 200]);
  }
});

Deno.test("X-Forwarded-Host has to be a name of this server as well as Host, and is not read without the flag", async () => {
  for (const front of [DIRECT, PROXIED]) {
    await using server = await started(front);
    const status = async (host: string, named: string) =>
      (await server.call("GET", "/healthz", undefined, { host, "x-forwarded-host": named })).status;
    assert.equal(await status(HOST, HOST), 200);
    assert.equal(await status(HOST, `evil.example, ${HOST}`), 200);
    assert.equal(await status("evil.example", HOST), 421, "past the proxy a page writes what it likes");
    assert.equal(await status(HOST, "evil.example"), front === PROXIED ? 421 : 200);
  }
});

Deno.test("behind a proxy a guesser makes its own network wait, not everybody", async () => {
  for (const front of [DIRECT, PROXIED]) {
    await using server = await started(front);
    const guess = async (from: string, password = "wrong") =>
      (await server.call("POST", "/api/login", { password }, { "x-forwarded-for": from })).status;
    const first = await Promise.all(
      ["1", "2", "3", "4", "5"].map((last) => guess(`9.9.9.${last}, 2001:db8:7::${last}`)),
    );
    assert.deepEqual(first, [401, 401, 401, 401, 401]);
    assert.equal(await guess("1.1.1.1, 2001:db8:7:ffff::9"), 429, "one /48 is one guesser");
    assert.equal(await guess("2001:db8:7::1, 203.0.113.7", PASSWORD), front === PROXIED ? 200 : 429);
  }
});

Deno.test("the log says where a wrong password came from, where that is known", async () => {
  for (const front of [DIRECT, PROXIED]) {
    const lines: unknown[] = [];
    await using server = await TestServer.start({
      access: { front, log: (...line) => lines.push(line) },
    });
    await server.access.setPassword(PASSWORD);
    await server.call("POST", "/api/login", { password: "wrong" }, { "x-forwarded-for": "203.0.113.7" });
    const address = front === PROXIED ? { address: "203.0.113.7" } : {};
    assert.deepEqual(lines, [["warn", "login_failed", { credential: "none", ...address }]]);
  }
});

Deno.test("an address is one, with a port or without, and nothing that somebody made up", () => {
  for (
    const [entry, address] of [
      ["203.0.113.7", "203.0.113.7"],
      ["203.0.113.7:4711", "203.0.113.7"],
      ["::ffff:203.0.113.7", "203.0.113.7"],
      ["2001:DB8::1", "2001:db8::1"],
      ["[2001:db8::1]:4711", "2001:db8::1"],
      ["[2001:db8::1]", "2001:db8::1"],
    ] as const
  ) assert.equal(addressIn(entry), address, entry);
  for (
    const entry of [
      "",
      "unknown",
      "_hidden",
      "203.0.113.256",
      "1.2.3",
      "fe80::1%eth0",
      "a".repeat(65),
      "::1::",
    ]
  ) {
    assert.equal(addressIn(entry), null, entry);
  }
});

Deno.test("of IPv6 a /48 is one network, however it is written", () => {
  const same = ["2001:db8:7::1", "2001:0db8:0007:1::", "2001:db8:7:ffff:1:2:3:4"];
  assert.deepEqual(new Set(same.map(networkOf)), new Set(["2001:db8:7::/48"]));
  assert.equal(networkOf("2001:db8::1"), "2001:db8:0::/48");
  assert.equal(networkOf("::1"), "0:0:0::/48");
  assert.equal(networkOf("203.0.113.7"), "203.0.113.7");
});

Deno.test("--behind-proxy wants the proxy's name, starts in set-up mode under any, and has a variable", () => {
  const read = (args: string[], said?: string) =>
    readOptions(args, (name) => name === "FISHBOWL_BEHIND_PROXY" ? said : undefined);
  assert.throws(() => read(["--behind-proxy"]), UsageError);
  assert.throws(() => read([], "1"), UsageError);
  assert.throws(() => read([], "yes"), UsageError);
  const named = ["--allowed-host", "localhost"];
  assert.deepEqual(publicNames(read(named)), []);
  assert.deepEqual(publicNames(read([...named, "--behind-proxy"])), ["localhost"]);
  assert.deepEqual([read(named, "0"), read(named, ""), read(named, "1")].map((o) => o.behindProxy), [
    false,
    false,
    true,
  ]);
});
