/**
 * Before a comparison is revealed nothing tells who is who: looked for in what every route that changes or asks something
 * answers, in the talk and in the room. A route that is in none of these lists is searched by nobody, which is a fault.
 */
import assert from "node:assert/strict";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { routes } from "../../server/routes/table.ts";
import { compared, ready } from "../comparing.ts";
import { TestServer } from "./harness.ts";

const NAMES = ["Plainspoken", "Quillfeather", "Marzipanides", "Ostrobothnia"];
const MODELS = ["echo:plainmodel", "story:40:1", "critic:canarymodel", "echo:canaryecho"];

interface Ids {
  /** The conversation that it is done in. */
  readonly of: string;
  readonly messageId: string;
  readonly agentIds: readonly string[];
  readonly plain: string;
  readonly seq: number;
}

const CONVERSATION = "/api/conversations/:id";
const QUESTION = { question: "Which rolls?" };
const panel = (agentIds: readonly string[]) => ({
  format: "council",
  seats: ["member", "member", "chair"].map((role, at) => ({ role, agentId: agentIds[at % agentIds.length] })),
});

/** Done in the talk, one after the other, and each succeeds. */
const DONE: Readonly<Record<string, (ids: Ids) => object>> = {
  [`PATCH ${CONVERSATION}`]: () => ({ mode: "manual" }),
  [`POST ${CONVERSATION}/read`]: () => ({ seq: 1 }),
  [`PATCH ${CONVERSATION}/messages/:messageId`]: () => ({ included: true }),
  [`PATCH ${CONVERSATION}/messages`]: ({ messageId }) => ({ changes: [{ messageId, included: true }] }),
  [`POST ${CONVERSATION}/messages/:messageId/pin`]: () => ({ pinned: true }),
  [`POST ${CONVERSATION}/expectations`]: () => ({ kind: "says", text: "hello" }),
  [`POST ${CONVERSATION}/check`]: () => ({ name: "A check" }),
  [`POST ${CONVERSATION}/checks/cost`]: () => ({ agents: {} }),
  [`POST ${CONVERSATION}/panels/cost`]: ({ plain }) => ({ ...QUESTION, panel: panel([plain]) }),
  "POST /api/panels/cost": ({ agentIds }) => ({ ...QUESTION, panel: panel(agentIds) }),
  [`POST ${CONVERSATION}/comparisons/cost`]: ({ agentIds }) => ({ ...QUESTION, agentIds }),
  [`POST ${CONVERSATION}/comparisons/:comparisonId/vote`]: () => ({ best: "tie" }),
  [`POST ${CONVERSATION}/comparisons/:comparisonId/stop`]: () => ({}),
  [`POST ${CONVERSATION}/comparisons`]: ({ agentIds }) => ({ ...QUESTION, agentIds }),
  [`POST ${CONVERSATION}/comparisons/panels`]: ({ agentIds }) => ({
    ...QUESTION,
    panel: panel(agentIds),
    aloneId: agentIds[0],
    judge: agentIds[1],
  }),
  [`POST ${CONVERSATION}/messages`]: () => ({ content: "Hello again" }),
  [`POST ${CONVERSATION}/stop`]: () => ({}),
  [`POST ${CONVERSATION}/trigger_agent/:agentId`]: () => ({}),
  [`POST ${CONVERSATION}/trigger_all`]: () => ({}),
  [`POST ${CONVERSATION}/fork`]: ({ seq }) => ({ seq }),
  [`POST ${CONVERSATION}/rerun`]: () => ({ agents: {} }),
  "POST /v1/chat/completions": () => ({
    model: "agent/plainspoken",
    messages: [{ role: "user", content: "Hello" }],
  }),
  "POST /mcp": ({ of }) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "read_conversation", arguments: { conversation_id: of } },
  }),
  "POST /api/signing": () => ({}),
};

/** Tried without what they need, for such a talk has nothing that they could be done to, or it would be gone by them. */
const TRIED: ReadonlySet<string> = new Set([
  ...[
    "POST /restore",
    "POST /messages/:messageId/keep",
    "POST /participants",
    "PATCH /participants/:participantId",
    "DELETE /participants/:participantId",
    "POST /merge",
    "POST /turns/:turnId/retry",
    "POST /turns/:turnId/permission",
    "POST /turns/:turnId/input",
    "POST /trials",
    "POST /trials/:trialId/stop",
    "POST /trials/:trialId/take",
    "POST /continue",
    "DELETE /expectations/:expectationId",
    "POST /checks/runs",
    "POST /hands",
    "DELETE /hands",
    "POST /schedules",
    "PATCH /schedules/:scheduleId",
    "DELETE /schedules/:scheduleId",
    "POST /schedules/:scheduleId/run",
  ].map((one) => one.replace(" ", ` ${CONVERSATION}`)),
  "POST /api/conversations",
  "POST /api/import",
  "POST /api/imports/known",
  "POST /api/imports",
  "POST /api/agency/:agencyId/chat/completions",
  "POST /v1/responses",
  "POST /v1/messages",
  "POST /v1/messages/count_tokens",
]);

/** These end it, or what it was asked with. */
const ENDS: ReadonlySet<string> = new Set([
  `DELETE ${CONVERSATION}`,
  `DELETE ${CONVERSATION}/messages/:messageId/content`,
  `POST ${CONVERSATION}/comparisons/:comparisonId/reveal`,
]);

/** These are of the settings, of files and of who is there, and of no conversation. */
const kept = (path: string) => [
  `POST ${path}`,
  `PATCH ${path}/:id`,
  `DELETE ${path}/:id`,
  `POST ${path}/:id/restore`,
];
const APART: ReadonlySet<string> = new Set([
  ...[
    "providers",
    "roles",
    "personalities",
    "agents",
    "agencies",
    "panels",
    "mcp-servers",
    "notes",
    "projects",
  ]
    .flatMap((one) => kept(`/api/${one}`)),
  ...["webhooks", "tokens"].flatMap((one) => kept(`/api/${one}`).slice(0, 3)),
  ...["models", "test"].map((one) => `POST /api/providers/:id/${one}`),
  ...["connect", "disconnect", "offers", "prompts", "resources", "tools", "trust"]
    .map((one) => `POST /api/mcp-servers/:id/${one}`),
  ...["notes", "projects"].map((one) => `DELETE /api/${one}/:id/content`),
  "POST /api/attachments",
  "POST /api/attachments/keep",
  "POST /api/providers/try",
  "POST /api/local-servers",
  "PATCH /api/prices",
  "PATCH /api/retention",
  "PATCH /api/daily-budget",
  "POST /api/signing/key",
  "POST /api/set-up",
  "POST /api/login",
  "POST /api/logout",
  "POST /api/password",
  "POST /api/webhooks/:id/test",
  "PATCH /api/web-search",
  "POST /api/web-search/try",
]);

const changing = routes.filter(({ method }) => method !== "GET");
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;

Deno.test("each route that changes or asks something is searched, or is known to have nothing to do with a talk", () => {
  const searched = [...Object.keys(DONE), ...TRIED, ...ENDS];
  const known = new Set([...searched, ...APART]);
  const names = changing.map(nameOf);
  assert.deepEqual(names.filter((name) => !known.has(name)), [], "searched by nobody");
  assert.deepEqual(searched.filter((name) => !names.includes(name)), [], "there is no such route");
  for (const name of APART) assert.ok(!name.includes(CONVERSATION), name);
});

Deno.test("no answer to what is done tells who is who before the reveal, in the talk and in the room", async () => {
  await using server = await TestServer.start();
  const { id, path, agentIds: [plain = "", ...agentIds], body } = await compared(
    server,
    MODELS,
    (n) => NAMES[n - 1] ?? "",
  );
  const { json: { comparisonId } } = await server.call("POST", `${path}/comparisons`, { ...body, agentIds });
  await ready(server, `${path}/comparisons/${comparisonId}`);
  const fold = (await server.call("GET", `${path}?view=fold`)).json.fold;
  const { roomId } = fold.comparisons[comparisonId];
  const words = [...NAMES.slice(1), ...MODELS.slice(1), ...agentIds];
  for await (const batch of server.store.read(roomId)) {
    for (const event of batch.map(conversationEvent)) {
      if (event.type === "ParticipantAdded") words.push(event.data.participantId);
      if (event.type === "TurnRequested") words.push(event.data.turnId, event.data.messageId);
      if (event.type === "RoomSealed") words.push(event.data.salt);
    }
  }
  const [messageId] = fold.order;
  const fill = (of: string, route: string) =>
    Object.entries({ id: of, messageId, comparisonId, agentId: plain })
      .reduce((text, [name, value]) => text.replace(`:${name}`, value), route).replaceAll(/:\w+/g, "x");
  const ids = { messageId, agentIds, plain, seq: fold.seq };
  const say = async (of: string, name: string) => {
    const [method = "", route = ""] = name.split(" ");
    const headers = { accept: "application/json, text/event-stream", "content-type": "application/json" };
    const answer = await server.call(method, fill(of, route), DONE[name]?.({ ...ids, of }) ?? {}, headers);
    for (const word of words) assert.ok(!answer.text.includes(word), `${name} tells ${word}`);
    return answer;
  };
  for (const name of [...TRIED, ...ENDS].filter((name) => name.includes(CONVERSATION))) {
    assert.ok((await say(roomId, name)).status >= 400, `${name} is done in the room`);
  }
  for (const name of Object.keys(DONE)) {
    if (!name.includes(CONVERSATION)) continue;
    const { status } = await say(roomId, name);
    assert.ok(status >= 400, `${name} is done in the room: ${status}`);
  }
  await say(roomId, "POST /mcp");
  for (const name of TRIED) await say(id, name);
  for (const name of Object.keys(DONE)) {
    const { status, text } = await say(id, name);
    assert.ok(status < 400, `${name} is answered with ${status}: ${text}`);
    await server.settled(id);
  }
});
