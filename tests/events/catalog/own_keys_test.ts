/** Which keys sign for a server: today's, and those before it, each up to where it vouched for the next. */
import assert from "node:assert/strict";
import { base64url, checkpointText, type Signed, signedBytes } from "../../../events/catalog/checkpoint.ts";
import { ownKeys, standingOf } from "../../../events/catalog/own_keys.ts";

interface Pair {
  readonly key: string;
  readonly secret: CryptoKey;
}
async function pair(): Promise<Pair> {
  const made = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  assert.ok("privateKey" in made);
  const raw = await crypto.subtle.exportKey("raw", made.publicKey);
  return { key: base64url(new Uint8Array(raw)), secret: made.privateKey };
}
async function change(n: number, { key, secret }: Pair, next: string): Promise<Signed> {
  const text = checkpointText({
    n,
    prev: "A".repeat(43),
    at: "2026-01-01T00:00:00.000Z",
    key,
    why: "key",
    heads: 0,
    root: "",
    next,
  });
  const signature = await crypto.subtle.sign("Ed25519", secret, signedBytes(text));
  return { text, signature: base64url(new Uint8Array(signature)) };
}

Deno.test("keys before today's are told with the last checkpoint each signed; what came later under them is somebody else's", async () => {
  const [first, second, third, foreign] = [await pair(), await pair(), await pair(), await pair()];
  const changes = [await change(4, first, second.key), await change(9, second, third.key)];
  const own = await ownKeys(crypto.subtle, { key: third.key, changes });
  assert.deepEqual(own, [
    { key: third.key, until: null },
    { key: second.key, until: 9 },
    { key: first.key, until: 4 },
  ]);
  const is = (pair: Pair, n: number) => standingOf(own, { key: pair.key, n });
  assert.deepEqual([is(third, 12), is(second, 9), is(first, 4)], ["now", "before", "before"]);
  assert.deepEqual([is(second, 10), is(first, 5), is(foreign, 1)], ["late", "late", "strange"]);
});

Deno.test("a change that its key did not sign, or that leads elsewhere, vouches for nobody", async () => {
  const [first, second, foreign] = [await pair(), await pair(), await pair()];
  const good = await change(4, first, second.key);
  const forged = { ...await change(4, foreign, second.key), text: good.text };
  const alone = [{ key: second.key, until: null }];
  assert.deepEqual(await ownKeys(crypto.subtle, { key: second.key, changes: [forged] }), alone);
  assert.deepEqual(
    await ownKeys(crypto.subtle, { key: second.key, changes: [await change(4, first, foreign.key)] }),
    alone,
  );
  assert.deepEqual(await ownKeys(crypto.subtle, { key: null, changes: [good] }), []);
});
