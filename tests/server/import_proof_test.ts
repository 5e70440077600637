/** Proofs taken in: whose key signed is told, what signed is kept as it was, and what does not hold is not taken. */
import assert from "node:assert/strict";
import { readCheckpoint } from "../../events/catalog/checkpoint.ts";
import { TestServer, WELCOME } from "./harness.ts";

const AT = `/api/conversations/${WELCOME}`;

/** A conversation of another server, as a proof. */
async function shared(
  query = "",
): Promise<{ text: string; key: string; seq: number; id: string; there: string }> {
  await using server = await TestServer.start();
  const agent = await server.call("POST", "/api/agents", {
    name: "Ada",
    model: "echo",
    providerId: "provider_mock",
    color: 2,
    systemPrompt: "Told besides",
  });
  const headers = { "content-type": "text/plain", "x-file-name": "a.txt" };
  const { sha256 } = (await server.call("POST", "/api/attachments", "In a file", headers)).json;
  const made = await server.call("POST", "/api/conversations", { agentIds: [agent.json.id] });
  const { id } = made.json.conversation;
  const there = `/api/conversations/${id}`;
  await server.call("PATCH", there, { title: "Shared" });
  const posted = await server.call("POST", `${there}/messages`, {
    content: "Whose words are these?",
    attachments: [{ sha256, name: "a.txt" }],
  });
  assert.equal(posted.status, 201, posted.text);
  await server.settled(id);
  const { text } = await server.call("GET", `${there}/export?format=proof${query}`);
  const { json: { key } } = await server.call("GET", "/.well-known/fishbowl.json");
  return { text, key, seq: (await server.call("GET", there)).json.seq, id, there };
}

Deno.test("a proof that is taken in says whose key signed, and keeps the foreign checkpoint byte for byte", async () => {
  const { text, key, seq, there } = await shared();
  await using server = await TestServer.start();
  await server.call("POST", "/api/signing");
  const taken = await server.call("POST", "/api/import", text);
  assert.equal(taken.status, 201, taken.text);
  const { fold } = (await server.call("GET", `${there}?view=fold`)).json;
  assert.equal(fold.title, "Shared");
  const notice = fold.bodies[fold.order.at(-1)].content;
  assert.match(
    notice,
    /imported with a proof.*signed on .* by (\S{4} ){3}\S{4}, a key that this server does not know/,
  );
  const kept = await server.call("GET", `${there}/proof`);
  assert.deepEqual([kept.json.key, kept.json.own, kept.json.events], [key, false, seq]);
  assert.equal(kept.json.holds, true);
  const line = JSON.parse(text.split("\n").find((one) => one.startsWith('{"type":"Checkpoint"')) ?? "");
  assert.deepEqual([kept.json.text, kept.json.signature, kept.json.path], [
    line.text,
    line.signature,
    line.path,
  ]);
  assert.equal(readCheckpoint(kept.json.text)?.n, kept.json.n);
  const file = fold.messages[fold.order[0]].attachments[0];
  assert.equal((await server.call("GET", `/api/attachments/${file.sha256}`)).text, "In a file");
  const called = JSON.parse(
    text.trimEnd().split("\n").map((one) => JSON.parse(one)).find(({ structure = "" }) =>
      structure.includes('"ProviderCalled"')
    ).words,
  );
  assert.equal(
    (await server.call("GET", `/api/attachments/${called.data.shellBlob}`)).status,
    404,
    "no file of anybody",
  );
  assert.equal((await server.call("POST", "/api/import", text)).status, 200, "twice is fine");
  // What is said here now is signed by this server's own key, and the foreign one stays beside it.
  const again = await server.call("GET", `${there}/export?format=proof`);
  assert.ok(again.text.includes((await server.call("GET", "/.well-known/fishbowl.json")).json.key));
  assert.deepEqual((await server.call("GET", `${there}/proof`)).json, kept.json);
  const side = server.store.side("proof");
  const asKept = await side.get(fold.id);
  const signature = `${line.signature.startsWith("A") ? "B" : "A"}${line.signature.slice(1)}`;
  for (const change of [{ events: seq - 1 }, { signature }, { path: [["L", key]] }]) {
    assert.ok(typeof asKept === "object" && asKept);
    await side.set(fold.id, { ...asKept, ...change });
    assert.equal((await server.call("GET", `${there}/proof`)).json.holds, false, Object.keys(change)[0]);
  }
  const turn = Object.keys(fold.turns)[0];
  const request = await server.call("GET", `${there}/turns/${turn}/request`);
  assert.ok(request.text.includes("Told besides"), "what the agent saw came along");
});

Deno.test("one that was changed is not taken, with the line that is wrong; nothing of it is there", async () => {
  const { text, there } = await shared();
  await using server = await TestServer.start();
  const refused = await server.call("POST", "/api/import", text.replace("Whose words", "Those words"));
  assert.equal(refused.status, 422);
  assert.match(
    refused.json.detail,
    /^Line \d+: The words of event \d+ were changed, or their salt or digest\.$/,
  );
  assert.equal((await server.call("GET", there)).status, 404);
  const cut = await server.call("POST", "/api/import", text.split("\n").slice(0, -2).join("\n"));
  assert.equal(cut.status, 422);
  assert.match(cut.json.detail, /cut short/);
  // Not by its last byte either, and nothing is put in between.
  const bare = await server.call("POST", "/api/import", text.slice(0, -1));
  assert.deepEqual([bare.status, text.at(-1)], [422, "\n"]);
  assert.match(bare.json.detail, /^Line \d+: The file is cut short: this line has no end\.$/);
  assert.equal((await server.call("POST", "/api/import", text.replace("\n", "\n\n"))).status, 422);
  assert.equal((await server.call("POST", "/api/import", `${text}\n`)).status, 422);
  assert.equal((await server.call("GET", there)).status, 404);
  assert.equal((await server.call("POST", "/api/import", text)).status, 201);
});

Deno.test("words that were withheld are not there, and the rest is; a server knows its own key again", async () => {
  const { text, there } = await shared("&prompts=0");
  await using server = await TestServer.start();
  assert.equal((await server.call("POST", "/api/import", text)).status, 201);
  assert.ok(!(await server.call("GET", `${there}/export`)).text.includes(btoa("Told besides").slice(0, 12)));
  assert.equal((await server.call("GET", `${AT}/proof`)).status, 404);
  await server.call("POST", `${AT}/messages`, { content: "Mine" });
  const mine = (await server.call("GET", `${AT}/export?format=proof`)).text;
  await server.call("DELETE", AT);
  await server.purged(WELCOME);
  const back = await server.call("POST", "/api/import", mine);
  assert.equal(back.status, 409, "its name stays taken");
});

Deno.test("a conversation that is deleted takes with it what signed it elsewhere", async () => {
  const { text, there, id } = await shared();
  await using server = await TestServer.start();
  await server.call("POST", "/api/import", text);
  assert.ok(await server.store.side("proof").get(id));
  await server.call("DELETE", there);
  await server.purged(id);
  assert.equal(await server.store.side("proof").get(id), undefined);
});
