/** Every route that writes, asked in a story of which each can be a part: for who counts what that costs. */
import assert from "node:assert/strict";
import { jsonOf } from "../../actors/runtime/json.ts";
import { routes } from "../../server/routes/table.ts";
import type { programOn } from "../bench/many_bench.ts";
import { settled } from "./start.ts";

type Body = Readonly<Record<string, unknown>> | Uint8Array<ArrayBuffer>;
/** Names of what was made so far, and their ids; those of a conversation as its routes call them. */
export type Ids = Readonly<Record<string, string>>;

export interface Write {
  /** As the table of routes has it. */
  readonly route: string;
  readonly body?: Body | ((ids: Ids) => Body);
  /** What the answer names: of each name the way to its id. */
  readonly names?: Readonly<Record<string, string>>;
  /** Whose id stands in the path, where it is another than its own. */
  readonly of?: Readonly<Record<string, string>>;
  /** Why it goes through all that is there; absent: it must not. */
  readonly whole?: string;
  /** 2xx is expected but where nothing is there that could be asked. */
  readonly status?: number;
}

const TALK = "/api/conversations/:id";
const bytes = (text: string) => new TextEncoder().encode(text);
const TRAITS = { openness: 1, conscientiousness: 1, extraversion: 1, agreeableness: 1, neuroticism: 1 };
const SCHEDULE = {
  when: { kind: "every", minutes: 60 },
  instruction: "Say",
  runTokens: 1_000,
  runsPerDay: 1,
};
/** Nobody listens there. */
const NOWHERE = "http://127.0.0.1:9/";
const said = (content: string) => [{ role: "user", content }];
const own = (ids: Ids, name: string) => ({ name, providerId: ids["provider"], model: "echo" });
const two = (ids: Ids) => [ids["agentId"], ids["other"]];
/** The least that a panel can be: one stage, each of two alone. */
const FORMAT = {
  name: "Least",
  description: "",
  roles: [{ id: "all", name: "All", many: true }],
  stages: [
    {
      id: "one",
      name: "One",
      gives: "Answer",
      who: ["all"],
      turns: "together",
      sees: "own",
      instruction: "Answer.",
    },
  ],
};
const least = (ids: Ids) => ({
  format: FORMAT,
  seats: two(ids).map((agentId) => ({ role: "all", agentId })),
});

/** A kind of settings: made, changed, deleted and had back. */
const resource = (path: string, name: string, create: Write["body"], change: Body) => ({
  made: [
    { route: `POST ${path}`, ...(create && { body: create }), names: { [name]: "id" } },
    { route: `PATCH ${path}/:id`, body: change, of: { id: name } },
  ],
  gone: [
    { route: `DELETE ${path}/:id`, of: { id: name } },
    { route: `POST ${path}/:id/restore`, body: {}, of: { id: name } },
  ],
});

const provider = resource("/api/providers", "provider", { name: "Mine", kind: "mock" }, { name: "Mine too" });
const role = resource("/api/roles", "role", { name: "Cook" }, { name: "Chef" });
const personality = resource("/api/personalities", "personality", { name: "Calm", traits: TRAITS }, {
  name: "Calmer",
});
const agent = resource("/api/agents", "agentId", (ids) => own(ids, "Ann"), { systemPrompt: "Be brief." });
const agency = resource(
  "/api/agencies",
  "agencyId",
  (ids) => ({ name: "Both", managerAgentId: ids["agentId"], agentIds: two(ids) }),
  { principles: "None." },
);
const project = resource("/api/projects", "project", { name: "House" }, { instructions: "Build." });
const note = resource("/api/notes", "note", { text: "It rains." }, { text: "It rained." });
const panel = resource("/api/panels", "panel", { format: FORMAT }, { format: { ...FORMAT, name: "One" } });
const mcp = resource("/api/mcp-servers", "mcp", { name: "None", url: `${NOWHERE}mcp` }, { name: "Nobody" });

/** In the order in which they are asked: what one names the next ones use. */
export const STORY: readonly Write[] = [
  { route: "POST /api/signing", body: {}, whole: "the first time each conversation is signed" },
  ...[provider, role, personality].flatMap(({ made }) => made),
  { route: "POST /api/agents", body: (ids) => own(ids, "Bob"), names: { other: "id" } },
  ...[agent, agency, project, note, panel, mcp].flatMap(({ made }) => made),
  { route: "POST /api/providers/:id/models", body: {}, of: { id: "provider" } },
  { route: "POST /api/providers/:id/test", body: {}, of: { id: "provider" } },
  { route: "POST /api/providers/try", body: { kind: "mock" } },
  { route: "PATCH /api/prices", body: { prices: {} } },
  { route: "PATCH /api/retention", body: { days: 365 } },
  { route: "PATCH /api/daily-budget", body: { daily: { tokens: 100_000, usd: 1 } } },
  { route: "PATCH /api/web-search", body: { service: null } },
  { route: "POST /api/attachments", body: bytes("hello"), names: { sha256: "sha256" } },
  { route: "POST /api/attachments/keep", body: (ids) => ({ sha256: [ids["sha256"]] }) },
  {
    route: "POST /api/conversations",
    body: (ids) => ({ title: "New", agentIds: two(ids) }),
    names: { id: "conversation.id", participantId: "conversation.participants.1.id" },
  },
  { route: `PATCH ${TALK}`, body: (ids) => ({ title: "Newer", pinned: true, projectId: ids["project"] }) },
  { route: `POST ${TALK}/messages`, body: { content: "Hello" }, names: { messageId: "message.id" } },
  { route: `PATCH ${TALK}/messages/:messageId`, body: { included: true } },
  {
    route: `PATCH ${TALK}/messages`,
    body: (ids) => ({ changes: [{ messageId: ids["messageId"], included: false }] }),
  },
  { route: `POST ${TALK}/messages/:messageId/keep`, body: {}, of: { messageId: "answer" } },
  { route: `POST ${TALK}/messages/:messageId/pin`, body: { pinned: true } },
  { route: `POST ${TALK}/read`, body: { seq: 3 } },
  { route: `POST ${TALK}/turns/:turnId/retry`, body: {} },
  { route: `POST ${TALK}/turns/:turnId/permission`, body: { callId: "x", allowed: true }, status: 404 },
  { route: `PATCH ${TALK}`, body: { mode: "manual" } },
  { route: `POST ${TALK}/trigger_agent/:agentId`, body: {} },
  { route: `POST ${TALK}/trigger_all`, body: {} },
  { route: `POST ${TALK}/stop`, body: {} },
  { route: `PATCH ${TALK}/participants/:participantId`, body: { position: 0 } },
  { route: `DELETE ${TALK}/participants/:participantId` },
  { route: `POST ${TALK}/participants`, body: (ids) => ({ agentId: ids["other"] }) },
  {
    route: `POST ${TALK}/merge`,
    body: (ids) => ({ agentId: ids["agentId"], messageIds: [ids["answer"], ids["answer2"]] }),
  },
  { route: `POST ${TALK}/fork`, body: { seq: 3 } },
  { route: `POST ${TALK}/continue`, body: (ids) => ({ messageId: ids["messageId"], content: "And?" }) },
  { route: `POST ${TALK}/rerun`, body: { agents: {} } },
  { route: `POST ${TALK}/hands`, body: { calls: 5 } },
  { route: `DELETE ${TALK}/hands` },
  { route: `PATCH ${TALK}`, body: { mode: "parallel" } },
  {
    route: `POST ${TALK}/trials`,
    body: (ids) => ({ messageId: ids["messageId"], agentIds: two(ids), times: 1, limit: { tokens: 1_000 } }),
    names: { trialId: "trialId" },
  },
  { route: `POST ${TALK}/trials/:trialId/stop`, body: {} },
  { route: "POST /api/panels/cost", body: (ids) => ({ question: "Why?", panel: least(ids) }) },
  { route: `POST ${TALK}/panels/cost`, body: (ids) => ({ question: "Why?", panel: least(ids) }) },
  {
    route: `POST ${TALK}/comparisons/panels`,
    body: (ids) => ({ question: "Why?", panel: least(ids), aloneId: ids["agentId"] }),
    names: { judged: "comparisonId" },
  },
  { route: `POST ${TALK}/comparisons/:comparisonId/stop`, body: {}, of: { comparisonId: "judged" } },
  {
    route: `POST ${TALK}/comparisons/cost`,
    body: (ids) => ({ question: "Why?", agentIds: two(ids) }),
  },
  {
    route: `POST ${TALK}/comparisons`,
    body: (ids) => ({ question: "Why?", agentIds: two(ids) }),
    names: { comparisonId: "comparisonId" },
  },
  { route: `POST ${TALK}/comparisons/:comparisonId/stop`, body: {} },
  {
    route: `POST ${TALK}/expectations`,
    body: (ids) => ({ messageId: ids["messageId"], kind: "says", text: "Hello" }),
    names: { expectationId: "id" },
  },
  { route: `POST ${TALK}/check`, body: { name: "Greets" } },
  { route: `POST ${TALK}/checks/cost`, body: { agents: {} } },
  { route: `POST ${TALK}/checks/runs`, body: { agents: {}, limit: { tokens: 10_000 } } },
  { route: `DELETE ${TALK}/expectations/:expectationId` },
  { route: `POST ${TALK}/schedules`, body: SCHEDULE, names: { scheduleId: "id" } },
  { route: `PATCH ${TALK}/schedules/:scheduleId`, body: { paused: true } },
  { route: `DELETE ${TALK}/schedules/:scheduleId` },
  {
    route: "POST /v1/chat/completions",
    body: { model: "agent/ann", messages: said("Hello") },
  },
  {
    route: "POST /api/agency/:agencyId/chat/completions",
    body: { messages: said("Hello") },
    status: 422,
  },
  { route: "POST /v1/responses", body: { model: "agent/ann", input: "Hello" } },
  {
    route: "POST /v1/messages",
    body: { model: "agent/ann", max_tokens: 100, messages: said("Hello") },
  },
  {
    route: "POST /v1/messages/count_tokens",
    body: { model: "agent/ann", messages: said("Hello") },
  },
  { route: "POST /api/import", body: (ids) => bytes(ids["export"] ?? "") },
  { route: "POST /api/imports/known", body: { keys: [] } },
  { route: "POST /api/webhooks", body: { url: NOWHERE }, names: { webhook: "id" } },
  { route: "PATCH /api/webhooks/:id", body: { enabled: false }, of: { id: "webhook" } },
  { route: "DELETE /api/webhooks/:id", of: { id: "webhook" } },
  { route: "POST /api/mcp-servers/:id/disconnect", body: {}, of: { id: "mcp" } },
  { route: `DELETE ${TALK}/messages/:messageId/content` },
  { route: `DELETE ${TALK}` },
  { route: `POST ${TALK}/restore`, body: {} },
  ...[mcp, panel, note, agency, project, personality, role].flatMap(({ gone }) => gone),
  { route: "DELETE /api/notes/:id/content", of: { id: "note" } },
  { route: "DELETE /api/projects/:id/content", of: { id: "project" } },
  ...[agent, provider].flatMap(({ gone }) => gone),
  { route: "POST /api/signing", body: {} },
  { route: "POST /api/signing/key", body: {} },
  { route: "POST /api/tokens", body: { name: "laptop" }, names: { token: "id" } },
  { route: "DELETE /api/tokens/:id", of: { id: "token" } },
];

/** Writes that are not asked, each with the reason. */
export const NOT_ASKED: Readonly<Record<string, string>> = {
  [`POST ${TALK}/turns/:turnId/input`]: "a person's word to a call that waits, as a permission is",
  [`POST ${TALK}/trials/:trialId/take`]: "decided on one conversation, as its stop is",
  [`POST ${TALK}/comparisons/:comparisonId/vote`]: "its answers have to be there: judged as it is stopped",
  [`POST ${TALK}/comparisons/:comparisonId/reveal`]: "its answers have to be there: opened as it is stopped",
  [`POST ${TALK}/schedules/:scheduleId/run`]: "a message posted for it, as any",
  "POST /api/imports": "a file of another product: each of its conversations is one import",
  "POST /mcp": "calls what the other routes call",
  "POST /api/set-up": "rows of who may come in, of which there are few; each hashes a password",
  "POST /api/login": "the same",
  "POST /api/logout": "the same",
  "POST /api/password": "the same",
  "POST /api/local-servers": "asks other servers, and the store for nothing",
  "POST /api/webhooks/:id/test": "the same",
  "POST /api/web-search/try": "the same",
  "POST /api/mcp-servers/:id/connect": "asks another server, and the store for its own row",
  "POST /api/mcp-servers/:id/offers": "the same",
  "POST /api/mcp-servers/:id/prompts": "the same",
  "POST /api/mcp-servers/:id/resources": "the same",
  "POST /api/mcp-servers/:id/tools": "the same",
  "POST /api/mcp-servers/:id/trust": "the same",
};

/** Routes that write and stand in neither list, or in both. */
export function missing(): string[] {
  const asked = new Set(STORY.map(({ route }) => route));
  return routes.filter(({ method, access }) => method !== "GET" && access !== "page")
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => asked.has(name) === (name in NOT_ASKED));
}

/** What stands in an answer where the way leads, such as `conversation.id`. */
function idAt(json: unknown, way: string): string {
  let found: unknown = json;
  for (const step of way.split(".")) {
    found = typeof found === "object" && found !== null ? Reflect.get(found, step) : undefined;
  }
  assert.ok(typeof found === "string", `${way} of ${JSON.stringify(json)}`);
  return found;
}

type Program = Pick<Awaited<ReturnType<typeof programOn>>, "ask" | "system">;

/** The two answers to the first message of a conversation, their turns, and all of it as a file. */
async function answered({ ask, system }: Program, id: string): Promise<Ids> {
  const [one, other] = Object.values((await system.conversation(id))?.turns ?? {});
  assert.ok(one && other);
  const { text } = await ask(`/api/conversations/${id}/export`);
  return { turnId: one.id, answer: one.messageId, answer2: other.messageId, export: text };
}

/** Asks one, and waits until nobody answers because of it. */
async function told({ ask, system }: Program, { route, body, of, status: expected }: Write, ids: Ids) {
  const [method = "", path = ""] = route.split(" ");
  const filled = path.replace(/:(\w+)/g, (_, name: string) => ids[of?.[name] ?? name] ?? "nobody");
  const type = path === "/api/import" ? "application/x-ndjson" : "text/plain";
  const given = typeof body === "function" ? body(ids) : body;
  const more = given instanceof Uint8Array ? { "content-type": type } : {};
  const { ok, status, text } = await ask(filled, given, method, more);
  assert.ok(expected === undefined ? ok : status === expected, `${route}: ${status} ${text}`);
  if (ids["id"]) await settled(system, ids["id"]);
  return jsonOf(text);
}

/** Tells the story, and how many rows each of it read and wrote, by its place in it and its route. */
export async function costOfWrites(program: Program, rows: () => number): Promise<Record<string, number>> {
  let ids: Ids = {};
  const cost: Record<string, number> = {};
  for (const [at, write] of STORY.entries()) {
    const before = rows();
    const json = await told(program, write, ids);
    if (!write.whole) cost[`${at} ${write.route}`] = rows() - before;
    for (const [name, way] of Object.entries(write.names ?? {})) ids = { ...ids, [name]: idAt(json, way) };
    if (ids["messageId"] && !ids["turnId"]) ids = { ...ids, ...await answered(program, ids["id"] ?? "") };
  }
  return cost;
}
