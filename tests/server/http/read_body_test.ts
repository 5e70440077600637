/** What a body says is heard whole or refused. */
import assert from "node:assert/strict";
import { Completion } from "../../../server/contract/completion_shapes.ts";
import { MessagesRequest } from "../../../server/contract/message_request.ts";
import { ResponseRequest } from "../../../server/contract/response_request.ts";
import { validated } from "../../../server/http/read_body.ts";
import { askedOf } from "../../../server/programs/caller_messages.ts";
import { translated as ofClaude } from "../../../server/programs/messages/translate_messages.ts";
import { translated as ofResponses } from "../../../server/programs/responses/request.ts";
import { routes } from "../../../server/routes/table.ts";
import { turnsDuring } from "../../turns_during.ts";
import { TestServer } from "../harness.ts";
import { agent } from "../programs.ts";

Deno.test("a field that no object of a program can keep is refused, however it is written and wherever it stands", async () => {
  await using server = await TestServer.start();
  await agent(server, "calls", "tool-user");
  const ask = (schema: string) =>
    server.call(
      "POST",
      "/v1/messages",
      `{"model":"agent/calls","max_tokens":9,"messages":[{"role":"user","content":"say __proto__"}],` +
        `"tools":[{"name":"forecast","input_schema":${schema}}]}`,
      { "content-type": "application/json" },
    );
  assert.equal(
    (await ask(`{"type":"object","required":["__proto__"]}`)).status,
    200,
    "as a word it may be said",
  );
  for (const name of ["__proto__", "\\u005f_proto__", "__prot\\u006f__"]) {
    for (const schema of [`{"type":"object","${name}":{"x":1}}`, `{"properties":{"a":[{"${name}":1}]}}`]) {
      const { status, json } = await ask(schema);
      assert.deepEqual([status, json.error.details.error_code], [400, "validation"], schema);
    }
  }
});

Deno.test("of a long list each entry is checked, and what is wrong with it is told by its place", async () => {
  await using server = await TestServer.start();
  await agent(server, "plain", "echo");
  const said = Array.from(
    { length: 2_500 },
    (_, n) => ({ role: n % 2 ? "assistant" : "user", content: "Hi" }),
  );
  const wrong = { role: "user", content: 5 };
  const lists = [
    ["/v1/chat/completions", "messages", {}],
    ["/v1/messages", "messages", { max_tokens: 9 }],
    ["/v1/messages/count_tokens", "messages", {}],
    ["/v1/responses", "input", {}],
  ] as const;
  for (const [path, list, more] of lists) {
    for (const at of [0, 1_999, 2_400]) {
      const body = {
        model: "agent/plain",
        ...more,
        [list]: [...said.slice(0, at), wrong, ...said.slice(at + 1)],
      };
      const { status, json } = await server.call("POST", path, body);
      const told = json.error.param ?? json.error.message;
      assert.equal(status, 400);
      // Of what may also be a text it is only told that it is neither.
      assert.ok(told.startsWith(list === "input" ? list : `${list}.${at}.content`), told);
    }
    const { status, text } = await server.call("POST", path, {
      model: "agent/plain",
      ...more,
      [list]: said.slice(1),
    });
    assert.equal(status, 400, "its last words are nobody’s question");
    assert.ok(!text.includes(".content"), text);
  }
  const { status, json } = await server.call("POST", "/v1/chat/completions", {
    model: "agent/plain",
    messages: said,
    max_tokens: "many",
  });
  assert.deepEqual([status, json.error.param], [400, "max_tokens"]);
});

Deno.test("while thousands of messages are checked and read others have their turn, in each of the three APIs", async () => {
  const apis = [
    [
      "/v1/chat/completions",
      "messages",
      {},
      ({ body }: { body: unknown }) => askedOf(Completion.parse(body)),
    ],
    [
      "/v1/messages",
      "messages",
      { max_tokens: 9 },
      ({ body }: { body: unknown }) =>
        ofClaude(MessagesRequest.parse(body), { agency: false, thinks: false }),
    ],
    ["/v1/responses", "input", {}, ({ body }: { body: unknown }) => ofResponses(ResponseRequest.parse(body))],
  ] as const;
  for (const [path, list, more, read] of apis) {
    const route = routes.find((one) => one.path === path);
    assert.ok(route);
    const said = Array.from({ length: 8_000 }, () => ({ role: "user", content: "Hi" }));
    const body = { model: "agent/plain", ...more, [list]: said };
    assert.ok(await turnsDuring(() => validated(route, body)) >= 7, `${path} is checked in pieces`);
    assert.deepEqual(await validated(route, body), body);
    assert.ok(await turnsDuring(() => read({ body })) >= 15, `${path} is read in pieces`);
  }
});

Deno.test("of what may have several forms what is wrong is told by the one that fits best, and by its place", async () => {
  await using server = await TestServer.start();
  const told = async (path: string, body: object) => (await server.call("POST", path, body)).json.errors;
  const trial = "/api/conversations/conversation_welcome/trials";
  const asked = { messageId: "message_1", agentIds: ["agent_1"], times: 2 };
  const [missing, ...more] = await told(trial, asked);
  assert.deepEqual([missing.path, more], ["limit", []]);
  const stages = [{ id: "one", name: "One", who: ["all"], turns: "sideways" }];
  const format = { name: "Own", description: "", roles: [{ id: "all", name: "All" }], stages };
  const body = { question: "Which?", panel: { format, seats: [{ role: "all", agentId: "agent_1" }] } };
  const inside: { path: string }[] = await told("/api/panels/cost", body);
  assert.ok(inside.some(({ path }) => path === "panel.format.stages.0.turns"), JSON.stringify(inside));
  assert.deepEqual(await told("/api/panels/cost", { ...body, panel: { ...body.panel, format: 7 } }), [
    { path: "panel.format", message: "must have another form" },
  ]);
});
