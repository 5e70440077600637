/** Comparisons by the API: asked, judged, revealed. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { COMPARISON_SEATS } from "../../events/catalog/limits.ts";
import { compared, ready } from "../comparing.ts";
import { TestServer } from "./harness.ts";

/** What the hash of the same bytes must be by a proof of the talk, as PROOF.md says. */
async function sharedBy(server: TestServer, path: string): Promise<string> {
  const { text } = await server.call("GET", `${path}/export?format=proof`);
  const lines = text.trim().split("\n").map((line) => JSON.parse(line));
  const { salt, words } = lines.find(({ structure = "" }) => structure.includes('"ComparisonBegun"'));
  const sha = (of: string | Uint8Array) => createHash("sha256").update(of).digest();
  const quoted = JSON.stringify(JSON.parse(words).data.content).slice(1, -1);
  return createHash("sha256").update(sha(salt)).update(sha(quoted)).digest("hex");
}

Deno.test("a comparison is asked once, its answers come together under letters, are judged, and then it is told whose they are", async () => {
  await using server = await TestServer.start();
  const { id, path, agentIds, body } = await compared(server, ["critic", "story:30", "researcher"]);
  const start = () => server.call("POST", `${path}/comparisons`, body, { "idempotency-key": "compare-1" });
  const started = await start();
  assert.equal(started.status, 201, started.text);
  assert.deepEqual((await start()).json.comparisonId, started.json.comparisonId, "asked twice, asked once");
  const at = `${path}/comparisons/${started.json.comparisonId}`;
  const found = await ready(server, at);
  assert.deepEqual([found.status, found.question, found.label, found.criteria], [
    "ready",
    body.question,
    "bread",
    ["clear", "short"],
  ]);
  assert.deepEqual(found.answers.map(({ letter, gap }: { letter: string; gap: boolean }) => [letter, gap]), [
    ["A", false],
    ["B", false],
    ["C", false],
  ]);
  assert.equal(found.revealed, null);
  assert.deepEqual([found.shared.requests, found.shared.same, found.shared.bytes], [
    3,
    3,
    body.question.length,
  ]);
  const vote = (best: unknown, criteria?: unknown) => server.call("POST", `${at}/vote`, { best, criteria });
  assert.equal((await vote(3)).status, 422, "there is no D");
  assert.equal((await vote(0, [0, 0, 0])).status, 422, "there are two criteria");
  assert.equal((await vote(1)).json.comparison.votes[0].best, 1);
  const again = (await vote("tie", [0, null])).json.comparison.votes;
  assert.deepEqual(
    again.map(({ best, criteria }: { best: unknown; criteria: unknown }) => [best, criteria]),
    [[
      "tie",
      [0, null],
    ]],
  );
  const revealing = server.call("POST", `${at}/reveal`);
  let seen = found;
  while (seen.revealed === null) seen = (await server.call("GET", at)).json;
  const revealed = (await revealing).json.comparison;
  assert.equal(
    seen.revealed.roomId,
    revealed.revealed.roomId,
    "who reads it at once is told where they were asked",
  );
  assert.equal(revealed.status, "revealed");
  assert.equal(revealed.revealed.verified, true);
  assert.deepEqual(
    revealed.revealed.seated.map(({ agentId }: { agentId: string }) => agentId).toSorted(),
    agentIds.toSorted(),
  );
  assert.equal((await vote(1)).status, 409, "nothing is judged any more");
  const room = (await server.call("GET", `/api/conversations/${revealed.revealed.roomId}`)).json;
  assert.equal(room.conversation.archived, true);
  for (const [seat, { agentId }] of revealed.revealed.seated.entries()) {
    const who = room.participants.find((one: { agentId: string }) => one.agentId === agentId);
    const said = room.messages.find((one: { participantId: string }) => one.participantId === who.id);
    assert.equal(
      said.content,
      revealed.answers[seat].content,
      "each answer is that of whom it is told to be",
    );
    const told = (await server.call(
      "GET",
      `/api/conversations/${room.conversation.id}/turns/${said.turnId}/request`,
    )).json;
    assert.equal(told.calls[0].proof, "proven");
    assert.ok(told.calls[0].body.includes(body.question));
    for (const other of room.participants) {
      if (other.id !== who.id) {
        assert.ok(!told.calls[0].body.includes(other.name), "nobody knows of the others");
      }
    }
  }
  const proof = await server.call("GET", `/api/conversations/${room.conversation.id}/export?format=proof`);
  assert.equal(proof.status, 200);
  assert.equal(
    await sharedBy(server, path),
    found.shared.sha256,
    "a proof of the talk has what it is made of",
  );
  const talk = (await server.call("GET", path)).json;
  assert.equal(talk.messages.length, 2, "the talk is as it was");
  assert.deepEqual(
    (await server.call("GET", `${path}/comparisons`)).json.items.map((one: { status: string }) => one.status),
    [
      "revealed",
    ],
  );
  await server.settled(id);
  assert.deepEqual(server.violations, []);
});

Deno.test("who fails or is stopped is a gap, and only what is there can be the best", async () => {
  await using server = await TestServer.start();
  const { path, body } = await compared(server, ["error-401", "hang-before", "echo"]);
  const started = (await server.call("POST", `${path}/comparisons`, body)).json;
  const at = `${path}/comparisons/${started.comparisonId}`;
  assert.equal((await server.call("GET", at)).json.status, "asked");
  assert.equal((await server.call("POST", `${at}/vote`, { best: "tie" })).status, 409);
  assert.equal((await server.call("POST", `${at}/reveal`)).status, 409);
  assert.equal((await server.call("POST", `${at}/stop`)).status, 200);
  const found = await ready(server, at);
  const gaps = found.answers.filter(({ gap }: { gap: boolean }) => gap);
  assert.ok(gaps.length >= 2, "nothing of who failed, nor of who was stopped");
  assert.ok(gaps.every(({ content }: { content: string }) => content === ""));
  const gap = found.answers.findIndex(({ gap }: { gap: boolean }) => gap);
  assert.equal((await server.call("POST", `${at}/vote`, { best: gap })).status, 422);
  assert.equal((await server.call("POST", `${at}/vote`, { best: "none" })).status, 200);
  assert.equal((await server.call("POST", `${at}/reveal`)).json.comparison.revealed.verified, true);
});

Deno.test("a comparison of too few, too many, the same or unknown agents, or without a question, is refused", async () => {
  await using server = await TestServer.start();
  const { path, agentIds, body } = await compared(
    server,
    Array.from({ length: COMPARISON_SEATS.max + 1 }, () => "echo"),
  );
  const seq = async () => (await server.call("GET", path)).json.seq;
  const before = await seq();
  const wrong = [
    { ...body, agentIds },
    { ...body, agentIds: agentIds.slice(0, 1) },
    { ...body, agentIds: [agentIds[0], agentIds[0]] },
    { ...body, agentIds: [agentIds[0], "agent_none"] },
    { ...body, agentIds: agentIds.slice(0, 2), question: "  " },
    { ...body, agentIds: agentIds.slice(0, 2), criteria: ["a", "b", "c", "d", "e", "f", "g"] },
    { ...body, agentIds: agentIds.slice(0, 2), label: "" },
  ];
  for (const one of wrong) {
    assert.equal((await server.call("POST", `${path}/comparisons`, one)).status, 422, JSON.stringify(one));
  }
  assert.equal(await seq(), before);
  assert.equal((await server.call("GET", `${path}/comparisons/comparison_none`)).status, 404);
  const most = { ...body, agentIds: agentIds.slice(0, COMPARISON_SEATS.max) };
  assert.equal((await server.call("POST", `${path}/comparisons`, most)).status, 201);
});

Deno.test("files go with a question, stand in every request, are in its export, and go with its words from everywhere", async () => {
  await using server = await TestServer.start();
  const { id, path, body } = await compared(server, ["critic", "story:30"]);
  const upload = async (text: string, type: string, name: string) => {
    const headers = { "content-type": type, "x-file-name": name };
    const { json } = await server.call("POST", "/api/attachments", new TextEncoder().encode(text), headers);
    return { sha256: json.sha256, name };
  };
  const notes = await upload('Rye "keeps" a week,\nwheat two days.', "text/plain", "notes.txt");
  const missing = { ...notes, sha256: "0".repeat(64) };
  const asked = (attachments: unknown) =>
    server.call("POST", `${path}/comparisons`, { ...body, attachments });
  assert.equal((await asked([missing])).status, 422);
  const cost = async (more: object) => {
    const { question, agentIds } = body;
    return (await server.call("POST", `${path}/comparisons/cost`, { question, agentIds, ...more })).json
      .tokens;
  };
  assert.ok(await cost({ attachments: [notes] }) > await cost({}), "what it is expected to use counts them");
  const { comparisonId } = (await asked([notes])).json;
  const at = `${path}/comparisons/${comparisonId}`;
  const { shared, attachments, messageId } = await ready(server, at);
  assert.deepEqual([shared.requests, shared.same, shared.files], [2, 2, [2]]);
  assert.deepEqual(attachments.map(({ sha256, name }: typeof notes) => ({ sha256, name })), [notes]);
  const exported = (await server.call("GET", `${path}/export?format=ndjson`)).text;
  assert.ok(exported.includes(notes.sha256) && exported.includes("notes.txt"));
  const { revealed } = (await server.call("POST", `${at}/reveal`)).json.comparison;
  const there = async () => (await server.call("GET", `/api/attachments/${notes.sha256}`)).status;
  assert.equal(await there(), 200);
  const erased = await server.call("DELETE", `${path}/messages/${messageId}/content`);
  assert.equal(erased.status, 200, erased.text);
  assert.deepEqual((await server.call("GET", at)).json.attachments, []);
  for (const one of [id, revealed.roomId]) {
    const { text } = await server.call("GET", `/api/conversations/${one}/export?format=ndjson`);
    assert.ok(!text.includes("notes.txt") && !text.includes(notes.sha256), `${one} names the file`);
  }
  assert.equal(await there(), 404);
});

Deno.test("the files of a question stay with it where the room in which it was asked is deleted", async () => {
  await using server = await TestServer.start();
  const { path, body } = await compared(server, ["critic", "echo"]);
  const headers = { "content-type": "text/plain", "x-file-name": "notes.txt" };
  const bytes = new TextEncoder().encode("Rye keeps a week.");
  const { sha256 } = (await server.call("POST", "/api/attachments", bytes, headers)).json;
  const attachments = [{ sha256, name: "notes.txt" }];
  const { comparisonId } = (await server.call("POST", `${path}/comparisons`, { ...body, attachments })).json;
  const at = `${path}/comparisons/${comparisonId}`;
  await ready(server, at);
  const { roomId } = (await server.call("POST", `${at}/reveal`)).json.comparison.revealed;
  assert.equal((await server.call("DELETE", `/api/conversations/${roomId}`)).status, 204);
  await server.purged(roomId);
  assert.equal((await server.call("GET", at)).json.attachments[0].sha256, sha256);
  assert.equal((await server.call("GET", `/api/attachments/${sha256}`)).status, 200);
});
