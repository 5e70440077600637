/** Projects in turns: given whole, recorded as they were, told again byte for byte, too large before anything is sent, and gone. */
import assert from "node:assert/strict";
import { readMemory } from "../../actors/turn/memory.ts";
import { remember } from "../../actors/tools/remember.ts";
import { SYSTEM, WORKSPACE } from "../../events/catalog/envelope.ts";
import type { Project } from "../../events/catalog/projects.ts";
import { waits } from "../../projections/conversation/waiting.ts";
import { accepted, inWorld, ROOM, type Room, type World } from "./world.ts";

const put = async (
  { engine: { system } }: Room,
  type: "ProjectCreated" | "ProjectChanged",
  project: Partial<Project>,
) => {
  const data = { id: "p1", version: 1, name: "Oven", instructions: "", files: [], agentIds: [], ...project };
  accepted(
    await system.changeWorkspace(() => ({ ok: true, answer: { id: "" }, events: [{ type, data }] }), {
      by: SYSTEM,
    }),
  );
};
const fileOf = async ({ engine: { log } }: Room, text: string, name = "plan.txt") => {
  const { sha256, type, size } = await log.blobs.put(new TextEncoder().encode(text), "text/plain");
  return { sha256, name, type, size };
};
const move = (room: Room, projectId: string | null) => room.do({ type: "change", projectId });
const sent = ({ mock }: World): string => new TextDecoder().decode(mock.requests().at(-1)?.body);
const requestOf = async (room: Room, name = "Ada") => {
  const found = await room.engine.system.requestOf(ROOM, (await room.turnOf(name))?.id ?? "");
  return found ?? assert.fail("no request");
};

Deno.test("an answer is given its project, the turn records which version, and its request is told again byte for byte", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo", systemPrompt: "Be brief." }]);
    const file = await fileOf(room, "220 degrees");
    await put(room, "ProjectCreated", { instructions: "Use grams.", files: [file] });
    await room.post("Before?");
    await room.rest();
    assert.doesNotMatch(sent(world), /grams|degrees/, "it belongs to no project yet");
    await move(room, "p1");
    await room.post("How hot?");
    await room.rest();
    const body = sent(world);
    const { system, messages } = JSON.parse(body);
    assert.equal(
      system,
      "Be brief.\n\nInstructions of the project “Oven”, to which this conversation belongs:\nUse grams.",
    );
    assert.match(JSON.stringify(messages[0]), /Files of the project “Oven”:.*plan\.txt.*220 degrees/);
    const memory = (await room.all("TurnStarted")).at(-1)?.memory;
    assert.deepEqual([memory?.notes, memory?.project?.id, memory?.project?.version], [[], "p1", 1]);

    await put(room, "ProjectChanged", { version: 2, name: "Stove", instructions: "Use ounces." });
    const told = await requestOf(room);
    assert.deepEqual(told.calls.map(({ proof, body }) => [proof, body]), [["proven", body]]);
    assert.deepEqual(told.memory.project, {
      id: "p1",
      version: 1,
      name: "Oven",
      instructions: "Use grams.",
      files: [file],
    });
    const [call] = told.calls;
    const places = call?.places.map((place) => place && call.body?.slice(...place));
    assert.equal(places?.length, told.messageIds.length);
    assert.equal(places?.at(-1), "How hot?", "places are those of messages, and the files are none");

    await room.post("And now?");
    await room.rest();
    assert.match(JSON.parse(sent(world)).system, /project “Stove”.*\nUse ounces\.$/);
    assert.doesNotMatch(sent(world), /220 degrees/);
    assert.equal((await requestOf(room)).memory.project?.version, 2);
    const would = await room.engine.system.wouldSend(ROOM, (await room.state()).participants[0]?.id ?? "");
    assert.equal(JSON.parse(would?.body ?? "").system, JSON.parse(sent(world)).system);
    await move(room, null);
    await room.post("Outside?");
    await room.rest();
    assert.doesNotMatch(sent(world), /ounces/);
    assert.equal((await room.all("TurnStarted")).at(-1)?.memory, undefined);
  }));

Deno.test("notes of a project are given in its conversations alone", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await put(room, "ProjectCreated", {});
    const events = [
      { type: "NoteCreated" as const, data: { id: "n1", version: 1, text: "ours", projectId: "p1" } },
      { type: "NoteCreated" as const, data: { id: "n2", version: 1, text: "theirs", projectId: "p2" } },
    ];
    accepted(
      await room.engine.system.changeWorkspace(() => ({ ok: true, answer: { id: "" }, events }), {
        by: SYSTEM,
      }),
    );
    await room.post("Out?");
    await room.rest();
    assert.doesNotMatch(sent(world), /ours|theirs/);
    await move(room, "p1");
    await room.post("In?");
    await room.rest();
    assert.match(sent(world), /- ours/);
    assert.doesNotMatch(sent(world), /theirs/);
  }));

Deno.test("who asks from elsewhere gets nothing of a project", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await put(room, "ProjectCreated", { instructions: "The key is under the stone." });
    await move(room, "p1");
    await room.do({ type: "post", program: true, call: { user: "x" }, content: "What do you know?" });
    await room.rest();
    assert.doesNotMatch(sent(world), /stone/);
    assert.equal((await room.all("TurnStarted"))[0]?.memory, undefined);
  }));

Deno.test("a project larger than an agent's window is told before anything is sent, and nothing is", () =>
  inWorld({}, async (_, room) => {
    await room.open([
      { name: "Ada", model: "echo", params: { contextWindow: 300 } },
      { name: "Bob", model: "echo" },
    ]);
    const { system } = room.engine;
    await put(room, "ProjectCreated", { files: [await fileOf(room, "x".repeat(2_000))] });
    assert.deepEqual(await system.overfull(ROOM), []);
    await move(room, "p1");
    const [ada, bob] = (await room.state()).participants;
    const [told, ...more] = await system.overfull(ROOM);
    assert.deepEqual([told?.participantId, told?.window, more], [ada?.id, 300, []]);
    assert.ok((told?.project ?? 0) > 500 && told?.pinned === 0);
    const would = await system.wouldSend(ROOM, bob?.id ?? "");
    assert.ok((would?.tokens.project ?? 0) > 500);
    await room.post("Hello?");
    await room.rest();
    const [failed] = await room.all("TurnFailed");
    assert.equal(failed?.error.code, "context_overflow");
    assert.match(failed?.error.message ?? "", /project of this conversation/);
    assert.equal((await room.turnOf("Bob"))?.status, "completed");
  }));

Deno.test("what is pinned and what the project gives are too large together", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Ada", model: "echo", params: { contextWindow: 700 } }]);
    await put(room, "ProjectCreated", { instructions: "x".repeat(1_400) });
    await move(room, "p1");
    await room.post("y".repeat(1_600));
    await room.rest();
    const [first = ""] = (await room.state()).order;
    assert.deepEqual(await room.engine.system.overfull(ROOM), []);
    await room.do({ type: "pin", messageId: first, pinned: true });
    const [told] = await room.engine.system.overfull(ROOM);
    assert.ok(told && told.pinned < 700 && told.project < 700 && told.pinned + told.project > 700);
    await room.post("Well?");
    await room.rest();
    assert.match((await room.all("TurnFailed")).at(-1)?.error.message ?? "", /pinned/);
  }));

Deno.test("a project whose words are erased is gone from the settings, from what is sent, from what was sent, and its files are", () =>
  inWorld({ scripts: { plain: [{ text: "I see." }] } }, async (world, room) => {
    await room.open([{ name: "Ada", model: "script:plain" }]);
    const file = await fileOf(room, "marmalade-7f32");
    await put(room, "ProjectCreated", {
      name: "Marmalade-7f30",
      instructions: "marmalade-7f31",
      files: [file],
    });
    await move(room, "p1");
    await room.post("Well?");
    await room.rest();
    assert.match(sent(world), /marmalade-7f31.*marmalade-7f32/);
    const { system, log } = room.engine;
    const { salts } = await readMemory(log, (await room.all("TurnStarted"))[0]?.memory);
    assert.deepEqual(
      salts.map(({ length }) => length),
      [22],
      "without it a guess could be tried on the hash",
    );
    assert.ok(await log.blobs.isNamed(file.sha256), "no look for unused uploads takes it");
    accepted(await system.eraseWords({ kind: "project", id: "p1" }, SYSTEM));
    accepted(await system.eraseWords({ kind: "project", id: "p1" }, SYSTEM));
    const told = await requestOf(room);
    assert.deepEqual(told.calls.map(({ proof, body }) => [proof, body]), [["erased", null]]);
    assert.deepEqual(told.memory.project, {
      id: "p1",
      version: 1,
      name: null,
      instructions: null,
      files: null,
    });
    const left: unknown[] = [await system.workspace(), told];
    for (const stream of [WORKSPACE, ROOM]) for await (const events of log.read(stream)) left.push(events);
    for (const { data: { shellBlob } } of (await room.events()).filter((e) => e.type === "ProviderCalled")) {
      left.push(new TextDecoder().decode((await log.blobs.get(shellBlob))?.bytes));
    }
    assert.doesNotMatch(JSON.stringify(left), /marmalade/i);
    assert.equal(await log.blobs.get(file.sha256), null);
    await room.post("And now?");
    await room.rest();
    assert.doesNotMatch(sent(world), /marmalade/i);
    assert.equal((await system.eraseWords({ kind: "project", id: "p9" }, SYSTEM)).ok, false);
  }));

const SCRIPTS = {
  keeper: [
    { text: "I keep that.", tools: [{ callId: "call_1", tool: "remember", args: '{"note":"Grams."}' }] },
    { text: "Kept." },
  ],
};

Deno.test("what an agent keeps in a project is kept for the project", () =>
  inWorld({ tools: [remember], scripts: SCRIPTS }, async (world, room) => {
    await room.open([{ name: "Ada", model: "script:keeper", tools: ["remember"] }]);
    await put(room, "ProjectCreated", {});
    await move(room, "p1");
    await room.post("We use grams.");
    const turn = await world.until(async () => {
      const asked = await room.turnOf("Ada");
      return (await room.state()).bodies[asked?.messageId ?? ""]?.tools?.some(waits) ? asked : undefined;
    });
    await room.do({ type: "decide_tool", turnId: turn.id, callId: "call_1", allowed: true });
    await room.rest();
    const [note] = Object.values((await room.engine.system.workspace()).notes);
    assert.deepEqual([note?.text, note?.projectId, note?.agentId], ["Grams.", "p1", undefined]);
  }));
