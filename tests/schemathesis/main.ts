/**
 * `deno task schemathesis`: what `/openapi.json` promises, tried on a real server by a tool that others wrote: no 5xx, no
 * status that is not described, and what is answered has the form that was told. Pinned and installed into a folder of its
 * own; where there is no python3, or nothing to be had from PyPI, it says so and tests nothing.
 */
import { ServerProcess } from "../chaos/server_process.ts";

const HERE = new URL(".", import.meta.url).pathname;
/** Cases of each operation that are drawn at random, beside those that go through its parameters one by one. */
const EXAMPLES = Deno.env.get("FISHBOWL_FULL") === undefined ? 10 : 40;
const CHECKS =
  "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";

/** What would end the caller's own rights in mid-run: these have tests of their own. */
const LEFT_OUT = [
  ["POST", "/api/set-up"],
  ["POST", "/api/password"],
  ["POST", "/api/logout"],
  ["DELETE", "/api/tokens/{id}"],
] as const;

/** What takes a file, a model server or a moment that nobody makes up. */
const SELDOM: readonly string[] = [
  "DELETE /api/conversations/{id}/participants/{participantId}",
  "POST /api/conversations/{id}/turns/{turnId}/permission",
  "POST /api/conversations/{id}/turns/{turnId}/retry",
  "POST /api/import",
  "POST /api/imports",
  "POST /api/login",
];
/** Writes a second: a caller is held to 200, and what is held back is not tried. */
const PACE = "150/s";

/** Why it cannot be tried here, or null. */
async function missing(venv: string): Promise<string | null> {
  const run = async (command: string, ...args: string[]) => {
    try {
      return (await new Deno.Command(command, { args, stdout: "null", stderr: "null" }).output()).success;
    } catch {
      return false;
    }
  };
  if (!await run("python3", "-m", "venv", venv)) return "there is no python3 with venv";
  const packages = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
  if (await run(`${venv}/bin/python`, ...packages, `${HERE}requirements.txt`)) return null;
  return "pip could not install it";
}

/** Operations of which no case succeeded, so that nothing was seen of what they answer. */
function neverAnswered(statuses: Readonly<Record<string, number>>): string[] {
  const [all, good] = [new Set<string>(), new Set<string>()];
  for (const key of Object.keys(statuses)) {
    const [, operation = "", status = ""] = /^(.*) (\d+)$/.exec(key) ?? [];
    all.add(operation);
    if (/^[23]/.test(status)) good.add(operation);
  }
  return [...all].filter((operation) => !good.has(operation) && !SELDOM.includes(operation)).sort();
}

class Api {
  #token = "";
  constructor(readonly address: string) {}

  get authorization(): string {
    return `Bearer ${this.#token}`;
  }

  // deno-lint-ignore no-explicit-any
  async #call(method: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(this.address + path, {
      method,
      headers: {
        origin: this.address,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.#token ? { authorization: this.authorization } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  /** Something of each kind, and what of it stands in the place of what was made up. */
  async prepare(): Promise<object> {
    const post = (path: string, body: unknown) => this.#call("POST", path, body);
    const traits = { openness: 1, conscientiousness: 2, extraversion: 3, agreeableness: 4, neuroticism: 5 };
    const practice = { providerId: "provider_mock", color: 1 };
    const agent = await post("/api/agents", { ...practice, name: "plain", model: "echo" });
    const other = await post("/api/agents", { ...practice, name: "other", model: "echo" });
    // What is changed is not what is asked: a model goes by the name of its agent.
    const changed = await post("/api/agents", { ...practice, name: "changed", model: "echo" });
    const boss = await post("/api/agents", { ...practice, name: "boss", model: "manager" });
    // Nobody who answers is slowed down by what becomes of this one.
    const provider = await post("/api/providers", {
      name: "Nobody",
      kind: "mock",
    });
    const agency = await post("/api/agencies", {
      name: "Works",
      managerAgentId: boss.id,
      agentIds: [boss.id, other.id],
    });
    const role = await post("/api/roles", { name: "R", description: "r", prompt: "x" });
    const personality = await post("/api/personalities", { name: "P", traits, instructions: "x" });
    this.#token = (await post("/api/tokens", { name: "schemathesis" })).token;
    const answered = await post("/v1/responses", { model: "agent/plain", input: "Hello" });
    const agentIds = [agent.id, other.id];
    const { conversation: { id } } = await post("/api/conversations", { agentIds, message: "Hello" });
    const asked = await post("/api/conversations", { agentIds, mode: "manual", message: "Hello" });
    const dropped = await post("/api/conversations", { agentIds });
    const settled = await this.#settled(id);
    const [question, ...answers] = settled.messages;
    const conversation = {
      id,
      messageId: answers[0].id,
      participantId: settled.participants[0].id,
      agentId: agent.id,
      turnId: answers[0].turnId,
    };
    const messages = [{ role: "user", content: "Hello" }];
    const [model, max_tokens] = ["agent/plain", 50];
    const said = { messageId: answers[0].id, included: true };
    return {
      model,
      paths: {
        "/api/conversations/{id}/trigger": { id: asked.conversation.id, agentId: other.id },
        "/api/conversations/": conversation,
        "/api/agents/": { id: changed.id },
        "/api/agencies/": { id: agency.id },
        "/api/agency/": { agencyId: agency.id },
        "/api/roles/": { id: role.id },
        "/api/personalities/": { id: personality.id },
        "/api/providers/": { id: provider.id },
        "/v1/models/": { id: model },
        "/v1/responses/": { id: answered.id },
      },
      deletes: {
        "/api/agents/{id}": { id: changed.id },
        "/api/providers/{id}": { id: provider.id },
        "/api/conversations/{id}": { id: dropped.conversation.id },
      },
      bodies: {
        "POST /v1/chat/completions": { model, messages, max_tokens },
        "POST /v1/responses": { model, input: "Hello", store: false },
        "POST /v1/messages": { model, messages, max_tokens },
        "POST /v1/messages/count_tokens": { model, messages },
        "POST /api/agency/{agencyId}/chat/completions": { messages },
        "POST /mcp": { jsonrpc: "2.0", id: 1, method: "tools/list" },
        "POST /api/conversations": { agentIds, message: "Hello" },
        "POST /api/conversations/{id}/continue": { messageId: question.id, content: "Hello again" },
        "POST /api/conversations/{id}/merge": {
          agentId: agent.id,
          messageIds: answers.map((one: { id: string }) => one.id),
        },
        "POST /api/conversations/{id}/participants": { agentId: changed.id },
        "PATCH /api/conversations/{id}/messages": { changes: [said] },
        "POST /api/agents": { ...practice, name: "more", model: "echo" },
        "PATCH /api/agencies/{id}": { name: "Works on" },
        "POST /api/agencies": { name: "More", managerAgentId: agent.id, agentIds },
      },
    };
  }

  /** The conversation with the answers of both, as soon as they are there. */
  async #settled(id: string) {
    for (;;) {
      const state = await this.#call("GET", `/api/conversations/${id}`);
      const done = state.messages.filter((one: { status: string }) => one.status === "complete");
      if (done.length >= 3) return state;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function tried(venv: string, folder: string): Promise<boolean> {
  const server = new ServerProcess(`${folder}/data`);
  try {
    await server.start();
    if (!server.address) throw new Error(`The server did not start: ${server.said}`);
    const api = new Api(server.address);
    const known = await api.prepare();
    const names = LEFT_OUT.map(([method, path]) => `^${method} ${path.replaceAll(/[{}]/g, "\\$&")}$`);
    const { success } = await new Deno.Command(`${venv}/bin/schemathesis`, {
      args: [
        ...["run", `${server.address}/openapi.json`, "--workers", "1", "--no-color"],
        ...["--phases", "coverage,fuzzing", "--suppress-health-check", "all", "--continue-on-failure"],
        ...[
          "--checks",
          CHECKS,
          "--max-examples",
          `${EXAMPLES}`,
          "--seed",
          Deno.env.get("FISHBOWL_SEED") ?? "1",
        ],
        ...["--header", `Authorization: ${api.authorization}`, "--header", `Origin: ${server.address}`],
        ...["--exclude-name-regex", names.join("|"), "--request-timeout", "60"],
        ...["--rate-limit", PACE],
      ],
      cwd: folder,
      env: {
        SCHEMATHESIS_HOOKS: `${HERE}hooks.py`,
        FISHBOWL_KNOWN: JSON.stringify(known),
        FISHBOWL_STATUSES: `${folder}/statuses.json`,
        NO_COLOR: "1",
      },
    }).spawn().status;
    const never = neverAnswered(JSON.parse(await Deno.readTextFile(`${folder}/statuses.json`)));
    if (never.length > 0) console.log(`Never answered with what was asked for: ${never.join(", ")}`);
    return success && never.length === 0;
  } finally {
    await server.kill();
  }
}

const folder = await Deno.makeTempDir({ prefix: "fishbowl-schemathesis-" });
let good = true;
try {
  const venv = `${folder}/python`;
  const why = await missing(venv);
  if (why === null) good = await tried(venv, folder);
  else console.log(`SKIPPED: what is described was not tried by Schemathesis, because ${why}.`);
} finally {
  await Deno.remove(folder, { recursive: true });
}
Deno.exit(good ? 0 : 1);
