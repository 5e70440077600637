/** Whose key signs, told to anybody; signing and changing the key by the API. */
import assert from "node:assert/strict";
import { checkpointHash, isSignedBy, readCheckpoint } from "../../../events/catalog/checkpoint.ts";
import { TestServer } from "../harness.ts";

Deno.test("the server signs when asked, tells its key to anybody, and how one key vouched for the next", async () => {
  await using server = await TestServer.start();
  const known = async () => (await server.call("GET", "/.well-known/fishbowl.json")).json;
  assert.deepEqual(await known(), { key: null, changes: [] });
  assert.deepEqual((await server.call("GET", "/api/signing")).json, { key: null, newest: null, lost: null });
  const { status, json } = await server.call("POST", "/api/signing");
  assert.equal(status, 200);
  const { newest, key } = json;
  assert.deepEqual([newest.n, newest.why, json.lost], [1, "demand", null]);
  assert.ok(await isSignedBy(crypto.subtle, key, newest));
  assert.equal(await checkpointHash(crypto.subtle, newest.text), newest.hash);
  assert.deepEqual(await known(), { key, changes: [] });
  assert.deepEqual((await server.call("GET", "/api/signing")).json, json);
  const second = (await server.call("POST", "/api/signing/key")).json.key;
  const third = (await server.call("POST", "/api/signing/key", {})).json.key;
  assert.equal(new Set([key, second, third]).size, 3);
  const { changes, key: now } = await known();
  assert.equal(now, third);
  const steps = changes.map(({ text }: { text: string }) => readCheckpoint(text));
  assert.deepEqual(
    steps.map((step: { key: string; next: string }) => [step.key, step.next]),
    [[key, second], [second, third]],
  );
  assert.ok(await isSignedBy(crypto.subtle, key, changes[0]));
});
