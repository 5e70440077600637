/** Where a provider may be: anywhere a person says, but not on the services that give a machine its secrets. */
import assert from "node:assert/strict";
import { createAnthropic } from "../../actors/providers/anthropic/anthropic.ts";
import { createOpenAi } from "../../actors/providers/openai/openai.ts";
import { ProviderError } from "../../actors/providers/types.ts";
import { sendBytes } from "../../actors/providers/wire.ts";
import { isProviderAddress } from "../../actors/tools/address.ts";
import { configOf, FakeServer } from "./providers/fake_server.ts";

const NEVER = new AbortController().signal;
const refused = (error: unknown) =>
  error instanceof ProviderError && error.code === "bad_request" && !error.retryable &&
  /link-local or metadata address/.test(error.message);

Deno.test("CVE-2026-31943 link-local and metadata addresses are refused in every form, this machine and private networks are not", () => {
  for (
    const address of [
      "169.254.169.254",
      "169.254.0.1",
      "100.100.100.200",
      "168.63.129.16",
      "fe80::1",
      "fe80::1%eth0",
      "febf::1",
      "fd00:ec2::254",
      "fd00:0ec2:0::0254",
      "::ffff:169.254.169.254",
      "::ffff:a9fe:a9fe",
      "0:0:0:0:0:ffff:a9fe:a9fe",
      "::169.254.169.254",
      "::ffff:0:169.254.169.254",
      "64:ff9b::169.254.169.254",
      "64:ff9b::a9fe:1",
      "2002:a9fe:a9fe::1",
      "2002:6464:64c8::",
      "::ffff:100.100.100.200",
      "[::ffff:168.63.129.16]",
      "metadata.google.internal",
      "",
    ]
  ) assert.equal(isProviderAddress(address), false, address);
  for (
    const address of [
      "127.0.0.1",
      "::1",
      "[::1]",
      "10.1.2.3",
      "192.168.1.2",
      "172.16.0.1",
      "169.253.255.255",
      "169.255.0.0",
      "100.100.100.199",
      "fd00:ec2::253",
      "fd12:3456::1",
      "fec0::1",
      "::ffff:192.168.1.2",
      "::ffff:127.0.0.1",
      "64:ff9b::8.8.8.8",
      "2002:0808:0808::1",
      "2606:4700::a9fe:a9fe",
      "8.8.8.8",
    ]
  ) assert.equal(isProviderAddress(address), true, address);
});

Deno.test("CVE-2026-45401 a name is checked by every address it stands for, before anything is sent", async () => {
  await using server = new FakeServer(() => Response.json({ data: [] }));
  const { port } = new URL(server.url);
  const asked: string[] = [];
  const ask = (...addresses: string[]) =>
    sendBytes({
      url: `http://localhost:${port}/v1/models`,
      headers: {},
      signal: NEVER,
      now: () => 0,
      resolve: (host) => {
        asked.push(host);
        return Promise.resolve(addresses);
      },
    });
  for (
    const addresses of [
      ["169.254.169.254"],
      ["::ffff:169.254.169.254"],
      ["127.0.0.1", "::ffff:a9fe:a9fe"],
      ["fd00:ec2::254", "127.0.0.1"],
    ]
  ) await assert.rejects(ask(...addresses), refused, addresses.join());
  assert.equal(server.got.length, 0, "nothing left this machine");
  const answer = await ask("127.0.0.1", "::1");
  await answer.body?.cancel();
  assert.equal(answer.status, 200);
  assert.deepEqual(new Set(asked), new Set(["localhost"]));
});

Deno.test("a name that stands for nothing, and one that is waited for in vain, are told as ever", async () => {
  const request = { url: "http://localhost:9/v1/models", headers: {}, now: () => 0 };
  await assert.rejects(
    sendBytes({ ...request, signal: NEVER, resolve: () => Promise.reject(new Error("ENOTFOUND")) }),
    (error) => !refused(error),
  );
  const stop = new AbortController();
  const hanging = sendBytes({ ...request, signal: stop.signal, resolve: () => new Promise(() => {}) });
  stop.abort();
  await assert.rejects(hanging);
});

Deno.test("both kinds of providers refuse such an address in words for people", async () => {
  for (
    const [kind, adapter] of [["openai", createOpenAi(() => 0)], [
      "anthropic",
      createAnthropic(() => 0),
    ]] as const
  ) {
    for (const host of ["[::ffff:169.254.169.254]", "[fd00:ec2::254]", "169.254.169.254"]) {
      const config = configOf(kind, `http://${host}/v1`);
      await assert.rejects(
        adapter.models({ config, apiKey: "k", signal: NEVER }),
        refused,
        `${kind} ${host}`,
      );
    }
  }
});
