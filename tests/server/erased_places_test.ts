/** Each place that words come to: it holds them while they are there, and none of them once they were erased. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { fromBytes, readable, toBytes } from "../../events/store/kv/codec.ts";
import { opened } from "../../events/store/form/value.ts";
import type { StoreLog } from "../../events/store/log.ts";
import type { CommandRow } from "../../events/store/types.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { compared, ready } from "../comparing.ts";
import { TestServer } from "./harness.ts";

const CANARY = "swordfish-canary-7Kq2";
const decoder = new TextDecoder();

/** The kinds of rows of a store in which a word stands, whatever they are packed in. */
async function rowsWith({ parts: { kv }, blobs }: StoreLog, word: string): Promise<string[]> {
  const found = new Set<string>();
  for await (const { key, value } of kv.list({ prefix: [] })) {
    const bytes = value instanceof Uint8Array ? value : toBytes(value ?? null);
    const text = decoder.decode(readable(() => toBytes(opened(bytes))) ?? bytes);
    if (!text.includes(word) && !JSON.stringify(key).includes(word)) continue;
    const [kind, id] = key;
    const blob = kind === "blob" ? await blobs.info(String(id)) : null;
    found.add(blob ? `blob ${blob.type}` : String(kind));
  }
  return [...found].sort();
}

/** Answers of the API by what they are of, in which the word stands. */
async function answersWith(server: TestServer, id: string, word: string): Promise<string[]> {
  const at = `/api/conversations/${id}`;
  const { json: { messages = [], participants = [] } } = await server.call("GET", at);
  const turns = messages.flatMap(({ turnId }: { turnId: string | null }) => turnId ? [turnId] : []);
  const paths: Record<string, readonly string[]> = {
    conversation: [at],
    fold: [`${at}?view=fold`],
    messages: [`${at}/messages`],
    message: messages.map((one: { id: string }) => `${at}/messages/${one.id}`),
    events: [`${at}/events`],
    "all events": ["/api/events"],
    list: ["/api/conversations"],
    search: [`/api/search?q=${word}`],
    export: [`${at}/export`],
    transcript: [`${at}/export?format=json`],
    markdown: [`${at}/export?format=markdown`],
    page: [`${at}/export?format=html`],
    program: [`${at}/export?format=openai`],
    proof: [`${at}/export?format=proof`],
    context: participants.map((one: { id: string }) => `${at}/context/${one.id}`),
    request: turns.map((turn: string) => `${at}/turns/${turn}/request`),
  };
  const found: string[] = [];
  for (const [name, all] of Object.entries(paths)) {
    for (const path of all) {
      const { text } = await server.call("GET", path);
      if (text.replaceAll(`"query":"${word}"`, "").includes(word) && !found.includes(name)) found.push(name);
    }
  }
  return found;
}

const ANSWERS = [
  "conversation",
  "fold",
  "messages",
  "events",
  "all events",
  "list",
  "search",
  "export",
  "transcript",
  "markdown",
  "page",
  "program",
  "proof",
  "context",
  "request",
];

/** What is kept of the command under the key `once`, for its repetition. */
async function answered({ parts: { kv } }: StoreLog, id: string): Promise<CommandRow | null> {
  for await (const { key, value } of kv.list({ prefix: ["cmd", id] })) {
    if (JSON.stringify(key).includes("once")) return fromBytes<CommandRow>(value) ?? null;
  }
  return null;
}

Deno.test("rows and answers of every kind hold what was said, and none of them what was erased", async () => {
  await using server = await TestServer.start();
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agent = { name: "Ada", providerId: provider, model: "echo", color: 1 };
  const agentIds = [(await server.call("POST", "/api/agents", agent)).json.id];
  const id: string = (await server.call("POST", "/api/conversations", { agentIds })).json.conversation.id;
  const at = `/api/conversations/${id}`;
  const headers = { "content-type": "text/plain", "x-file-name": "a.txt" };
  const { sha256 } = (await server.call("POST", "/api/attachments", `A file: ${CANARY}`, headers)).json;
  const once = { "idempotency-key": "once" };
  const body = { content: `${CANARY} is the word`, attachments: [{ sha256, name: `${CANARY}.txt` }] };
  assert.equal((await server.call("POST", `${at}/messages`, body, once)).status, 201);
  await server.settled(id);
  const note = (await server.call("POST", "/api/notes", { text: CANARY })).json.id;
  await server.store.snapshots.put("held", 1, id, 1, { held: CANARY });
  assert.deepEqual(await rowsWith(server.store, CANARY), ["at", "blob text/plain", "draft", "e", "snap"]);
  assert.deepEqual(
    await answersWith(server, id, CANARY),
    ANSWERS,
    "each holds it, or its silence says nothing",
  );
  assert.notEqual((await answered(server.store, id))?.bodyHash, "", "a hash confirms a guess");
  const messages = (await server.call("GET", `${at}/messages`)).json.items;
  for (const message of messages) {
    await server.call("DELETE", `${at}/messages/${message.id}/content?copies=true`);
  }
  await server.call("DELETE", `/api/notes/${note}/content`);
  assert.deepEqual(await rowsWith(server.store, CANARY), []);
  assert.deepEqual(await answersWith(server, id, CANARY), []);
  assert.equal((await answered(server.store, id))?.bodyHash, "");
});

Deno.test("what a program says of how it is to be answered stands in requests, and leaves them with its own words", async () => {
  await using server = await TestServer.start();
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agent = { name: "Ada", providerId: provider, model: "echo", color: 1 };
  await server.call("POST", "/api/agents", agent);
  const asked = {
    model: "agent/ada",
    messages: [{ role: "system", content: `Never say ${CANARY}.` }, { role: "user", content: "Hello" }],
  };
  const { status, text } = await server.call("POST", "/v1/chat/completions", asked);
  assert.equal(status, 200, text);
  const [{ id }] = (await server.call("GET", "/api/conversations")).json.items;
  await server.settled(id);
  const shells = "blob application/vnd.fishbowl.shell+json";
  assert.deepEqual(await rowsWith(server.store, CANARY), [shells, "e"]);
  const holding = ANSWERS.filter((name) => !["list", "search", "program"].includes(name));
  assert.deepEqual(
    await answersWith(server, id, CANARY),
    holding,
    "as a notice, and in what its agent was sent",
  );
  const { items } = (await server.call("GET", `/api/conversations/${id}/messages`)).json;
  const holds = items.filter((one: { content: string }) => one.content.includes(CANARY));
  assert.equal(holds.length, 1);
  await server.call("DELETE", `/api/conversations/${id}/messages/${holds[0].id}/content`);
  assert.deepEqual(await rowsWith(server.store, CANARY), []);
  assert.deepEqual(await answersWith(server, id, CANARY), []);
});

/** Everything that is stored: keys and values of all rows, whatever they are packed in. */
async function stored({ parts: { kv } }: StoreLog): Promise<string> {
  const all: string[] = [];
  for await (const { key, value } of kv.list({ prefix: [] })) {
    const bytes = value instanceof Uint8Array ? value : toBytes(value ?? null);
    all.push(JSON.stringify(key), decoder.decode(readable(() => toBytes(opened(bytes))) ?? bytes));
  }
  return all.join("\n");
}

/** The hashes in a text that a guess at words has, by itself or under anything in it that can be a salt. */
function confirmed(text: string, guess: string): string[] {
  const hash = (...parts: readonly (string | Uint8Array)[]) =>
    parts.reduce((sha, part) => sha.update(part), createHash("sha256")).digest();
  const salts = new Set(["", ...text.match(/(?<![\w-])[\w-]{22}(?![\w-])/g) ?? []]);
  const forms = [guess, JSON.stringify(guess), JSON.stringify(guess).slice(1, -1)];
  const found = [...salts].flatMap((salt) =>
    forms.flatMap((form) => [hash(salt, form), hash(hash(salt), hash(form)), hash(salt, ".", form)])
  );
  return found.flatMap((bytes) => [bytes.toString("hex"), bytes.toString("base64url")])
    .filter((one) => text.includes(one));
}

Deno.test("nothing that is stored confirms a guess at the question of a comparison that was erased", async () => {
  await using server = await TestServer.start();
  const { path, body } = await compared(server, ["critic", "story:30"]);
  const question = 'Is "Quince" the heir?';
  const once = { "idempotency-key": "compare-1" };
  const { comparisonId } =
    (await server.call("POST", `${path}/comparisons`, { ...body, question }, once)).json;
  const at = `${path}/comparisons/${comparisonId}`;
  const { messageId, shared } = await ready(server, at);
  await server.call("POST", `${at}/vote`, { best: 0 });
  const { revealed } = (await server.call("POST", `${at}/reveal`)).json.comparison;
  assert.deepEqual(confirmed(await stored(server.store), question), [shared.sha256], "by its salt");
  // Practice agents say again what they are asked.
  const { answers } = (await server.call("GET", at)).json;
  const room = `/api/conversations/${revealed.roomId}`;
  const given = (await server.call("GET", `${room}/messages`)).json.items;
  const wipe = (talk: string, id: string) =>
    server.call("DELETE", `${talk}/messages/${id}/content?copies=true`);
  for (const one of [messageId, ...answers.map((one: { messageId: string }) => one.messageId)]) {
    assert.equal((await wipe(path, one)).status, 200);
  }
  for (const { id } of given) await wipe(room, id);
  const left = await stored(server.store);
  assert.ok(!left.includes("Quince"));
  assert.ok(left.includes(shared.sha256), "it stands in the structure");
  assert.deepEqual(confirmed(left, question), []);
  assert.deepEqual((await verify(server.store)).problems, []);
});
