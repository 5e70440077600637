import assert from "node:assert/strict";
import type { Answer } from "../../../ui/state/api.ts";
import { Tries } from "../../../ui/state/tries.ts";

const failed = (status: number): Answer<string> => (
  { ok: false, status, code: "unknown", message: "", errors: [] }
);

Deno.test("the same again is the same to the server as long as nobody knows whether it was taken", async () => {
  const tries = new Tries("save");
  const keys: string[] = [];
  const send = async (body: unknown, answer: Answer<string>) => {
    assert.equal(await tries.send(body, (key) => (keys.push(key), Promise.resolve(answer))), answer);
    return keys.at(-1) ?? "";
  };
  const lost = await send({ name: "Ada" }, failed(0));
  assert.match(lost, /^save_[0-9a-f]{12}$/);
  for (const status of [503, 500, 429, 0]) assert.equal(await send({ name: "Ada" }, failed(status)), lost);
  assert.notEqual(await send({ name: "Ben" }, failed(0)), lost, "something else is another");
  const refused = await send({ name: "Cid" }, failed(422));
  const taken = await send({ name: "Cid" }, { ok: true, value: "" });
  const anew = await send({ name: "Cid" }, { ok: true, value: "" });
  assert.equal(new Set([lost, refused, taken, anew]).size, 4, "what was refused or taken is over");
});
