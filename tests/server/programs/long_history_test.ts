/** A history that is too long for one commit: its conversation is whole or not there, also where a call breaks off. */
import assert from "node:assert/strict";
import { realEnvironment } from "../../../actors/runtime/environment.ts";
import { silent } from "../../../actors/runtime/logger.ts";
import { withoutHalf } from "../../../actors/live/half_brought.ts";
import { payloadOf } from "../../../actors/webhooks/told_events.ts";
import { Webhooks } from "../../../actors/webhooks/webhooks.ts";
import { BRINGING_MINUTES, WEBHOOK_EVENTS } from "../../../events/catalog/limits.ts";
import { Problem } from "../../../server/http/problem.ts";
import { PORTION } from "../../../server/programs/history.ts";
import { CLOCKS } from "../../../server/clocks.ts";
import { IndexHere, until as untilThere } from "../../actors/search/given.ts";
import { lowered } from "../../lowered.ts";
import { replacing } from "../../replacing.ts";
import { ALL, EventHub } from "../../../server/stream/event_hub.ts";
import { HOST, TestServer } from "../harness.ts";
import { type Frame, frames } from "../stream_frames.ts";
import { agency, agent, until, user } from "../programs.ts";
import { FAST, FULL } from "../../effort.ts";

type Said = { role: string; content: string };
const PATH = "/v1/chat/completions";
/** Messages that one commit takes here: a history of several is short then. */
const PART = 16;
/** Three commits of history, the last a short one; nobody counts on how many just these are. */
const LONG = 2 * PART + 10;
/** Until the end of a test. */
const inSmallParts = (): Disposable => lowered(PORTION, { messages: PART });
const talkOf = (length: number, word = "Word"): Said[] =>
  Array.from({ length }, (_, n) => ({ role: n % 2 ? "assistant" : "user", content: `${word} ${n}` }));
const calling = (messages: readonly Said[], more: object = {}) => ({
  model: "agent/plain",
  messages,
  ...more,
});

/** Makes the call, and breaks it off when so many pieces of its history are there. Tells the conversation. */
async function brokenOff(
  server: TestServer,
  body: object,
  names: Readonly<Record<string, string>>,
  most = 2,
): Promise<string> {
  const gone = new AbortController();
  const { system } = server;
  const execute = system.execute.bind(system);
  let [stream, pieces] = ["", 0];
  const counted: typeof execute = async (id, command, meta) => {
    const outcome = await execute(id, command, meta);
    stream = id;
    if (command.type === "bring" && ++pieces === most) gone.abort();
    return outcome;
  };
  Object.assign(system, { execute: counted });
  const response = await server.handle(
    new Request(`http://${HOST}${PATH}`, {
      method: "POST",
      headers: {
        host: HOST,
        origin: `http://${HOST}`,
        "content-type": "application/json",
        ...names,
      },
      body: JSON.stringify(body),
      signal: gone.signal,
    }),
  );
  Object.assign(system, { execute });
  assert.equal(response.status, 503, await response.text());
  return stream;
}

const key = (name: string) => ({ "idempotency-key": name });
const chat = (name: string) => ({ "x-openwebui-chat-id": name });

async function answer(
  server: TestServer,
  body: object,
  names: Readonly<Record<string, string>> = {},
): Promise<{ id: string; text: string }> {
  const { status, json, text } = await server.call("POST", PATH, body, names);
  assert.equal(status, 200, text);
  return { id: json.conversation_id, text: json.choices[0].message.content };
}

const rows = async (server: TestServer): Promise<string[]> =>
  (await server.call("GET", "/api/conversations")).json.items.map(({ id }: { id: string }) => id);

/** What the agent was sent last, without the system's text. */
function sent(server: TestServer): string[] {
  const { messages } = JSON.parse(new TextDecoder().decode(server.mock.requests().at(-1)?.body));
  return messages.map(({ content }: Said) => content);
}

/** As many as nobody writes, where there is time; more than a thousand each day, and of several commits in any case. */
const MESSAGES = FULL ? 5_000 : FAST ? 3 * PORTION.messages : 1_200;

Deno.test("thousands of messages are told to the agent whole; kept or not, to chat completions, Responses and Messages", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const talk = talkOf(MESSAGES, "A word of many");
  const words = [...talk.map(({ content }) => content), "And?"];
  const before = await rows(server);
  assert.equal((await answer(server, calling([...talk, user("And?")], { store: false }))).text, "And?");
  assert.deepEqual(sent(server), words);
  assert.deepEqual(await rows(server), before);
  const input = [...talk, user("And?")];
  const response = await server.call("POST", "/v1/responses", { model: "agent/plain", input, store: false });
  assert.equal(response.json.output[0].content[0].text, "And?", response.text);
  assert.deepEqual(sent(server), words);
  const claude = { model: "agent/plain", messages: input, max_tokens: 9 };
  assert.equal((await server.call("POST", "/v1/messages", claude)).json.content[0].text, "And?");
  assert.deepEqual(sent(server), words);
  assert.equal((await rows(server)).length, before.length + 1);
});

Deno.test("a call that broke off has left nothing that is shown, told or gone on from; its key goes on with it", async () => {
  using _ = inSmallParts();
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const before = await rows(server);
  const asked = server.mock.requests().length;
  const talk = talkOf(LONG);
  const body = calling([...talk, user("And?")]);
  const half = await brokenOff(server, body, key("once"));
  assert.deepEqual(await rows(server), before);
  assert.equal((await server.call("GET", `/api/conversations/${half}`)).status, 404);
  const brought = (await server.system.hidden(half))?.order.length ?? 0;
  assert.ok(brought > 0 && brought < LONG);
  const other = await answer(server, calling([...talk.slice(0, brought), user("And?")]));
  assert.notEqual(other.id, half, "nobody goes on from a half");
  const changed = calling([...talkOf(LONG, "Another"), user("And?")]);
  assert.equal((await server.call("POST", PATH, changed, key("once"))).status, 422);
  assert.equal(server.mock.requests().length, asked + 1, "only the other was answered");

  const now = await answer(server, body, key("once"));
  assert.deepEqual(now, { id: half, text: "And?" });
  assert.deepEqual(sent(server), [...talk.map(({ content }) => content), "And?"], "each message once");
  assert.deepEqual(await answer(server, body, key("once")), now);
  assert.equal(server.mock.requests().length, asked + 2, "asked once");
  const state = await server.system.conversation(half);
  assert.equal(state?.restorableUntil, undefined);
  assert.deepEqual((await server.store.due.list(10)).map(({ stream }) => stream), []);
});

Deno.test("what nobody goes on with goes for good when its time is up", async () => {
  using _ = inSmallParts();
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  for (const store of [true, false]) {
    const body = calling([...talkOf(LONG), user("And?")], store ? {} : { store });
    const half = await brokenOff(server, body, key(`store_${store}`));
    const [due] = await server.store.due.list(10);
    assert.equal(due?.stream, half);
    server.advance(60_000 * BRINGING_MINUTES);
    await server.purged(half);
    assert.equal(await server.system.hidden(half), null);
  }
});

Deno.test("a key that is repeated when what it left half has gone begins anew, and then stands for that", async () => {
  using _ = inSmallParts();
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const body = calling([...talkOf(LONG), user("And?")]);
  const halves = new Set<string>();
  for (let crash = 0; crash < 2; crash++) {
    const half = await brokenOff(server, body, key("once"));
    halves.add(half);
    server.advance(60_000 * BRINGING_MINUTES);
    await server.purged(half);
  }
  assert.equal(halves.size, 2, "each begun anew");
  const before = await rows(server);
  const asked = server.mock.requests().length;
  const now = await answer(server, body, key("once"));
  assert.deepEqual(await answer(server, body, key("once")), now);
  assert.deepEqual(sent(server), [...talkOf(LONG).map(({ content }) => content), "And?"]);
  assert.equal(server.mock.requests().length, asked + 1, "asked once");
  assert.equal((await rows(server)).length, before.length + 1);
});

Deno.test("what a chat’s call left half is gone on with by the same call, and begun anew where it has gone", async () => {
  using _ = inSmallParts();
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const talk = talkOf(LONG);
  const body = calling([...talk, user("And?")]);
  for (const name of ["soon", "late"]) {
    const before = await rows(server);
    const half = await brokenOff(server, body, chat(name));
    if (name === "late") {
      server.advance(60_000 * BRINGING_MINUTES);
      await server.purged(half);
    }
    const { id } = await answer(server, body, chat(name));
    assert.equal(id === half, name === "soon");
    assert.deepEqual(sent(server), [...talk.map(({ content }) => content), "And?"], "each message once");
    const next = calling([...talk, user("And?"), { role: "assistant", content: "And?" }, user("More?")]);
    assert.equal((await rows(server)).length, before.length + 1);
    // Where it is put away its chat’s name alone leads there.
    await server.call("PATCH", `/api/conversations/${id}`, { archived: true });
    assert.equal((await answer(server, next, chat(name))).id, id, "the chat goes on there");
  }
});

Deno.test("who goes on with a half has the whole time again; another history under its key is told so", async () => {
  using _ = inSmallParts();
  let passed = 0;
  const clocks = { ...CLOCKS, now: () => CLOCKS.now() + passed };
  await using server = await TestServer.start({ clocks });
  await agent(server, "plain", "echo");
  const body = calling([...talkOf(LONG), user("And?")]);
  const half = await brokenOff(server, body, key("once"));
  const other = await server.call("POST", PATH, calling([user("And?")]), key("once"));
  assert.deepEqual([other.status, other.json.error.code], [422, "reused_key"]);
  const [due] = await server.store.due.list(1);
  passed = 60_000 * (BRINGING_MINUTES - 1);
  assert.equal(await brokenOff(server, body, key("once"), 1), half);
  const [later] = await server.store.due.list(1);
  assert.ok((later?.at ?? 0) - (due?.at ?? 0) >= passed);
  assert.equal((await answer(server, body, key("once"))).id, half);
});

Deno.test("a history that was begun in parts and would be none now is gone on with all the same", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const { system } = server;
  const execute = system.execute.bind(system);
  const inParts: typeof execute = async (id, command, meta) => {
    if (command.type !== "start" || !command.message) return await execute(id, command, meta);
    const { message: _, said: __, ...start } = command;
    await execute(id, { ...start, aside: true }, meta);
    throw new Problem("unavailable", "It ended here.");
  };
  const body = calling([...talkOf(4), user("And?")]);
  Object.assign(system, { execute: inParts });
  assert.equal((await server.call("POST", PATH, body, key("once"))).status, 503);
  Object.assign(system, { execute });
  const { text } = await answer(server, body, key("once"));
  assert.equal(text, "And?");
  assert.deepEqual(sent(server), ["Word 0", "Word 1", "Word 2", "Word 3", "And?"]);
});

Deno.test("two calls under one key bring one history together, and are answered once; so does an agency’s", async () => {
  using _ = inSmallParts();
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  await agency(server, [], "manager");
  for (const model of ["agent/plain", "agency/works"]) {
    const asked = server.mock.requests().length;
    const body = calling([...talkOf(LONG), user("And?")], { model });
    const both = await Promise.all([answer(server, body, key(model)), answer(server, body, key(model))]);
    assert.deepEqual(both[0], both[1]);
    assert.equal(server.mock.requests().length, asked + 1);
    const state = await server.system.conversation(both[0].id);
    const talk = state?.order.filter((id) => state.messages[id]?.author.kind !== "system") ?? [];
    assert.equal(talk.length, LONG + 2);
  }
});

Deno.test("a conversation that a person deleted is not had back by its chat’s next call, nor brought on", async () => {
  using _ = inSmallParts();
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const said = async (messages: readonly Said[]) => {
    const { status, json, text } = await server.call("POST", PATH, calling(messages), chat("one"));
    assert.equal(status, 200, text);
    return json.conversation_id;
  };
  const talk = talkOf(LONG);
  const first = await said([...talk, user("And?")]);
  assert.equal((await server.call("DELETE", `/api/conversations/${first}`)).status, 204);
  const again = [...talk, user("And?"), { role: "assistant", content: "And?" }, user("More?")];
  assert.notEqual(await said(again), first);
  assert.equal(await server.system.conversation(first), null, "it stays deleted");

  const { id } = await answer(server, calling([...talk, user("And?")]), key("once"));
  assert.equal((await server.call("DELETE", `/api/conversations/${id}`)).status, 204);
  const longer = await server.call("POST", PATH, calling(again), key("once"));
  assert.equal(longer.status, 422, longer.text);
  await server.purged(id);
  const gone = await server.call("POST", PATH, calling([...talk, user("And?")]), key("once"));
  assert.equal(gone.status, 422, gone.text);
});

Deno.test("who is told of deletions is not told that a history is being brought", async () => {
  using _ = inSmallParts();
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const told: (string | undefined)[] = [];
  const stop = server.system.subscribe((live) => {
    if (live.type === "commit") told.push(...live.commit.events.map((one) => payloadOf(one)?.type));
  });
  const { id } = await answer(server, calling([...talkOf(LONG), user("And?")]));
  await until(server, () => Promise.resolve(told.includes("exchange.completed")));
  assert.ok(told.includes("conversation.started") && !told.includes("conversation.deleted"));
  await server.call("DELETE", `/api/conversations/${id}`);
  await until(server, () => Promise.resolve(told.includes("conversation.deleted")));
  stop();
});

/** Everything that is told of one conversation among all. */
const eventsOf = (found: readonly Frame[], id: string) =>
  found.flatMap(({ event, data }) => event === "event" && data.stream === id ? [data] : []);

Deno.test("of a half history no stream, page, search or export tells; whole, it is told that it is there", async () => {
  using _ = inSmallParts();
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const body = calling([...talkOf(LONG, "Quokka"), user("And?")]);
  let half = "";
  let close = () => {};
  const later: string[] = [];
  const all = async (): Promise<{ stream: string; position: string }[]> =>
    (await server.call("GET", "/api/events?limit=5000")).json.events;
  const heard = await frames(
    server,
    "/api/events",
    (found) => found.some(({ event }) => event === "all:complete"),
    {},
    async () => {
      half = await brokenOff(server, body, key("once"));
      const page = await all();
      assert.ok(page.length > 0 && page.every(({ stream }) => stream !== half));
      const after = `/api/events?after=${page[0]?.position}`;
      const caughtUp = await frames(server, after, (found) => found.some(({ event }) => event === "sync"));
      assert.doesNotMatch(JSON.stringify([page, caughtUp]), new RegExp(`Quokka|${half}`));
      for (const rest of ["", "/messages", "/events", "/export", "/export?format=markdown"]) {
        assert.equal((await server.call("GET", `/api/conversations/${half}${rest}`)).status, 404, rest);
      }
      assert.equal((await server.call("GET", "/api/search?q=quokka")).json.items.length, 0);
      // Another process that begins in between.
      const other = new EventHub(server.system);
      close = () => other.close();
      other.listen([ALL], ({ events }) => {
        later.push(...events.flatMap(({ stream, event: { type } }) => stream === half ? [type] : []));
      });
      await answer(server, body, key("once"));
    },
  );
  await until(server, () => Promise.resolve(later.includes("ExchangeCompleted")));
  close();
  const told = eventsOf(heard, half);
  assert.equal(told[0]?.type, "DeletionWithdrawn");
  assert.deepEqual(told.filter(({ type }) => type === "MessagePosted").map(({ data }) => data.content), [
    "And?",
  ]);
  assert.equal(later[0], "DeletionWithdrawn");
  const seqs = (await all()).flatMap((one) => one.stream === half ? [one] : []);
  assert.ok(seqs.length > LONG, "in the log it stands where it was");
  assert.ok((await server.call("GET", "/api/search?q=quokka")).json.items.length > 0);
});

Deno.test("webhooks tell of a history that was brought when it is whole, that it began and what was asked", async () => {
  using _ = inSmallParts();
  for (const looks of ["never", "meanwhile", "from the middle on", "in another process"]) {
    await using server = await TestServer.start();
    await agent(server, "plain", "echo");
    const sent: { type: string; data: { conversationId: string } }[] = [];
    const made = () =>
      new Webhooks({
        log: server.store,
        withheld: server.system.withheld,
        masterKey: new Uint8Array(32),
        environment: realEnvironment,
        logger: silent,
        send: ({ body }) => Promise.resolve(void sent.push(JSON.parse(body))).then(() => 200),
      });
    let hooks = made();
    const create = () => hooks.create("http://receiver.test/hook", WEBHOOK_EVENTS);
    const body = calling([...talkOf(LONG), user("And?")]);
    if (looks !== "from the middle on") await create();
    const half = await brokenOff(server, body, key("once"), 1);
    if (looks === "from the middle on") await create();
    if (looks === "meanwhile" || looks === "in another process") await hooks.look();
    assert.equal(sent.length, 0);
    if (looks === "in another process") {
      // Its place is kept now and then.
      const [row] = await hooks.rows.all();
      const position = await server.store.order.end();
      await hooks.rows.change(row?.id ?? "", (one) => ({ ...one, position }));
      hooks = made();
      await hooks.look();
    }
    await answer(server, body, key("once"));
    const types = () => sent.filter(({ data }) => data.conversationId === half).map(({ type }) => type);
    await until(server, async () => {
      await hooks.look();
      return types().includes("exchange.completed");
    });
    assert.deepEqual(types().toSorted(), [
      "answer.completed",
      "conversation.started",
      "exchange.completed",
      "message.posted",
    ], looks);
  }
});

Deno.test("of a half that has gone for good nobody is told that it went", async () => {
  using _ = inSmallParts();
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const half = await brokenOff(server, calling([...talkOf(LONG), user("And?")]), key("once"));
  server.advance(60_000 * BRINGING_MINUTES);
  await server.purged(half);
  const { events } = (await server.call("GET", "/api/events?limit=5000")).json;
  assert.ok(events.length > 0 && events.every(({ stream }: { stream: string }) => stream !== half));
  const [{ position, ...other }] = events;
  const gone = { ...other, type: "ConversationDeleted", data: { bringing: true } };
  const there = await withoutHalf(server.system, [{ stream: half, position, event: gone }]);
  assert.deepEqual(there, [], "whether or not the store still holds it");
});

Deno.test("a copy of a conversation up to a message that was brought is there", async () => {
  using _ = inSmallParts();
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const { id } = await answer(server, calling([...talkOf(LONG), user("And?")]));
  const state = await server.system.conversation(id);
  const seq = state?.messages[state.order[9] ?? ""]?.seq;
  const { json } = await server.call("POST", `/api/conversations/${id}/fork`, { seq });
  const copy = await server.system.conversation(json.conversation.id);
  assert.equal(copy?.order.length, 10);
  assert.equal((await server.call("GET", `/api/conversations/${id}?at=${seq}`)).status, 200);
});

/** Milliseconds that pass between two looks: who keeps the index rests for a second, and nobody goes to sleep. */
const STEP_MS = 100;
/** Waits, in time that passes quickly, until all of a conversation can be looked up. */
const foundIn = (server: TestServer, index: IndexHere, id: string) =>
  untilThere(async () => {
    server.advance(STEP_MS);
    return await index.ask("seqOf", id) > 0 ? true : null;
  });
const free = () => Promise.resolve({ held: true, [Symbol.dispose]: () => {} });

/** What a history of so many messages costs: events that are read, commits, and looks through all that is there. */
async function costOf(length: number): Promise<{ read: number; appends: number; looks: number }> {
  const search = { index: new IndexHere(":memory:"), hold: free };
  await using server = await TestServer.start({ search });
  await agent(server, "plain", "echo");
  server.system.beginIndexing();
  await foundIn(server, search.index, "conversation_welcome");
  const { store, system } = server;
  const cost = { read: 0, appends: 0, looks: 0 };
  const [read, append] = [store.read.bind(store), store.append.bind(store)];
  const hidden = system.hidden.bind(system);
  const counting: Pick<typeof store, "read" | "append"> = {
    async *read(...asked) {
      for await (const events of read(...asked)) {
        cost.read += events.length;
        yield events;
      }
    },
    async append(request) {
      // The claim behind them is one of its own where many came before it.
      if (request.events.some(({ type }) => type === "MessagePosted")) cost.appends++;
      const looks = () => search.index.asked.filter((name) => name === "seqOf").length;
      const before = looks();
      const result = await append(request);
      // Whoever keeps the index hears of each part.
      if (request.events[0]?.type === "MessagePosted") {
        await untilThere(() => {
          server.advance(STEP_MS);
          return looks() > before ? true : null;
        });
      }
      return result;
    },
  };
  Object.assign(store, counting);
  const looked: typeof hidden = async (id) => {
    const state = await hidden(id);
    return state && replacing(state, {
      get order() {
        cost.looks++;
        return state.order;
      },
    });
  };
  Object.assign(system, { hidden: looked });
  const { id } = await answer(server, calling([...talkOf(length), user("And?")]));
  await foundIn(server, search.index, id);
  await search.index.close();
  return cost;
}

Deno.test("what a history costs grows as it does: no part of it is gone through again for each part behind it", async () => {
  using _ = inSmallParts();
  const [short, long] = [await costOf(3 * PART), await costOf(12 * PART)];
  const told = JSON.stringify([short, long]);
  // Once to be found, and once at most where the fold was asked before it was told.
  assert.ok(long.read <= 2.1 * 12 * PART, `read: ${told}`);
  assert.equal(long.appends - short.appends, 9, `commits: ${told}`);
  assert.equal(long.looks, short.looks, `looks: ${told}`);
});
