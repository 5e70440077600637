/** Whether a person is still signed in. */
import assert from "node:assert/strict";
import { signedOut } from "../../../ui/state/api.ts";
import { checkSession } from "../../../ui/state/session.ts";
import { clockwork, heard, serving } from "../browser.ts";

/** What a page knows after asking a server that answers so, one answer after the other. */
async function after(...answers: (object | null)[]): Promise<[out: boolean, asked: number]> {
  using clock = clockwork();
  signedOut.value = false;
  const rest = [...answers];
  using server = serving(() => {
    const next = rest.shift();
    return next ? Response.json(next) : Promise.reject(new TypeError("no network"));
  });
  const checking = checkSession();
  await heard();
  clock.ring();
  await checking;
  return [signedOut.value, server.asked.length];
}

Deno.test("a session has ended when the server says so twice: a change of the password brings a new one between", async () => {
  const out = { password: true, signedIn: false };
  assert.deepEqual(await after(out, out), [true, 2]);
  assert.deepEqual(await after(out, { password: true, signedIn: true }), [false, 2]);
  assert.deepEqual(await after({ password: true, signedIn: true }), [false, 1]);
  assert.deepEqual(await after({ password: false, signedIn: false }), [false, 1], "no password is wanted");
  assert.deepEqual(await after(null), [false, 1], "a server that is away says nothing");
});
