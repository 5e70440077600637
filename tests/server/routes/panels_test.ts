/** Panels over HTTP: every built-in format with practice agents, its brief, formats of one's own, and as a model. */
import assert from "node:assert/strict";
import { BUILT_IN_PANELS } from "../../../events/catalog/built_in_panels.ts";
import type { PanelFormat } from "../../../events/catalog/panels.ts";
import { FULL } from "../../effort.ts";
import { TestServer } from "../harness.ts";

const VOICES = ["editor", "critic", "researcher"] as const;

/** The three practice agents of a first run, by their models. */
async function agentsOf(server: TestServer): Promise<string[]> {
  const { json } = await server.call("GET", "/api/providers");
  const ids: string[] = [];
  for (const model of VOICES) {
    const body = { name: model[0]?.toUpperCase() + model.slice(1), providerId: json.items[0].id, model };
    ids.push((await server.call("POST", "/api/agents", body)).json.id);
  }
  return ids;
}

/** Everybody where many may sit, else one after the other. */
const seated = ({ roles }: PanelFormat, agentIds: readonly string[]) =>
  roles.flatMap(({ id, many }, at) =>
    many
      ? agentIds.map((agentId) => ({ role: id, agentId }))
      : [{ role: id, agentId: agentIds[at % agentIds.length] ?? "" }]
  );

const QUESTIONS: Readonly<Record<string, string>> = {
  delphi: "How many weeks will the migration take?",
  writers: "Write a short letter about the garden in winter.",
};
const QUESTION = "Should we move our team to a four-day week?";

for (const { id, format } of BUILT_IN_PANELS) {
  Deno.test(`the panel ${id} runs with practice agents from its question to its end, and every request is proven`, async () => {
    await using server = await TestServer.start();
    const agentIds = await agentsOf(server);
    const content = QUESTIONS[id] ?? QUESTION;
    const made = await server.call("POST", "/api/conversations", {
      agentIds,
      message: { content, panel: { format: id, seats: seated(format, agentIds) } },
    });
    assert.equal(made.status, 201, made.text);
    const conversationId = made.json.conversation.id;
    await server.settled(conversationId);
    const at = `/api/conversations/${conversationId}`;
    const { fold } = (await server.call("GET", `${at}?view=fold`)).json;
    const [panel] = Object.values<{ how: string; rounds: { gaps: unknown[] }[] }>(fold.panels);
    assert.equal(panel?.how, "completed");
    assert.deepEqual(panel.rounds.map(({ gaps }) => gaps), format.stages.map(() => []));
    const answers = fold.order.map((key: string) => fold.messages[key]).filter((one: { turnId?: string }) =>
      one.turnId
    );
    const texts: string[] = answers.map(({ id }: { id: string }) => fold.bodies[id].content);
    assert.ok(texts.every((text) => text.length > 40), "everybody had something to say");
    assert.ok(new Set(texts).size > texts.length / 2, "and not all the same");
    assert.ok(!texts.some((text) => text.includes("This is a panel")), "nobody repeats what it was asked");
    for (const { turnId } of answers) {
      const { json } = await server.call("GET", `${at}/turns/${turnId}/request`);
      assert.ok(json.calls.every(({ proof }: { proof: string }) => proof === "proven"), turnId);
    }
    const last = answers.at(-1);
    const brief = await server.call("GET", `${at}/messages/${last.id}/brief`);
    if (!format.stages.at(-1)?.brief) return assert.equal(brief.status, 404);
    assert.equal(brief.status, 200, brief.text);
    const lines = [...brief.json.agreed, ...brief.json.disputed, ...brief.json.open];
    assert.ok(lines.length > 0);
    for (const { from } of lines) {
      assert.ok(from.length > 0, "each line comes from somewhere");
      assert.deepEqual(from.filter(({ found }: { found: boolean }) => !found), [], brief.text);
    }
    assert.ok(brief.json.sources.length > 1);
    const markdown = await server.call("GET", `${at}/messages/${last.id}/brief?format=markdown`);
    assert.match(markdown.headers.get("content-type") ?? "", /^text\/markdown/);
    assert.ok(markdown.text.startsWith(`# ${content}\n\n${brief.json.answer}`), markdown.text);
    assert.ok(markdown.text.includes(`“${lines[0].from[0].words}”`) || markdown.text.includes("> “"));
  });
}

Deno.test("files go with the question of a panel: to each of its first stage and to whoever sees the question, told in its cost, and out of all of it when they are erased", async () => {
  await using server = await TestServer.start();
  const agentIds = await agentsOf(server);
  const format = BUILT_IN_PANELS.find(({ id }) => id === "council")?.format;
  assert.ok(format);
  const { sha256 } = (await server.call(
    "POST",
    "/api/attachments",
    new TextEncoder().encode('Rye "keeps" a week.'),
    { "content-type": "text/plain", "x-file-name": "notes.txt" },
  )).json;
  const attachments = [{ sha256, name: "notes.txt" }];
  const panel = { format: "council", seats: seated(format, agentIds) };
  const made = (await server.call("POST", "/api/conversations", { agentIds })).json;
  const at = `/api/conversations/${made.conversation.id}`;
  const beside = { question: QUESTION, panel, aloneId: agentIds[0] };
  const ways: readonly (readonly [string, object])[] = [
    ["/api/panels/cost", { question: QUESTION, panel }],
    [`${at}/panels/cost`, { question: QUESTION, panel }],
    [`${at}/panels/cost`, beside],
  ];
  for (const [path, body] of ways) {
    const [bare, more] = [
      await server.call("POST", path, body),
      await server.call("POST", path, { ...body, attachments }),
    ];
    assert.ok(more.json.tokens > bare.json.tokens, `${path} counts them: ${more.text}`);
  }
  const asked = await server.call("POST", `${at}/messages`, { content: QUESTION, panel, attachments });
  assert.equal(asked.status, 201, asked.text);
  await server.settled(made.conversation.id);
  const requests = async () => {
    const { fold } = (await server.call("GET", `${at}?view=fold`)).json;
    const turns = Object.values<{ id: string; panel: { stage: number } }>(fold.turns);
    return await Promise.all(turns.map(async ({ id, panel: { stage } }) => ({
      stage,
      calls: (await server.call("GET", `${at}/turns/${id}/request`)).json.calls as {
        readonly body: string | null;
        readonly proof: string;
      }[],
    })));
  };
  const sent = await requests();
  assert.deepEqual(new Set(sent.map(({ stage }) => stage)), new Set(format.stages.keys()));
  assert.equal(sent.filter(({ stage }) => stage === 0).length, agentIds.length);
  for (const { stage, calls } of sent) {
    assert.ok(calls.length > 0);
    for (const { body, proof } of calls) {
      assert.equal(proof, "proven");
      // As JSON writes it.
      assert.ok(body?.includes('Rye \\"keeps\\" a week.'), `stage ${stage}`);
    }
  }
  const [question] = (await server.call("GET", `${at}/messages`)).json.items;
  const erased = await server.call("DELETE", `${at}/messages/${question.id}/content`);
  assert.equal(erased.status, 200, erased.text);
  for (const { calls } of await requests()) {
    assert.ok(calls.every(({ body, proof }) => body === null && proof === "erased"));
  }
  assert.equal((await server.call("GET", `/api/attachments/${sha256}`)).status, 404);
});

Deno.test("a panel of one's own is kept with its seats, and is then a model for programs; without seats it is none", async () => {
  await using server = await TestServer.start();
  const agentIds = await agentsOf(server);
  const format = BUILT_IN_PANELS.find(({ id }) => id === "council")?.format;
  assert.ok(format);
  const bare = await server.call("POST", "/api/panels", { format: { ...format, name: "Bare" } });
  assert.equal(bare.status, 201, bare.text);
  const kept = await server.call("POST", "/api/panels", {
    format: { ...format, name: "Our council" },
    seats: seated(format, agentIds),
  });
  assert.equal(kept.status, 201, kept.text);
  const models = (await server.call("GET", "/v1/models")).json.data.map(({ id }: { id: string }) => id);
  assert.ok(models.includes("panel/our-council"));
  assert.ok(!models.includes("panel/bare"));
  const completion = await server.call("POST", "/v1/chat/completions", {
    model: "panel/our-council",
    messages: [{ role: "user", content: QUESTION }],
  });
  assert.equal(completion.status, 200, completion.text);
  const { message } = completion.json.choices[0];
  assert.match(message.content, /\*\*Agreed\*\*/);
  const { fold } =
    (await server.call("GET", `/api/conversations/${completion.json.conversation_id}?view=fold`)).json;
  assert.equal(fold.order.length, 8, "the question, three answers, three critiques and the verdict");
  const response = await server.call("POST", "/v1/responses", {
    model: "panel/our-council",
    input: QUESTION,
  });
  assert.equal(response.status, 200, response.text);
  const more = await server.call("POST", "/v1/chat/completions", {
    model: "panel/our-council",
    messages: [{ role: "user", content: "And on Fridays?" }],
    conversation_id: completion.json.conversation_id,
  });
  assert.match(more.json.choices[0].message.content, /\*\*Agreed\*\*/, "it goes on as the panel it was");
  const tooled = await server.call("POST", "/v1/chat/completions", {
    model: "panel/our-council",
    messages: [{ role: "user", content: "Hi" }],
    max_tokens: 5,
  });
  assert.equal(tooled.status, 400);
});

Deno.test("many panels at the same moment lose nothing: every seat answered, every panel ended once", async () => {
  await using server = await TestServer.start();
  const agentIds = await agentsOf(server);
  const format = BUILT_IN_PANELS.find(({ id }) => id === "council")?.format;
  assert.ok(format);
  const seats = seated(format, [...agentIds, agentIds[0] ?? "", agentIds[1] ?? ""]);
  const made = await Promise.all(
    Array.from({ length: FULL ? 20 : 6 }, () =>
      server.call("POST", "/api/conversations", {
        agentIds,
        message: { content: QUESTION, panel: { format: "council", seats } },
      })),
  );
  for (const { json } of made) {
    const { id } = json.conversation;
    await server.settled(id);
    const { fold } = (await server.call("GET", `/api/conversations/${id}?view=fold`)).json;
    const [panel] = Object.values<{ how: string; rounds: { gaps: unknown[]; turns: object }[] }>(fold.panels);
    assert.equal(panel?.how, "completed");
    assert.deepEqual(panel.rounds.map(({ gaps, turns }) => [gaps.length, Object.keys(turns).length]), [
      [0, 5],
      [0, 5],
      [0, 1],
    ]);
    assert.equal(fold.order.length, 12);
  }
});

Deno.test("a format that is none, seats that do not fit and agents that are not there are refused by their field", async () => {
  await using server = await TestServer.start();
  const agentIds = await agentsOf(server);
  const { json } = await server.call("POST", "/api/conversations", { agentIds });
  const post = (panel: unknown) =>
    server.call("POST", `/api/conversations/${json.conversation.id}/messages`, { content: "Which?", panel });
  const paths = async (panel: unknown) => {
    const answer = await post(panel);
    assert.equal(answer.status, 422, answer.text);
    return answer.json.errors.map(({ path }: { path: string }) => path);
  };
  const seats = [{ role: "member", agentId: agentIds[0] }];
  assert.deepEqual(await paths({ format: "senate", seats }), ["panel.format"]);
  assert.deepEqual(await paths({ format: "council", seats }), ["panel.seats"]);
  const [council] = BUILT_IN_PANELS;
  const twice = { ...council?.format, stages: [council?.format.stages[0], council?.format.stages[0]] };
  assert.match((await paths({ format: twice, seats }))[0], /^panel\.format/);
  assert.equal(
    (await server.call("GET", `/api/conversations/${json.conversation.id}`)).json.messages.length,
    0,
  );
});
