/** Notes in turns: given by the rule, recorded, told again byte for byte, kept by agents where a person allows it, and gone. */
import assert from "node:assert/strict";
import { readMemory } from "../../actors/turn/memory.ts";
import { isNoteOfCall, noteOfCall, rememberNote } from "../../actors/workspace/notes.ts";
import { remember } from "../../actors/tools/remember.ts";
import { SYSTEM, WORKSPACE } from "../../events/catalog/envelope.ts";
import type { Note } from "../../events/catalog/memory.ts";
import { waits } from "../../projections/conversation/waiting.ts";
import { accepted, inWorld, ROOM, type Room, type World } from "./world.ts";

const keep = async (
  { engine: { system } }: Room,
  ...notes: readonly (Partial<Note> & { id: string; text: string })[]
) =>
  accepted(
    await system.changeWorkspace(() => ({
      ok: true,
      answer: { id: "" },
      events: notes.map((note) => ({ type: "NoteCreated" as const, data: { version: 1, ...note } })),
    }), { by: SYSTEM }),
  );

const sent = ({ mock }: World): string => new TextDecoder().decode(mock.requests().at(-1)?.body);
const requestOf = async (room: Room, name = "Ada") => {
  const found = await room.engine.system.requestOf(ROOM, (await room.turnOf(name))?.id ?? "");
  return found ?? assert.fail("no request");
};

Deno.test("an answer is given the notes by the rule, the turn records which, and its request is told again byte for byte", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo", systemPrompt: "Be brief." }]);
    await keep(
      room,
      { id: "n1", text: "The oven is old: bread takes an hour." },
      { id: "n2", text: "Closed on Sundays." },
      { id: "n3", text: "For somebody else", agentId: "agent_9" },
    );
    await room.post("How long does bread take?");
    await room.rest();
    const body = sent(world);
    const { system } = JSON.parse(body);
    assert.match(
      system,
      /^Be brief\.\n\nNotes that were kept earlier.*\n- The oven.*\n- Closed on Sundays\.$/,
    );
    const [started] = await room.all("TurnStarted");
    assert.deepEqual(started?.memory?.notes.map(({ id, version }) => [id, version]), [["n1", 1], ["n2", 1]]);
    const change = { id: "n1", version: 2, text: "The new oven takes half an hour." };
    accepted(
      await room.engine.system.changeWorkspace(
        () => ({ ok: true, answer: { id: "" }, events: [{ type: "NoteChanged", data: change }] }),
        { by: SYSTEM },
      ),
    );
    const told = await requestOf(room);
    assert.deepEqual(told.calls.map(({ proof, body }) => [proof, body]), [["proven", body]]);
    assert.deepEqual(told.memory.notes.map(({ version, text }) => [version, text]), [
      [1, "The oven is old: bread takes an hour."],
      [1, "Closed on Sundays."],
    ]);
    await room.post("And now?");
    await room.rest();
    assert.match(JSON.parse(sent(world)).system, /The new oven/);
    assert.deepEqual((await requestOf(room)).memory.notes.map(({ id, version }) => [id, version]), [
      ["n1", 2],
      ["n2", 1],
    ]);
    const would = await room.engine.system.wouldSend(ROOM, (await room.state()).participants[0]?.id ?? "");
    assert.equal(JSON.parse(would?.body ?? "").system, JSON.parse(sent(world)).system);
  }));

Deno.test("who asks from elsewhere gets to know nothing that was kept here", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await keep(room, { id: "n1", text: "The key is under the stone." });
    await room.do({ type: "post", program: true, call: { user: "x" }, content: "What do you know?" });
    await room.rest();
    assert.doesNotMatch(sent(world), /stone/);
    assert.equal((await room.all("TurnStarted"))[0]?.memory, undefined);
  }));

Deno.test("a note whose words are erased is gone from the settings, from what is sent, and from what was sent", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    await keep(room, { id: "n1", text: "marmalade-7f31" }, { id: "n2", text: "butter" });
    await room.post("Well?");
    await room.rest();
    assert.match(sent(world), /marmalade-7f31/);
    const { system, log } = room.engine;
    const { salts } = await readMemory(log, (await room.all("TurnStarted"))[0]?.memory);
    assert.deepEqual(
      salts.map(({ length }) => length),
      [22, 22],
      "without them a guess could be tried on the hash",
    );
    accepted(await system.eraseWords({ kind: "note", id: "n1" }, SYSTEM));
    accepted(await system.eraseWords({ kind: "note", id: "n1" }, SYSTEM));
    const told = await requestOf(room);
    assert.deepEqual(told.calls.map(({ proof, body }) => [proof, body]), [["erased", null]]);
    assert.deepEqual(told.memory.notes.map(({ id, text }) => [id, text]), [["n2", "butter"], ["n1", null]]);
    const left: unknown[] = [await system.workspace(), told];
    for (const stream of [WORKSPACE, ROOM]) for await (const events of log.read(stream)) left.push(events);
    for (const { data: { shellBlob } } of (await room.events()).filter((e) => e.type === "ProviderCalled")) {
      left.push(new TextDecoder().decode((await log.blobs.get(shellBlob))?.bytes));
    }
    assert.doesNotMatch(JSON.stringify(left), /marmalade/);
    await room.post("And now?");
    await room.rest();
    assert.doesNotMatch(sent(world), /marmalade/);
    const nothing = await system.eraseWords({ kind: "note", id: "n9" }, SYSTEM);
    assert.equal(nothing.ok, false);
  }));

Deno.test("the same call keeps one note, however often it is made", () =>
  inWorld({}, async (_, room) => {
    const { system } = room.engine;
    const note = { text: "Once.", source: { conversationId: ROOM }, call: { turnId: "t", callId: "c" } };
    for (let n = 0; n < 2; n++) assert.equal(await rememberNote(system.changeWorkspace, note, SYSTEM), null);
    const kept = Object.values((await system.workspace()).notes);
    assert.deepEqual(kept.map(({ text, seqs }) => [text, seqs.length]), [["Once.", 1]]);
  }));

Deno.test("what a call keeps is not told by the note's id; of two that a model calls the same each is kept", () =>
  inWorld({}, async (_, room) => {
    const { system } = room.engine;
    const call = { turnId: "t", callId: "c" };
    const keep = async (text: string) => {
      const source = { conversationId: ROOM, messageId: "m" };
      assert.equal(await rememberNote(system.changeWorkspace, { text, source, call }, SYSTEM), null);
      const { notes } = await system.workspace();
      return Object.values(notes).find((note) => note.text === text)?.id ?? "";
    };
    const [first, second] = [await keep("Salt"), await keep("Pepper")];
    assert.equal(first, noteOfCall({ conversationId: ROOM }, call), "of no word that it says");
    assert.notEqual(first, second);
    assert.deepEqual([await keep("Salt"), await keep("Pepper")], [first, second]);
    assert.deepEqual([first, second].map((id) => isNoteOfCall(id, ROOM, call)), [true, true]);
    assert.equal(isNoteOfCall(second, ROOM, { turnId: "t", callId: "d" }), false);
  }));

const SCRIPTS = {
  keeper: [
    {
      text: "I keep that.",
      tools: [{ callId: "call_1", tool: "remember", args: '{"note":"Ann bakes on Fridays.","for":"me"}' }],
    },
    { text: "Kept." },
  ],
};

Deno.test("an agent keeps a note where a person allows it, once, with where it comes from", () =>
  inWorld({ tools: [remember], scripts: SCRIPTS }, async (world, room) => {
    await room.open([{ name: "Ada", model: "script:keeper", tools: ["remember"] }]);
    await room.post("I bake on Fridays.");
    const turn = await world.until(async () => {
      const asked = await room.turnOf("Ada");
      return (await room.state()).bodies[asked?.messageId ?? ""]?.tools?.some(waits) ? asked : undefined;
    });
    const { system } = room.engine;
    assert.deepEqual((await system.workspace()).notes, {}, "nothing before a person has said a word");
    await room.do({ type: "decide_tool", turnId: turn.id, callId: "call_1", allowed: true });
    await room.rest();
    const [note, ...more] = Object.values((await system.workspace()).notes);
    assert.deepEqual(more, []);
    assert.deepEqual([note?.text, note?.agentId, note?.by.name, note?.source], [
      "Ann bakes on Fridays.",
      "agent_1",
      "Ada",
      { conversationId: ROOM, messageId: turn.messageId },
    ]);
    assert.equal((await room.all("ToolReturned"))[0]?.result, "Kept.");
  }));

Deno.test("where no more notes fit, the agent is told, and nothing is kept", () =>
  inWorld({ tools: [remember], scripts: SCRIPTS }, async (world, room) => {
    await room.open([{ name: "Ada", model: "script:keeper", tools: ["remember"] }]);
    await keep(room, ...Array.from({ length: 500 }, (_, at) => ({ id: `n${at}`, text: "x" })));
    await room.post("I bake on Fridays.");
    const turn = await world.until(async () => {
      const asked = await room.turnOf("Ada");
      return (await room.state()).bodies[asked?.messageId ?? ""]?.tools?.some(waits) ? asked : undefined;
    });
    await room.do({ type: "decide_tool", turnId: turn.id, callId: "call_1", allowed: true });
    await room.rest();
    const [returned] = await room.all("ToolReturned");
    assert.deepEqual([returned?.status, returned?.result], [
      "error",
      "It was not kept: there are 500 notes already: remove one first",
    ]);
    assert.equal(Object.keys((await room.engine.system.workspace()).notes).length, 500);
  }));
