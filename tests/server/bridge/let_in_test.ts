import assert from "node:assert/strict";
import { newSecret, refusal } from "../../../server/bridge/let_in.ts";

const SECRET = newSecret();
const status = (headers: Record<string, string>, path = "/mcp") =>
  refusal(new Request(`http://127.0.0.1:99${path}`, { headers }), 99, SECRET)?.status ?? null;
const authorization = `Bearer ${SECRET}`;

Deno.test("the bridge lets in who knows its secret, by this machine's own names", () => {
  assert.match(SECRET, /^[0-9a-f]{64}$/);
  assert.notEqual(SECRET, newSecret());
  assert.equal(status({ host: "127.0.0.1:99", authorization }), null);
  assert.equal(status({ host: "localhost:99", authorization: `bearer ${SECRET}` }), null);
  assert.equal(status({ host: "127.0.0.1:99", authorization }, "/"), 404);
});

Deno.test("another secret, a part of it, more than it, and none are refused", () => {
  const host = "127.0.0.1:99";
  assert.equal(status({ host }), 401);
  for (
    const given of ["", "Bearer", "Bearer ", SECRET, `Basic ${SECRET}`, `Bearer ${SECRET.slice(1)}`].concat(
      [`Bearer ${SECRET}0`, `Bearer ${newSecret()}`, `Bearer ${SECRET} ${SECRET}`],
    )
  ) assert.equal(status({ host, authorization: given }), 401, given);
});

Deno.test("a page that has this machine's address under a name of its own is refused, and so is each that says whence it comes", () => {
  for (const host of ["evil.example:99", "127.0.0.1", "127.0.0.1:98", "127.0.0.1:99.evil.example", ""]) {
    assert.equal(status({ host, authorization }), 403, host);
  }
  for (const origin of ["http://evil.example", "http://127.0.0.1:99", "null", ""]) {
    assert.equal(status({ host: "127.0.0.1:99", authorization, origin }), 403, origin);
  }
});
