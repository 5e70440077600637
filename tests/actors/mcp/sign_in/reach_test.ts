import assert from "node:assert/strict";
import { isWithin, type Reach, reachOf } from "../../../../actors/mcp/sign_in/reach.ts";

const LIES: Readonly<Record<string, Reach | null>> = {
  "93.184.215.14": "public",
  "2606:2800:21f:cb07:6820:80da:af6b:8b2c": "public",
  "10.0.0.5": "private",
  "192.168.1.5": "private",
  "100.64.0.1": "private",
  "fd12::1": "private",
  "127.0.0.1": "machine",
  "127.8.9.10": "machine",
  "0.0.0.0": "machine",
  "::1": "machine",
  "::": "machine",
  "::ffff:127.0.0.1": "machine",
  "::ffff:7f00:1": "machine",
  "::127.0.0.1": "machine",
  "64:ff9b::7f00:1": "private",
  "169.254.169.254": null,
  "::ffff:169.254.169.254": null,
  "fe80::1": null,
  "168.63.129.16": null,
  "not an address": null,
};

Deno.test("an address lies for everybody, in a private network, on this machine, or is never called", () => {
  const reaches: readonly Reach[] = ["public", "private", "machine"];
  for (const [address, lies] of Object.entries(LIES)) {
    const found = reaches.map((reach) => isWithin(reach)(address));
    const expected = reaches.map((_, level) => lies !== null && reaches.indexOf(lies) <= level);
    assert.deepEqual(found, expected, address);
  }
});

Deno.test("a server lies as far inside as the innermost of its addresses, and outside where nobody knows", async () => {
  const names = (...addresses: string[]) => () => Promise.resolve(addresses);
  assert.equal(await reachOf("[::1]"), "machine");
  assert.equal(await reachOf("192.168.1.5"), "private");
  assert.equal(await reachOf("a.example", names("93.184.215.14")), "public");
  assert.equal(await reachOf("a.example", names("93.184.215.14", "10.0.0.5")), "private");
  assert.equal(await reachOf("a.example", names("127.0.0.1", "10.0.0.5")), "machine");
  assert.equal(await reachOf("a.example", names("127.0.0.1", "169.254.169.254")), "public");
  assert.equal(await reachOf("a.example", () => Promise.reject(new Error("none"))), "public");
});
