/** Erasing words in copies: where a message stands is found also where nothing but the message itself tells. */
import assert from "node:assert/strict";
import { noteOfCall, rememberNote } from "../../../actors/workspace/notes.ts";
import { SYSTEM, WORKSPACE } from "../../../events/catalog/envelope.ts";
import { toBytes } from "../../../events/store/kv/codec.ts";
import { madeOf } from "../../../projections/conversation/list_order.ts";
import { FAMILY } from "../../../server/routes/family.ts";
import { CLOCKS } from "../../../server/clocks.ts";
import { compared, ready } from "../../comparing.ts";
import { TestServer } from "../harness.ts";
import { sample } from "../../effort.ts";

const SAID = "Marmalade plans of the embassy";

const MOMENT = Date.UTC(2026, 0, 1);

/** A conversation of one agent that begins with a message. */
async function talk(server: TestServer, message: unknown = SAID) {
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agent = { name: "Ada", providerId: provider, model: "silent", color: 1 };
  const agentIds = [(await server.call("POST", "/api/agents", agent)).json.id];
  const id: string = (await server.call("POST", "/api/conversations", { agentIds })).json.conversation.id;
  const posted = await server.call("POST", `/api/conversations/${id}/messages`, message);
  assert.equal(posted.status, 201, posted.text);
  await server.settled(id);
  const { seq } = (await server.call("GET", `/api/conversations/${id}`)).json;
  return { id, messageId: String(posted.json.message.id), seq: Number(seq) };
}

async function made(server: TestServer, from: string, how: string, body: object): Promise<string> {
  const answer = await server.call("POST", `/api/conversations/${from}/${how}`, body);
  assert.ok(answer.status < 300, answer.text);
  const { id } = answer.json.conversation;
  await server.settled(id);
  return id;
}

const erase = (server: TestServer, id: string, messageId: string) =>
  server.call("DELETE", `/api/conversations/${id}/messages/${messageId}/content?copies=true`);

/** All that is told of these. */
async function told(server: TestServer, ids: readonly string[]): Promise<string> {
  const texts = [(await server.call("GET", "/api/conversations")).text];
  for (const id of ids) {
    for (const path of ["", "?view=fold", "/events", "/export?format=ndjson"]) {
      texts.push((await server.call("GET", `/api/conversations/${id}${path}`)).text);
    }
  }
  return texts.join("\n");
}

Deno.test("titles of conversations that were begun before a message, or with others in its place, lose it with the copies", async () => {
  await using server = await TestServer.start();
  const { id, messageId } = await talk(server, { content: SAID });
  const before = await made(server, id, "fork", { seq: 1 });
  const changed = await made(server, id, "continue", { messageId, content: "Something else." });
  const other = await made(server, id, "fork", { seq: 1, title: "Mine" });
  assert.ok((await told(server, [before, changed, other])).includes("Marmalade"));
  const { json } = await server.call("GET", `/api/conversations/${id}/messages/${messageId}/copies`);
  assert.deepEqual(
    json.items.map(({ conversationId, messageIds }: Record<string, unknown>) => [conversationId, messageIds])
      .sort(),
    [before, changed, other].map((one) => [one, []]).sort(),
  );
  const gone = await erase(server, id, messageId);
  assert.deepEqual([gone.status, gone.json.copies], [200, []]);
  assert.ok(!(await told(server, [id, before, changed, other])).includes("Marmalade"));
  const { title } = (await server.call("GET", `/api/conversations/${other}`)).json.conversation;
  assert.equal(title, "Mine");
  // Again, and of a conversation in which it never stood, nothing happens.
  assert.equal((await erase(server, id, messageId)).status, 200);
  assert.equal((await erase(server, before, messageId)).status, 404);
});

Deno.test("a copy is found behind one that was deleted, from either end, and nothing else that began at that moment", async () => {
  for (const from of sample([0, 1], 2, 1)) {
    // All of it begins at one moment.
    await using server = await TestServer.start({ clocks: { ...CLOCKS, now: () => MOMENT } });
    const { id, messageId, seq } = await talk(server, { content: SAID });
    const middle = await made(server, id, "fork", { seq });
    const far = await made(server, middle, "fork", { seq });
    assert.equal((await server.call("DELETE", `/api/conversations/${middle}`)).status, 204);
    const stranger = await talk(server, { content: SAID });
    const ends = from === 0 ? [id, far] : [far, id];
    const gone = await erase(server, ends[0] ?? "", messageId);
    assert.deepEqual(gone.json.copies, [{ conversationId: ends[1], messageId }]);
    assert.ok(!(await told(server, [far])).includes("Marmalade (from"));
    const { content } =
      (await server.call("GET", `/api/conversations/${stranger.id}/messages`)).json.items[0];
    assert.equal(content, SAID);
  }
});

Deno.test("files that were sent without words are found where they were sent again", async () => {
  await using server = await TestServer.start();
  const sent = { "content-type": "text/plain", "x-file-name": "a.txt" };
  const [one, two] = [
    (await server.call("POST", "/api/attachments", "marmalade", sent)).json.sha256,
    (await server.call("POST", "/api/attachments", "butter", sent)).json.sha256,
  ];
  const withFile = (sha256: string) => ({ content: "", attachments: [{ sha256, name: "a.txt" }] });
  const { id, messageId } = await talk(server, withFile(one));
  await server.call("POST", `/api/conversations/${id}/messages`, withFile(two));
  await server.settled(id);
  const again = await made(server, id, "rerun", { agents: {} });
  const gone = await erase(server, id, messageId);
  assert.equal(gone.json.copies.length, 1, gone.text);
  assert.equal((await server.call("GET", `/api/attachments/${one}`)).status, 404);
  const { items } = (await server.call("GET", `/api/conversations/${again}/messages`)).json;
  const files = items.flatMap(({ attachments }: { attachments: { sha256: string }[] }) => attachments);
  assert.deepEqual(files.map(({ sha256 }: { sha256: string }) => sha256), [two]);
});

/** A conversation to which an agent gives a title because it is asked to, by a tool that a person lets run. */
async function titledByTool(server: TestServer) {
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agent = {
    name: "Tia",
    providerId: provider,
    model: "tool-user",
    tools: ["rename_conversation"],
    color: 1,
  };
  const agentIds = [(await server.call("POST", "/api/agents", agent)).json.id];
  const id: string = (await server.call("POST", "/api/conversations", { agentIds })).json.conversation.id;
  const at = `/api/conversations/${id}`;
  const asked = new Promise<void>((resolve) => {
    const stop = server.system.subscribe((frame) => {
      const calls = frame.type === "commit" &&
        frame.commit.events.some(({ event }) => event.type === "ToolCalled");
      if (!calls) return;
      stop();
      resolve();
    });
  });
  const posted = await server.call("POST", `${at}/messages`, {
    content: "Please call it Marmalade embassy.",
  });
  const messageId = String(posted.json.message.id);
  await asked;
  const { events } = (await server.call("GET", `${at}/events`)).json;
  const { turnId, callId } = events.find(({ type }: { type: string }) => type === "ToolCalled").data;
  await server.call("POST", `${at}/turns/${turnId}/permission`, { callId, allowed: true });
  await server.settled(id);
  return { id, messageId, turnId: String(turnId), callId: String(callId) };
}

Deno.test("a title that a tool gave because of a message goes with it, also where a copy only tells what it was made of", async () => {
  await using server = await TestServer.start();
  const { id, messageId } = await titledByTool(server);
  const at = `/api/conversations/${id}`;
  assert.equal((await server.call("GET", at)).json.conversation.title, "Marmalade embassy");
  const { seq } = (await server.call("GET", at)).json;
  const before = await made(server, id, "fork", { seq: 1 });
  const behind = await made(server, id, "fork", { seq });
  const all = [id, before, behind];
  assert.ok((await told(server, [before])).includes("Marmalade embassy"));
  for (const { id: message } of (await server.call("GET", `${at}/messages`)).json.items.toReversed()) {
    if (message !== messageId) await erase(server, id, message);
  }
  await server.call("DELETE", `${at}/messages/${messageId}/content?copies=true`);
  assert.ok(
    !(await told(server, all)).includes("Marmalade"),
    (await told(server, all)).match(/.{80}Marmalade.{20}/)?.[0],
  );
});

Deno.test("question and answers of a comparison go from copies of its conversation and of its room, whichever of them one erases in", async () => {
  await using server = await TestServer.start();
  for (const from of sample(["talk", "copy", "copy alone"] as const, 3, 1)) {
    const { id, path, body } = await compared(server, ["silent", "story:9"]);
    const question = `${SAID}, ${from}`;
    const { comparisonId } = (await server.call("POST", `${path}/comparisons`, { ...body, question })).json;
    const at = `${path}/comparisons/${comparisonId}`;
    const { messageId, answers } = await ready(server, at);
    const room: string = (await server.call("POST", `${at}/reveal`)).json.comparison.revealed.roomId;
    const copies: string[] = [];
    for (const one of [id, room]) {
      const { seq } = (await server.call("GET", `/api/conversations/${one}`)).json;
      copies.push(await made(server, one, "fork", { seq }));
    }
    const [copy = "", ofRoom = ""] = copies;
    if (from === "copy alone") await server.call("DELETE", `/api/conversations/${id}`);
    const all = from === "copy alone" ? [room, ...copies] : [id, room, ...copies];
    for (const one of all) assert.ok((await told(server, [one])).includes(question), `${one} has it`);
    const own = from === "talk" ? id : copy;
    const list = await server.call("GET", `/api/conversations/${own}/messages/${messageId}/copies`);
    const others: string[] = list.json.items.map((one: { conversationId: string }) => one.conversationId);
    const known = { talk: [copy, ofRoom], copy: [id, room, ofRoom], "copy alone": [room, ofRoom] }[from];
    assert.deepEqual(others.sort(), known?.sort(), from);
    assert.equal((await erase(server, own, messageId)).status, 200);
    assert.ok(!(await told(server, all)).includes(question), from);
    const { content, messageId: said } = answers.find((one: { content: string }) => one.content !== "");
    assert.ok((await told(server, all)).includes(content));
    assert.equal((await erase(server, own, said)).status, 200);
    for (const one of all) assert.ok(!(await told(server, [one])).includes(content), `${one}, ${from}`);
  }
});

Deno.test("a copy that was deleted and is had back has not got the words back", async () => {
  await using server = await TestServer.start();
  const { id, messageId, seq } = await talk(server, { content: SAID });
  const fork = await made(server, id, "fork", { seq });
  const again = await made(server, id, "rerun", { agents: {} });
  const stranger = await talk(server, { content: SAID });
  for (const one of [fork, again, stranger.id]) {
    assert.equal((await server.call("DELETE", `/api/conversations/${one}`)).status, 204);
  }
  const own = await server.call("DELETE", `/api/conversations/${fork}/messages/${messageId}/content`);
  assert.equal(own.status, 404, "for people it is gone");
  const copies = (await erase(server, id, messageId)).json.copies;
  assert.deepEqual(
    copies.map(({ conversationId }: { conversationId: string }) => conversationId).sort(),
    [fork, again].sort(),
  );
  for (const one of [fork, again, stranger.id]) {
    assert.equal((await server.call("POST", `/api/conversations/${one}/restore`)).status, 200);
  }
  assert.ok(
    !(await told(server, [id, fork, again])).replaceAll(/^.*"items":.*$/gm, "").includes("Marmalade"),
  );
  assert.ok((await told(server, [stranger.id])).includes(SAID));
});

Deno.test("notes that were kept of a message go with it, in the copies that were chosen too, and no others", async () => {
  await using server = await TestServer.start();
  const { id, messageId, seq } = await talk(server, { content: SAID });
  const fork = await made(server, id, "fork", { seq });
  const stranger = await talk(server, { content: SAID });
  const keep = async (conversationId: string, messageId?: string) => {
    const source = { conversationId, ...(messageId ? { messageId } : {}) };
    const { status, json, text } = await server.call("POST", "/api/notes", { text: SAID, source });
    assert.equal(status, 201, text);
    return String(json.id);
  };
  const [own, second] = [await keep(id, messageId), await keep(id, messageId)];
  // Changed, and out of use: the log has its words all the same.
  await server.call("PATCH", `/api/notes/${second}`, { text: "Other words" });
  await server.call("DELETE", `/api/notes/${second}`);
  const there = await keep(fork, messageId);
  const others = [await keep(stranger.id, stranger.messageId), await keep(id)];
  const gone = async () => {
    const { notes } = await server.system.workspace();
    return [own, second, there, ...others].filter((note) => notes[note]?.erased);
  };
  const path = `/api/conversations/${id}/messages/${messageId}/content`;
  const alone = await server.call("DELETE", path);
  assert.deepEqual([alone.status, alone.json.notes], [200, [own, second]]);
  assert.deepEqual(await gone(), [own, second]);
  const all = await erase(server, id, messageId);
  assert.deepEqual([all.json.notes, await gone()], [[there], [own, second, there]]);
  const left: unknown[] = [];
  for await (const events of server.store.read(WORKSPACE)) left.push(...events);
  const source = { conversationId: id, messageId };
  const late = await server.call("POST", "/api/notes", { text: SAID, source });
  assert.deepEqual([late.status, late.json.errors[0].message], [422, "its words were erased"]);
  assert.equal(JSON.stringify(left).split(SAID).length - 1, others.length, "in the log of the settings");
  assert.ok(!JSON.stringify(left).includes("Other words"));
});

Deno.test("with one use of a tool goes the note that it kept, and no other of its answer", async () => {
  await using server = await TestServer.start();
  const { id, messageId: asked, turnId, callId } = await titledByTool(server);
  const { messages } = (await server.call("GET", `/api/conversations/${id}`)).json;
  const messageId = messages.find((one: { turnId: string }) => one.turnId === turnId).id;
  assert.notEqual(messageId, asked);
  const source = { conversationId: id, messageId };
  const kept = { text: "By the call", source, call: { turnId, callId } };
  assert.equal(await rememberNote(server.system.changeWorkspace, kept, SYSTEM), null);
  const byHand = (await server.call("POST", "/api/notes", { text: "By hand", source })).json.id;
  const path = `/api/conversations/${id}/messages/${messageId}/content`;
  const { json, text } = await server.call("DELETE", `${path}?call=${callId}`);
  assert.deepEqual(json.notes, [noteOfCall(source, kept.call)], text);
  assert.deepEqual((await server.call("DELETE", path)).json.notes, [byHand]);
});

Deno.test("the copies go first: who was cut short asks once more, and a key of another request erases nothing", async () => {
  await using server = await TestServer.start();
  const { id, messageId } = await talk(server, { content: SAID });
  const again = await made(server, id, "rerun", { agents: {} });
  const { system } = server;
  const erases = system.eraseContent;
  const path = `/api/conversations/${id}/messages/${messageId}/content`;
  const key = { "idempotency-key": "once" };
  assert.equal(
    (await server.call("POST", `/api/conversations/${id}/messages`, { content: "Else" }, key)).status,
    201,
  );
  await server.settled(id);
  assert.equal((await server.call("DELETE", `${path}?copies=true`, undefined, key)).json.code, "reused_key");
  assert.ok((await told(server, [again])).includes("Marmalade"), "refused, it changes nothing");
  // Cut short behind the first that was erased.
  let done = 0;
  Object.assign(system, {
    eraseContent: (...args: Parameters<typeof erases>) => {
      if (done++ > 0) throw new Error("cut short");
      return erases(...args);
    },
  });
  assert.equal((await erase(server, id, messageId)).status, 500);
  Object.assign(system, { eraseContent: erases });
  assert.equal((await erase(server, id, messageId)).status, 200);
  assert.ok(!(await told(server, [id, again])).includes("Marmalade"));
});

Deno.test("a key that erased one use of a tool does not pass for another", async () => {
  await using server = await TestServer.start();
  const { id, messageId } = await talk(server, { content: SAID });
  const path = `/api/conversations/${id}/messages/${messageId}/content`;
  const key = { "idempotency-key": "once" };
  assert.equal((await server.call("DELETE", `${path}?why=a`, undefined, key)).status, 200);
  assert.equal((await server.call("DELETE", `${path}?why=a`, undefined, key)).status, 200);
  assert.equal((await server.call("DELETE", `${path}?why=b`, undefined, key)).json.code, "reused_key");
});

Deno.test("a conversation is repeated without what was erased in it", async () => {
  await using server = await TestServer.start();
  const { id, messageId } = await talk(server, { content: SAID });
  await server.call("POST", `/api/conversations/${id}/messages`, { content: "And the end?" });
  await server.settled(id);
  assert.equal((await erase(server, id, messageId)).status, 200);
  const again = await made(server, id, "rerun", { agents: {} });
  const { items } = (await server.call("GET", `/api/conversations/${again}/messages`)).json;
  const said = items.filter((one: { authorType: string }) => one.authorType === "human");
  assert.deepEqual(said.map((one: { content: string }) => one.content), ["And the end?"]);
});

Deno.test("what is erased while a fork or a repetition of it is made is not in that", async () => {
  for (const how of ["fork", "rerun"] as const) {
    await using server = await TestServer.start();
    const { id, messageId, seq } = await talk(server, { content: SAID });
    await server.call("POST", `/api/conversations/${id}/messages`, { content: "And the end?" });
    await server.settled(id);
    const { system } = server;
    // Asked for when a fork was read, and before a repetition says anything.
    const { foreign } = system;
    let erasing: number | null = null;
    Object.assign(system, {
      foreign: async (one: string) => {
        if (erasing === null) erasing = (await erase(server, id, messageId)).status;
        return await foreign(one);
      },
    });
    const body = how === "fork" ? { seq } : { agents: {} };
    const answer = await server.call("POST", `/api/conversations/${id}/${how}`, body);
    const copy = answer.json.conversation.id;
    await server.settled(copy);
    assert.equal(erasing, 200);
    assert.ok(!answer.text.includes("Marmalade"), answer.text);
    assert.ok(!(await told(server, [id, copy])).includes("Marmalade"), how);
    const { items } = (await server.call("GET", `/api/conversations/${copy}/messages`)).json;
    assert.deepEqual([items[0].authorType, items[0].erased], ["human", true], "its place stays");
    if (how === "rerun") {
      assert.equal(items.some((one: { content: string }) => one.content === "And the end?"), true);
    }
  }
});

Deno.test("a fork cut before words were erased tells who said them, and who erased them when, and why", async () => {
  await using server = await TestServer.start();
  const { id, messageId, seq } = await talk(server, { content: SAID });
  const path = `/api/conversations/${id}/messages/${messageId}/content?why=${
    encodeURIComponent("By mistake")
  }`;
  assert.equal((await server.call("DELETE", path)).status, 200);
  const fork = await made(server, id, "fork", { seq, title: "Kept" });
  const far = await made(server, fork, "fork", { seq, title: "Kept" });
  const message = async (one: string) =>
    (await server.call("GET", `/api/conversations/${one}/messages`)).json.items[0];
  const { authorName, erasure } = await message(id);
  assert.deepEqual([authorName, erasure.why], ["User", "By mistake"]);
  for (const one of [fork, far]) {
    const there = await message(one);
    assert.deepEqual([there.erased, there.authorName, there.erasure], [true, authorName, erasure]);
    const { title } = (await server.call("GET", `/api/conversations/${one}`)).json.conversation;
    assert.equal(title, "Kept", "and the title that it was given");
  }
});

Deno.test("a copy that is made while the copies are erased is erased, too, and each is told once", async () => {
  await using server = await TestServer.start();
  const { id, messageId, seq } = await talk(server, { content: SAID });
  const fork = await made(server, id, "fork", { seq });
  const { system } = server;
  const { eraseContent } = system;
  const late: string[] = [];
  Object.assign(system, {
    eraseContent: async (...[one, wanted, meta]: Parameters<typeof eraseContent>) => {
      // The copies that were there are done.
      if (one === id && late.length === 0) late.push(await made(server, id, "fork", { seq }));
      return await eraseContent(one, wanted, meta);
    },
  });
  const { json } = await erase(server, id, messageId);
  assert.equal(late.length, 1);
  assert.ok(!(await told(server, [id, fork, ...late])).includes("Marmalade"));
  assert.deepEqual(
    json.copies.map(({ conversationId }: { conversationId: string }) => conversationId),
    [fork, ...late],
  );
});

Deno.test("who has more copies than are looked through is told so, and only then", async () => {
  await using server = await TestServer.start();
  const { id, messageId } = await talk(server, { content: SAID });
  const { system } = server;
  let copies = 0;
  const { recent } = system;
  Object.assign(recent, {
    // Those behind the first half are copies of the first copy.
    under: (names: readonly string[], limit: number) => {
      const ids = Array.from({ length: copies }, (_, at) => `conversation_none_${at}`);
      const half = Math.ceil(copies / 2);
      const made = new Map([[madeOf(id), ids.slice(0, half)], [
        madeOf("conversation_none_0"),
        ids.slice(half),
      ]]);
      return Promise.resolve(
        new Map(names.map((name) => {
          const found = made.get(name) ?? [];
          return [name, { ids: found.slice(0, limit), more: found.length > limit }];
        })),
      );
    },
  });
  for (const more of [false, true]) {
    copies = more ? FAMILY + 1 : FAMILY;
    const { json } = await server.call("GET", `/api/conversations/${id}/messages/${messageId}/copies`);
    assert.equal(json.partial, more ? true : undefined);
  }
  assert.equal((await erase(server, id, messageId)).json.partial, true);
});

Deno.test("a deleted copy is found behind another that was deleted, however many others were", async () => {
  await using server = await TestServer.start();
  const { id, messageId } = await talk(server, { content: SAID });
  const again = await made(server, id, "rerun", { agents: {} });
  const { seq } = (await server.call("GET", `/api/conversations/${again}`)).json;
  const far = await made(server, again, "fork", { seq });
  for (const one of [again, far]) {
    assert.equal((await server.call("DELETE", `/api/conversations/${one}`)).status, 204);
  }
  // Before them all in their order; of none of these anything is there.
  const { kv } = server.store.parts;
  for (let n = 0; n < FAMILY + 1; n++) {
    await kv.atomic().set(["due", `a${n}`], toBytes({ at: Date.now() + 100_000 })).commit();
  }
  const { json } = await erase(server, id, messageId);
  const where = json.copies.map(({ conversationId }: { conversationId: string }) => conversationId);
  assert.deepEqual(where.sort(), [again, far].sort());
  for (const one of [again, far]) await server.call("POST", `/api/conversations/${one}/restore`);
  assert.ok(!(await told(server, [id, again, far])).includes("Marmalade"));
});
