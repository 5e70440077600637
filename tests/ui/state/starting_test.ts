/** A conversation begins with its first words, once. */
import assert from "node:assert/strict";
import { heard, problem, serving, storing } from "../browser.ts";

const STARTING = new URL("../../../ui/state/starting.ts", import.meta.url).href;
let pages = 0;
/** The module as a page loads it anew. */
const page = async (): Promise<typeof import("../../../ui/state/starting.ts")> =>
  await import(`${STARTING}?page=${pages++}`);

const BODY = { agentIds: ["a"], message: "Is bread food?" };
const made = () => Response.json({ conversation: { id: "c1" }, seq: 3 }, { status: 201 });
const keyOf = ({ headers }: { headers: Headers }) => headers.get("idempotency-key");

Deno.test("the first words make one conversation, however often Send is pressed", async () => {
  using storage = storing();
  const answer = Promise.withResolvers<Response>();
  using server = serving(() => answer.promise);
  const { begin, starting } = await page();
  const [first, second] = [begin(BODY), begin(BODY)];
  answer.resolve(made());
  assert.deepEqual(await Promise.all([first, second]), ["c1", null]);
  assert.deepEqual(server.asked.map(({ path, body }) => [path, body]), [["/api/conversations", BODY]]);
  assert.equal(starting.value, null);
  assert.deepEqual([...storage.kept.keys()], []);
});

Deno.test("a page that was closed before the answer sends the same again under the same key", async () => {
  using _ = storing();
  using server = serving(() => Promise.reject(new Error("gone")));
  const before = await page();
  assert.equal(await before.begin(BODY), null);
  const after = await page();
  assert.deepEqual(after.starting.value?.body, BODY);
  assert.equal(after.starting.value?.status, "failed");
  assert.equal(await after.resume(), null);
  assert.equal(server.asked.length, 2);
  assert.equal(new Set(server.asked.map(keyOf)).size, 1);
});

Deno.test("what was not heard and is sent again keeps its key; changed words are another start", async () => {
  using _ = storing();
  let up = false;
  using server = serving(() => up ? made() : problem(503, "Not now."));
  const { begin, starting } = await page();
  assert.equal(await begin(BODY), null);
  assert.equal(starting.value?.error, "Not now.");
  await begin(BODY);
  up = true;
  assert.equal(await begin({ ...BODY, message: "Is cake food?" }), "c1");
  const [one, two, three] = server.asked.map(keyOf);
  assert.equal(one, two);
  assert.notEqual(two, three);
});

Deno.test("what the server refuses is not sent again: it says why, and the next try is another", async () => {
  using storage = storing();
  using server = serving(() => problem(422, "must include at least one agent"));
  const { begin, refusal, resume, starting } = await page();
  assert.equal(await begin(BODY), null);
  assert.equal(refusal.value, "must include at least one agent");
  assert.equal(starting.value, null);
  assert.equal(await resume(), null);
  assert.deepEqual([...storage.kept.keys()], []);
  await begin(BODY);
  assert.equal(server.asked.length, 2);
  assert.equal(new Set(server.asked.map(keyOf)).size, 2);
});

Deno.test("who gives a start up is not taken to it when the answer comes after all", async () => {
  using _ = storing();
  const answer = Promise.withResolvers<Response>();
  using __ = serving(() => answer.promise);
  const { begin, giveUp, starting } = await page();
  const begun = begin(BODY);
  await heard();
  giveUp();
  answer.resolve(made());
  assert.equal(await begun, null);
  assert.equal(starting.value, null);
});
