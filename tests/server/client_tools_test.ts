/** Tools that a calling program runs itself: an answer ends with calls of them, and goes on with what they gave. */
import assert from "node:assert/strict";
import { TestServer } from "./harness.ts";
import { agency, agent, chunksOf, FORECAST, sdk, user } from "./programs.ts";

const WEATHER = {
  type: "function" as const,
  function: {
    name: "weather",
    description: "Tells the weather.",
    parameters: FORECAST,
  },
};
const CALL = { city: "Rome?", days: 1 };

type Said = Record<string, unknown>;

async function ask(server: TestServer, messages: readonly Said[], more: object = {}, headers = {}) {
  const body = { model: "agent/caller", messages, tools: [WEATHER], ...more };
  return await server.call("POST", "/v1/chat/completions", body, headers);
}

const result = (id: string, content = "Sunny."): Said => ({ role: "tool", tool_call_id: id, content });

/** What the provider was sent last. */
const lastSent = (server: TestServer) =>
  JSON.parse(new TextDecoder().decode(server.mock.requests().at(-1)?.body));

async function foldOf(server: TestServer, id: string) {
  return (await server.call("GET", `/api/conversations/${id}?view=fold`)).json.fold;
}

Deno.test("the SDK's runTools hears of a call, answers it, and gets the answer, in one conversation", async () => {
  await using server = await TestServer.start();
  await agent(server, "caller", "tool-user");
  const { items: before } = (await server.call("GET", "/api/conversations")).json;
  for (const stream of [false, true]) {
    const asked: unknown[] = [];
    const body = {
      model: "agent/caller",
      messages: [user(`Rome${stream ? "!" : "?"}`)],
      tools: [{
        ...WEATHER,
        function: {
          ...WEATHER.function,
          parse: JSON.parse,
          function: (args: unknown) => {
            asked.push(args);
            return "Sunny.";
          },
        },
      }],
    };
    const { completions } = sdk(server).chat;
    const runner = stream ? completions.runTools({ ...body, stream }) : completions.runTools({ ...body });
    assert.equal(await runner.finalContent(), "weather says: Sunny.");
    assert.deepEqual(asked, [{ city: `Rome${stream ? "!" : "?"}`, days: 1 }]);
  }
  const { items } = (await server.call("GET", "/api/conversations")).json;
  assert.deepEqual(items.map((row: { messageCount: number }) => row.messageCount).slice(0, -before.length), [
    4,
    4,
  ]);
});

Deno.test("a call ends the turn, whole and in chunks; its result goes on where it was, and stands with the call", async () => {
  await using server = await TestServer.start();
  await agent(server, "caller", "tool-user");
  const first = await ask(server, [user("Rome?")]);
  const [choice] = first.json.choices;
  const { message } = choice;
  assert.equal(choice.finish_reason, "tool_calls");
  assert.deepEqual(message.tool_calls.map((call: Said) => call["function"]), [
    { name: "weather", arguments: JSON.stringify(CALL) },
  ]);
  const sent = lastSent(server);
  assert.deepEqual(sent.tools, ["weather"]);
  const [{ id }] = message.tool_calls;
  // A client that has read the arguments writes them anew.
  const again = [{
    ...message.tool_calls[0],
    function: { name: "weather", arguments: ' {"days":1,"city":"Rome?"}' },
  }];
  const talk = [
    user("Rome?"),
    { role: "assistant", content: message.content, tool_calls: again },
    result(id),
  ];
  const second = await ask(server, talk);
  assert.equal(second.json.choices[0].message.content, "weather says: Sunny.");
  assert.equal(second.json.choices[0].finish_reason, "stop");
  assert.equal(second.json.conversation_id, first.json.conversation_id);
  const rest = lastSent(server).messages;
  assert.deepEqual(rest.map((m: Said) => m["role"]), ["user", "assistant", "tool"]);
  assert.deepEqual(rest.slice(0, 1), sent.messages, "what was sent before is sent alike");
  const fold = await foldOf(server, first.json.conversation_id);
  const [use] = fold.bodies[fold.order[1]].tools;
  assert.deepEqual([use.client, use.status, use.result], [true, "ok", "Sunny."]);
  // Later the talk has it still.
  const third = await ask(server, [
    ...talk,
    { role: "assistant", content: "weather says: Sunny." },
    user("And Oslo?"),
  ]);
  assert.equal(third.json.conversation_id, first.json.conversation_id);
  assert.deepEqual(lastSent(server).messages.map((m: Said) => m["role"]), [
    "user",
    "assistant",
    "tool",
    "assistant",
    "user",
  ]);
  const streamed = chunksOf((await ask(server, [user("Oslo?")], { stream: true })).text);
  const deltas = streamed.flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? []);
  assert.deepEqual(deltas.map(({ index, function: { name } }) => [index, name]), [[0, "weather"]]);
  assert.equal(streamed.at(-1).choices[0].finish_reason, "tool_calls");
});

Deno.test("what it saw has the program's tools, and the bytes with calls and results are proven", async () => {
  await using server = await TestServer.start();
  await agent(server, "caller", "tool-user");
  const first = (await ask(server, [user("Rome?")])).json;
  const { message } = first.choices[0];
  const { id } = message.tool_calls[0];
  const more = { conversation_id: first.conversation_id, tool_choice: "auto", parallel_tool_calls: false };
  await ask(server, [message, result(id, "Rain.")], more);
  const fold = await foldOf(server, first.conversation_id);
  for (const { id } of Object.values<{ id: string }>(fold.turns)) {
    const { json } = await server.call(
      "GET",
      `/api/conversations/${first.conversation_id}/turns/${id}/request`,
    );
    for (const call of json.calls) {
      assert.equal(call.proof, "proven");
      assert.deepEqual(JSON.parse(call.body).tools, ["weather"]);
    }
  }
});

Deno.test("a history that stands nowhere is brought with its calls; without them no result is taken", async () => {
  await using server = await TestServer.start();
  await agent(server, "caller", "tool-user");
  const call = (id: string) => ({ id, type: "function", function: { name: "weather", arguments: "{}" } });
  const calls = (...ids: string[]) => ({ role: "assistant", content: null, tool_calls: ids.map(call) });
  const elsewhere = [user("Rome?"), calls("a", "b"), result("b", "Two."), result("a", "One.")];
  for (const more of [{}, { store: false }]) {
    const { json, text } = await ask(server, elsewhere, more);
    assert.equal(json.choices?.[0].message.content, "weather says: Two.", text);
    const roles = lastSent(server).messages.map(({ role, content }: Said) => `${role}: ${content}`);
    assert.deepEqual(roles, ["user: Rome?", "assistant: ", "tool: One.", "tool: Two."]);
  }
  const began = server.mock.requests().length;
  const wrong: readonly (readonly [string, readonly Said[]])[] = [
    ["messages.0.tool_call_id", [result("a"), user("Hi")]],
    ["messages", [user("Hi"), calls("a", "b"), result("a")]],
    ["messages.2", [user("Hi"), calls("a"), user("And?")]],
    ["messages.3.tool_call_id", [user("Hi"), calls("a"), result("a"), result("a")]],
    ["messages.1.tool_calls", [user("Hi"), calls("a", "a"), result("a")]],
  ];
  for (const [param, messages] of wrong) {
    const { status, json } = await ask(server, messages);
    assert.deepEqual([status, json.error.param], [400, param]);
  }
  const { json: { conversation_id } } = await ask(server, [user("Rome?")]);
  const stranger = await ask(server, [user("x"), calls("z"), result("z")], { conversation_id });
  assert.deepEqual([stranger.status, stranger.json.error.param], [400, "messages"]);
  assert.equal(server.mock.requests().length, began + 1, "nobody was asked");
});

Deno.test("results go to the agent that made the calls, also where others take part, and to no other", async () => {
  await using server = await TestServer.start();
  await agent(server, "caller", "tool-user");
  const agentId = await agent(server, "other", "tool-user");
  const { conversation_id, choices: [{ message }] } = (await ask(server, [user("Rome?")])).json;
  await server.call("POST", `/api/conversations/${conversation_id}/participants`, { agentId });
  const back = (model: string) =>
    ask(server, [message, result(message.tool_calls[0].id)], { conversation_id, model });
  const { status, json } = await back("agent/other");
  assert.deepEqual([status, json.error.param], [400, "model"]);
  assert.equal((await back("agent/caller")).json.choices[0].message.content, "weather says: Sunny.");
  assert.equal((await foldOf(server, conversation_id)).order.length, 4);
});

Deno.test("arguments too deep or too large to be read twice are no failure: they are another talk, where they were written anew", async () => {
  await using server = await TestServer.start();
  await agent(server, "caller", "tool-user");
  const talk = (args: string): Said[] => [
    user("Rome?"),
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "a", function: { name: "weather", arguments: args } }],
    },
    result("a"),
  ];
  const ids = async (args: string) => {
    const first = (await ask(server, talk(args))).json;
    const on = [first.choices[0].message, user("And Oslo?")];
    const anew = await ask(server, [...talk(` ${args}`), ...on]);
    assert.equal(anew.status, 200, anew.text);
    return anew.json.conversation_id === first.conversation_id;
  };
  const list = (count: number) => JSON.stringify(Array(count).fill(1));
  assert.equal(await ids(list(5_000 - 1)), true);
  assert.equal(await ids(list(5_000 + 1)), false);
  assert.equal(await ids(JSON.stringify("x".repeat(40_000))), false);
  assert.equal(await ids("[".repeat(20_000) + "]".repeat(20_000)), false);
  assert.equal(await ids(`${"[".repeat(65)}${"]".repeat(65)}`), false);
});

Deno.test("the same results under one key are one message and one answer, and others are refused", async () => {
  await using server = await TestServer.start();
  await agent(server, "caller", "tool-user");
  const { conversation_id, choices: [{ message }] } = (await ask(server, [user("Rome?")])).json;
  const back = (content: string) =>
    ask(server, [message, result(message.tool_calls[0].id, content)], { conversation_id }, {
      "idempotency-key": "back",
    });
  const answers = [await back("Sunny."), await back("Sunny.")];
  assert.deepEqual(
    answers.map(({ json }) => json.choices?.[0].message.content),
    Array(2).fill("weather says: Sunny."),
  );
  assert.equal((await back("Rain.")).json.error.code, "reused_key");
  assert.equal((await foldOf(server, conversation_id)).order.length, 4);
  const twice = await ask(server, [message, result(message.tool_calls[0].id)], { conversation_id });
  assert.equal(twice.status, 400, "nobody waits for them any more");
});

Deno.test("run again with other models, a talk has the words that were said, and no results of calls that nobody made", async () => {
  await using server = await TestServer.start();
  await agent(server, "caller", "tool-user");
  const { conversation_id, choices: [{ message }] } = (await ask(server, [user("Rome?")])).json;
  await ask(server, [message, result(message.tool_calls[0].id)], { conversation_id });
  const { status, json } = await server.call("POST", `/api/conversations/${conversation_id}/rerun`, {
    agents: {},
  });
  assert.equal(status, 201);
  const { order, bodies } = await foldOf(server, json.conversation.id);
  assert.deepEqual(order.slice(0, 1).map((id: string) => bodies[id].content), ["Rome?"]);
  assert.equal(order.length, 2);
});

Deno.test("a tool named like the agent's own is refused before anything is kept; an agency calls none", async () => {
  await using server = await TestServer.start();
  await agency(server);
  await agent(server, "caller", "tool-user", { tools: ["rename_conversation"] });
  const before = (await server.call("GET", "/api/conversations")).json.items.length;
  const asked = server.mock.requests().length;
  const own = { type: "function", function: { name: "rename_conversation" } };
  const refused = async (more: object, messages: Said[] = [user("Hi")]) => {
    const { status, json } = await ask(server, messages, more);
    assert.equal(status, 400);
    return json.error.param;
  };
  assert.equal(await refused({ tools: [WEATHER, own] }), "tools.1.function.name");
  assert.equal(await refused({ model: "agency/works" }), "tools");
  const call = { id: "a", type: "function", function: { name: "f", arguments: "{}" } };
  const talk = [user("Hi"), { role: "assistant", content: null, tool_calls: [call] }, result("a")];
  assert.equal(await refused({ model: "agency/works", tools: [] }, talk), "messages");
  assert.equal((await server.call("GET", "/api/conversations")).json.items.length, before);
  assert.equal(server.mock.requests().length, asked);
});
