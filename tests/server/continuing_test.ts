/** A client that sends the whole talk with every call goes on in the conversation that holds it, and in no other. */
import assert from "node:assert/strict";
import { bearer } from "./credentials.ts";
import { PNG } from "../pictures.ts";
import { TestServer } from "./harness.ts";
import { agency, agent, user } from "./programs.ts";

type Said = { role: string; content: unknown };
const say = (content: string): Said => ({ role: "assistant", content });

/** Asks with a whole talk; the talk with its answer, and where it was. */
async function ask(
  server: TestServer,
  messages: readonly Said[],
  more: object = {},
  headers: Record<string, string> = {},
) {
  const body = { model: "agent/plain", messages, ...more };
  const { status, json, text } = await server.call("POST", "/v1/chat/completions", body, headers);
  assert.equal(status, 200, text);
  const id: string = json.conversation_id;
  return { id, talk: [...messages, say(json.choices[0].message.content)] };
}

async function messagesOf(server: TestServer, id: string): Promise<{ role: string; content: string }[]> {
  return (await server.call("GET", `/api/conversations/${id}`)).json.messages;
}

Deno.test("a talk that grows by its last words is one conversation; one that was changed is another", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const first = await ask(server, [user("One?")]);
  const second = await ask(server, [...first.talk, user("Two?")]);
  const third = await ask(server, [...second.talk, user("Three?")]);
  assert.deepEqual([second.id, third.id], [first.id, first.id]);
  assert.equal((await messagesOf(server, first.id)).length, 6);
  const sent = JSON.parse(new TextDecoder().decode(server.mock.requests().at(-1)?.body));
  assert.deepEqual(sent.messages.map((m: Said) => m.content), ["One?", "One?", "Two?", "Two?", "Three?"]);
  const elsewhere = [
    [...second.talk, user("Three, again?")],
    [user("One!"), say("One?"), ...second.talk.slice(2), ...third.talk.slice(4), user("Four?")],
    [...third.talk.slice(0, 5), say("Three!"), user("Four?")],
    [...third.talk.slice(2), user("Four?")],
    [{ role: "system", content: "Speak Latin." }, ...third.talk, user("Four?")],
  ];
  for (const messages of elsewhere) assert.notEqual((await ask(server, messages)).id, first.id);
  const kept = await ask(server, [...third.talk, user("Four?")], {}, { "idempotency-key": "once" });
  assert.notEqual(kept.id, first.id, "a key names a conversation of its own");
  await server.call("POST", "/v1/chat/completions", {
    model: "agent/plain",
    messages: [...third.talk, user("?")],
    store: false,
  });
  assert.equal((await messagesOf(server, first.id)).length, 6);
});

Deno.test("instructions and files have to be the same, and stand there once", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const latin = { role: "system", content: "Speak Latin." };
  const png = (end: number) => {
    const bytes = Uint8Array.from([...PNG, end]);
    return { type: "image_url", image_url: { url: `data:image/png;base64,${bytes.toBase64()}` } };
  };
  const looked = (end: number) => ({
    role: "user",
    content: [{ type: "text", text: "What is it?" }, png(end)],
  });
  const first = await ask(server, [latin, looked(1)]);
  const second = await ask(server, [...first.talk, user("Sure?")]);
  assert.equal(second.id, first.id);
  const notices = (await messagesOf(server, first.id)).filter(({ role }) => role === "system");
  assert.deepEqual(notices.map(({ content }) => content), ["Speak Latin."]);
  assert.match(
    JSON.parse(new TextDecoder().decode(server.mock.requests().at(-1)?.body)).system,
    /Speak Latin/,
  );
  assert.notEqual((await ask(server, [latin, looked(2), ...second.talk.slice(2), user("?")])).id, first.id);
  assert.notEqual((await ask(server, [...second.talk.slice(1), user("?")])).id, first.id);
  assert.equal((await ask(server, [...second.talk, user("?")])).id, first.id);
});

Deno.test("several calls that continue the same talk at once are all answered, and one of them goes on there", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const first = await ask(server, [user("One?")]);
  const calls = Array.from({ length: 6 }, (_, n) => ask(server, [...first.talk, user(`Two ${n}?`)]));
  const ids = (await Promise.all(calls)).map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(ids.filter((id) => id === first.id).length, 1);
});

Deno.test("what a person left out, added or answered in it is no longer what the program knows", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  for (const change of ["left out", "added"]) {
    const first = await ask(server, [user(`One, ${change}?`)]);
    const [message] = (await server.call("GET", `/api/conversations/${first.id}`)).json.messages;
    const at = `/api/conversations/${first.id}/messages`;
    if (change === "left out") await server.call("PATCH", `${at}/${message.id}`, { included: false });
    else {
      await server.call("POST", at, { content: "And me?" });
      await server.settled(first.id);
    }
    assert.notEqual((await ask(server, [...first.talk, user("Two?")])).id, first.id, change);
  }
});

Deno.test("a program goes on in what it began itself, filed under its token's name; a note can name it, too", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  await agency(server);
  const made = async (name: string) =>
    bearer((await server.call("POST", "/api/tokens", { name, scope: "chat" })).json.token);
  const [laptop, phone] = [
    await made("laptop"),
    await made("a phone with a name that is longer than a label may be"),
  ];
  const first = await ask(server, [user("One?")], {}, laptop);
  assert.notEqual((await ask(server, [...first.talk, user("Two?")], {}, phone)).id, first.id);
  const second = await ask(server, [...first.talk, user("Two?")], {}, laptop);
  assert.equal(second.id, first.id);
  const noted = { metadata: { conversation_id: first.id } };
  assert.equal((await ask(server, [user("Three?")], noted, laptop)).id, first.id);
  assert.notEqual((await ask(server, [user("Three?")], noted, phone)).id, first.id, "to others it is a note");
  const works = await ask(server, [user("One?")], { model: "agency/works" }, laptop);
  assert.equal(
    (await ask(server, [...works.talk, user("Two?")], { model: "agency/works" }, laptop)).id,
    works.id,
  );
  const rows = (await server.call("GET", "/api/conversations")).json.items;
  const labels = rows.map(({ labels }: { labels: string[] }) => labels.join());
  assert.equal(labels.filter((label: string) => label === "laptop").length, 2);
  assert.equal(
    labels.filter((label: string) => label === "a phone with a name that is longer than").length,
    2,
  );
});

Deno.test("a chat of Open WebUI has a conversation of its own, which goes on while it says the same", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const chat = (name: string) => ({ "x-openwebui-chat-id": name });
  const [first, other] = [
    await ask(server, [user("One?")], {}, chat("a")),
    await ask(server, [user("One?")], {}, chat("b")),
  ];
  // Both end alike; the name tells which one is meant, not which was last.
  assert.equal((await ask(server, [...first.talk, user("Two?")], {}, chat("a"))).id, first.id);
  assert.equal((await ask(server, [...other.talk, user("Two?")], {}, chat("b"))).id, other.id);
  // Its requests for titles and tags, and words that were changed there, are conversations of their own.
  const title = await ask(server, [user("Give it a title.")], {}, chat("a"));
  const changed = await ask(server, [user("One!"), say("One?"), user("Two?")], {}, chat("a"));
  assert.equal(new Set([first.id, other.id, title.id, changed.id]).size, 4);
  await server.call("DELETE", `/api/conversations/${first.id}`);
  assert.notEqual((await ask(server, [user("One?")], {}, chat("a"))).id, first.id);
  assert.notEqual((await ask(server, [user("One?")], { store: false }, chat("c"))).id, first.id);
  await ask(server, [user("One?")], {}, chat("no name, as it has blanks"));
});

Deno.test("a call with a long history that is refused leaves no half of a conversation", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const known = async () => (await server.call("GET", "/api/conversations")).json.items.length;
  const before = await known();
  const notes = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`note ${at}`, "x"]));
  const history = [user("One?"), say("1 ".repeat(100_000))];
  for (const [last, more] of [[" ", {}], ["Two?", { metadata: notes }]] as const) {
    const body = { model: "agent/plain", messages: [...history, user(last)], ...more };
    const { status, text } = await server.call("POST", "/v1/chat/completions", body);
    assert.equal(status, 400, text);
  }
  assert.equal(await known(), before);
});
